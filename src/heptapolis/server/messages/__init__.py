"""What server and client say to each other: the only description of the protocol.

``docs/protocol.md`` shows an example of each message; ``heptapolis.server.schema`` prints the JSON Schema.
"""

from __future__ import annotations

from heptapolis.server.messages.asking import CLIENT_MESSAGE, ClientMessage
from heptapolis.server.messages.telling import ServerMessage

__all__ = ["CLIENT_MESSAGE", "ClientMessage", "ServerMessage"]
