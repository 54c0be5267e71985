"""The exception for invalid rulebook data."""


class RulebookError(Exception):
    """A data file is invalid, or an edition or box is unknown.

    Attributes:
        file: the invalid file, relative to the rulebook folder, or "".
        item: the invalid card, board or table of the file, or "".
        field: the invalid field of that item, or "".
        reason: what is wrong with it.
    """

    def __init__(self, reason: str, *, file: str = "", item: str = "", field: str = "") -> None:
        self.file = file
        self.item = item
        self.field = field
        self.reason = reason
        place = ": ".join(part for part in (file, item, field) if part)
        super().__init__(f"{place}: {reason}" if place else reason)
