"""Fixtures for the data of the boxes."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from rulebook.shelf import Shelf

FOLDERS = ("base-first", "base-second", "cities", "leaders", "promos", "names", "terms")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    with as_file(files("heptapolis.rulebook")) as source:
        for folder in FOLDERS:
            shutil.copytree(source / folder, tmp_path / folder)
    return Shelf(tmp_path)
