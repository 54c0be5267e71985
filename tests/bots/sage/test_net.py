"""The net: C module and Python twin agree, and invalid files are refused."""

import random
import struct
from functools import cache

import pytest

from heptapolis.bots.sage.features import REMOVE, Layout, full_vocabulary
from heptapolis.bots.sage.net import (
    MAGIC,
    NET_COMPILED,
    BadNet,
    NetFile,
    PlainNet,
    shipped_net,
)
from heptapolis.engine import COMPILED

LARGEST_WHEEL_SHARE = 3 * 1024 * 1024


@cache
def plain() -> PlainNet:
    net = shipped_net().net(plain=True)
    assert isinstance(net, PlainNet)
    return net


def test_c_module_is_compiled_with_the_engine() -> None:
    assert NET_COMPILED == COMPILED


def test_c_and_python_nets_agree() -> None:
    """Random inputs, with features that come twice and features that a move removes."""
    file = shipped_net()
    fast = file.net()
    rng = random.Random(3)
    size = file.header["features"]
    for _ in range(20):
        base: list[object] = [rng.randrange(size) for _ in range(rng.randrange(150))]
        moves: list[object] = []
        count = rng.randrange(1, 9)
        for _ in range(count):
            moves += [rng.randrange(size) + REMOVE * rng.randrange(2) for _ in range(rng.randrange(12))]
            moves.append(-1)
        answers = fast.evaluate(base, moves)
        assert len(answers) == 3 * count
        assert answers == plain().evaluate(base, moves)


@pytest.mark.parametrize("hidden2", [3, 32, 70])
@pytest.mark.parametrize("hidden1", [1, 7, 128, 130, 384])
def test_nets_of_any_shape_agree(hidden1: int, hidden2: int) -> None:
    """Also where sums of the first layer pass the limit of 16 bits and wrap around."""
    rng = random.Random(hidden1)
    features = 40
    small = [rng.randrange(-9000, 9000) for _ in range(features * hidden1)]
    small += [rng.randrange(-40, 40) for _ in range(hidden1 * hidden2 + 3 * hidden2)]
    large = [rng.randrange(-9000, 9000) for _ in range(hidden1 + hidden2 + 3)]
    weights = struct.pack(f"<{len(small)}h{len(large)}i", *small, *large)
    file = NetFile({"features": features, "hidden1": hidden1, "hidden2": hidden2}, weights)
    base: list[object] = [rng.randrange(features) for _ in range(600)]
    moves: list[object] = [-1]
    for _ in range(4):
        moves += [rng.randrange(features) + REMOVE * rng.randrange(2) for _ in range(30)]
        moves.append(-1)
    assert file.net().evaluate(base, moves) == file.net(plain=True).evaluate(base, moves)


def test_tiny_net_computed_by_hand() -> None:
    """Two features, one unit in each layer: 0.5 - 0.25 = 0.25, times 2, times 4 is 2.0 for the points."""
    weights = struct.pack("<2h h 3h i i 3i", 512, 256, 2048, 4096, 0, -4096, 0, 0, 0, 0, 0)
    net = NetFile({"features": 2, "hidden1": 1, "hidden2": 1}, weights).net()
    assert net.evaluate([0], [REMOVE + 1, -1, -1]) == [2 << 19, 0, -2 << 19, 4 << 19, 0, -4 << 19]


def test_the_shipped_net_is_small_and_knows_every_name() -> None:
    """The wheel carries it; a card added to the data without training would be unknown to it."""
    file = shipped_net()
    assert len(file.write()) < LARGEST_WHEEL_SHARE
    vocabulary = full_vocabulary()
    assert (file.vocabulary.cards, file.vocabulary.sides) == (vocabulary.cards, vocabulary.sides)
    assert Layout(vocabulary).size == file.header["features"]


def test_net_file_round_trip() -> None:
    file = shipped_net()
    again = NetFile.read(file.write(1))
    assert (again.header, again.weights) == (file.header, file.weights)


@pytest.mark.parametrize("content", [b"", b"something else", MAGIC, MAGIC + b"\0\0\0\0", MAGIC + b"\2\0\0\0{}abc"])
def test_invalid_net_files_are_refused(content: bytes) -> None:
    with pytest.raises(BadNet):
        NetFile.read(content)


@pytest.mark.parametrize(
    ("shape", "weights"),
    [
        ((2, 1, 1), b"\0" * 10),
        ((1, 1, 1), struct.pack("<h h 3h i i 3i", 0, 32767, 32767, 0, 0, 0, 2**31 - 1, 0, 0, 0)),
    ],
    ids=["too few", "too large"],
)
@pytest.mark.parametrize("in_python", [False, True])
def test_invalid_weights_are_refused(shape: tuple[int, int, int], weights: bytes, in_python: bool) -> None:
    header = dict(zip(("features", "hidden1", "hidden2"), shape, strict=True))
    with pytest.raises(BadNet):
        NetFile(header, weights).net(in_python)


def test_net_for_another_layout_is_refused() -> None:
    file = shipped_net()
    with pytest.raises(BadNet):
        NetFile({**file.header, "features": file.header["features"] - 1}, file.weights).layout()
