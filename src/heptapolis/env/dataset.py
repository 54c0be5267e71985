"""Datasets of decisions: one row a decision, in Parquet shards with the records of the games beside them.

A shard holds a fixed number of games and depends on nothing but the specification and its number, so shards can be
made in any order, in several processes, and again after an interruption.
"""

from __future__ import annotations

import importlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from heptapolis.bots import make_bot
from heptapolis.engine import InvalidOptions, Rng
from heptapolis.env.agents import Agent
from heptapolis.env.rewards import result_of
from heptapolis.extras import needed
from heptapolis.record.game.model import new_record
from heptapolis.record.game.replay import Recorder
from heptapolis.record.game.text_format import write_record
from heptapolis.record.moves import plain_move

with needed("heptapolis.env.dataset", "env"):
    import numpy as np

    from heptapolis.env.kind import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

FORMAT: Final = "heptapolis-dataset/1"
SHARD_GAMES: Final = 100
DEALS_STREAM: Final = 1 << 21
COLUMNS: Final = (
    "game",
    "step",
    "seat",
    "bot",
    "observation",
    "mask",
    "legal",
    "action",
    "move",
    "points",
    "rank",
    "win",
    "margin",
)


@dataclass(frozen=True, slots=True)
class DatasetSpec:
    """What a dataset holds. Equal specifications make equal rows."""

    bots: tuple[str, ...]
    """The bot of each seat; the seats rotate from game to game."""
    edition: str = "first"
    expansions: tuple[str, ...] = ()
    mode: str = ""
    seed: int = 0
    payments: str = "cheapest"
    observation: str = "table"

    def kind(self) -> Kind:
        """The kind of table.

        Raises:
            InvalidOptions: There is no such table.
        """
        return Kind(
            players=len(self.bots),
            edition=self.edition,
            expansions=self.expansions,
            mode=self.mode,
            payments=self.payments,
            observation=self.observation,
        )

    def check(self) -> None:
        """Checks that the games can be played.

        Raises:
            InvalidOptions: There is no such table.
            UnknownBot: There is no such bot.
        """
        self.kind()
        for name in set(self.bots):
            make_bot(name, 0)


Row = dict[str, Any]
"""One decision, with the keys of ``COLUMNS``."""


def play_rows(spec: DatasetSpec, game: int, kind: Kind | None = None) -> tuple[list[Row], str]:
    """Plays one game; returns a row for each decision and the game's record."""
    kind = kind or spec.kind()
    rng = Rng(spec.seed, DEALS_STREAM + game)
    names = [spec.bots[(seat + game) % len(spec.bots)] for seat in range(kind.players)]
    episode = kind.new_episode(rng.seed())
    agents = [Agent(name, rng.seed()) for name in names]
    shadow = episode.table.copy()
    start = new_record(shadow)
    recorder = Recorder(shadow)
    rows: list[Row] = []
    step = 0
    while not episode.table.over:
        moves = [agent.move(episode, seat) for seat, agent in enumerate(agents)]
        for seat, move in enumerate(moves):
            if move is None:
                continue
            city = int(episode.seats[seat].city)
            seen = kind.observe(episode, seat)
            legal = episode.table.phase.moves(episode.table, city)
            rows.append(
                Row(
                    game=game,
                    step=step,
                    seat=seat,
                    bot=names[seat],
                    observation=seen["observation"].tobytes(),
                    mask=np.packbits(seen["action_mask"].astype(bool)).tobytes(),
                    legal=sorted(episode.seats[seat].actions),
                    action=int(kind.coding.action_of(move, legal)),
                    move=str(plain_move(move)),
                )
            )
        for seat, move in enumerate(moves):
            if move is not None:
                recorder.play(seat, int(episode.seats[seat].city), plain_move(move))
        episode.play(moves)
        step += 1
    result = result_of(episode)
    for row in rows:
        seat = row["seat"]
        row.update(
            points=result.scores[seat]["total"],
            rank=result.rank[seat],
            win=result.win[seat],
            margin=result.margin[seat],
        )
    return rows, write_record(recorder.record(start))


def shard_path(folder: Path, shard: int) -> Path:
    """The file of a shard."""
    return folder / f"shard-{shard:05}.parquet"


