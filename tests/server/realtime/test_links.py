"""The connections between processes: who may connect, what shares a frame, and who is given up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from heptapolis.server.realtime import links
from heptapolis.server.realtime.links import Link, Links
from serving import run, until

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

KEY = "0123456789abcdef0123456789abcdef"
FIRST = "a" * 12


async def link_pair(one: str, other: str) -> tuple[Links, Links, list[Link]]:
    """Two processes with these secret keys, the first of which listens."""
    accepted: list[Link] = []
    first = Links(FIRST, one, "redis://127.0.0.1", accepted.append)
    second = Links("b" * 12, other, "redis://127.0.0.1", accepted.append)
    await first.listen()
    return first, second, accepted


class Pair(NamedTuple):
    """Two processes with one key, and both ends of the link between them."""

    first: Links
    second: Links
    listening: Link
    """The end at the first process."""
    calling: Link


@asynccontextmanager
async def linked() -> AsyncIterator[Pair]:
    """Two processes that are connected until the end."""
    first, second, accepted = await link_pair(KEY, KEY)
    link = await second.to(FIRST, first.address)
    assert link is not None
    yield Pair(first, second, accepted[0], link)
    first.abort_all()
    second.abort_all()


def test_a_link_needs_the_secret_key() -> None:
    async def main() -> None:
        first, second, accepted = await link_pair(KEY, KEY)
        link = await second.to(FIRST, first.address)
        assert link is not None and len(accepted) == 1 and accepted[0].peer == "b" * 12
        assert await second.to("c" * 12, first.address) is None  # another process than the one that listens
        second.abort_all()
        await until(lambda: accepted[0].lost)
        first.abort_all()
        first, second, accepted = await link_pair(KEY, KEY[::-1])
        assert await second.to(FIRST, first.address) is None
        assert not accepted
        first.abort_all()

    run(main(), 30)


def test_a_stranger_at_the_port_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "OPEN_SECONDS", 0.3)

    async def main() -> None:
        first, _, accepted = await link_pair(KEY, KEY)
        host, _, port = first.address.rpartition(":")
        for said in (b"", b"x" * 76, b"GET / HTTP/1.1\r\n\r\n" * 20):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(said)
            question = await reader.readexactly(32)
            with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                await reader.readexactly(1)
            writer.close()
            assert question and not accepted
        await until(lambda: not first.connected)
        first.abort_all()

    run(main(), 30)


def test_the_same_text_for_several_sockets_goes_once() -> None:
    async def main() -> None:
        async with linked() as pair:
            heard: list[tuple[int, tuple[int, ...], bytes]] = []
            pair.calling.receive = lambda kind, numbers, data: heard.append((kind, numbers, data))
            text = b"x" * 100_000
            for number in (1, 2, 3):
                pair.listening.put(links.DATA, number, text)
            pair.listening.put(links.HANDLED, 2)
            await until(lambda: len(heard) == 2)
            assert heard == [(links.DATA, (1, 2, 3), text), (links.HANDLED, (2,), b"")]

    run(main(), 30)


def test_what_comes_soon_after_a_frame_shares_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "PAUSE_SECONDS", 3600.0)

    async def main() -> None:
        async with linked() as pair:
            heard: list[bytes] = []
            pair.listening.receive = lambda kind, numbers, data: heard.append(data)
            pair.calling.put(links.TEXT, 1, b"at once")
            await until(lambda: heard == [b"at once"])
            pair.calling.put(links.TEXT, 1, b"waits")
            await asyncio.sleep(0.1)
            pair.calling.put(links.TEXT, 2, b"too")
            assert heard == [b"at once"] and len(pair.calling._unsent) == 2
            pair.calling._write_all()  # as the clock does after the pause
            assert not pair.calling._unsent
            await until(lambda: len(heard) == 3)
            assert heard == [b"at once", b"waits", b"too"]

    run(main(), 30)


def test_a_process_that_stood_still_does_nothing_for_others() -> None:
    """They may have gone on without it, even where their connection still seems to stand."""

    async def main() -> None:
        async with linked() as pair:
            heard: list[bytes] = []
            pair.listening.receive = lambda kind, numbers, data: heard.append(data)
            pair.calling.put(links.TEXT, 1, b"in time")
            await until(lambda: heard == [b"in time"])
            pair.first.check(pair.listening)
            pair.second._alive -= 10  # who forwards is not given up for standing still
            assert not pair.second.stalled() and not pair.calling.lost
            pair.first._alive -= 10
            pair.calling.put(links.TEXT, 1, b"too late")
            await until(lambda: pair.calling.lost)
            assert heard == [b"in time"] and pair.listening.lost
            with pytest.raises(links.GivenUp):
                pair.first.check(pair.listening)

    run(main(), 30)
