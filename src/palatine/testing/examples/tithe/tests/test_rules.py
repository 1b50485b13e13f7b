"""Tests of the rules by clause, with sheets as text and scripted dice."""

from __future__ import annotations

import pytest

from palatine.core import RejectedSheet, SyntaxProblem
from palatine.testing import scripted
from palatine.testing.examples.tithe import GAME
from palatine.testing.examples.tithe.components import GOLD, REEVES, VILLAGES
from palatine.testing.examples.tithe.state import TitheState, reeves_of

LORDS = ("Abbey", "Baron", "Crown")


def season(sheets: dict[str, str], rolls: list[int | tuple[str, int]], s: TitheState | None = None) -> TitheState:
    """Return the state after a season with these sheets and dice.

    Other lords hand in empty sheets.
    """
    with scripted(s or GAME.setup(seats=LORDS), rolls) as state:
        for seat in GAME.actors(state):
            state = GAME.hand_in(state, seat, GAME.parse(sheets.get(seat, "")))
        return GAME.resolve(state)


def complaints(text: str) -> list[tuple[str, bool]]:
    """Return the problems of a sheet of the Abbey: clause, and whether it is uncertain."""
    s = GAME.setup(seats=LORDS)
    return [(problem.clause, problem.uncertain) for problem in GAME.check(s, "Abbey", GAME.parse(text))]


@pytest.mark.clause("1")
def test_each_lord_has_two_reeves() -> None:
    s = GAME.setup(seats=LORDS)
    assert [[REEVES[reeve] for reeve in reeves_of(s, seat)] for seat in range(3)] == [
        ["Aldo", "Anna"],
        ["Bela", "Bryn"],
        ["Cade", "Cora"],
    ]


@pytest.mark.clause("2")
def test_orders_are_secret_and_read_back_as_written() -> None:
    text = "Aldo rides to Firth\nAnna collects\nsend 2 gold to Baron\n"
    assert GAME.write(GAME.parse(text)) == text
    s = GAME.setup(seats=LORDS)
    after = GAME.hand_in(s, "Abbey", GAME.parse(text))
    assert GAME.handed_in(after) == ("Abbey",)
    assert GAME.view(after, "Baron").pieces == GAME.view(s, "Baron").pieces
    with pytest.raises(SyntaxProblem, match="Line 2: 'Anna dances' is not an order"):
        GAME.parse("Aldo collects\nAnna dances")


@pytest.mark.clause("2.1", "2.2")
def test_only_ones_own_reeves_are_ordered_each_once() -> None:
    assert complaints("Bela builds") == [("2.1", False)]
    assert complaints("Aldo builds\nAldo collects") == [("2.2", False)]
    assert complaints("Aldo builds\nAnna builds") == []


@pytest.mark.clause("3.1")
def test_gold_may_be_sent_to_another_lord() -> None:
    s = season({"Abbey": "send 2 gold to Baron"}, [])
    assert s.gold == [GOLD - 2, GOLD + 2, GOLD]
    assert complaints("send 4 gold to Baron") == complaints("send 1 gold to Abbey") == [("3.1", False)]


@pytest.mark.clause("3.2")
def test_a_reeve_rides_to_a_village_beside() -> None:
    assert VILLAGES[season({"Abbey": "Aldo rides to Firth"}, []).place[0]] == "Firth"
    s = GAME.setup(seats=LORDS)
    with pytest.raises(RejectedSheet, match="Croft is not beside Ashby"):
        GAME.hand_in(s, "Abbey", GAME.parse("Aldo rides to Croft"))


@pytest.mark.clause("3.3")
def test_a_barn_adds_two_to_a_tithe() -> None:
    built = season({"Abbey": "Aldo builds"}, [])
    after = season({"Abbey": "Aldo collects"}, [("tithe", 3)], built)
    assert after.gold[0] == GOLD + 3 + 2
    assert [problem.clause for problem in GAME.check(built, "Abbey", GAME.parse("Aldo builds"))] == ["3.3"]


@pytest.mark.clause("3.4")
def test_a_tithe_is_a_die_and_one_reeve_wins_it() -> None:
    met = season({"Abbey": "Anna rides to Croft"}, [])
    assert season({"Abbey": "Anna collects"}, [("tithe", 5)], met).gold == [GOLD + 5, GOLD, GOLD]
    both = {"Abbey": "Anna collects", "Baron": "Bela collects"}
    assert season(both, [("contest", 2), ("tithe", 5)], met).gold == [GOLD, GOLD + 5, GOLD]
    perhaps = GAME.check(met, "Abbey", GAME.parse("Anna collects"))
    assert [(problem.clause, problem.uncertain) for problem in perhaps] == [("3.4", True)]


@pytest.mark.clause("4")
def test_after_the_last_season_the_most_gold_wins_and_equal_gold_shares() -> None:
    s = GAME.setup(seats=LORDS, options={"seasons": 1})
    shared, won = season({}, [], s), season({"Abbey": "send 1 gold to Baron"}, [], s)
    assert shared.outcome is not None
    assert won.outcome is not None
    assert (shared.outcome.winners, won.outcome.winners) == (LORDS, ("Baron",))


@pytest.mark.clause("5.2")
def test_a_lord_without_orders_loses_a_piece_of_gold() -> None:
    s = GAME.setup(seats=LORDS)
    s = GAME.hand_in(s, "Abbey", GAME.parse(""))
    assert GAME.resolve(s).gold == [GOLD, GOLD - 1, GOLD - 1]


@pytest.mark.clause("5.3")
def test_a_lord_who_is_gone_takes_his_reeves_along() -> None:
    s = GAME.setup(seats=LORDS)
    GAME.remove_player(s, "Baron")
    assert reeves_of(s, 1) == []
    assert GAME.seats_due(s) == ("Abbey", "Crown")
