"""docs/outputs.md names exactly the fields of an analysis."""

import json
import re
from pathlib import Path

import pytest

from heptapolis import Game
from heptapolis.analysis import analyse, write_analysis
from heptapolis.bots import SearchBudget

pytestmark = pytest.mark.once

PAGE = (Path(__file__).parents[2] / "docs" / "outputs.md").read_text(encoding="utf-8")


def shape(value: object) -> object:
    """The fields of a document; of a list those of its first entry."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items() if key != "params"}
    if isinstance(value, list):
        return [shape(value[0])] if value and isinstance(value[0], dict) else []
    return None


def test_the_example_has_the_fields_of_an_analysis() -> None:
    game = Game.new(players=3, seed=7)
    while not game.over:
        for decision in game.pending:
            game.play(decision, decision.moves[-1])
    document = write_analysis(analyse(game.record(), SearchBudget(playouts=4)))
    documented = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])  # type: ignore[index]
    document["decisions"][0]["reasons"] = []
    assert shape(document) == shape(documented)
    for fields in (document, document["decisions"][0], document["decisions"][0]["best"][0], document["turns"][0]):
        for field in fields:
            assert f"`{field}`" in PAGE
