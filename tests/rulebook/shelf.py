"""A copy of the boxes that a test may damage."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Shelf:
    root: Path

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace the first `old` of a file, which must be there."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} no longer contains {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def edit_item(self, file: str, name: str, old: str, new: str) -> None:
        """Replace the first `old` after the line that names an item."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        before, found, after = text.partition(f'= "{name}"')
        assert found, f"{file} no longer contains {name}"
        assert old in after, f"{file} no longer contains {old!r} after {name}"
        path.write_text(before + found + after.replace(old, new, 1), encoding="utf-8")

    def remove_item(self, file: str, name: str) -> None:
        """Take a card or leader out, from its source comment to the empty line after it."""
        path = self.root / file
        blocks = path.read_text(encoding="utf-8").split("\n\n")
        kept = [block for block in blocks if f'name = "{name}"\n' not in block]
        assert len(kept) == len(blocks) - 1, f"{file} does not hold exactly one {name}"
        path.write_text("\n\n".join(kept), encoding="utf-8")
