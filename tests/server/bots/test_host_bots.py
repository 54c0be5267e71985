"""Bots that the host allows: named in the seats' list, played by their own code, and nothing else of them is told."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.bots.host_bots import check_host_bots, read_host_bots
from heptapolis.server.errors import Refused, ServerTrouble
from serving import environment, inside, plain, play_all, run, seated

pytestmark = pytest.mark.once

FIRST_MOVE = """
import json, os, sys
secret = [name for name in os.environ if name.startswith("HEPTAPOLIS_") and name != "HEPTAPOLIS_ALLOWED_BOTS"]
print("asked", secret, file=open(sys.argv[1], "a"))
for line in sys.stdin:
    question = json.loads(line)
    print("move", file=open(sys.argv[1], "a"))
    print(json.dumps(question["view"]["pending"][0]["moves"][0]), flush=True)
"""


def program(folder: Path, text: str = FIRST_MOVE) -> str:
    path = folder / "first.py"
    path.write_text(text)
    return f"program:{sys.executable} {path} {folder / 'asked'}"


def test_names() -> None:
    texts = ["greedy", "mc:playouts=20", "deep=mc:playouts=50", "program:./my-bot --fast", "anna=program:./a=b:ms=50"]
    assert read_host_bots(texts) == {
        "greedy": "greedy",
        "mc": "mc:playouts=20",
        "deep": "mc:playouts=50",
        "my-bot": "program:./my-bot --fast",
        "anna": "program:./a=b:ms=50",
    }


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["nobody"], "there is no bot 'nobody'"),
        (["greedy", "greedy"], "used twice"),
        (["sage"], "has a meaning already"),
        (["none=greedy"], "has a meaning already"),
        (["a b=greedy"], "cannot be a name"),
        (["=greedy"], "cannot be a name"),
        (["x" * 25 + "=greedy"], "cannot be a name"),
        (["program:"], "cannot be a name"),
        (["mc:depth"], "cannot read 'depth'"),
    ],
)
def test_wrong_names_are_refused(texts: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_host_bots(texts)


@pytest.mark.parametrize(
    ("spec", "why"),
    [("program:no-such-program-anywhere", "cannot start the program"), ("mc:playouts=-1", "a budget is a number")],
)
def test_server_does_not_start_with_a_bot_that_cannot_play(tmp_path: Path, spec: str, why: str) -> None:
    with pytest.raises(ServerTrouble, match=f"--bot mine: .*{why}"):
        check_host_bots({"greedy": "greedy", "mine": spec})
    command = [sys.executable, "-m", "heptapolis", "serve", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run([*command, "--bot", f"mine={spec}"], env=environment(), capture_output=True, text=True)
    assert done.returncode == 1 and why in done.stderr and "Traceback" not in done.stderr


def test_host_bots_play_and_only_their_names_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEPTAPOLIS_SECRET_KEY", "k" * 40)
    monkeypatch.delenv("HEPTAPOLIS_BOXES", raising=False)  # bots of the host know the boxes of other tests too

    async def main() -> None:
        spec = program(tmp_path)
        async with inside(tmp_path, bot=("greedy", f"mine={spec}"), bot_seconds=60.0) as server:
            host = await server.guest()
            choices = await host.ask("GET", "/api/choices")
            assert choices["bots"] == ["greedy", "mine"]
            (client,) = await seated(server, plain(3), [None, "greedy", "easy"], start=False)
            client.raw = []
            await client.ask("seat-bot", seat=2, level="mine")
            with pytest.raises(Refused, match="bot/unknown"):
                await client.ask("seat-bot", seat=2, level="random")
            with pytest.raises(Refused, match="message/invalid"):
                await client.ask("seat-bot", seat=2, level=spec)
            with pytest.raises(Refused, match="bot/unknown"):
                await host.open_table(plain(3), 0, [None, "random", "easy"])
            await client.ask("start")
            while client.play is None:
                await client.receive()
            await play_all([client])
            assert server.bots.replaced == 0
            assert not [frame for frame in client.raw if "program:" in frame or "first.py" in frame]
            assert [seat["bot"] for seat in client.table["seats"]] == [None, "greedy", "mine"]

    run(main())
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked[0] == "asked []"  # nothing of the server's settings, its secret key least of all
    assert asked.count("move") >= 17


def test_bot_that_the_host_took_away_is_played_by_a_level(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, bot=("greedy",)) as server:
            (client,) = await seated(server, plain(3), [None, "greedy", "greedy"])
            table, cookie = client._table, client._headers["Cookie"].partition("=")[2]
        async with inside(tmp_path) as server:
            client = server.client(table, cookie=cookie)
            await client.connect()
            await play_all([client])
            assert server.bots.replaced == 0
            assert [seat["bot"] for seat in client.table["seats"]] == [None, "greedy", "greedy"]

    run(main())


@pytest.mark.parametrize(
    ("text", "why"),
    [("input()\nprint('{}', flush=True)\ninput()", "illegal"), ("raise SystemExit(3)", "crashed")],
)
def test_faults_are_told_apart_in_the_log(
    tmp_path: Path, text: str, why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[dict[str, Any]] = []
    monkeypatch.setattr(
        "heptapolis.server.bots.bot_pool.LOG.warning", lambda event, **more: logged.append({"event": event, **more})
    )

    async def main() -> None:
        async with inside(tmp_path, bot=(f"mine={program(tmp_path, text)}",), bot_seconds=60.0) as server:
            (client,) = await seated(server, plain(3), [None, "mine", "easy"])
            while not server.bots.replaced:
                await asyncio.sleep(0.05)
            await client.close()

    run(main())
    assert logged[0]["level"] == "mine" and logged[0]["why"] == why and logged[0]["error"]
