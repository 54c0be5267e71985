"""Looks for known holes in the libraries that the project uses: ``make audit``.

Asks the databases of PyPI and npm. Exits with 1 if there is a hole, and with 2 if a database gave no answer: then
nothing is known, which is not the same as no holes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

WEB_BUILD = Path(__file__).parent.parent / "web" / "build.py"
SECONDS = 300

PYTHON = [sys.executable, "-m", "pip_audit", "--skip-editable", "--progress-spinner", "off", "--format", "json"]
NPM = [sys.executable, str(WEB_BUILD), "--audit"]


def asked(command: list[str]) -> dict[str, Any] | None:
    """The JSON answer of an audit; None without one."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return answer if isinstance(answer, dict) else None


def holes_of_python(answer: dict[str, Any] | None) -> list[str] | None:
    """The known holes that ``pip-audit`` names; None if it does not know."""
    if answer is None or "dependencies" not in answer:
        return None
    return [
        f"{each['name']} {each['version']}: {hole['id']}"
        for each in answer["dependencies"]
        for hole in each.get("vulns", [])
    ]


def holes_of_npm(answer: dict[str, Any] | None) -> list[str] | None:
    """The known holes that ``npm audit`` calls high or critical; None if it does not know."""
    if answer is None or "vulnerabilities" not in answer:
        return None
    found = answer["vulnerabilities"].values()
    return [f"{each['name']}: {each['severity']}" for each in found if each["severity"] in ("high", "critical")]


def report(database: str, holes: list[str] | None) -> int:
    """Prints what one database says, and returns the status of it."""
    if holes is None:
        click.echo(f"{database}: NO ANSWER from the vulnerability database; nothing was checked", err=True)
        return 2
    for hole in holes:
        click.echo(f"{database}: {hole}", err=True)
    if not holes:
        click.echo(f"{database}: no known holes")
    return 1 if holes else 0


def main() -> None:
    """Asks both."""
    python = report("PyPI", holes_of_python(asked(PYTHON)))
    sys.exit(max(python, report("npm", holes_of_npm(asked(NPM)))))


if __name__ == "__main__":
    main()
