"""What links show in messengers: title, sentence and picture, and never anything of a running game."""

import json
import random
import struct
from pathlib import Path

import pytest

from heptapolis.server.messages.words import Language
from heptapolis.server.share import drawing
from heptapolis.server.share.drawing import LONGEST, City, art, svg
from heptapolis.server.share.links import CACHED, Links
from heptapolis.server.share.tags import Link, tags
from heptapolis.server.share.words import WORDS, wanted_language
from serving import Inside, http_client, inside, play_all, play_on, run, seated

pytestmark = pytest.mark.once


async def page(server: Inside, path: str, language: str = "") -> str:
    async with http_client(server.url) as http:
        answer = await http.get(path, headers={"accept-language": language} if language else {})
        assert answer.status_code == 200
        return answer.text


async def picture(server: Inside, path: str) -> bytes:
    async with http_client(server.url) as http:
        answer = await http.get(path)
        assert answer.headers["content-type"] == "image/png"
        assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
        return answer.content


def test_links_to_tables_games_and_moments(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (client,) = await seated(server, {"seats": 3}, [None, "easy", "easy"])
            table = client._table
            told = await page(server, f"/table/{table}")
            assert 'property="og:title" content="Guest 0&#x27;s table"' in told or "&#x27;s table" in told
            assert f'property="og:image" content="{server.url}/api/tables/{table}/picture?language=en"' in told
            running = await picture(server, f"/api/tables/{table}/picture")
            await play_on(client, random.Random(1), 3)
            # Whatever is played: the picture of a running game stays the same, also for a moment of it.
            assert await picture(server, f"/api/tables/{table}/picture") == running
            assert await picture(server, f"/api/tables/{table}/picture?moment=2") == running
            assert "Replay:" not in await page(server, f"/game/{table}/replay?moment=2")
            await play_all([client])
            over = await page(server, f"/game/{table}")
            assert " points" in over and "og:description" in over
            final = await picture(server, f"/api/tables/{table}/picture")
            early = await picture(server, f"/api/tables/{table}/picture?moment=0&seat=1")
            assert len({running, final, early}) == 3
            # A wonder may give somebody another decision in between, for example "I.3 dig".
            pages = [await page(server, f"/game/{table}/replay?seat=1&moment={number}") for number in range(12)]
            labels = [told.partition("Replay: ")[2].partition('"')[0] for told in pages]
            turns = [label for label in labels if " " not in label]
            assert turns[:7] == ["I.1", "I.2", "I.3", "I.4", "I.5", "I.6", "II.1"], labels
            assert "og:title" not in await page(server, "/table/" + "x" * 22)
            assert "og:title" not in await page(server, "/rules")
            assert "Daily deal" in await page(server, "/daily")
            await picture(server, "/api/picture")
            assert (await server.guest()).url  # the server still answers

    run(main(), 200)


@pytest.mark.parametrize(
    ("link", "header", "found"),
    [
        ("de", "fr", "de"),
        ("xx", "fr", "fr"),
        (None, "", "nl"),
        (None, "en-GB,en;q=0.9,de;q=0.8", "en"),
        (None, "pt-BR, de-CH;q=0.8, en;q=0.5", "de"),
        (None, "en;q=0, da;q=0.1", "da"),
        (None, "de;q=much, *;q=0.5", "nl"),
        (None, ";,;q=," + "x" * 10_000 + ",fr", "fr"),
        (None, "xx," * 1_000 + "fr", "nl"),
    ],
)
def test_language_of_a_link(link: str | None, header: str, found: str) -> None:
    assert wanted_language(link, header, "nl") == found


def test_links_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, language="da") as server:
            (client,) = await seated(server, {"seats": 3}, [None, "easy", "easy"])
            table = client._table
            german = await page(server, f"/table/{table}", "de-AT,de;q=0.9")
            assert 'property="og:title" content="Tisch von Host"' in german and "Das Spiel läuft" in german
            assert f"/api/tables/{table}/picture?language=de" in german
            assert "Bord: Host" in await page(server, f"/table/{table}")  # the host's own language
            assert "Tafel van Host" in await page(server, f"/table/{table}?language=nl", "de")
            await play_all([client])
            french = await page(server, f"/game/{table}/replay?moment=99", "fr")
            assert "Revoir\u00a0: la fin" in french and 'property="og:locale" content="fr_FR"' in french
            assert "3 joueurs" in french
            drawn = [await picture(server, f"/api/tables/{table}/picture?language={each}") for each in WORDS]
            assert len(set(drawn)) == len(WORDS)

    run(main(), 200)


@pytest.mark.parametrize("language", WORDS)
def test_texts_fit_their_line_in_every_language(language: Language) -> None:
    words = WORDS[language]
    assert max(map(len, (words.slogan, words.daily_note))) <= LONGEST
    assert "{" not in words.table_of.format(name="x") + words.players.format(count=3) + words.replay.format(moment="x")
    assert "x: 5" in words.result.replace("\u00a0", "").format(winners="x", points=5)
    assert words.bot_name("sage") != words.bot_name("easy") and "mine" in words.bot_name("mine")


@pytest.mark.parametrize("language", WORDS)
def test_levels_have_the_names_of_the_client(language: Language) -> None:
    files = Path(__file__).parents[3].glob(f"web/messages/**/{language}.json")
    told = {key: text for file in files for key, text in json.loads(file.read_text(encoding="utf-8")).items()}
    words = WORDS[language]
    assert words.levels == {level: told[f"level_{level}"] for level in words.levels}


def test_game_of_the_daily_deal_shows_nothing_on_its_day(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada = await server.guest("Ada")
            table = (await ada.ask("POST", "/api/daily"))["table"]
            told = await page(server, f"/game/{table}")
            assert "Daily deal" in told and "Ada" not in told

    run(main(), 200)


def test_texts_are_escaped_and_cut() -> None:
    link = Link('<b>"x"</b>', "&", "/p")
    assert "<b>" not in tags(link, "http://here", "/x") and "&quot;" in tags(link, "http://here", "/x")
    drawn = art()
    assert drawn is not None
    written = svg("</text><script>" + "x" * 100, "", [City("Giza", 3, 1, "<&>" * 40)], drawn)
    assert "<script>" not in written and "x" * 60 not in written
    assert "var(" not in drawn["style"] + str(drawn["wonders"])
    assert drawing.png(written)


def test_pictures_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawings: list[str] = []

    def png(drawing: str) -> bytes:
        drawings.append(drawing)
        return b"picture"

    monkeypatch.setattr("heptapolis.server.share.links.png", png)

    async def main() -> None:
        async with inside(tmp_path) as server:
            links = Links(server.registry, server.people)
            for _ in range(3):
                assert await links.picture(None, None, 0, "en") == b"picture"
            assert len(drawings) == 1
            for _ in range(3):
                assert await links.picture(None, None, 0, "de") == b"picture"
            assert len(drawings) == 2 and "Weltwunder" in drawings[1]  # each language has its own
            assert CACHED < 100

    run(main())
