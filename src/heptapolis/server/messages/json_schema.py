"""The JSON Schema of all messages, from which the client's types are generated.

``python -m heptapolis.server.messages.json_schema`` prints it in a fixed order, so that a check can compare copies.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from typing import TYPE_CHECKING, Any, Final, is_typeddict

from pydantic import BaseModel, ConfigDict, TypeAdapter

from heptapolis.record import json_types
from heptapolis.server.messages import (
    admin_answers,
    admin_requests,
    client_messages,
    daily_answers,
    game,
    http_answers,
    http_requests,
    parts,
    rating_answers,
    rulebook_answers,
    server_messages,
    statistics_answers,
    study_answers,
)

if TYPE_CHECKING:
    from types import ModuleType

    from pydantic.json_schema import JsonSchemaMode

INPUTS: Final = (client_messages, http_requests, admin_requests)
OUTPUTS: Final = (
    json_types,
    parts,
    game,
    server_messages,
    http_answers,
    study_answers,
    rulebook_answers,
    statistics_answers,
    rating_answers,
    admin_answers,
    daily_answers,
)
BASES: Final = (client_messages.Input, client_messages.Ask, json_types.CityDocument)
"""Types that others extend; none of them is sent."""

UNIONS: Final = {"ClientMessage": client_messages, "ServerMessage": server_messages}

STRICT: Final = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)
"""How a message of the server is read where it is checked: no field more, no field less."""


def message_types() -> dict[str, type]:
    """All objects of the protocol by name."""
    return {_name(each): each for module in (*INPUTS, *OUTPUTS) for each in _types_of(module)}


def _types_of(module: ModuleType) -> list[type]:
    members = [each for _, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == module.__name__]
    return [each for each in members if each not in BASES and (is_typed_dict(each) or issubclass(each, BaseModel))]


def is_typed_dict(kind: type) -> bool:
    """Whether a type is a TypedDict, of ``typing`` or ``typing_extensions``."""
    return is_typeddict(kind) or hasattr(kind, "__required_keys__")


def _name(kind: type) -> str:
    return kind.__name__.removesuffix("Document")


def strict_adapter(kind: Any) -> TypeAdapter[tuple[Any]]:
    """A strict adapter for a tuple with one value of a type."""
    return TypeAdapter(tuple[kind], config=STRICT)


def schema() -> dict[str, object]:
    """One schema whose definitions are the messages; ``ClientMessage`` and ``ServerMessage`` are the two unions.

    Client messages are described in validation mode, server messages in serialization mode.
    """
    described: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = []
    for module in INPUTS:
        described += [(_name(each), "validation", TypeAdapter(each)) for each in _types_of(module)]
    for module in OUTPUTS:
        described += [(_name(each), "serialization", strict_adapter(each)) for each in _types_of(module)]
    _, document = TypeAdapter.json_schemas(described, ref_template="#/$defs/{model}")
    text = re.sub(r'"(#/\$defs/)?(\w+)Document"', r'"\1\2"', json.dumps(document["$defs"]))
    definitions: dict[str, object] = json.loads(text)
    for name, module in UNIONS.items():
        members = getattr(module, name).__origin__.__args__
        definitions[name] = {
            "oneOf": [{"$ref": f"#/$defs/{_name(each)}"} for each in members],
            "discriminator": {"propertyName": "type"},
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Heptapolis protocol",
        "$defs": dict(sorted(definitions.items())),
    }


def main() -> None:
    """Print the schema."""
    json.dump(schema(), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
