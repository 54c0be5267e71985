"""The client's files: compressed where the browser can read it, kept forever where the name has a hash."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from heptapolis.server.http.client_files import accepted_encodings, add_client_files

pytestmark = pytest.mark.once


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    """An application that serves a small build."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("page")
    (tmp_path / "index.html.gz").write_text("zipped page")
    (assets / "a-1x.js").write_text("plain script")
    (assets / "a-1x.js.br").write_text("brotli")
    (assets / "a-1x.js.gz").write_text("gzip")
    (assets / "b-2x.js").write_text("small")
    app = FastAPI()
    add_client_files(app, static=tmp_path)
    return app


def get(app: FastAPI, path: str, accept: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """The response and its body as it went over the wire."""

    async def ask() -> tuple[httpx.Response, bytes]:
        async with (
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client,
            client.stream("GET", path, headers={"accept-encoding": accept, **headers}) as response,
        ):
            return response, b"".join([part async for part in response.aiter_raw()])

    # In a thread of its own, since browser tests leave a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, ask()).result()


@pytest.mark.parametrize(
    ("accept", "encoding", "body"),
    [
        ("gzip, deflate, br", "br", b"brotli"),
        ("gzip", "gzip", b"gzip"),
        ("br;q=0, gzip;q=0.5", "gzip", b"gzip"),
        ("identity", None, b"plain script"),
    ],
)
def test_the_smallest_accepted_form_is_sent(app: FastAPI, accept: str, encoding: str | None, body: bytes) -> None:
    response, sent = get(app, "/assets/a-1x.js", accept)
    assert (response.headers.get("content-encoding"), sent) == (encoding, body)
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["vary"] == "accept-encoding"
    assert "immutable" in response.headers["cache-control"]


def test_a_file_without_a_compressed_form_is_sent_as_it_is(app: FastAPI) -> None:
    response, sent = get(app, "/assets/b-2x.js", "br, gzip")
    assert "content-encoding" not in response.headers
    assert sent == b"small"


def test_the_page_is_asked_for_again_and_assets_are_not(app: FastAPI) -> None:
    response, sent = get(app, "/table/anything", "gzip")
    assert sent == b"zipped page"
    assert response.headers["cache-control"] == "no-cache"
    first, _ = get(app, "/assets/a-1x.js", "br")
    again, _ = get(app, "/assets/a-1x.js", "br", **{"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


def test_a_weight_of_zero_refuses() -> None:
    assert accepted_encodings("gzip;q=0.0, BR;q=1, deflate") == {"br", "deflate"}
