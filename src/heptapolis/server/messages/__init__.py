"""The messages between server and client: the source of the protocol.

Input (``client_messages``, ``http_requests``) is read by pydantic models, which check every field. Output
(``server_messages``, ``http_answers`` and the other answers) is built as TypedDicts, which mypy checks.
``docs/protocol.md`` shows an example of each message; ``json_schema`` prints the JSON Schema.
"""

from __future__ import annotations

from heptapolis.server.messages.client_messages import CLIENT_MESSAGE, ClientMessage
from heptapolis.server.messages.server_messages import ServerMessage

__all__ = ["CLIENT_MESSAGE", "ClientMessage", "ServerMessage"]
