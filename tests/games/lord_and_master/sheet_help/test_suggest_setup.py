"""Suggestions and previews while nations are founded (SET, ADV, DIS)."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.core import Suggestion
from palatine.core.sheet import apply_suggestion
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.orders.setup_sheet import Blueprint
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.setup.founding import READY_MADE
from palatine.games.lord_and_master.sheet_help.suggest_setup import ABROAD
from palatine.players.random_bot import Recruit

SEATS = ("P1", "P2", "P3", "P4", "P5", "P6")


def founding(seats: tuple[str, ...] = SEATS) -> Any:
    return GAME.setup(scenario="hargaar", seats=seats, seed=b"founding", options={})


def offers(state: Any, seat: str, instead: str) -> list[Suggestion]:
    return [each for each in GAME.suggest(state, seat) if each.instead == instead]


@pytest.mark.clause("LM-SET-14")
@pytest.mark.parametrize("seat", SEATS)
def test_every_nation_is_offered_basic_and_customised_to_every_seat(seat: str) -> None:
    state = founding()
    plans = [Blueprint(GAME.parse(each.text)) for each in offers(state, seat, "sheet")]
    basic = [plan for plan in plans if not plan.advantages]
    customised = [plan for plan in plans if plan.advantages]
    assert len(basic) == len(READY_MADE)
    good = {each.title.partition("Good for ")[2] for each in offers(state, seat, "sheet")} - {""}
    assert len(good) == len(READY_MADE), "each says what it is good for, and no two the same"
    assert len({plan.classes for plan in customised}) == len(READY_MADE)
    assert {plan.squares for plan in plans} == {tuple(state.groups[SEATS.index(seat)])}


@pytest.mark.clause("LM-ADV-01")
def test_what_is_offered_may_be_handed_in() -> None:
    state = founding()
    for seat in SEATS:
        for each in GAME.suggest(state, seat):
            text = apply_suggestion(GAME.write(GAME.empty_sheet(state, seat)), each)
            assert GAME.check(state, seat, GAME.parse(text)) == [], each.text


@pytest.mark.clause("LM-SET-14")
def test_a_nation_abroad_bears_other_names_than_the_one_at_home() -> None:
    state = founding()
    home = {plan.nation for plan in map(_Names, READY_MADE)}
    for seat in SEATS:
        own = world.START_GROUPS.index(state.groups[SEATS.index(seat)])
        found = [_Names(each.text) for each in offers(state, seat, "sheet")]
        assert {each.nation for each in found} - set(ABROAD) == {_Names(READY_MADE[own]).nation}
        away = [each for each in found if each.nation in ABROAD]
        assert not {each.nation for each in away} & home
        assert all(len(set(each.people)) == 3 for each in found)
        assert not {name for each in away for name in each.people} & set(_Names(READY_MADE[own]).people)


class _Names:
    """Names of the nation and its people in a set-up."""

    def __init__(self, text: str) -> None:
        plan = Blueprint(GAME.parse(text))
        self.nation: str = next(order.text for _, order in plan.lines if type(order).__name__ == "NationName")
        self.people = [founder.name for _, founder in plan.founders]


@pytest.mark.clause("LM-SET-13")
def test_another_god_takes_the_place_of_the_first() -> None:
    state = founding()
    blank = GAME.write(GAME.empty_sheet(state, "P1"))
    gods = [each for each in offers(state, "P1", "lines") if each.text.startswith("god")]
    assert len(gods) >= 3
    for each in gods:
        lines = apply_suggestion(blank, each).splitlines()
        assert [line for line in lines if line.startswith("god")] == [each.text]
        assert len(lines) == len(blank.splitlines())


def test_a_referee_founds_nothing() -> None:
    state = founding(("P1", "P2", "Referee"))
    assert GAME.suggest(state, "Referee") == []


@pytest.mark.clause("LM-SET-11")
def test_the_codes_of_a_set_up_are_explained() -> None:
    state = founding()
    sheet = GAME.parse(
        "classes W P\ntypes HF RED\ntroops HFC 2 at 10\ngod Mars\nadvantage gold-150\nprovinces 10c\n"
    )
    told = {each.text.split()[0]: " ".join(each.notes) for each in GAME.forecast(state, "P1", sheet)}
    assert told["classes"] == "Warrior, Priest"
    assert "HF Heavy Foot" in told["types"]
    assert "2 Regular Heavy Foot" in told["troops"]
    assert "of at most 50 gold" in told["troops"]
    assert "elite" in told["god"]
    assert "150 gold" in told["advantage"]
    assert "10 is cropland, of tax 7 and tribute 2" in told["provinces"]


@pytest.mark.clause("LM-SET-01")
def test_ones_own_start_squares_are_marked() -> None:
    state = founding()
    for seat, group in zip(SEATS, state.groups, strict=False):
        assert set(GAME.view(state, seat).marks) == {str(square) for square in group}
    assert GAME.view(state, None).marks == {}


def test_the_recruit_founds_a_nation() -> None:
    state = founding()
    names = {GAME.write(Recruit(GAME, seed).decide(state, "P1")).splitlines()[0] for seed in range(12)}
    assert len(names) > 2


def test_a_suggestion_taken_up() -> None:
    text = "god Odin\ntroops MFC 4 at 19\n"
    assert apply_suggestion(text, Suggestion("char Ada: tax", "")) == f"{text}char Ada: tax\n"
    assert apply_suggestion(text, Suggestion('god Mars\nabout "x"', "", instead="lines")) == (
        'god Mars\ntroops MFC 4 at 19\nabout "x"\n'
    )
    assert apply_suggestion(text, Suggestion("god Mars\n", "", instead="sheet")) == "god Mars\n"
