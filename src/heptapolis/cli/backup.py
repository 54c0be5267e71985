"""`heptapolis backup`, `restore`, `archive`, `statistics` and `password`: maintenance of a server's data."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import click

from heptapolis.server.operations.settings import Settings, flag_of, settings_from


def where(command: Any) -> Any:
    """Adds the options that locate the server's data."""
    for name in ("data", "database"):
        command = click.option(flag_of(name), default=None, help=Settings.model_fields[name].description)(command)
    return command


def _summary(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@where
def backup(file: Path, **flags: Any) -> None:
    """Save everything a server stores to FILE. The server may be running."""
    from heptapolis.server.operations.backup import backup as save

    click.echo(f"saved to {file}: {_summary(asyncio.run(save(settings_from(flags), file)))}")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@click.option("--check", is_flag=True, help="Only check the file; needs no database.")
@click.option(
    "--with-key",
    is_flag=True,
    help="Also take the secret key of FILE, so that people stay logged in. Only for a backup of your own.",
)
@click.option("--bot", multiple=True, help="A bot of the host that may be in FILE, as for heptapolis serve.")
@where
def restore(file: Path, check: bool, with_key: bool, **flags: Any) -> None:
    """Restore a backup into an empty database."""
    from heptapolis.server.operations import backup as backups

    if check:
        bots = frozenset(settings_from(flags).bots)
        click.echo(f"{file} is complete: {_summary(backups.check(file, bots)[1])}")
        return
    counts = asyncio.run(backups.restore(settings_from(flags), file, with_key=with_key))
    click.echo(f"restored from {file}: {_summary(counts)}")
    key = (
        "the backup's secret key is in use"
        if with_key
        else "the secret key and the admins were left out: people log in again, and you grant admins again"
    )
    click.echo(key)


@click.command()
@click.option("--bring-back", "table", metavar="TABLE", help="Bring this table back.")
@where
def archive(table: str | None, **flags: Any) -> None:
    """List the tables that were removed because nobody played, or bring one back."""
    from heptapolis.server.operations.maintenance import bring_back, list_archive

    if table is not None:
        asyncio.run(bring_back(settings_from(flags), table))
        click.echo(f"{table} is back")
        return
    for line in asyncio.run(list_archive(settings_from(flags))):
        click.echo(line)


@click.group()
def statistics() -> None:
    """Statistics and ratings of finished games."""


@statistics.command()
@where
def rebuild(**flags: Any) -> None:
    """Make the statistics again from the stored games. The server may be running."""
    from heptapolis.cli.documents import progress_bar
    from heptapolis.server.operations.maintenance import rebuild_statistics

    count = asyncio.run(rebuild_statistics(settings_from(flags), progress_bar))
    click.echo(f"statistics of {count} games")


@click.command()
@click.argument("account")
@where
def password(account: str, **flags: Any) -> None:
    """Set a new password for an account and print it. Its sessions are logged out."""
    from heptapolis.server.people.passwords import reset_password

    click.echo(f"the new password of {account} is: {asyncio.run(reset_password(settings_from(flags), account))}")
