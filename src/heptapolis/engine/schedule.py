"""The phases of a game in order, as registered by the boxes in use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from heptapolis.engine.boxes.box import Box
    from heptapolis.engine.phases.base import Phase
    from heptapolis.engine.phases.cards import Play
    from heptapolis.engine.phases.flow import GameOver
    from heptapolis.engine.rules import Rules

# The order of this package's phases after a turn's reveal; a third-party phase takes any number in between.
LAST_CARD_ORDER: Final = 100
DIG_ORDER: Final = 200
COPY_ORDER: Final = 300
RECRUIT_ORDER: Final = 400
DEBT_ORDER: Final = 500


def named(phases: list[Phase], name: str) -> Phase:
    """The phase of this name; KeyError if there is none."""
    for phase in phases:
        if phase.name == name:
            return phase
    raise KeyError(name)


class Schedule:
    """The order of the phases for one rulebook and mode."""

    def __init__(self, rules: Rules, mode: str, play: Play, over: GameOver) -> None:
        """A schedule with only the turn's card; each box then adds its phases (``add``)."""
        self.rules = rules
        self.mode = mode
        self.play = play  # the turn's card of every city
        self.over = over
        self.boxes: list[Box] = []
        self.before_game: list[Phase] = []  # before the first age
        self.before_age: list[Phase] = []  # when the hands of an age are dealt but not yet in play
        self.after_turn: list[Phase] = []  # after each reveal, until none has anything to decide
        self._orders: list[int] = []  # of ``after_turn``

    def add(self, box: Box) -> None:
        """Lets a box register its phases."""
        self.boxes.append(box)
        box.plan(self)

    def add_after_turn(self, phase: Phase, order: int) -> None:
        """Registers a phase after the reveal of a turn; lower orders come first."""
        place = len([each for each in self._orders if each <= order])
        self.after_turn.insert(place, phase)
        self._orders.insert(place, order)

    def replace(self, old: Phase, new: Phase) -> None:
        """Replaces a phase after the reveal of a turn."""
        self.after_turn = [new if each is old else each for each in self.after_turn]

    def phases(self) -> list[Phase]:
        """Every phase, each once."""
        return list(dict.fromkeys([*self.before_game, *self.before_age, self.play, *self.after_turn, self.over]))

    def phase_of_class(self, name: str) -> Phase:
        """The phase whose class has this name, for pickles; KeyError if there is none."""
        for phase in self.phases():
            if type(phase).__name__ == name:
                return phase
        raise KeyError(name)
