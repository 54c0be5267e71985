"""Every figure of docs/strength.md: plays the matches, and prints them as tables beside their targets.

python bench/strength.py --list                      the matches, by group
python bench/strength.py --only instant,players      plays these groups; the same command goes on where it stopped
python bench/strength.py --net sage-training/sage.net --games 300      a net in training, with fewer games
python bench/strength.py --played --plots docs/images      reports what was played so far, and draws ratings and search

Games are kept in a folder, one file a match; `heptapolis arena rate FOLDER/ladder-*` rates them too. Seeds are those of
the published figures: choose settings of a bot on other deals.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from heptapolis.arena.match import Match, match_of
from heptapolis.arena.rating import rate
from heptapolis.arena.report import strength_plot
from heptapolis.arena.runner import GamesFile, Processes
from heptapolis.arena.statistics import match_summary
from heptapolis.bots.registry import LEVELS
from heptapolis.cli.arena import watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from heptapolis.arena.runner import Block

SHORT: Final = "sage:cpu_ms=20"
INSTANT, SEARCH = 3000, 600  # games of a match of bots that answer at once, and of bots that think


@dataclass(frozen=True, slots=True)
class Planned:
    """A match, and what the first bot should reach in it."""

    group: str
    bots: tuple[str, ...]
    seed: int
    target: float | None = None
    """The win share to reach; for teams the team's."""
    games: int = INSTANT
    edition: str = "first"
    expansions: tuple[str, ...] = ()
    mode: str = ""

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.group}-{self.seed}"

    def match(self, net: str) -> Match:
        """The match, with another net for `sage`."""
        bots = [with_net(bot, net) for bot in self.bots]
        return match_of(bots, None, self.edition, self.expansions, self.mode, self.seed, None)

    @property
    def command(self) -> str:
        """The options of `heptapolis arena` for this match."""
        boxes = f" --expansions {','.join(self.expansions)}" if self.expansions else ""
        edition = f" --edition {self.edition}" if self.edition != "first" else ""
        mode = f" --mode {self.mode}" if self.mode else ""
        return f"--seed {self.seed}{edition}{boxes}{mode} --bots {','.join(self.bots)}"


def with_net(bot: str, net: str) -> str:
    """The spec of a bot with the net of a file, if it has one at all."""
    name, _, options = bot.partition(":")
    if not net or name not in ("sage", "sage-1"):
        return bot
    return f"{name}:{options}{':' if options else ''}net={net}"


def against(group: str, seed: int, one: str, others: str, count: int, target: float | None, **kind: Any) -> Planned:
    """One bot against ``count`` of another."""
    return Planned(group, (one, *[others] * count), seed, target, **kind)


def planned() -> Iterator[Planned]:
    """All matches of the published figures."""
    yield against("instant", 8003, "sage", "random", 2, 0.995)
    yield against("instant", 8001, "sage", "greedy", 2, 0.97)
    yield against("instant", 8002, "sage", "rules", 2, 0.96)
    yield against("instant", 8004, "sage", "mc:playouts=1000", 2, 0.55, games=SEARCH)
    yield against("glance", 8009, "sage:playouts=6", "mc:playouts=1000", 2, None, games=SEARCH)
    yield against("glance", 8010, "sage:playouts=5", "mc:playouts=1000", 2, 0.55, games=SEARCH)
    for players, target in ((4, 0.94), (5, 0.88), (6, 0.86), (7, 0.80)):
        yield against("players", 8100 + players, "sage", "greedy", players - 1, target)
    cities: dict[str, Any] = {"expansions": ("cities",)}
    base: dict[str, Any] = {}
    yield against("boxes", 8120, "sage", "greedy", 2, 0.9, edition="second")
    yield against("boxes", 8121, "sage", "greedy", 2, 0.9, **cities)
    yield against("boxes", 8122, "sage", "greedy", 2, 0.9, expansions=("leaders",))
    yield against("boxes", 8123, "sage", "greedy", 2, 0.9, expansions=("leaders", "cities"))
    yield against("boxes", 8124, "sage", "greedy", 1, 0.9)
    for seed, size, kind in ((8125, 4, base), (8126, 6, base), (8127, 8, cities)):
        team = ("sage", "sage", *["greedy"] * (size - 2))
        yield Planned("boxes", team, seed, 0.9, mode="teams", **kind)
    yield against("boxes", 8128, "sage", "greedy", 7, None, **cities)
    yield against("search", 8005, SHORT, "sage", 2, 0.70, games=SEARCH)
    yield against("search", 8006, "sage:cpu_ms=200", "sage", 2, 0.70, games=SEARCH)
    yield against("search", 8007, "sage:cpu_ms=2000", "sage", 2, None, games=SEARCH)
    yield against("ismcts", 8008, "sage:cpu_ms=200", "ismcts:cpu_ms=200", 2, 0.60, games=SEARCH)
    for players in range(3, 8):
        yield against("self", 8110 + players, "sage", "sage", players - 1, None, games=SEARCH)
    for players in range(3, 8):
        yield against("self-search", 8140 + players, SHORT, SHORT, players - 1, None, games=SEARCH)
    yield against("boards", 8130, "sage", "sage", 2, None, games=9000)
    yield against("boards", 8131, "sage:playouts=6", "sage:playouts=6", 2, None, games=9000)
    levels = list(LEVELS.values())
    for number, (lower, higher) in enumerate(zip(levels, levels[1:], strict=False)):
        yield against("levels", 8211 + number, higher, lower, 2, 1 / 3 + 0.15, games=SEARCH)
    for number, bots in enumerate(ladder()):
        yield Planned("ladder", bots, 8300 + number, games=SEARCH)


