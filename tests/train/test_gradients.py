"""The C module's training step, against the definitions written out in Python. Needs the C module."""

import math
import random
import struct

import pytest

OUTPUTS = 3
RATE = 0.01

pytestmark = pytest.mark.once

Sample = tuple[list[float], list[int]]


class Parts:
    """What a state of a trainer holds: values and both moments of Adam, layer by layer."""

    def __init__(self, state: bytes, features: int, hidden1: int, hidden2: int) -> None:
        self.steps = struct.unpack_from("<q", state)[0]
        sizes = (features * hidden1, hidden1, hidden1 * hidden2, hidden2, hidden2 * OUTPUTS, OUTPUTS)
        numbers = iter(struct.unpack(f"<{3 * sum(sizes)}f", state[8:]))
        self.layers = [[[next(numbers) for _ in range(size)] for _ in range(3)] for size in sizes]

    def values(self) -> list[list[float]]:
        return [layer[0] for layer in self.layers]


def packed(samples: list[Sample]) -> bytes:
    return b"".join(
        struct.pack(f"<fffH{len(features)}H", *targets, len(features), *features) for targets, features in samples
    )


def gradients(values: list[list[float]], samples: list[Sample], hidden1: int, hidden2: int) -> list[list[float]]:
    """The mean gradients: half the squared error of points and margin, half the cross entropy of the win."""
    w1, b1, w2, b2, w3, b3 = values
    found = [[0.0] * len(layer) for layer in values]
    for targets, features in samples:
        first = [b1[i] + sum(w1[feature * hidden1 + i] for feature in features) for i in range(hidden1)]
        one = [max(each, 0.0) for each in first]
        second = [b2[j] + sum(one[i] * w2[i * hidden2 + j] for i in range(hidden1)) for j in range(hidden2)]
        two = [max(each, 0.0) for each in second]
        out = [b3[k] + sum(two[j] * w3[j * OUTPUTS + k] for j in range(hidden2)) for k in range(OUTPUTS)]
        win = 1 / (1 + math.exp(-out[2]))
        errors = [out[0] - targets[0], out[1] - targets[1], 0.5 * (win - targets[2])]
        of_two = [sum(w3[j * OUTPUTS + k] * errors[k] for k in range(OUTPUTS)) for j in range(hidden2)]
        of_second = [each if second[j] > 0 else 0.0 for j, each in enumerate(of_two)]
        of_one = [sum(w2[i * hidden2 + j] * of_second[j] for j in range(hidden2)) for i in range(hidden1)]
        of_first = [each if first[i] > 0 else 0.0 for i, each in enumerate(of_one)]
        for feature in features:
            for i in range(hidden1):
                found[0][feature * hidden1 + i] += of_first[i]
        for i in range(hidden1):
            found[1][i] += of_first[i]
            for j in range(hidden2):
                found[2][i * hidden2 + j] += one[i] * of_second[j]
        for j in range(hidden2):
            found[3][j] += of_second[j]
            for k in range(OUTPUTS):
                found[4][j * OUTPUTS + k] += two[j] * errors[k]
        for k in range(OUTPUTS):
            found[5][k] += errors[k]
    return [[each / len(samples) for each in layer] for layer in found]


@pytest.mark.parametrize(("hidden1", "hidden2"), [(5, 2), (64, 4), (70, 9)])
def test_a_step_follows_the_gradients(hidden1: int, hidden2: int) -> None:
    """The first step of Adam, for samples that share features, have one twice, or have none."""
    from heptapolis.bots.sage._trainer import Trainer

    features = 12
    rng = random.Random(hidden1)
    samples: list[Sample] = [
        ([rng.uniform(2, 6), rng.uniform(-1, 1), rng.random()], [rng.randrange(features - 1) for _ in range(count)])
        for count in (4, 0, 6, 3, 5)
    ]
    samples.append(([5.0, 0.5, 1.0], [3, 3, 1]))
    trainer = Trainer(features, hidden1, hidden2, 7)
    before = Parts(trainer.state(), features, hidden1, hidden2)
    count, *_ = trainer.train(packed(samples), RATE, len(samples), 1)
    after = Parts(trainer.state(), features, hidden1, hidden2)
    assert (count, after.steps) == (len(samples), 1)
    wanted = gradients(before.values(), samples, hidden1, hidden2)
    for old, new, slopes in zip(before.layers, after.layers, wanted, strict=True):
        assert new[1] == pytest.approx([0.1 * slope for slope in slopes], rel=1e-4, abs=1e-6)
        assert new[2] == pytest.approx([0.001 * slope * slope for slope in slopes], rel=1e-4, abs=1e-7)
        for place, slope in enumerate(slopes):
            if abs(slope) > 1e-4:  # the first step goes the same way for every weight, as far as the rate
                assert new[0][place] == pytest.approx(old[0][place] - math.copysign(RATE, slope), abs=1e-5)
    assert after.layers[0][0][-hidden1:] == before.layers[0][0][-hidden1:]  # a feature that no sample has


def test_batches_follow_each_other() -> None:
    """Two batches are two steps, the last one smaller; the losses are means over all samples."""
    from heptapolis.bots.sage._trainer import Trainer

    samples: list[Sample] = [([1.0, 0.0, 1.0], [0])] * 5
    one, two = Trainer(2, 3, 2, 1), Trainer(2, 3, 2, 1)
    one.train(packed(samples), RATE, 3, 1)
    for part in (samples[:3], samples[3:]):
        two.train(packed(part), RATE, 3, 1)
    assert one.state() == two.state()
    assert Parts(one.state(), 2, 3, 2).steps == 2
    with pytest.raises(ValueError, match="batch"):
        one.train(packed(samples), RATE, 0, 1)
    with pytest.raises(ValueError, match="samples"):
        one.train(packed(samples)[:-1], RATE, 3, 1)
    assert Parts(one.state(), 2, 3, 2).steps == 2


def test_every_sample_of_every_batch_teaches() -> None:
    """Five samples in two batches, each with a feature of its own: all of these change, and no other."""
    from heptapolis.bots.sage._trainer import Trainer

    features, hidden1, hidden2 = 6, 8, 4
    samples: list[Sample] = [([9.0, 9.0, 1.0], [feature]) for feature in range(features - 1)]
    trainer = Trainer(features, hidden1, hidden2, 2)
    before = Parts(trainer.state(), features, hidden1, hidden2).layers[0][0]
    trainer.train(packed(samples), RATE, 3, 1)
    after = Parts(trainer.state(), features, hidden1, hidden2).layers[0][0]
    rows = [range(feature * hidden1, (feature + 1) * hidden1) for feature in range(features)]
    changed = [any(before[place] != after[place] for place in row) for row in rows]
    assert changed == [True] * (features - 1) + [False]
