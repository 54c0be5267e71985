"""The training loop: play, learn, measure, save."""

from __future__ import annotations

import json
import math
import os
import struct
import time
from array import array
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from heptapolis.bots.sage.features import Layout, full_vocabulary
from heptapolis.bots.sage.net import OUTPUTS, UNIT, WEIGHT_UNIT, BadNet, NetFile
from heptapolis.engine import InvalidOptions, Rng
from heptapolis.train.selfplay import Task, measure
from heptapolis.train.tables import EVERY_TABLE, Kind

if TYPE_CHECKING:
    from pathlib import Path

    from heptapolis.bots.sage._trainer import Trainer
    from heptapolis.train.pools import Pool

MAGIC = b"heptapolis-training/1\n"
ENDLESS = 2**62
NO_COMPILER = "training needs the module in C, and this installation was built without a compiler"


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a training."""

    kinds: tuple[Kind, ...] = EVERY_TABLE
    seed: int = 1
    hidden1: int = 256
    hidden2: int = 32
    trace: float = 0.85
    """Lambda of the returns: 1 uses final results only, 0 only the net's next expectation."""
    temperatures: tuple[float, float] = (0.6, 0.2)
    """In points, at the start and at the end."""
    rates: tuple[float, float] = (1e-3, 5e-5)
    """Learning rates at the start and at the end."""
    batch: int = 1024
    passes: int = 1
    """How often each sample is used: a fresh game costs about as much as another pass, and teaches more."""
    part_games: int = 256
    """Games played before the net learns from them."""
    round_games: int = 1024
    """Games of one process before the weights are averaged."""
    older_rounds: int = 50
    """Rounds after which the older net, a sparring partner, is replaced."""

    def as_dict(self) -> dict[str, Any]:
        """Returns everything as a dictionary, to be written to a file."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Plan:
        """Creates a plan from the output of ``as_dict``."""
        kinds = tuple(Kind(**{**kind, "expansions": tuple(kind["expansions"])}) for kind in values["kinds"])
        pairs = {name: tuple(values[name]) for name in ("temperatures", "rates")}
        return cls(**{**values, **pairs, "kinds": kinds})


@dataclass(slots=True)
class Progress:
    """The progress of a training."""

    games: int = 0
    samples: int = 0
    rounds: int = 0
    seconds: float = 0.0
    """Seconds of training in all runs."""
    cpu_seconds: float = 0.0
    """CPU seconds of playing and learning in all processes."""
    curve: list[dict[str, Any]] = field(default_factory=list)
    """The measurements so far."""


class Learning:
    """A training that can be interrupted and resumed at any time."""

    def __init__(self, folder: Path, plan: Plan, frozen: bytes = b"", start: bytes = b"") -> None:
        """Resumes the training in a folder, or starts one there.

        Args:
            folder: for checkpoint, net and curve.
            plan: the settings.
            frozen: the content of a net file to train a best response to; the learner plays one seat against it.
            start: the content of a net file whose weights a new training starts from, instead of random ones.

        Raises:
            InvalidOptions: There is no compiled module, or the folder contains something else.
            BadNet: The net to start from has another shape or other inputs.
        """
        try:
            from heptapolis.bots.sage._trainer import Trainer
        except ImportError:
            raise InvalidOptions("train/interpreted", NO_COMPILER) from None
        self.folder = folder
        self.plan = plan
        self.progress = Progress()
        self.vocabulary = full_vocabulary()
        self.layout = Layout(self.vocabulary)
        self.trainer: Trainer = Trainer(self.layout.size, plan.hidden1, plan.hidden2, plan.seed)
        self.frozen = frozen
        self.older = b""
        folder.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.exists():
            self._restore(self.checkpoint.read_bytes())
        else:
            if start:
                self._start_from(NetFile.read(start))
            self.older = self.net().write()

    def _start_from(self, file: NetFile) -> None:
        mine = self.net().header
        for key in ("features", "hidden1", "hidden2", "cards", "sides"):
            if file.header[key] != mine[key]:
                raise BadNet("net/layout", "the net has another shape or other inputs than this training")
        self.trainer.restore(state_of(file))

    @property
    def checkpoint(self) -> Path:
        """The checkpoint file."""
        return self.folder / "training.checkpoint"

    def net(self) -> NetFile:
        """The current net."""
        header = {
            "features": self.layout.size,
            "hidden1": self.plan.hidden1,
            "hidden2": self.plan.hidden2,
            "cards": self.vocabulary.cards,
            "sides": self.vocabulary.sides,
            "games": self.progress.games,
            "seed": self.plan.seed,
        }
        return NetFile(header, self.trainer.quantised())

    def save(self) -> None:
        """Writes checkpoint and net. If killed in between, the previous ones remain."""
        head = {"plan": self.plan.as_dict(), "progress": asdict(self.progress), "older": len(self.older)}
        header = json.dumps(head).encode()
        content = MAGIC + struct.pack("<I", len(header)) + header + self.older + self.trainer.state()
        write_whole(self.checkpoint, content)
        write_whole(self.folder / "sage.net", self.net().write())

    def _restore(self, content: bytes) -> None:
        try:
            if not content.startswith(MAGIC):
                raise ValueError("it does not begin like one")
            at = len(MAGIC) + 4
            size = struct.unpack("<I", content[at - 4 : at])[0]
            head = json.loads(content[at : at + size])
            at += size
            found = Plan.from_dict(head["plan"])
            if (found.hidden1, found.hidden2) != (self.plan.hidden1, self.plan.hidden2):
                raise ValueError("its net has another shape")
            self.progress = Progress(**head["progress"])
            self.older = content[at : at + head["older"]]
            self.trainer.restore(content[at + head["older"] :])
        except (ValueError, KeyError, TypeError, struct.error) as error:
            raise InvalidOptions("document/unreadable", f"{self.checkpoint} is no checkpoint: {error}") from error

    def tasks(self, done: float, count: int, games: int) -> list[Task]:
        """The tasks of a round; ``done`` is the finished fraction of the training."""
        plan = self.plan
        seeds = Rng(plan.seed, self.progress.rounds + 1)
        state = self.trainer.state()
        header = self.net().header
        temperature = between(plan.temperatures, done)
        rate = between(plan.rates, done)
        return [
            Task(
                header,
                state,
                self.frozen or self.older,
                plan.kinds,
                min(plan.round_games, games),
                plan.part_games,
                seeds.seed(),
                temperature,
                plan.trace,
                rate,
                plan.batch,
                plan.passes,
                best_response=bool(self.frozen),
            )
            for _ in range(count)
        ]

    def round(self, pool: Pool, done: float, games: int = ENDLESS) -> tuple[float, float, float]:
        """Runs one round and returns the mean losses.

        Every process plays and learns separately; then their weights are averaged. ``done`` is the finished fraction of
        the training; ``games`` limits the games per process.
        """
        started = time.perf_counter()
        tasks = self.tasks(done, pool.width, games)
        results = pool.run(tasks)
        self.trainer.average([result.state for result in results])
        progress = self.progress
        progress.games += sum(task.games for task in tasks)
        progress.samples += sum(result.samples for result in results)
        progress.rounds += 1
        progress.seconds += time.perf_counter() - started
        progress.cpu_seconds += sum(result.cpu_seconds for result in results)
        if progress.rounds % self.plan.older_rounds == 0:
            self.older = self.net().write(0)
        points, margin, win = (sum(result.losses[head] for result in results) / len(results) for head in range(3))
        return points, margin, win

    def measure(self, games: int) -> dict[str, Any]:
        """Measures the net at a few kinds of tables, on deals that are not used for training.

        Its opponents are `greedy` bots; in a best response, the frozen net.
        """
        net = self.net().write(0)
        found: dict[str, Any] = {
            "games": self.progress.games,
            "seconds": round(self.progress.seconds),
            "cpu_seconds": round(self.progress.cpu_seconds),
        }
        for kind in self.plan.kinds[:1] + tuple(each for each in MEASURED if each in self.plan.kinds):
            share, points = measure(net, kind, games, 2**100 + self.plan.seed, self.frozen)
            found[kind.name] = [round(share, 4), round(points, 2)]
        self.progress.curve.append(found)
        return found


MEASURED = tuple(
    kind
    for kind in EVERY_TABLE
    if kind.name in ("5 first", "3 second", "3 first cities", "3 first leaders", "2 first", "4 first teams")
)


def state_of(file: NetFile) -> bytes:
    """The state of a trainer with the weights of a net, which has taken no step yet.

    A file holds the weights of each output one after another, as integers; a trainer those of each input, as floats.
    """
    features, hidden1, hidden2 = (file.header[key] for key in ("features", "hidden1", "hidden2"))
    sizes = features * hidden1, hidden1 * hidden2, hidden2 * OUTPUTS
    weights, biases = array("h"), array("i")
    weights.frombytes(file.weights[: 2 * sum(sizes)])
    biases.frombytes(file.weights[2 * sum(sizes) :])
    second = weights[sizes[0] : sizes[0] + sizes[1]]
    third = weights[sizes[0] + sizes[1] :]
    layers = (
        ([each / WEIGHT_UNIT for each in weights[: sizes[0]]], [each / WEIGHT_UNIT for each in biases[:hidden1]]),
        (
            [second[output * hidden1 + each] / WEIGHT_UNIT for each in range(hidden1) for output in range(hidden2)],
            [each / UNIT for each in biases[hidden1 : hidden1 + hidden2]],
        ),
        (
            [third[output * hidden2 + each] / WEIGHT_UNIT for each in range(hidden2) for output in range(OUTPUTS)],
            [each / UNIT for each in biases[hidden1 + hidden2 :]],
        ),
    )
    parts = [array("f", values) for layer in layers for values in layer]
    return struct.pack("<q", 0) + b"".join(part.tobytes() + bytes(2 * 4 * len(part)) for part in parts)


def between(ends: tuple[float, float], done: float) -> float:
    """Interpolates geometrically between two numbers."""
    first, last = ends
    return first * math.exp(math.log(last / first) * min(max(done, 0.0), 1.0))


def write_whole(path: Path, content: bytes) -> None:
    """Replaces a file atomically."""
    unfinished = path.with_name(path.name + ".unfinished")
    with unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
