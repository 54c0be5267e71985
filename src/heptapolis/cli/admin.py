"""`heptapolis admin`: a host's tools. The server may be running: it follows within a second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from heptapolis.cli.backup import where
from heptapolis.server.operations.settings import settings_from

if TYPE_CHECKING:
    from heptapolis.server.admin.host import Host

T = TypeVar("T")

because = click.option("--reason", default="", help="Why; for the audit log.")
hours_long = click.option("--hours", type=click.IntRange(1, 24 * 3660), help="For how long [until it is lifted].")


def run(flags: dict[str, Any], work: Callable[[Host], Awaitable[T]]) -> T:
    """Does something as the host."""
    from heptapolis.server.admin.host import host_of

    async def main() -> T:
        async with host_of(settings_from(flags)) as host:
            return await work(host)

    return asyncio.run(main())


def show(lines: list[str], nothing: str) -> None:
    """Prints lines, or that there are none."""
    for line in lines or [nothing]:
        click.echo(line)


@click.group()
def admin() -> None:
    """A host's tools: what the pages under /admin do, on the command line.

    The server may be running; it follows within a second. Every act is written to the audit log.
    """


@admin.command()
@click.argument("account")
@where
def grant(account: str, **flags: Any) -> None:
    """Make the owner of ACCOUNT an admin."""
    run(flags, lambda host: host.grant(account))
    click.echo(f"{account} is an admin; the pages are at /admin and ask for a second factor")


@admin.command()
@click.argument("account")
@where
def revoke(account: str, **flags: Any) -> None:
    """Take the role of an admin away."""
    run(flags, lambda host: host.revoke(account))
    click.echo(f"{account} is no longer an admin")


@admin.command("second-factor")
@click.argument("account")
@where
def second_factor(account: str, **flags: Any) -> None:
    """Let an admin who lost the authenticator app set up a new one."""
    run(flags, lambda host: host.forget_second_factor(account))
    click.echo(f"{account} sets up a new second factor at /admin")


@admin.command("list")
@where
def list_admins(**flags: Any) -> None:
    """List the admins."""
    show(run(flags, lambda host: host.admins()), "no admins yet: heptapolis admin grant ACCOUNT")


@admin.command()
@click.option("--status", type=click.Choice(["open", "playing", "over"]), default="playing", show_default=True)
@where
def tables(status: str, **flags: Any) -> None:
    """List tables, the latest first."""
    show(run(flags, lambda host: host.tables(status)), "no tables")


@admin.command()
@where
def people(**flags: Any) -> None:
    """List who is connected now."""
    show(run(flags, lambda host: host.connected()), "nobody is connected")


@admin.command()
@click.argument("table")
@because
@where
def close(table: str, reason: str, **flags: Any) -> None:
    """End TABLE: everybody leaves, and it moves to the archive."""
    run(flags, lambda host: host.acts.close("host", table, reason))
    click.echo(f"{table} is closed; heptapolis admin bring-back {table} brings it back")


@admin.command("bring-back")
@click.argument("table")
@because
@where
def bring_back(table: str, reason: str, **flags: Any) -> None:
    """Bring a closed TABLE back."""
    run(flags, lambda host: host.acts.bring_back("host", table, reason))
    click.echo(f"{table} is back")


@admin.command()
@click.argument("table")
@because
@where
def void(table: str, reason: str, **flags: Any) -> None:
    """Take the game of TABLE out of statistics and ratings; a running one is closed."""
    run(flags, lambda host: host.acts.void("host", table, reason))
    click.echo(f"the game of {table} does not count")


@admin.command()
@click.argument("person")
@hours_long
@because
@where
def mute(person: str, hours: int | None, reason: str, **flags: Any) -> None:
    """Let PERSON, an account or an id, write no chat."""
    found = run(flags, lambda host: host.sanction("mute", person, None, hours, reason))
    click.echo(f"{person} is muted; heptapolis admin lift {found} ends it")


@admin.command()
@click.argument("person", required=False)
@click.option("--addresses", metavar="RANGE", help="Ban an address range instead, such as 192.0.2.0/24.")
@hours_long
@because
@where
def ban(person: str | None, addresses: str | None, hours: int | None, reason: str, **flags: Any) -> None:
    """Ban PERSON, an account or an id, or an address range."""
    if (person is None) == (addresses is None):
        raise click.UsageError("name a person or --addresses")
    found = run(flags, lambda host: host.sanction("ban", person, addresses, hours, reason))
    click.echo(f"{person or addresses} is banned; heptapolis admin lift {found} ends it")


@admin.command()
@click.argument("sanction")
@because
@where
def lift(sanction: str, reason: str, **flags: Any) -> None:
    """End a mute or a ban."""
    run(flags, lambda host: host.acts.lift("host", sanction, reason))
    click.echo(f"{sanction} is lifted")


@admin.command()
@where
def sanctions(**flags: Any) -> None:
    """List mutes and bans in force."""
    show(run(flags, lambda host: host.sanctions()), "no mutes or bans")


@admin.command()
@click.option("--reserve", metavar="NAME", help="Keep a name for admins.")
@click.option("--forbid", metavar="TEXT", help="Refuse names that contain this.")
@click.option("--free", metavar="NAME", help="Allow a name again.")
@where
def names(reserve: str | None, forbid: str | None, free: str | None, **flags: Any) -> None:
    """List reserved and forbidden names, or change them."""
    if reserve is not None:
        run(flags, lambda host: host.rule_name(reserve, "reserved"))
    if forbid is not None:
        run(flags, lambda host: host.rule_name(forbid, "forbidden"))
    if free is not None:
        run(flags, lambda host: host.rule_name(free, None))
    show(run(flags, lambda host: host.names()), "no reserved or forbidden names")


@admin.command()
@click.option("--status", type=click.Choice(["open", "settled", "dismissed"]), default="open", show_default=True)
@click.option("--settle", metavar="REPORT", help="Something was done about a report.")
@click.option("--dismiss", metavar="REPORT", help="Nothing has to be done about a report.")
@because
@where
def reports(status: Any, settle: str | None, dismiss: str | None, reason: str, **flags: Any) -> None:
    """List what players have reported, with the chat around it."""
    if settle is not None:
        run(flags, lambda host: host.acts.settle("host", settle, "settled", reason))
    if dismiss is not None:
        run(flags, lambda host: host.acts.settle("host", dismiss, "dismissed", reason))
    show(run(flags, lambda host: host.reports(status)), f"no {status} reports")


@admin.command()
@click.argument("text")
@click.option("--hours", type=click.IntRange(1, 24 * 3660), default=24, show_default=True, help="For how long.")
@where
def message(text: str, hours: int, **flags: Any) -> None:
    """Show TEXT to everybody; "" takes it away."""
    run(flags, lambda host: host.message(text, hours))
    click.echo("everybody sees it" if text.strip() else "the message is gone")


@admin.command()
@click.argument("mode", type=click.Choice(["off", "finish", "pause"]))
@because
@where
def maintenance(mode: Any, reason: str, **flags: Any) -> None:
    """No new games; running ones go on (finish) or wait (pause). "off" ends it."""
    run(flags, lambda host: host.maintenance(mode, reason))
    click.echo(f"maintenance: {mode}")


@admin.command()
@where
def usage(**flags: Any) -> None:
    """Show what the server is using."""
    show(run(flags, lambda host: host.usage()), "")


@admin.command()
@click.option("--lines", type=click.IntRange(1, 100_000), default=50, show_default=True, help="At most so many.")
@where
def log(lines: int, **flags: Any) -> None:
    """Show the audit log, the latest first."""
    show(run(flags, lambda host: host.log(lines)), "nothing yet")
