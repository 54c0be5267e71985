"""Checks the sizes of the hands in a position, by phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine import InvalidPosition
from heptapolis.engine.effects.powers import PlaysLastCard
from heptapolis.engine.setup import LEADERS_EACH
from heptapolis.record.position.cities import side_of

if TYPE_CHECKING:
    from heptapolis.engine import Rules
    from heptapolis.engine.cards import Stage
    from heptapolis.record.position.document import Sheet


def check_hands(sheet: Sheet, rules: Rules) -> None:
    """Checks hands, draw pile, draft hands and known deals.

    Raises:
        InvalidPosition: ``hand/size``.
    """
    full = rules.hand_size(len(sheet.seats))
    free = sheet.free_city.seat if sheet.free_city is not None else -1
    sizes = [len(seat.hand) for index, seat in enumerate(sheet.seats) if index != free]
    if sheet.phase == "last-card":
        _check_last_cards(sheet, rules)
        size = 0
    else:
        size = sizes[0]
        if sizes != [size] * len(sizes):
            raise _wrong(f"All hands have the same size, not {', '.join(map(str, sizes))}")
        if free >= 0 and sheet.seats[free].hand:
            raise _wrong("The Free City holds no hand")
        _check_size(sheet, size, full)
    if sheet.free_city is not None:
        _check_draw_pile(sheet.phase, len(sheet.free_city.draw_pile), size, full)
    for age, hands in sheet.deals.items():
        if [len(hand) for hand in hands] != [full] * len(sheet.seats):
            raise _wrong(f"deals.{age} gives {full} cards to each of {len(sheet.seats)} seats")
    if sheet.phase == "draft":
        _check_draft(sheet, free)


def _check_size(sheet: Sheet, size: int, full: int) -> None:
    """Checks that hands of this size are possible in the phase."""
    phase = sheet.phase
    if size > full:
        raise _wrong(f"A hand has at most {full} cards, not {size}")
    if phase == "over" and size:
        raise _wrong("At the end of the game nobody holds a card")
    if phase in ("side", "draft") and size not in (0, full):
        raise _wrong(f"Before the first age hands hold {full} cards, or none yet, not {size}")
    if size == 1:
        raise _wrong(f"In phase {phase} nobody holds a single card: the last one is discarded")
    fresh = any(seat.fresh.built or seat.fresh.stages or seat.fresh.leaders for seat in sheet.seats)
    if phase == "recruit" and not fresh and size != full:
        raise _wrong(f"Before an age hands hold {full} cards, not {size}")


def _check_last_cards(sheet: Sheet, rules: Rules) -> None:
    """Checks that only seats that may play their last card hold one."""
    sides = [side_of(rules, seat) for seat in sheet.seats]
    for index, seat in enumerate(sheet.seats):
        side = sides[index]
        stages = side.stages[: seat.stages]
        if side.copies:
            stages = [
                *_copied(stages, sides[(index + 1) % len(sides)].stages, seat.copied, "left"),
                *_copied(stages, sides[index - 1].stages, seat.copied, "right"),
            ]
        may = any(isinstance(effect, PlaysLastCard) for stage in stages for effect in stage.effects)
        if len(seat.hand) > (1 if may else 0):
            raise _wrong(
                f"seats[{index}] may hold {'one card' if may else 'no card'} in phase last-card, not {len(seat.hand)}"
            )


def _copied(stages: list[Stage], neighbors: list[Stage], copied: list[str], side: str) -> list[Stage]:
    """The stages copied from one side; by default from the left if the board leaves the choice."""
    found: list[Stage] = []
    for number, stage in enumerate(stages):
        here = stage.copies_left if side == "left" else stage.copies_right
        if stage.copies_left and stage.copies_right and number < len(copied):
            here = copied[number] == side
        if here and stage.copied_from <= len(neighbors):
            found.append(neighbors[stage.copied_from - 1])
    return found


def _check_draw_pile(phase: str, pile: int, size: int, full: int) -> None:
    """Checks that the Free City has a card for each remaining turn."""
    if phase in ("side", "draft"):
        least, most = size, size
    elif phase in ("last-card", "over"):
        least, most = 0, 0
    elif phase == "play":
        least, most = max(size - 1, 0), full
    else:
        least, most = max(size - 1, 0), full if size else 0
    if not least <= pile <= most:
        needed = f"{least}" if least == most else f"{least} to {most}"
        raise _wrong(f"free_city.draw_pile has {needed} cards with hands of {size} in phase {phase}, not {pile}")


def _check_draft(sheet: Sheet, free: int) -> None:
    sizes = [len(seat.draft_hand) for index, seat in enumerate(sheet.seats) if index != free]
    if sizes != [sizes[0]] * len(sizes):
        raise _wrong(f"All draft hands have the same size, not {', '.join(map(str, sizes))}")
    if sizes[0] > LEADERS_EACH or sizes[0] == 1:
        raise _wrong(f"A draft hand has 2 to {LEADERS_EACH} leaders; the last one stays where it is")
    if sizes[0] == 0 and any(seat.leader_hand for seat in sheet.seats):
        raise _wrong("In phase draft there are leaders to choose from")


def _wrong(what: str) -> InvalidPosition:
    return InvalidPosition("hand/size", f"{what}.")
