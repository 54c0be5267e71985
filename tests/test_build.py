"""The package is compiled in one environment and interpreted in the other."""

import importlib
import importlib.metadata
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
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
        self.write("__init__.py", "")
        self.write("engine/__init__.py", "from heptapolis.rulebook import BOARDS\n\nSEATS: int = BOARDS\n")
        self.write("rulebook/__init__.py", "BOARDS = 7\n")
        self.write("rulebook/box.toml", "boards = 7\n")
        self.write("server/static/index.html", "<!doctype html>\n")

    def write(self, name: str, text: str) -> None:
        path = self.folder / "src" / "heptapolis" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def build(self, what: str = "wheel", **switches: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
        """The output of the build and the files of the wheel or source distribution."""
        program = f"from hatchling.build import build_{what}; print(build_{what}('dist'))"
        (self.folder / "dist").mkdir(exist_ok=True)
        plain = {name: value for name, value in os.environ.items() if not name.startswith("HEPTAPOLIS_")}
        done = subprocess.run(
            [sys.executable, "-P", "-c", program], cwd=self.folder, env=plain | switches, capture_output=True, text=True
        )
        if done.returncode:
            return done, []
        made = self.folder / "dist" / done.stdout.splitlines()[-1]
        if what == "sdist":
            with tarfile.open(made) as archive:
                return done, archive.getnames()
        with zipfile.ZipFile(made) as wheel:
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
#include "_net.h"
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_net", NULL, -1, NULL, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit__net(void) { return PyModule_Create(&module); }
"""


@pytest.mark.once
def test_c_modules_are_compiled(project: Project) -> None:
    project.write("bots/sage/_net.c", C_MODULE)
    project.write("bots/sage/_net.h", "/* what modules in C share */\n")
    _, names = project.build()
    assert extension_modules(names) == ["heptapolis/bots/sage/_net", *COMPILED_MODULES]

    project.write("bots/sage/_net.h", "an edit that is no C\n")
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
    assert done.stdout.splitlines()[-1] == "heptapolis-0.1.dev0-py3-none-any.whl"
    assert not done.stderr
    assert not extension_modules(names)


def test_links_of_the_readme_work_outside_the_repository() -> None:
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))
    text = hook["absolute_links"]((ROOT / "README.md").read_text(encoding="utf-8"), "https://host/us")
    targets = re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', text)
    assert len(targets) > 20
    for link, source in targets:
        assert (link or source).startswith(("https://", "#")), link or source
    assert "![A table for seven with Cities, in the browser](https://host/us/raw/main/docs/images/table.png)" in text
    assert "[hosting](https://host/us/blob/main/docs/hosting.md)" in text


@pytest.mark.once
def test_the_version_is_that_of_the_tag(project: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    pure = {"HEPTAPOLIS_PURE": "1", "HEPTAPOLIS_NO_CLIENT": "1"}

    def version() -> str:
        done, _ = project.build(**pure)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[-1].split("-")[1]

    def commit(message: str) -> None:
        person = ["-c", "user.name=x", "-c", "user.email=x@example.com"]
        for command in (["add", "."], [*person, "commit", "-qm", message]):
            subprocess.run(["git", *command], cwd=project.folder, check=True)

    assert version() == "0.1.dev0", "no repository"
    subprocess.run(["git", "init", "-q"], cwd=project.folder, check=True)
    commit("One")
    assert version().startswith("0.1.dev1+g"), "no tag"
    subprocess.run(["git", "tag", "v1.2.0"], cwd=project.folder, check=True)
    assert version() == "1.2.0"
    project.build("sdist", **pure)
    project.write("engine/extra.py", "")
    commit("Two")
    assert version().startswith("1.2.1.dev1+g"), "a commit after the tag"

    unpacked = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(project.folder / "dist" / "heptapolis-1.2.0.tar.gz") as archive:
        archive.extractall(unpacked, filter="data")
    (project.folder,) = unpacked.iterdir()
    assert version() == "1.2.0", "a source distribution knows its version"


def test_the_package_knows_its_version() -> None:
    assert heptapolis.__version__ == importlib.metadata.version("heptapolis")
    assert re.match(r"\d+\.\d+", heptapolis.__version__)
    assert "__version__" in dir(heptapolis)


def test_a_source_distribution_brings_the_client(project: Project) -> None:
    """Its sources stay, and the wheel made of it has the client without building it."""
    web = project.folder / "web"
    web.mkdir()
    (web / "index.html").write_text("<!doctype html>")
    (web / "build.py").write_text(
        "class CannotBuild(Exception): pass\n"
        "def key(): return 'abc'\n"
        "def needs_node_package(): return False\n"
        "def build(folder):\n    folder.mkdir()\n    (folder / 'index.html').write_text('built')\n"
    )
    pure = {"HEPTAPOLIS_PURE": "1"}
    done, names = project.build("sdist", **pure)
    assert done.returncode == 0, done.stderr
    inside = {name.partition("/")[2] for name in names}
    assert {"web/build.py", "web/built/index.html", "web/built/KEY"} <= inside
    with tarfile.open(next((project.folder / "dist").glob("*.tar.gz"))) as archive:
        archive.extractall(project.folder / "unpacked", filter="data")
    (unpacked,) = (project.folder / "unpacked").iterdir()
    builder = unpacked / "web" / "build.py"
    builder.write_text(builder.read_text().replace("    folder.mkdir()", "    raise SystemExit('it builds again')"))
    project.folder = unpacked
    done, names = project.build(**pure)
    assert done.returncode == 0, done.stderr
    assert "heptapolis/server/static/index.html" in names and "heptapolis/server/static/KEY" not in names


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_an_empty_environment_installs_the_source_distribution(tmp_path: Path) -> None:
    """Without Node.js on the path; the installed game has the client and plays."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("HEPTAPOLIS_")}
    program = f"from hatchling.build import build_sdist; print(build_sdist({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-P", "-c", program], cwd=ROOT, env=plain, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    programs = tmp_path / "venv" / "bin"
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("cc", "gcc", "as", "ld", "sh", "env"):
        if found := shutil.which(name):
            (tools / name).symlink_to(found)
    without_node = plain | {"PATH": f"{programs}{os.pathsep}{tools}", "HEPTAPOLIS_PURE": "1"}
    install = [str(programs / "python"), "-m", "pip", "install", "-q", f"{archive}[play]"]
    subprocess.run(install, env=without_node, check=True)
    page = "import importlib.resources as r; print((r.files('heptapolis') / 'server/static/index.html').is_file())"
    shown = subprocess.run([str(programs / "python"), "-c", page], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "True"
    played = subprocess.run(
        [str(programs / "heptapolis"), "simulate", "--games", "3", "--json"], capture_output=True, text=True, check=True
    )
    assert '"games": 3' in played.stdout