LADDER: Final = ("random", "greedy", "rules", "mc:playouts=1000", "ismcts:playouts=500", "sage", "sage:playouts=48")


def ladder() -> list[tuple[str, ...]]:
    """Seven tables of three at which each bot of the ladder meets each other one once: the lines of the Fano plane."""
    return [tuple(LADDER[(line + point) % 7] for point in (0, 1, 3)) for line in range(7)]


PEOPLE: Final = {3: (53.8, 59.8), 4: (52.6, 60.8), 5: (52.6, 62.2), 6: (52.6, 63.2), 7: (51.8, 63.6)}
"""Strong people's mean points, and their winners', by the number of players."""

PEOPLES_BOARDS: Final = {
    "Rhodes": 41,
    "Halicarnassus": 39,
    "Alexandria": 37,
    "Ephesus": 34,
    "Giza": 30,
    "Olympia": 28,
    "Babylon": 28,
}
"""Their win shares with the B sides, three players, in percent."""


def percent(figure: dict[str, float]) -> str:
    """A share with its interval."""
    return f"{figure['value']:.1%} ({100 * figure['low']:.1f} to {100 * figure['high']:.1f})".replace("%", " %")


def points(figure: dict[str, float]) -> str:
    """A mean with its interval."""
    return f"{figure['value']:.1f} ({figure['low']:.1f} to {figure['high']:.1f})"


def row(each: Planned, found: dict[str, Any]) -> str:
    """A line of the table of matches."""
    first, *others = found["bots"]
    # Both partners win, so the team's share is the bot's own times the number of seats of the team.
    share = first["win_share"]
    if each.mode == "teams":
        share = {key: 2 * value for key, value in share.items()}
    target = f"{each.target:.1%}".replace("%", " %") if each.target else "-"
    reached = "" if each.target is None else "yes" if share["value"] >= each.target else "**no**"
    rest = f" v {others[0]['mean_points']['value']:.1f}" if others else ""
    cpu = first["cpu_ms_per_move"]
    return (
        f"| `{each.command}` | {found['games']:,} | {percent(share)} | {target} | {reached} "
        f"| {points(first['mean_points'])}{rest} | {cpu['mean']:.2f}, {cpu['p95']:.2f} |"
    )


def worst_board(found: dict[str, Any]) -> str:
    """The first bot's worst board against par."""
    rows = [board for board in found["boards"] if board["bot"] == found["bots"][0]["name"] and board["seats"] >= 50]
    if not rows:
        return "no board has 50 games"
    worst = min(rows, key=lambda board: board["win_share"])
    par = (2 if found["mode"] == "teams" else 1) / found["players"]
    share = worst["win_share"] * (2 if found["mode"] == "teams" else 1)
    return f"{worst['wonder']} {worst['side']}: {share:.1%}, {share / par:.2f} times par, {worst['seats']} games"


def board_correlation(found: dict[str, Any]) -> tuple[float, dict[str, float]]:
    """The correlation of the win shares of the B sides with people's, and the shares."""
    own = {board["wonder"]: 100 * board["win_share"] for board in found["boards"] if board["side"] == "B"}
    names = [name for name in PEOPLES_BOARDS if name in own]
    pairs = np.corrcoef([own[name] for name in names], [PEOPLES_BOARDS[name] for name in names])
    return float(pairs[0, 1]), dict(sorted(own.items(), key=lambda each: -each[1]))


