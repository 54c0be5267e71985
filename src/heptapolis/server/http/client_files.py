"""The browser client: its files, and its page at every address that the client routes itself."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import Response
from fastapi.staticfiles import StaticFiles

from heptapolis.server.errors import Refused

if TYPE_CHECKING:
    from fastapi import FastAPI

STATIC: Final = Path(__file__).parent.parent / "static"
NO_CLIENT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Heptapolis</title>
<h1>Heptapolis</h1><p>The server runs, but the browser client is not built here. In a check-out of the project,
<code>make play</code> builds it and starts the server again.</p></html>"""


def add_client_files(app: FastAPI) -> None:
    """Serves the client. Call it after all other routes, since it answers every other path."""
    index = STATIC / "index.html"
    if index.is_file():
        for folder in sorted(path for path in STATIC.iterdir() if path.is_dir()):
            app.mount(f"/{folder.name}", StaticFiles(directory=folder), name=folder.name)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        """A file of the client, or its page."""
        if path.startswith("api/"):
            raise Refused("request/path")
        if not index.is_file():
            return Response(NO_CLIENT, media_type="text/html")
        file = STATIC / path if path and "/" not in path and not path.startswith(".") else index
        if not file.is_file():
            file = index
        kind = guess_type(file.name)[0] or "application/octet-stream"
        return Response(file.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})
