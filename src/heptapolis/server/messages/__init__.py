"""What server and client say to each other: the only description of the protocol.

``docs/protocol.md`` shows an example of each message; ``json_schema`` prints the JSON Schema.
"""

from __future__ import annotations

from heptapolis.server.messages.client_messages import CLIENT_MESSAGE, ClientMessage
from heptapolis.server.messages.server_messages import ServerMessage

__all__ = ["CLIENT_MESSAGE", "ClientMessage", "ServerMessage"]
