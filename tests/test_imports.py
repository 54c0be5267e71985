"""Layering: each package imports only those below it, and the engine imports almost nothing."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import heptapolis

PACKAGE = Path(__file__).parent.parent / "src" / "heptapolis"

# From bottom to top; packages of one layer do not import each other.
FLOORS = [
    {"rulebook"},
    {"engine"},
    {"record"},
    {"library"},
    {"bots"},
    {"analysis", "arena", "env"},
    {"openspiel", "train"},
    {"server", "terminal"},
    {"cli"},
]

# The top-level package: its version, and the names of the library on first use.
ROOT_IMPORTS = {"library"}

# Third-party dependencies, and the only packages that may use them. Add a line for a new dependency.
THIRD_PARTY = {
    "alembic": {"server"},
    "argon2": {"server"},
    "asyncpg": {"server"},
    "cryptography": {"server"},
    "http_ece": {"server"},
    "py_vapid": {"server"},
    "resvg_py": {"server"},
    "click": {"cli"},
    "fastapi": {"server"},
    "gymnasium": {"env"},
    "httpx": {"server"},
    "itsdangerous": {"server"},
    "limits": {"server"},
    "mypy_extensions": {"engine", "bots", "env"},
    "orjson": {"server"},
    "numpy": {"arena", "env", "openspiel"},
    "pettingzoo": {"env"},
    "platformdirs": {"record", "server", "terminal", "cli"},
    "prometheus_client": {"server"},
    "psutil": {"server"},
    "pydantic": {"server"},
    "pyotp": {"server"},
    "pydantic_core": {"server"},
    "pydantic_settings": {"server"},
    "openskill": {"server"},
    "redis": {"server"},
    "ray": {"arena", "train"},
    "pyspiel": {"openspiel"},
    "rich": {"cli", "terminal"},
    "sqlalchemy": {"server"},
    "starlette": {"server"},
    "structlog": {"server"},
    "textual": {"terminal"},
    "typing_extensions": {"record", "server"},
    "uvicorn": {"server"},
    "uvloop": {"server"},
    "websockets": {"server"},
}

# The library's types hide the engine's table and views; these modules may ask ``library/internals.py`` for them.
USES_INTERNALS = {
    "analysis/reasons.py",
    "bots/evaluation.py",
    "bots/protocol.py",
    "server/statistics/facts.py",
    "server/storage/snapshot.py",
    "server/tables/hints.py",
    "server/tables/play_documents.py",
    "server/tables/previews.py",
    "server/tables/serializers.py",
    "server/tables/turns.py",
}

# What has an attribute ``table`` and is no game: pyarrow, an environment's episode, a replay's step, a message, ...
HAVE_TABLES = {"arrow", "episode", "job", "join", "message", "reader", "recorder", "self", "serializer", "step"}

# The engine is pure: no files, no clock, no threads, no chance but the deal's own, so the list is short and closed.
ENGINE_STDLIB = {
    "__future__",
    "abc",
    "array",
    "bisect",
    "collections",
    "collections.abc",
    "copy",
    "dataclasses",
    "enum",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "typing",
}


def imports_of(source: str, package: list[str]) -> Iterator[tuple[int, str]]:
    """Each line and dotted name that a module imports; `from a import b` counts as `a.b`, which may be a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{stem}.{alias.name}") for alias in node.names)


def why_not(importer: str, imported: str) -> str | None:
    """Why a package (a folder, or "" for the root) may not import a dotted name; None if it may."""
    top, _, rest = imported.partition(".")
    floor = {name: height for height, names in enumerate(FLOORS) for name in names}
    if top == "heptapolis":
        target = rest.partition(".")[0]
        if importer == "":
            return None if target in ROOT_IMPORTS else "the root imports the library only"
        if importer not in floor:
            return "this package has no floor in the house yet"
        if target == importer:
            return None
        if target not in floor:
            return (
                None if floor[importer] > floor["library"] else "a package that the root imports cannot import the root"
            )
        return None if floor[target] < floor[importer] else "that is not below"
    if importer == "engine" and top in sys.stdlib_module_names:
        return None if {imported, imported.rpartition(".")[0]} & ENGINE_STDLIB else "the engine is pure"
    if top in sys.stdlib_module_names:
        return None
    return None if importer in THIRD_PARTY.get(top, ()) else "this package may not depend on it"


