"""What can be wrong with the printed matter: one exception that says where."""


class RulebookError(Exception):
    """A data file is broken, or an edition or box was asked for that is not on the shelf.

    Attributes:
        file: the file at fault, relative to the rulebook folder; empty when no file is.
        item: the card, board or table inside the file; empty when the whole file is at fault.
        field: the field of that item; empty when the whole item is at fault.
        reason: what is wrong with it.
    """

    def __init__(self, reason: str, *, file: str = "", item: str = "", field: str = "") -> None:
        """Remember the place as well as the reason, so that tools can point at it."""
        self.file = file
        self.item = item
        self.field = field
        self.reason = reason
        place = ": ".join(part for part in (file, item, field) if part)
        super().__init__(f"{place}: {reason}" if place else reason)
