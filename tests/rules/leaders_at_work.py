"""Tables with a leader in play, for the tests about leaders."""

from engine_game import Game
from tables import a_city, a_table, take_turn

BOX = ("leaders",)
BOTH = ("leaders", "cities")
OTHERS = (a_city("Alexandria A"), a_city("Ephesus A"))


def recruits(leader: str, coins: int = 10, *, discard: str = "", boxes: tuple[str, ...] = BOTH, **more: object) -> Game:
    """A game in which seat 0 has just recruited a leader before the first age; the others have discarded theirs."""
    game = a_table(
        a_city("Giza A", coins=coins, leader_hand=leader, **more),  # type: ignore[arg-type]
        a_city("Alexandria A", leader_hand="Midas" if leader != "Midas" else "Plato"),
        a_city("Ephesus A", leader_hand="Varro" if leader != "Varro" else "Plato"),
        boxes=boxes,
        phase="recruit",
        discard=discard,
    )
    take_turn(game, f"recruit {leader}")
    return game


def with_leader(
    leader: str, *, hand: str = "", built: str = "", coins: int = 0, board: str = "Giza A", **more: object
) -> Game:
    """A game in which seat 0 has had a leader for some time."""
    return a_table(a_city(board, leaders=leader, hand=hand, built=built, coins=coins, **more), *OTHERS, boxes=BOTH)  # type: ignore[arg-type]