def gain_plot(shares: Sequence[tuple[float, dict[str, float]]]) -> str:
    """The win share against two instant nets by the time of the search, on a logarithmic scale."""
    width, height, edge = 640, 300, 56
    least, most = (float(np.log10(end(time for time, _ in shares))) for end in (min, max))

    def x(time: float) -> float:
        return 2 * edge + (width - 4 * edge) * (float(np.log10(time)) - least) / (most - least)

    def y(share: float) -> float:
        return height - edge - (height - 2 * edge) * share

    body = [
        f"<line x1='{edge}' x2='{width - edge}' y1='{y(level):.1f}' y2='{y(level):.1f}' stroke='#8886'/>"
        f"<text x='{edge - 8}' y='{y(level) + 4:.1f}' text-anchor='end'>{level:.0%}</text>"
        for level in (0, 0.25, 0.5, 0.75, 1)
    ]
    line = " ".join(f"{x(time):.1f},{y(share['value']):.1f}" for time, share in shares)
    body.append(f"<polyline fill='none' stroke='#a8442a' stroke-width='2' points='{line}'/>")
    for time, share in shares:
        at = f"{x(time):.1f}"
        body += [
            f"<line x1='{at}' x2='{at}' y1='{y(share['low']):.1f}' y2='{y(share['high']):.1f}' stroke='#a8442a'/>",
            f"<circle cx='{at}' cy='{y(share['value']):.1f}' r='4' fill='#a8442a'/>",
            f"<text x='{at}' y='{height - edge + 20}' text-anchor='middle'>{time:,.0f} ms</text>",
        ]
    style = "text{font:13px system-ui,sans-serif;fill:#888}"
    title = "win share of sage with search against two instant ones, by CPU milliseconds a move"
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' role='img' aria-label='{title}'>"
        f"<style>{style}</style>{''.join(body)}</svg>\n"
    )


def report(played: dict[Planned, list[Block]], net: str, plots: Path | None) -> None:
    """Prints all that was played."""
    found = {each: match_summary(each.match(net), blocks) for each, blocks in played.items()}
    click.echo("| `heptapolis arena ...` | games | win share | target | reached | points | CPU ms |")
    click.echo("| --- | --- | --- | --- | --- | --- | --- |")
    for each, summary in found.items():
        if each.group not in ("self", "self-search", "boards", "ladder"):
            click.echo(row(each, summary))
    click.echo()
    for each, summary in found.items():
        if each.group in ("instant", "players", "boxes"):
            click.echo(f"worst board of {each.name}: {worst_board(summary)}")
        elif each.group in ("self", "self-search"):
            mean, winner = PEOPLE[len(each.bots)]
            own, best = summary["bots"][0]["mean_points"], summary["winner_points"]
            click.echo(f"| {len(each.bots)} | {points(own)} | {mean} | {points(best)} | {winner} |")
        elif each.group == "boards":
            correlation, shares = board_correlation(summary)
            click.echo(
                f"{each.name}: correlation {correlation:.2f}; " + ", ".join(f"{k} {v:.0f}" for k, v in shares.items())
            )
    ladders = [(each.match(net), blocks) for each, blocks in played.items() if each.group == "ladder"]
    if ladders:
        ratings = rate(ladders)
        for entry in ratings:
            figure = entry["rating"]
            span = f"{figure['low']:+.0f} to {figure['high']:+.0f}"
            click.echo(f"| {entry['name']} | {figure['value']:+.0f} ({span}) | {entry['games']:,} |")
        if plots is not None:
            type_of_text = "font-family='system-ui, sans-serif' font-size='13' fill='#888'"  # legible in both themes
            head = f"<svg xmlns='http://www.w3.org/2000/svg' {type_of_text} "
            drawn = strength_plot(ratings).replace("<svg ", head, 1)
            (plots / "strength-ratings.svg").write_text(drawn + "\n", encoding="utf-8")
    searched = [
        (float(each.bots[0].partition("cpu_ms=")[2]), summary["bots"][0]["win_share"])
        for each, summary in found.items()
        if each.group == "search"
    ]
    if plots is not None and len(searched) > 1:
        (plots / "strength-search.svg").write_text(gain_plot(searched), encoding="utf-8")


def main() -> None:
    """Plays what was asked for and prints it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="groups or single matches, separated by commas; all by default")
    parser.add_argument("--games", type=int, help="games a match, instead of the number planned")
    parser.add_argument("--net", default="", help="the file of another net for sage")
    parser.add_argument("--folder", type=Path, default=Path("build/strength"), help="where the games are kept")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--plots", type=Path, help="the folder to draw plots into")
    parser.add_argument("--played", action="store_true", help="report the games in the folder and play nothing")
    parser.add_argument("--list", action="store_true", help="show the matches and play nothing")
    asked = parser.parse_args()
    only = {each for each in asked.only.split(",") if each}
    chosen = [each for each in planned() if not only or only & {each.group, each.name}]
    if not chosen:
        sys.exit(f"there is no match {asked.only}; --list shows them")
    if asked.list:
        for each in chosen:
            click.echo(f"{each.name:15} {each.games:6,} games  {each.command}")
        return
    asked.folder.mkdir(parents=True, exist_ok=True)
    played = {}
    for each in chosen:
        file = GamesFile(asked.folder / f"{each.name}.jsonl")
        if asked.played:
            if file.path.exists():
                played[each] = file.read()[1]
            continue
        click.echo(f"{each.name} {each.command}", err=True)
        games = asked.games or each.games
        played[each] = watch(each.match(asked.net), games, Processes(asked.jobs), file, None)
    report(played, asked.net, asked.plots)


if __name__ == "__main__":
    main()
