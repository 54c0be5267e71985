"""The JSON Schema of every message, from which the client's types are made.

``python -m heptapolis.server.messages.json_schema`` prints it in a fixed order, so that a check can compare copies.
"""

from __future__ import annotations

import inspect
import json
import sys

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from heptapolis.server.messages import client_messages, http_bodies, parts, server_messages, view


def message_models() -> list[type[BaseModel]]:
    """Every model of the protocol, by module and then as written."""
    found: list[type[BaseModel]] = []
    for module in (parts, view, client_messages, server_messages, http_bodies):
        for _, each in inspect.getmembers(module, inspect.isclass):
            if issubclass(each, BaseModel) and each.__module__ == module.__name__ and each not in found:
                found.append(each)
    return sorted(found, key=lambda model: model.__name__)


def schema() -> dict[str, object]:
    """One schema whose definitions are the messages; ``ClientMessage`` and ``ServerMessage`` are the two unions."""
    _, document = models_json_schema(
        [(model, "validation") for model in message_models()], ref_template="#/$defs/{model}"
    )
    definitions: dict[str, object] = dict(document["$defs"])
    for name, module in (("ClientMessage", client_messages), ("ServerMessage", server_messages)):
        models = getattr(module, name).__origin__.__args__
        definitions[name] = {
            "oneOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in models],
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
