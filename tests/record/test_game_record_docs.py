"""docs/record.md matches the code."""

import re
from pathlib import Path

import pytest

from games.make import kinds
from heptapolis.record.game import json_format, model, text_format

DOCS = Path(__file__).parents[2] / "docs" / "record.md"


def test_every_code_is_in_the_table() -> None:
    """Each code that reading can give, as the modules name them, and no code that none of them gives."""
    sources = [Path(module.__file__ or "").with_suffix(".py") for module in (model, text_format, json_format)]
    given = set(re.findall(r'"(record/[a-z]+)"', "".join(path.read_text(encoding="utf-8") for path in sources)))
    table = DOCS.read_text(encoding="utf-8").partition("## What is checked")[2].partition("## JSON")[0]
    listed = set(re.findall(r"`(record/[a-z]+)`", table))
    assert listed == given - {"record/begun"}  # that one refuses to record, not to read


def test_the_example_in_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (program,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    names: dict[str, object] = {}
    exec(compile(program, str(DOCS), "exec"), names)
    assert [line.at for line in names["record"].lines] == ["I.1"]  # type: ignore[attr-defined]
    assert (tmp_path / "game.record").exists()


def test_the_grammar_knows_every_phase() -> None:
    text = DOCS.read_text(encoding="utf-8")
    (phases,) = re.findall(r"^PHASE +=(.*)$", text, re.M)
    found = set()
    for kind in kinds():
        record = text_format.read_record((Path(__file__).parents[1] / "games" / kind.file).read_text(encoding="utf-8"))
        found |= {line.at.partition(" ")[2] for line in record.lines}
    assert set(re.findall(r'"([a-z-]+)"', phases)) == found - {""}
