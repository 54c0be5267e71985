"""What server and client say to each other: the only description of the protocol.

What comes in (``client_messages``, ``http_requests``) is read by pydantic models, which check every field. What goes
out (``server_messages``, ``http_answers``) is built as TypedDicts, which mypy checks. ``docs/protocol.md`` shows an
example of each message; ``json_schema`` prints the JSON Schema.
"""

from __future__ import annotations

from heptapolis.server.messages.client_messages import CLIENT_MESSAGE, ClientMessage
from heptapolis.server.messages.server_messages import ServerMessage

__all__ = ["CLIENT_MESSAGE", "ClientMessage", "ServerMessage"]
