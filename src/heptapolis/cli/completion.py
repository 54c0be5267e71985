"""`heptapolis completion`: completion of commands and options in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

VARIABLE = "_HEPTAPOLIS_COMPLETE"


@click.command(epilog='For example, in ~/.bashrc: eval "$(heptapolis completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands and options in SHELL."""
    found = get_completion_class(shell)
    assert found is not None, "click knows these shells"
    click.echo(found(click.get_current_context().find_root().command, {}, "heptapolis", VARIABLE).source())
