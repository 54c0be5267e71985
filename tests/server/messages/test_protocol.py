"""The protocol documentation matches the message types, and the types match what the server sends."""

import json
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

import heptapolis.server
from heptapolis.engine.breakdown import SOURCES
from heptapolis.server.messages import CLIENT_MESSAGE, client_messages, server_messages, words
from heptapolis.server.messages.json_schema import UNIONS, is_typed_dict, message_types, schema, strict_adapter

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[3] / "docs" / "protocol.md"
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
SCHEMA: dict[str, Any] = schema()
DEFINITIONS: dict[str, Any] = SCHEMA["$defs"]


def validator(definition: dict[str, Any]) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**definition, "$defs": DEFINITIONS})


def test_the_schema_is_a_json_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[f"{name}-{n}" for n, (name, _) in enumerate(EXAMPLES)])
def test_every_example_is_a_message(name: str, text: str) -> None:
    """Checked twice: with the JSON Schema, and with the types it is generated from."""
    validator(DEFINITIONS[name]).validate(json.loads(text))
    kind = getattr(UNIONS[name], name) if name in UNIONS else message_types()[name]
    strict_adapter(kind).validate_json(f"[{text}]")


def filled(definition: dict[str, Any], value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every field that a value fills, with the definition that it belongs to."""
    if "$ref" in definition:
        name = definition["$ref"].rpartition("/")[2]
        definition = DEFINITIONS[name]
    for options in (definition.get("oneOf"), definition.get("anyOf")):
        for each in options or ():
            if validator(each).is_valid(value):
                yield from filled(each, value)
    if isinstance(value, dict):
        properties = definition.get("properties", {})
        more = definition.get("additionalProperties")
        for field, part in value.items():
            if field in properties:
                yield name, field
                yield from filled(properties[field], part)
            elif isinstance(more, dict):
                yield from filled(more, part)
    elif isinstance(value, list) and "items" in definition:
        for part in value:
            yield from filled(definition["items"], part)


def test_every_field_of_every_message_is_shown_in_an_example() -> None:
    found = {each for name, text in EXAMPLES for each in filled({"$ref": f"#/$defs/{name}"}, json.loads(text))}
    missing = {
        f"{name}.{field}"
        for name, definition in DEFINITIONS.items()
        for field in definition.get("properties", {})
        if (name, field) not in found
    }
    assert not missing


def types_of(union: object) -> set[str]:
    members = union.__origin__.__args__  # type: ignore[attr-defined]
    return {typing.get_args(typing.get_type_hints(each)["type"])[0] for each in members}


@pytest.mark.parametrize(
    ("name", "union"),
    [("ClientMessage", client_messages.ClientMessage), ("ServerMessage", server_messages.ServerMessage)],
)
def test_every_message_has_an_example(name: str, union: object) -> None:
    shown = {json.loads(text)["type"] for kind, text in EXAMPLES if kind == name}
    assert shown == types_of(union)


def test_every_source_of_points_is_in_the_protocol() -> None:
    """The client's type is generated from this list, and its type check fails for a source without a text."""
    assert typing.get_args(words.SourceKind) == SOURCES


def test_every_route_is_listed() -> None:
    files = Path(heptapolis.server.__file__).with_name("http").glob("*.py")
    source = "".join(path.read_text(encoding="utf-8") for path in files)
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
    assert len(DEFINITIONS["ClientMessage"]["oneOf"]) == len(types_of(client_messages.ClientMessage))
    assert len(DEFINITIONS["ServerMessage"]["oneOf"]) == len(types_of(server_messages.ServerMessage))
    command = [sys.executable, "-m", "heptapolis.server.messages.json_schema"]
    printed = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    assert json.loads(printed) == SCHEMA
    references = set(re.findall(r'"#/\$defs/(\w+)"', printed))
    assert references <= DEFINITIONS.keys()


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
def test_invalid_messages_are_refused(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_python(message, strict=True)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "pong", "id": None},
        {"type": "pong", "id": None, "now": "1"},
        {"type": "pong", "id": None, "now": 1, "more": 1},
        {"type": "chosen", "seq": 1, "moment": 0, "has_chosen": [0], "waiting": []},
    ],
)
def test_a_server_message_has_every_field_and_no_other(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        strict_adapter(server_messages.ServerMessage).validate_json(f"[{json.dumps(message)}]")
    assert not validator(DEFINITIONS["ServerMessage"]).is_valid(message)


def test_what_the_server_always_sends_is_required() -> None:
    """So the client needs no fallbacks; the other fields depend on the action or the viewer."""
    optional = {
        f"{name}.{field}"
        for name, definition in DEFINITIONS.items()
        if is_typed_dict(message_types().get(name, object))
        for field in definition.get("properties", {})
        if field not in definition["required"]
    }
    moves = {f"{name}.{field}" for name in ("Move", "RevealedMove") for field in ("card", "pay", "using", "copy")}
    moves |= {f"{name}.{field}" for name in ("Move", "RevealedMove") for field in ("coins", "side")}
    assert optional == moves | {
        *("Move.city", "Pay.bank", "PendingDecision.city", "Done.move"),
        *("Fresh.bought", "ViewSeat.buried", "ViewSeat.counters"),
    }
