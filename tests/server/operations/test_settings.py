"""Settings: a wrong value is refused by name before anything is opened, and one text describes each setting."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from heptapolis.cli.serve import serve
from heptapolis.server.errors import WrongSetting
from heptapolis.server.operations.settings import Settings, flag_of, settings_from, variable_of
from serving import environment

pytestmark = pytest.mark.once

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("host", "", "every address"),
        ("port", 65536, "65535"),
        ("workers", 0, "greater than or equal to 1"),
        ("bot_workers", 0, "greater than or equal to 1"),
        ("bot_seconds", -1.0, "greater than or equal to 0.01"),
        ("bot_seconds", float("nan"), "finite"),
        ("grace_seconds", -1, "greater than or equal to 0"),
        ("idle_days", 0, "greater than or equal to 1"),
        ("idle_days", -1, "greater than or equal to 1"),
        ("max_tables", 0, "greater than or equal to 1"),
        ("max_sockets", 0, "greater than or equal to 1"),
        ("rate_limits", -0.5, "greater than or equal to 0"),
        ("log_level", "loud", "'debug', 'info'"),
        ("log_format", "xml", "'json', 'text'"),
        ("database", "mysql://a@b/c", "sqlite"),
        ("database", "sqlite:///file.db", "sqlite.aiosqlite"),
        ("database", "sqlite+aiosqlite:///", "FILE"),
        ("database", "postgresql+asyncpg://a@b:port/c", "postgresql"),
        ("database", "nothing", "postgresql"),
    ],
)
def test_wrong_flag_is_named(name: str, value: object, message: str) -> None:
    with pytest.raises(WrongSetting, match=f"^{flag_of(name)}: .*{message}"):
        settings_from({name: value})


def test_empty_variables_count_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.setenv(variable_of(name), "")
    assert settings_from({}) == Settings.model_construct()


def test_a_flag_wins_over_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEPTAPOLIS_PORT", "1000")
    monkeypatch.setenv("HEPTAPOLIS_SECURE_COOKIES", "yes")
    settings = settings_from({"port": 2000, "host": None})
    assert (settings.port, settings.secure_cookies, settings.host) == (2000, True, "127.0.0.1")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("SECURE_COOKIES", "perhaps"),
        ("IDLE_DAYS", "-3"),
        ("DATABASE", "mysql://user:hidden-password@host/name"),
        ("SECRET_KEY", "hidden-password"),
    ],
)
def test_wrong_variable_is_named_and_ends_the_command(tmp_path: Path, name: str, value: str) -> None:
    command = [sys.executable, "-m", "heptapolis", "serve", "--data", str(tmp_path)]
    variables = {**environment(), f"HEPTAPOLIS_{name}": value}
    done = subprocess.run(command, env=variables, capture_output=True, text=True)
    assert done.returncode == 2
    assert f"HEPTAPOLIS_{name}: " in done.stderr
    assert "Traceback" not in done.stderr
    assert "hidden-password" not in done.stderr
    assert not list(tmp_path.iterdir())


def row_of(name: str, field: Any) -> str:
    """A setting as a row of the table in the documentation."""
    flag = f"`{flag_of(name)}`" if name != "secret_key" else ""
    default = (
        f"`{int(field.default) if isinstance(field.default, bool) else field.default}`"
        if field.default not in ("", ())
        else ""
    )
    return "| " + " | ".join((flag, f"`{variable_of(name)}`", default, field.description)) + " |"


def test_the_documentation_has_every_setting_with_its_text() -> None:
    rows = [row_of(name, field) for name, field in Settings.model_fields.items()]
    table = [
        line for line in HOSTING.read_text(encoding="utf-8").splitlines() if "`HEPTAPOLIS_" in line and line[0] == "|"
    ]
    assert table == rows


def test_the_help_has_every_setting_with_its_text() -> None:
    shown = " ".join(CliRunner().invoke(serve, ["--help"]).output.split())
    for name, field in Settings.model_fields.items():
        assert (f"{flag_of(name)} " in shown) == (name != "secret_key")
        assert name == "secret_key" or " ".join(str(field.description).split()) in shown, name