def shards_of(games: int) -> int:
    """How many shards hold this many games."""
    return -(-games // SHARD_GAMES)


def missing_shards(folder: Path, games: int) -> list[int]:
    """The shards that are not written yet, or hold too few games."""
    _, parquet = _arrow()
    missing: list[int] = []
    for shard in range(shards_of(games)):
        path = shard_path(folder, shard)
        wanted = len(games_in(shard, games))
        if not path.exists() or int(parquet.read_schema(str(path)).metadata[b"games"]) < wanted:
            missing.append(shard)
    return missing


def games_in(shard: int, games: int) -> range:
    """The numbers of the games in a shard of a dataset with this many games."""
    return range(shard * SHARD_GAMES, min((shard + 1) * SHARD_GAMES, games))


def prepare(folder: Path, spec: DatasetSpec) -> None:
    """Creates the folder and writes the specification.

    Raises:
        InvalidOptions: The folder holds another dataset, or the specification is wrong.
    """
    spec.check()
    (folder / "records").mkdir(parents=True, exist_ok=True)
    description = folder / "dataset.json"
    found = json.loads(json.dumps({"format": FORMAT, **asdict(spec)}))
    if description.exists() and json.loads(description.read_text(encoding="utf-8")) != found:
        raise InvalidOptions("document/unreadable", f"{folder} holds another dataset; name another folder")
    description.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


class Played(NamedTuple):
    """The games of a shard."""

    shard: int
    rows: list[Row]
    records: dict[int, str]
    """The text of each game's record."""


def play_shard(spec: DatasetSpec, shard: int, games: int) -> Played:
    """Plays the games of a shard."""
    kind = spec.kind()
    rows: list[Row] = []
    records = {}
    for game in games_in(shard, games):
        found, records[game] = play_rows(spec, game, kind)
        rows += found
    return Played(shard, rows, records)


def save_shard(folder: Path, spec: DatasetSpec, played: Played) -> None:
    """Writes a shard, in one piece at the end."""
    arrow, parquet = _arrow()
    kind = spec.kind()
    for game, record in played.records.items():
        (folder / "records" / f"{game:07}.record").write_text(record, encoding="utf-8")
    types = {
        "game": arrow.int32(),
        "step": arrow.int16(),
        "seat": arrow.int8(),
        "bot": arrow.dictionary(arrow.int16(), arrow.string()),
        "observation": arrow.binary(kind.size),
        "mask": arrow.binary(-(-kind.actions // 8)),
        "legal": arrow.list_(arrow.int16()),
        "action": arrow.int16(),
        "move": arrow.string(),
        "points": arrow.int16(),
        "rank": arrow.float32(),
        "win": arrow.float32(),
        "margin": arrow.float32(),
    }
    figures = {"size": kind.size, "actions": kind.actions, "games": len(played.records)}
    table = arrow.Table.from_pydict(
        {name: arrow.array([row[name] for row in played.rows], types[name]) for name in COLUMNS},
        metadata={"format": FORMAT, **{name: str(value) for name, value in figures.items()}},
    )
    unfinished = folder / f"unfinished-{played.shard:05}.{os.getpid()}"
    parquet.write_table(table, str(unfinished), compression="zstd")
    unfinished.replace(shard_path(folder, played.shard))


def write_shard(folder: Path, spec: DatasetSpec, shard: int, games: int) -> None:
    """Plays the games of a shard and writes it."""
    save_shard(folder, spec, play_shard(spec, shard, games))


def write_card(folder: Path, spec: DatasetSpec, games: int, decisions: int) -> None:
    """Writes the data card, ``README.md``."""
    kind = spec.kind()
    boxes = ", ".join(spec.expansions) or "none"
    text = f"""# Decisions of {games} games

| | |
| --- | --- |
| games | {games}, each with its record in `records/` |
| decisions | {decisions}, one row each, in {shards_of(games)} Parquet shards |
| bots | {", ".join(spec.bots)}; the seats rotate from game to game |
| table | {kind.players} players, {spec.edition} edition, boxes: {boxes}, {kind.mode} |
| seed | {spec.seed}: the same specification makes the same games |
| observation | `{spec.observation}`, {kind.size} counts |
| actions | {kind.actions}, payments: {spec.payments} |
| made by | `heptapolis dataset`; `dataset.json` is the specification |

| column | |
| --- | --- |
| game, step, seat, bot | which decision |
| observation | {kind.size} bytes, what the seat observed (docs/research.md) |
| mask | {kind.actions} bits, first bit first: the legal actions |
| legal | the same as a list of numbers |
| action, move | what the bot did, as a number and in the notation of records |
| points, rank, win, margin | how the game ended for this seat |

The games are played by programs: no person's data is in them. Bots play stronger or weaker than people, and some never
make certain moves, so a policy learned from these rows inherits their habits. Licence: that of Heptapolis (MIT).
"""
    (folder / "README.md").write_text(text, encoding="utf-8")


def load(folder: Path | str) -> dict[str, NDArray[Any]]:
    """Loads a whole dataset as numpy arrays: ``observation`` and ``mask`` by rows, the other columns as they are.

    Raises:
        InvalidOptions: The folder holds no dataset.
    """
    parts = list(iterate(folder))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def iterate(folder: Path | str) -> Iterator[dict[str, NDArray[Any]]]:
    """Loads a dataset shard by shard, as ``load`` does.

    Raises:
        InvalidOptions: The folder holds no dataset.
    """
    _, parquet = _arrow()
    paths = sorted(Path(folder).glob("shard-*.parquet"))
    if not paths:
        raise InvalidOptions("document/unreadable", f"{folder} holds no dataset")
    for path in paths:
        table = parquet.read_table(str(path))
        actions = int(table.schema.metadata[b"actions"])
        part: dict[str, NDArray[Any]] = {}
        for name in COLUMNS:
            values = table.column(name).to_pylist()
            if name == "observation":
                part[name] = np.frombuffer(b"".join(values), np.uint8).reshape(len(values), -1)
            elif name == "mask":
                packed = np.frombuffer(b"".join(values), np.uint8).reshape(len(values), -1)
                part[name] = np.unpackbits(packed, axis=1, count=actions).astype(bool)
            elif name != "legal":  # the mask says the same
                part[name] = np.array(values)
        yield part


def torch_dataset(folder: Path | str) -> Any:
    """Loads a dataset for torch: (float observation, mask, action, rank) for each decision.

    Raises:
        InvalidOptions: The folder holds no dataset.
    """
    torch = importlib.import_module("torch")
    data = load(folder)
    return torch.utils.data.TensorDataset(
        torch.from_numpy(data["observation"].astype(np.float32)),
        torch.from_numpy(data["mask"]),
        torch.from_numpy(data["action"].astype(np.int64)),
        torch.from_numpy(data["rank"].astype(np.float32)),
    )


def _arrow() -> tuple[Any, Any]:
    """The module pyarrow and its part for Parquet, by name: a large extra that few installations have."""
    return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
