"""The browser client: its files, and its page at every address that the client routes itself.

The build puts a Brotli and a gzip file beside each file that is worth it. Names under `assets/` have a hash of their
content, so browsers may keep these files forever; everything else is asked for again.
"""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.responses import FileResponse
from starlette.staticfiles import NotModifiedResponse

from heptapolis.server.errors import Refused
from heptapolis.server.share.tags import tags
from heptapolis.server.share.words import wanted_language

if TYPE_CHECKING:
    import os

    from fastapi import FastAPI
    from starlette.types import Scope

    from heptapolis.server.messages.words import Language
    from heptapolis.server.share.links import Links

STATIC: Final = Path(__file__).parent.parent / "static"
NO_CLIENT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Heptapolis</title>
<h1>Heptapolis</h1><p>The server runs, but the browser client is not built here. In a check-out of the project,
<code>make play</code> builds it and starts the server again.</p></html>"""

HASHED: Final = "assets"
FOREVER: Final = "public, max-age=31536000, immutable"
# The smaller one first.
ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))


def add_client_files(
    app: FastAPI, links: Links | None = None, language: Language = "en", static: Path = STATIC
) -> None:
    """Serves the client. Call it after all other routes, since it answers every other path.

    ``language`` is that of links in messengers that ask for none.
    """
    index = static / "index.html"
    if index.is_file():
        for folder in sorted(path for path in static.iterdir() if path.is_dir()):
            app.mount(f"/{folder.name}", CompressedFiles(folder, hashed=folder.name == HASHED), name=folder.name)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        """A file of the client, or its page."""
        if path.startswith("api/"):
            raise Refused("request/path")
        if not index.is_file():
            return Response(NO_CLIENT, media_type="text/html")
        file = static / path if path and "/" not in path and not path.startswith(".") else index
        if not file.is_file():
            file = index
        query, wanted = dict(request.query_params), request.headers.get("accept-language", "")
        known = wanted_language(query.get("language"), wanted, language)
        link = await links.of_path(path, query, known) if links is not None and file == index else None
        if link is None:
            return respond(file, request.headers, "no-cache")
        origin = f"{request.url.scheme}://{request.url.netloc}"
        head = tags(link, origin, request.url.path)
        text = index.read_text(encoding="utf-8").replace("</head>", f"{head}</head>", 1)
        headers = {"cache-control": "no-cache", "vary": "accept-language"}
        return Response(text, media_type="text/html", headers=headers)


class CompressedFiles(StaticFiles):
    """A folder of files, compressed for browsers that can read that."""

    def __init__(self, folder: Path, *, hashed: bool) -> None:
        super().__init__(directory=folder)
        self.cache = FOREVER if hashed else "no-cache"

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Answers with the file, or says that the browser has it already."""
        response = respond(Path(full_path), Headers(scope=scope), self.cache)
        response.status_code = status_code
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response


def respond(file: Path, request: Headers, cache: str) -> Response:
    """A file in the smallest form that the request accepts."""
    kind = guess_type(file.name)[0] or "application/octet-stream"
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    accepted = accepted_encodings(request.get("accept-encoding", ""))
    for encoding, suffix in ENCODINGS:
        compressed = file.with_name(file.name + suffix)
        if encoding in accepted and compressed.is_file():
            headers["content-encoding"] = encoding
            file = compressed
            break
    return FileResponse(file, media_type=kind, headers=headers, stat_result=file.stat())


def accepted_encodings(header: str) -> set[str]:
    """The encodings that a header names, without those it refuses by a weight of 0."""
    accepted = set()
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        digits = weight.strip().removeprefix("q=")
        if not digits or digits.strip("0."):
            accepted.add(name.strip())
    return accepted
