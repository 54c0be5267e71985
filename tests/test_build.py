"""The package is compiled in one environment and interpreted in the other."""

import importlib
import os
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import heptapolis
from heptapolis import engine

ROOT = Path(__file__).parent.parent
IS_COMPILED = engine.__file__.endswith(tuple(EXTENSION_SUFFIXES))


def is_set(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


def test_engine_matches_the_environment() -> None:
    assert engine.COMPILED == IS_COMPILED
    if is_set("HEPTAPOLIS_REQUIRE_COMPILED"):
        assert engine.COMPILED
        # The installed package, since one imported from the source tree would be interpreted.
        assert Path(heptapolis.__file__).is_relative_to(sys.prefix)
    if is_set("HEPTAPOLIS_PURE"):
        assert not engine.COMPILED
        assert Path(heptapolis.__file__).is_relative_to(ROOT / "src")


def test_every_engine_module_is_compiled_or_none() -> None:
    folder = Path(heptapolis.__file__).parent
    names = [".".join(path.relative_to(folder.parent).with_suffix("").parts) for path in folder.glob("engine/**/*.py")]
    interpreted = {"heptapolis.engine.errors", "heptapolis.engine.score_sheet"}
    assert interpreted < set(names), "a module that is to stay interpreted is gone"
    modules = [importlib.import_module(name.removesuffix(".__init__")) for name in sorted(set(names) - interpreted)]
    assert modules
    assert {str(module.__file__).endswith(tuple(EXTENSION_SUFFIXES)) for module in modules} == {IS_COMPILED}


def test_source_tree_has_no_extension_modules() -> None:
    assert not [path for suffix in EXTENSION_SUFFIXES for path in (ROOT / "src").rglob(f"*{suffix}")]


class Project:
    """A small project with our build files and an engine of a few lines."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
            (folder / name).write_bytes((ROOT / name).read_bytes())
        self.write("__init__.py", '__version__ = "1.2.3"\n')
        self.write("engine/__init__.py", "from heptapolis.rulebook import BOARDS\n\nSEATS: int = BOARDS\n")
        self.write("rulebook/__init__.py", "BOARDS = 7\n")
        self.write("rulebook/box.toml", "boards = 7\n")
        self.write("server/static/index.html", "<!doctype html>\n")

    def write(self, name: str, text: str) -> None:
        path = self.folder / "src" / "heptapolis" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def build(self, **switches: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
        """The output of the build and the files of the wheel."""
        program = "from hatchling.build import build_wheel; print(build_wheel('dist'))"
        (self.folder / "dist").mkdir(exist_ok=True)
        plain = {name: value for name, value in os.environ.items() if not name.startswith("HEPTAPOLIS_")}
        done = subprocess.run(
            [sys.executable, "-P", "-c", program], cwd=self.folder, env=plain | switches, capture_output=True, text=True
        )
        if done.returncode:
            return done, []
        with zipfile.ZipFile(self.folder / "dist" / done.stdout.splitlines()[-1]) as wheel:
            return done, wheel.namelist()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def extension_modules(names: list[str]) -> list[str]:
    return sorted(name.partition(".")[0] for name in names if name.endswith(tuple(EXTENSION_SUFFIXES)))


# The shim that Python finds by name, and the library with the code of the whole group.
COMPILED_MODULES = ["heptapolis/engine/__init__", "heptapolis_compiled__mypyc"]
NO_COMPILER = {"CC": "there-is-no-such-compiler"}


@pytest.mark.once
def test_a_build_compiles_the_engine_once(project: Project) -> None:
    done, names = project.build()
    assert extension_modules(names) == COMPILED_MODULES
    assert {"heptapolis/engine/__init__.py", "heptapolis/rulebook/box.toml"} <= set(names)
    assert "heptapolis/server/static/index.html" not in names, "the client comes from web/, not from the tree"
    assert not [path for suffix in EXTENSION_SUFFIXES for path in (project.folder / "src").rglob(f"*{suffix}")]

    project.write("cli.py", '"""An edit elsewhere."""\n')
    done, names = project.build()
    assert "compiling" not in done.stderr
    assert extension_modules(names) == COMPILED_MODULES

    # What the engine imports counts as the engine: here the edit makes it wrong.
    project.write("rulebook/__init__.py", 'BOARDS = "seven"\n')
    done, names = project.build()
    assert "compiling" in done.stderr
    assert extension_modules(names) == []


C_MODULE = """
#include <Python.h>
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_net", NULL, -1, NULL, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit__net(void) { return PyModule_Create(&module); }
"""


@pytest.mark.once
def test_c_modules_are_compiled(project: Project) -> None:
    project.write("bots/sage/_net.c", C_MODULE)
    _, names = project.build()
    assert extension_modules(names) == ["heptapolis/bots/sage/_net", *COMPILED_MODULES]

    project.write("bots/sage/_net.c", "an edit that is no C\n")
    done, names = project.build()
    assert "NOT compiled" in done.stderr
    assert extension_modules(names) == []

    _, names = project.build(HEPTAPOLIS_PURE="1")
    assert extension_modules(names) == []


@pytest.mark.once
def test_without_a_compiler_the_build_is_interpreted_and_says_so(project: Project) -> None:
    done, names = project.build(**NO_COMPILER)
    assert "no C compiler" in done.stderr
    assert "heptapolis/engine/__init__.py" in names
    assert not extension_modules(names)

    done, _ = project.build(**NO_COMPILER, HEPTAPOLIS_REQUIRE_COMPILED="1")
    assert done.returncode
    assert "no C compiler" in done.stderr


@pytest.mark.once
def test_a_type_error_is_shown(project: Project) -> None:
    project.write("engine/__init__.py", 'SEATS: int = "seven"\n')
    done, names = project.build()
    assert "heptapolis/engine/__init__.py:1: error: Incompatible types" in done.stderr
    assert "NOT compiled" in done.stderr
    assert "heptapolis/engine/__init__.py" in names
    assert not extension_modules(names)

    done, _ = project.build(HEPTAPOLIS_REQUIRE_COMPILED="1")
    assert done.returncode
    assert "Incompatible types" in done.stderr


@pytest.mark.once
def test_a_compiled_package_needs_no_library_of_the_packages_around_it(project: Project) -> None:
    """A plain `pip install` builds where nothing but the compiler is installed."""
    project.write(
        "env/__init__.py", "import a_library_that_is_not_there\n\nBOARDS: int = a_library_that_is_not_there.x\n"
    )
    project.write("env/encoding/__init__.py", "SEATS: int = 7\n")
    done, names = project.build(HEPTAPOLIS_REQUIRE_COMPILED="1")
    assert not done.returncode, done.stderr
    assert "heptapolis/env/encoding/__init__" in extension_modules(names)


@pytest.mark.once
def test_pure_build(project: Project) -> None:
    done, names = project.build(HEPTAPOLIS_PURE="1")
    assert done.stdout.splitlines()[-1] == "heptapolis-1.2.3-py3-none-any.whl"
    assert not done.stderr
    assert not extension_modules(names)