def test_imports_point_one_way() -> None:
    """Packages import only those below them, and only their own dependencies."""
    wrong = []
    seen = 0
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE)
        if module.as_posix() == "__main__.py":
            continue  # the entry point, which calls the command
        importer = module.parts[0] if len(module.parts) > 1 else ""
        package = ["heptapolis", *module.parts[:-1]]
        for line, name in imports_of(path.read_text(encoding="utf-8"), package):
            seen += 1
            reason = why_not(importer, name)
            if reason:
                wrong.append(f"{module.as_posix()}:{line}: {name}: {reason}")
    assert seen > 10, "the walk found nothing to judge"
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("engine", "heptapolis.rulebook.model.CardSpec", True),
        ("rulebook", "heptapolis.engine.Move", False),
        ("engine", "heptapolis.record", False),
        ("arena", "heptapolis.bots.novice", True),
        ("arena", "heptapolis.env", False),
        ("server", "heptapolis.cli.main", False),
        ("cli", "heptapolis.__version__", True),
        ("engine", "heptapolis.__version__", False),
        ("", "heptapolis.library.Game", True),
        ("", "heptapolis.engine.play", False),
        ("library", "heptapolis.Game", False),
        ("bots", "heptapolis.Game", True),
        ("", "heptapolis.cli", False),
        ("engine", "random.Random", False),
        ("engine", "time", False),
        ("engine", "pathlib.Path", False),
        ("engine", "collections.abc.Sequence", True),
        ("engine", "numpy", False),
        ("engine", "pydantic.BaseModel", False),
        ("record", "json", True),
        ("record", "click", False),
        ("env", "numpy.int8", True),
    ],
)
def test_import_checker_finds_violations(importer: str, imported: str, allowed: bool) -> None:
    assert (why_not(importer, imported) is None) == allowed


def test_import_checker_handles_relative_imports() -> None:
    found = [name for _, name in imports_of("from ..cli import main\nfrom . import moves", ["heptapolis", "engine"])]
    assert found == ["heptapolis.cli.main", "heptapolis.engine.moves"]


def test_few_modules_use_the_internals() -> None:
    """Whatever else a package needs of a game, the library offers."""
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for _, name in imports_of(
            path.read_text(encoding="utf-8"), ["heptapolis", *path.relative_to(PACKAGE).parts[:-1]]
        )
        if name.startswith("heptapolis.library.internals")
    }
    assert found == USES_INTERNALS


def reaches_into_games(source: str) -> Iterator[tuple[int, str]]:
    """Each line and expression that takes the table out of a game, or the engine's view out of a view."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Attribute):
            continue
        owner = ast.unparse(node.value).rpartition(".")[2]
        hidden = node.attr in ("_table", "_recorder", "_seen") and owner != "self"
        if hidden or (node.attr == "table" and owner.removeprefix("_") not in HAVE_TABLES):
            yield node.lineno, ast.unparse(node)


def test_nobody_reaches_into_games() -> None:
    wrong = [
        f"{module.as_posix()}:{line}: {expression}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if (module := path.relative_to(PACKAGE)).parts[0] not in ("engine", "library")
        for line, expression in reaches_into_games(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(wrong)
    assert not hasattr(heptapolis.Game, "table")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("game.table.rules", ["game.table"]),
        ("self.state.game.table", ["self.state.game.table"]),
        ("Game.new(3).table", ["Game.new(3).table"]),
        ("trial.copy().table", ["trial.copy().table"]),
        ("game._table", ["game._table"]),
        ("view._seen.hands", ["view._seen"]),
        ("self.episode.table", []),
        ("self._table", []),
        ("table_of(game)", []),
    ],
)
def test_the_judge_of_reaching_into_games(source: str, found: list[str]) -> None:
    assert [expression for _, expression in reaches_into_games(source)] == found


@pytest.mark.parametrize("module", ["heptapolis", "heptapolis.engine"])
def test_importing_the_engine_loads_nothing_else(module: str, tmp_path: Path) -> None:
    """A simulator that imports the engine pays for no web package, no numpy, no command line."""
    program = f"import sys; before = set(sys.modules); import {module}; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "heptapolis" in loaded
    foreign = loaded - set(sys.stdlib_module_names) - {"heptapolis", "heptapolis_compiled__mypyc", "mypy_extensions"}
    assert not foreign
    assert not loaded & {"asyncio", "sqlite3", "ssl"}
