"""Settings that would do harm are refused with a sentence before anything is opened."""

import pytest

from heptapolis.server.errors import ServerTrouble
from heptapolis.server.operations.settings import Settings, settings_from


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("host", "", "every address"),
        ("port", 65536, "65535"),
        ("workers", 0, "workers"),
        ("bot_workers", 0, "bot workers"),
        ("bot_seconds", -1.0, "bot seconds"),
        ("bot_seconds", float("nan"), "bot seconds"),
        ("grace_seconds", -1, "grace seconds"),
        ("idle_days", 0, "idle days"),
        ("idle_days", -1, "idle days"),
        ("max_tables", 0, "max tables"),
        ("max_sockets", 0, "max sockets"),
        ("rate_limits", -0.5, "rate limits"),
        ("log_level", "loud", "debug, info"),
        ("log_format", "xml", "json, text"),
        ("database", "mysql://a@b/c", "sqlite"),
        ("database", "sqlite:///file.db", "sqlite.aiosqlite"),
        ("database", "sqlite+aiosqlite:///", "FILE"),
        ("database", "postgresql+asyncpg://a@b:port/c", "postgresql"),
        ("database", "nothing", "postgresql"),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, value: object, told: str) -> None:
    with pytest.raises(ServerTrouble, match=told):
        settings_from({name: value})


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOST", "PORT", "REDIS", "SECURE_COOKIES"):
        monkeypatch.setenv(f"HEPTAPOLIS_{name}", "")
    assert settings_from({}) == Settings()


@pytest.mark.parametrize(("name", "value"), [("PORT", "eighty"), ("SECURE_COOKIES", "perhaps"), ("IDLE_DAYS", "-3")])
def test_a_variable_of_another_kind_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"HEPTAPOLIS_{name}", value)
    with pytest.raises(ServerTrouble, match=f"(?i){name.replace('_', '.')}"):
        settings_from({})
