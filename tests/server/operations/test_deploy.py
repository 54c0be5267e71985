"""The files in ``deploy/`` match the program: paths, settings, addresses; and a game through a real nginx."""

import asyncio
import contextlib
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from heptapolis.server.client import HEADERS
from heptapolis.server.operations.launcher import STOP_SECONDS
from heptapolis.server.operations.settings import Settings, variable_of
from packages import find_program
from serving import environment, outside, plain, play_all, process_of, run, sitting

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
NGINX = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")


def steps(name: str) -> list[str]:
    """The arguments of every step of a kind in the Dockerfile."""
    return re.findall(rf"^{name} (.*)$", DOCKERFILE, re.M)


def test_settings_named_in_deploy_exist() -> None:
    known = {variable_of(name) for name in Settings.model_fields}
    of_the_build = {"HEPTAPOLIS_REQUIRE_COMPILED"}
    for path in DEPLOY.iterdir():
        named = set(re.findall(r"HEPTAPOLIS_[A-Z_]+", path.read_text(encoding="utf-8")))
        assert named <= known | of_the_build, path.name


def test_files_copied_into_the_image_exist_and_are_not_ignored() -> None:
    copied = [shlex.split(step) for step in steps("COPY") if not step.startswith("--from")]
    assert len(copied) > 1
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    allowed = {line[1:] for line in ignored if line.startswith("!")}
    for *sources, _ in copied:
        for source in sources:
            assert (ROOT / source).exists(), source
            assert source in allowed, source


def test_no_script_of_the_client_calls_npm() -> None:
    """The image has no npm: Node.js comes as a Python package, whose npm can only be called by its path."""
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    assert not [name for name, command in scripts.items() if re.search(r"\bnp[mx]\b", command)]


def test_image_user_and_stop_signal() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (?!root)\w+$", last, re.M)
    assert last.index("USER ") < last.index("ENTRYPOINT ")
    assert steps("STOPSIGNAL") == ["SIGTERM"]


def test_compose_services_use_matching_names_and_ports() -> None:
    services = set(re.findall(r"^  (\w+):$", COMPOSE, re.M))
    port = re.search(r"HEPTAPOLIS_PORT=(\d+)", DOCKERFILE)
    assert port is not None
    assert f"http://server:{port[1]};" in NGINX and "server" in services
    assert "HEPTAPOLIS_REDIS: redis://redis\n" in COMPOSE and "redis" in services
    assert "@database/" in COMPOSE and "database" in services
    (mounted,) = re.findall(r'"\./(.+?):/etc/nginx/', COMPOSE)
    assert (DEPLOY / mounted).is_file()
    (context,), (dockerfile,) = re.findall(r"context: (.+)", COMPOSE), re.findall(r"dockerfile: (.+)", COMPOSE)
    assert (DEPLOY / context / dockerfile).is_file()
    unit = (DEPLOY / "heptapolis.service").read_text(encoding="utf-8")
    (seconds,), (unit_seconds,) = (
        re.findall(r"stop_grace_period: (\d+)s", COMPOSE),
        re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.M),
    )
    assert min(int(seconds), int(unit_seconds)) > STOP_SECONDS


def test_health_check_of_the_image(tmp_path: Path) -> None:
    (step,) = steps("HEALTHCHECK")
    command = json.loads(step.partition("CMD ")[2])
    command[0] = sys.executable

    def healthy(port: str) -> bool:
        variables = environment() | {"HEPTAPOLIS_PORT": port}
        return subprocess.run(command, env=variables, stderr=subprocess.DEVNULL).returncode == 0

    with outside(tmp_path / "data") as server:
        assert healthy(server.port)
    assert not healthy(server.port)


# --- nginx --------------------------------------------------------------------------------------------------------


def nginx_program() -> str:
    """nginx; installed where that is possible. Never skipped in silence."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    found = find_program(lambda: shutil.which("nginx", path=path), "nginx-light")
    if found is None:
        raise RuntimeError("this test needs nginx: install the package nginx")
    return found


@contextlib.contextmanager
def proxy(folder: Path, port: str) -> Iterator[str]:
    """nginx with our own configuration, only its addresses changed, and where it listens."""
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        own = free.getsockname()[1]
    ours = NGINX.replace("listen 80;", f"listen 127.0.0.1:{own};").replace("//server:8777;", f"//127.0.0.1:{port};")
    assert ours.count("127.0.0.1:") == 2
    places = "".join(
        f"{name}_temp_path {folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "whole.conf"
    whole.write_text(
        f"daemon off;\nworker_processes 2;\npid {folder / 'pid'};\nerror_log stderr warn;\n"
        f"{'user root;' if os.geteuid() == 0 else ''}\nevents {{}}\nhttp {{\naccess_log off;\n{places}\n{ours}\n}}\n"
    )
    program = nginx_program()
    subprocess.run([program, "-t", "-q", "-c", str(whole), "-p", str(folder)], check=True)
    process = subprocess.Popen([program, "-c", str(whole), "-p", str(folder)])
    try:
        for _ in range(1500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", own), 1):
                break
            time.sleep(0.02)
        yield f"http://127.0.0.1:{own}"
    finally:
        process.terminate()
        process.wait(30)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_game_through_nginx(tmp_path: Path, postgres: Any, redis: Any) -> None:
    """Two workers behind nginx: a whole game, other origins refused, rate limits by the client's address."""

    async def game(url: str) -> None:
        async with sitting([url], plain(4), [None, None, None, "easy"]) as clients:
            assert len({process_of(client) for client in clients}) == 2
            await play_all(clients)
            results = [await client.until_over() for client in clients]
            assert results[0] == results[1] == results[2]
            clients[0]._headers["Origin"] = url
            await clients[0].connect()
            clients[0]._headers["Origin"] = "https://evil.example"
            with pytest.raises(Exception, match="403"):
                await clients[0].connect()

    async def tries(url: str, source: str, count: int, **headers: str) -> list[str]:
        """Logs in with wrong names from an address of this machine, and returns the answers."""
        transport = httpx.AsyncHTTPTransport(local_address=source)
        codes = []
        async with httpx.AsyncClient(
            base_url=url, transport=transport, headers=HEADERS | headers, trust_env=False, timeout=30
        ) as http:
            for number in range(count):
                body = {"account": f"nobody{source[-1]}{number}", "password": "a wrong one"}
                codes.append((await http.post("/api/login", json=body)).json()["code"])
        return codes

    async def rates(url: str, direct: str) -> None:
        # Ten for each address and worker, so that the twenty-first is one too many wherever it goes.
        assert "message/too-often" in await tries(url, "127.0.0.2", 21)
        # Neither another address behind the same proxy pays for it, nor does a forged header help.
        assert await tries(url, "127.0.0.3", 1) == ["person/login"]
        forged = {"X-Forwarded-For": "192.0.2.1"}
        assert "message/too-often" in await tries(url, "127.0.0.2", 5, **forged)
        assert "message/too-often" in await tries(direct, "127.0.0.4", 21, **forged)
        async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=30) as http:
            assert (await http.get("/metrics")).status_code == 404
            assert (await http.get("/readyz")).status_code == 200
            assert (await http.get("/api/choices")).headers["cache-control"] == "no-store"

    arguments = ("--workers", "2", "--database", postgres.new_database(), "--redis", redis.url)
    limited = ("--forwarded", "127.0.0.1", "--rate-limits", "1")
    with outside(tmp_path / "data", *arguments, *limited) as server, proxy(tmp_path / "nginx", server.port) as url:
        run(game(url), 300)
        asyncio.run(rates(url, server.url))
