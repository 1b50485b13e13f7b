"""The printed examples, the founding, and the effects of traits in play (SET, ADV, DIS)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, hargaar, person, play, told
from games.lord_and_master.set_ups import PLAIN, SKULLTOWN, founded, lands, wrong
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common import treasuries
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.setup import founding

HUNS = """\
nation "The Huns"
provinces 27g 36g 45g
treasury 15 with Attila
classes W T P M H
char Attila W 2 at 36 leader
char Bedu W 1 at 36
char Shadrack P 2 at 36
types RED LC MC MA HA SA LF MF HF
troops HAC 5 at 36
recruits RED 5 at 36
god Mars
advantage two-seconds mobile-treasury
disadvantage sod-busters wasteland-warriors
about "Kill farmers, make the world safe for honest nomads."
"""


# The printed examples


@pytest.mark.clause("LM-SET-17")
def test_the_huns_are_legal_as_they_stand() -> None:
    assert wrong(HUNS) == []


@pytest.mark.clause("LM-SET-18", "LM-SET-10")
def test_skulltown_is_legal_with_a_warning_for_its_necromancers() -> None:
    only = wrong(SKULLTOWN)
    assert [(problem.clause, problem.uncertain, problem.line) for problem in only] == [("LM-SET-10", True, 10)]


@pytest.mark.clause("LM-SET-14", "LM-SET-17")
def test_the_huns_begin_and_carry_out_their_first_orders() -> None:
    state = founded(HUNS, None)
    nation = state.nations[0]
    assert (nation.name, nation.god, nation.gold, nation.site) == ("The Huns", "Mars", 15, 0)
    assert [state.terrain[square] for square in (27, 36, 45)] == ["g", "g", "g"]
    assert state.people[nation.leader].name == "Attila"
    assert codes(state, 0, 36) == ["HAC"] * 5 + ["RED"] * 5
    orders = "char Attila: train HAC 4 -> HAB\nchar Bedu: train HAC 1 -> HAB\nchar Shadrack: train RED 4 -> LFC"
    after = GAME.resolve(GAME.hand_in(state, "P1", GAME.parse(orders)))
    assert codes(after, 0, 36) == ["HAB"] * 5 + ["LFC"] * 4 + ["RED"]
    assert after.nations[0].gold == 15 - 8 + 3


@pytest.mark.clause("LM-SET-18", "LM-ADV-09")
def test_skulltown_begins_and_carries_out_its_first_orders() -> None:
    state = founded(SKULLTOWN, None)
    nation = state.nations[0]
    assert (nation.gold, nation.site) == (150, 227)
    city = state.own_cities[27]
    assert (city.name, city.race, city.tax, city.tribute) == ("Skulltown", "O", 15, 3)
    assert sorted(place for place, holder in state.holders.items() if holder == 0) == [27, 227]
    assert [state.terrain[square] for square in (27, 36, 45)] == ["o", "w", "w"]
    assert 36 not in state.holders
    assert state.coffers[36] == 15
    assert 27 not in state.coffers
    assert 227 not in state.coffers
    assert codes(state, 0, 227) == ["OHC"] * 2
    orders = "char Bluto: train ORD 3 -> OHC\nchar Hubert: train JRD 2 -> JHC"
    after = GAME.resolve(GAME.hand_in(state, "P1", GAME.parse(orders)))
    assert codes(after, 0, 27) == ["JHC"] * 2 + ["OHC"] * 6
    assert 150 - 27 - 100 < after.nations[0].gold <= 150 - 127 + 4


# The founding


@pytest.mark.clause("LM-SET-06", "LM-SET-11", "LM-SET-12", "LM-SET-02")
def test_a_nation_is_founded_as_its_set_up_says() -> None:
    state = founded(PLAIN, None)
    nation = state.nations[0]
    assert (state.turn, nation.name, nation.god, nation.gold, nation.site) == (1, "Nowhere", "Jupiter", 75, 36)
    assert nation.classes == ("W", "T", "P", "M", "H")
    assert len(nation.kinds) == 9
    assert [(p.name, p.of, p.level, p.place) for p in state.people.values() if p.owner == 0] == [
        ("Ann", "W", 2, 36), ("Ben", "T", 1, 27), ("Cid", "P", 1, 45)
    ]  # fmt: skip
    assert (codes(state, 0, 36), codes(state, 0, 45)) == (["HFC"] * 5, ["RED"] * 5)
    assert [state.terrain[square] for square in (27, 36, 45)] == ["c", "g", "f"]
    assert "x" not in state.terrain
    assert set(state.starts) >= {27, 36, 45}
    assert not {27, 36, 45} & state.coffers.keys()


def test_whoever_hands_in_nothing_gets_a_ready_made_nation() -> None:
    state = founded(None, None)
    assert [nation.name for nation in state.nations] == ["The Jarls of Ravenfell", "The Court of Nine Lanterns"]
    assert all(
        len(state.roster(seat)) == 3 and nation.leader in state.people for seat, nation in enumerate(state.nations)
    )


@pytest.mark.parametrize("group", world.START_GROUPS)
def test_every_ready_made_nation_is_legal_where_it_is_offered(group: tuple[int, int, int]) -> None:
    state = lands(group, *[other for other in world.START_GROUPS if other != group][:1])
    blank = GAME.empty_sheet(state, "P1")
    assert GAME.check(state, "P1", blank) == []
    assert GAME.parse(GAME.write(blank)) == blank


def test_the_ready_made_nations_share_no_names() -> None:
    state = lands(*world.START_GROUPS)
    after = GAME.resolve(state)
    names = [each.name for each in after.people.values()] + [nation.name for nation in after.nations]
    assert len(set(names)) == 24
    assert not any(name.endswith(" II") for name in names)


def test_a_set_up_laid_unchecked_that_is_no_good_is_replaced() -> None:
    state = lands()
    GAME.set_sheet(state, "P1", GAME.parse("god Loki"))
    assert GAME.resolve(state).nations[0].name == "The Jarls of Ravenfell"


def test_the_lands_before_the_founding_can_be_looked_at() -> None:
    state = GAME.setup(seats=("P1", "P2", "Referee"), seed=b"look")
    assert GAME.actors(state) == ("P1", "P2")
    assert GAME.empty_sheet(state, "Referee").orders == ()
    assert all(str(square) in GAME.view(state, "P1").prompt for square in state.groups[0])
    texts = {space.id: space.text for space in GAME.boards(state)[0].spaces}
    assert texts["27"] == "Start square 27"
    assert GAME.view(state, None).prompt
    assert GAME.view(state, "Referee").prompt


def test_equal_names_of_two_players_are_told_apart() -> None:
    other = PLAIN.replace("27c 36g 45f", "4c 5g 6f").replace("at 36", "at 5").replace("at 27", "at 4")
    state = founded(PLAIN, other.replace("at 45", "at 6"))
    assert [nation.name for nation in state.nations] == ["Nowhere", "Nowhere II"]
    assert state.person_named("Ann II") in state.roster(1)


# What the traits do in the game


@pytest.mark.clause("LM-SET-15", "LM-ADV-06")
def test_a_treasury_stays_a_mobile_one_goes_along() -> None:
    state = hargaar()
    person(state, "Ann W2", 0, 36)
    person(state, "Bea W2", 1, 20)
    state.set_nation(0, site=36)
    state.set_nation(1, advantages=("mobile-treasury",))
    play(state, "char Ann: move 35", "char Bea: move 11", rolls=[10, 9])
    assert state.nations[0].site == 36
    assert state.nations[1].site == 0
    assert treasuries.site(state, 1) == 11


@pytest.mark.clause("LM-SET-14")
def test_the_founding_is_cried_through_all_lands() -> None:
    state = lands()
    state.journal = []  # type: ignore[misc]
    founding.found_nations(Turn(state))
    entries = told(state.journal or [], "founded")
    assert [entry.readers for entry in entries] == [None, None]
