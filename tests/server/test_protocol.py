"""The description of the protocol says what the models say, and the models what the server sends."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

import heptapolis.server
from heptapolis.engine.breakdown import SOURCES
from heptapolis.server.messages import CLIENT_MESSAGE, client_messages, http_bodies, parts, server_messages, view
from heptapolis.server.messages.json_schema import schema

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)


def model(name: str) -> TypeAdapter[object]:
    for module in (client_messages, server_messages, http_bodies, parts, view):
        if hasattr(module, name):
            return TypeAdapter(getattr(module, name))
    raise AssertionError(f"there is no message {name}")


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[f"{name}-{n}" for n, (name, _) in enumerate(EXAMPLES)])
def test_every_example_can_be_read(name: str, text: str) -> None:
    model(name).validate_json(text)


def shown(value: object) -> Iterator[tuple[type[BaseModel], str]]:
    """Every field that an example fills, with the model that it belongs to."""
    if isinstance(value, BaseModel):
        for field in value.model_fields_set:
            yield type(value), field
            yield from shown(getattr(value, field))
    elif isinstance(value, dict):
        for each in value.values():
            yield from shown(each)
    elif isinstance(value, list):
        for each in value:
            yield from shown(each)


def test_every_field_of_every_model_is_shown_in_an_example() -> None:
    found = {each for name, text in EXAMPLES for each in shown(model(name).validate_json(text))}
    missing = {
        f"{name}.{field}"
        for module in (client_messages, server_messages, http_bodies, parts, view)
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, BaseModel) and kind.__module__ == module.__name__ and kind is not client_messages.Ask
        for field in kind.model_fields
        if (kind, field) not in found
    }
    assert not missing


def types_of(union: object) -> set[str]:
    members = union.__origin__.__args__  # type: ignore[attr-defined]
    return {each.model_fields["type"].annotation.__args__[0] for each in members}


@pytest.mark.parametrize(
    ("name", "union"),
    [("ClientMessage", client_messages.ClientMessage), ("ServerMessage", server_messages.ServerMessage)],
)
def test_every_message_has_an_example(name: str, union: object) -> None:
    shown = {json.loads(text)["type"] for kind, text in EXAMPLES if kind == name}
    assert shown == types_of(union)


def test_every_source_of_points_is_a_word_of_the_protocol() -> None:
    """From this list the client's type is made, and a source without words does not pass its check of types."""
    assert parts.SourceKind.__args__ == SOURCES  # type: ignore[attr-defined]


def test_every_route_is_listed() -> None:
    source = (Path(heptapolis.server.__file__).with_name("http") / "routes.py").read_text(encoding="utf-8")
    nameless = re.compile(r"\{\w+\}")
    routes = {nameless.sub("{}", path) for path in re.findall(r'@router\.\w+\("(/[^"]+)"', source)}
    assert len(routes) > 15
    listed = nameless.sub("{}", DOCS.read_text(encoding="utf-8"))
    assert not {route for route in routes if f"{route}`" not in listed}


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
    assert len(definitions["ClientMessage"]["oneOf"]) == len(types_of(client_messages.ClientMessage))
    command = [sys.executable, "-m", "heptapolis.server.messages.json_schema"]
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
