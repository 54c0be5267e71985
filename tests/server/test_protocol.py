"""The description of the protocol says what the models say, and the models what the server sends."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

import heptapolis.server
from heptapolis.server.messages import CLIENT_MESSAGE, asking, http, parts, telling, view
from heptapolis.server.schema import schema

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)


def model(name: str) -> TypeAdapter[object]:
    for module in (asking, telling, http, parts, view):
        if hasattr(module, name):
            return TypeAdapter(getattr(module, name))
    raise AssertionError(f"there is no message {name}")


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[f"{name}-{n}" for n, (name, _) in enumerate(EXAMPLES)])
def test_every_example_can_be_read(name: str, text: str) -> None:
    model(name).validate_json(text)


def types_of(union: object) -> set[str]:
    members = union.__origin__.__args__  # type: ignore[attr-defined]
    return {each.model_fields["type"].annotation.__args__[0] for each in members}


@pytest.mark.parametrize(
    ("name", "union"), [("ClientMessage", asking.ClientMessage), ("ServerMessage", telling.ServerMessage)]
)
def test_every_message_has_an_example(name: str, union: object) -> None:
    shown = {json.loads(text)["type"] for kind, text in EXAMPLES if kind == name}
    assert shown == types_of(union)


def test_every_error_code_is_listed() -> None:
    source = Path(heptapolis.server.__file__).parent
    used = set()
    for path in source.rglob("*.py"):
        used |= set(re.findall(r'Refused\(\s*"([a-z]+/[a-z-]+)"', path.read_text(encoding="utf-8")))
    listed = set(re.findall(r"`([a-z]+/[a-z-]+)`", DOCS.read_text(encoding="utf-8")))
    assert len(used) > 25
    assert used <= listed, used - listed


def test_the_schema_names_every_message_and_is_always_the_same() -> None:
    definitions = schema()["$defs"]
    assert isinstance(definitions, dict)
    assert len(definitions["ClientMessage"]["oneOf"]) == len(types_of(asking.ClientMessage))
    command = [sys.executable, "-m", "heptapolis.server.schema"]
    printed = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    assert json.loads(printed) == schema()
    references = set(re.findall(r'"#/\$defs/(\w+)"', printed))
    assert references <= definitions.keys()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "take-seat", "seat": "1"},
        {"type": "take-seat", "seat": True},
        {"type": "take-seat", "seat": 8},
        {"type": "take-seat", "seat": 1, "more": 1},
        {"type": "ready", "ready": 1},
        {"type": "choose", "moment": 0, "move": {"player": 0, "action": "burn"}},
        {"type": "join", "table": "../../etc/passwd"},
        {"type": "chat", "text": "x" * 301},
    ],
)
def test_what_is_no_message_is_refused(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_python(message, strict=True)
