"""Secrecy: a King is shown and sent only what the King has been told (1.1, 10.1)."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    at,
    know,
    load,
    new_state,
    order,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    run,
    told,
)
from palatine.core import View
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, Lore, RaceStanding
from palatine.games.adventurer_kings.orders.grammar import READERS
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm.elections import close_game
from palatine.games.adventurer_kings.rules.realm.offices import settle_offices
from palatine.games.adventurer_kings.rules.realm.rankings import tell_standings
from palatine.games.adventurer_kings.state import State
from palatine.testing.sample import difference

FIRST_EARNED = 18
"""The first title that goes by deeds alone, not by lands or armies."""


def a_realm() -> tuple[State, int, int]:
    """Return a King who has met another King's Hero and a free one, and heard of a dungeon."""
    s = new_state()
    s.set_kingdom(0, met=(1,))
    rival = put_person(s, "Rurik", 1, 505, "TA2")
    free = put_person(s, "Freya", FREE, 503, "PS2")
    put_army(s, "LE", 1, 505, leader=rival)
    know(s, 0, 505, explored=10)
    s.spot(0, rival)
    s.spot(0, free)
    put_feature(s, "Dungeon", 505, "Ogre")
    s.lore[0][1] = Lore(0, at(s, 505), monster=3, is_rumour=True)
    settle(s)
    return s, rival, free


def settle(s: State) -> None:
    t = Turn(s)
    settle_offices(t)
    tell_standings(t)


def seen(s: State, seat: str | None = "King 1") -> View:
    return GAME.view(s, seat)


def piece(view: View, number: str) -> tuple[str, str]:
    return next((each.space, each.style) for each in view.pieces if each.id == number)


def enrich(s: State) -> None:
    s.set_kingdom(1, gold=99, discoveries=(1, 2))


def teach(s: State) -> None:
    s.set_person(4, levels=(4,) * len(tables.ABILITIES), whim=7)


def hire(s: State) -> None:
    s.set_person(5, seat=1)


def kill(s: State) -> None:
    s.set_person(5, died=2)


def march(s: State) -> None:
    put_army(s, "HC", 1, 505)
    s.set_person(4, place=at(s, 510))


def praise(s: State) -> None:
    s.praise(4, titles.MARSHAL, 50)


def unite(s: State) -> None:
    relate(s, 1, 2, ALLIED)


def hoard(s: State) -> None:
    s.set_feature(1, kind=4, monster=9, gold=40, place=at(s, 510))
    put_item(s, "Excalibur", 4)


def conquer(s: State) -> None:
    s.owners[at(s, 505)] = 2


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("change", [enrich, teach, hire, kill, march, praise, unite, hoard, conquer])
def test_what_has_not_been_told_does_not_show(change: Callable[[State], None]) -> None:
    s, _, _ = a_realm()
    before = [(GAME.suggest(s, "King 1", name), seen(s)) for name in (*GAME.characters(s, "King 1"), None)]
    change(s)
    after = [(GAME.suggest(s, "King 1", name), seen(s)) for name in (*GAME.characters(s, "King 1"), None)]
    assert difference(before, after) == ""
    report = GAME.report(s, "King 1", [])
    untouched, _, _ = a_realm()
    assert difference(GAME.report(untouched, "King 1", []), report) == ""


@pytest.mark.clause("AK-1.1-12")
def test_people_are_shown_where_they_were_seen_and_as_what() -> None:
    s, rival, free = a_realm()
    assert piece(seen(s), f"c{rival}") == ("505", "neutral")
    assert piece(seen(s), f"c{free}") == ("503", "free")
    relate(s, 0, 1, ENEMY)
    assert piece(seen(s), f"c{rival}") == ("505", "enemy")
    s.turn += 2
    assert not [each for each in seen(s).pieces if each.id == f"c{rival}"]


@pytest.mark.clause("AK-1.1-12")
def test_whose_death_was_witnessed_is_looked_for_no_more() -> None:
    s, rival, _ = a_realm()
    other = put_person(s, "Falk", 0, 505, "ME4")
    put_person(s, "Asmo", 1, 504, "ME1")
    die(Turn(s), rival, other)
    assert rival not in s.seen[0]


@pytest.mark.clause("AK-1.1-12")
def test_a_spectator_sees_nothing_of_the_world() -> None:
    s, _, _ = a_realm()
    view = seen(s, None)
    assert (view.pieces, view.panels, view.marks, view.seen) == ((), (), {}, {})


@pytest.mark.clause("AK-10.1-03")
def test_standings_are_a_percentage_of_the_leaders_points() -> None:
    s = new_state()
    mine, theirs = put_person(s, "Falk", 0, 504), put_person(s, "Rurik", 1, 509)
    s.praise(mine, titles.MARSHAL, 3)
    s.praise(theirs, titles.MARSHAL, 8)
    settle(s)
    assert RaceStanding(titles.MARSHAL, mine, 2, 37) in s.standings[0]
    assert RaceStanding(titles.MARSHAL, theirs, 1, 100) in s.standings[1]
    row = next(row for panel in seen(s).panels if panel.id == "offices" for row in panel.rows
               if row.label == titles.OFFICES[titles.MARSHAL])  # fmt: skip
    assert (row.value, row.note) == ("#2", "Falk, 37%")


@pytest.mark.clause("AK-10.1-03")
def test_standings_are_those_of_the_last_turn_whatever_happens_since() -> None:
    s, rival, _ = a_realm()
    told = s.standings[0]
    s.praise(rival, titles.MARSHAL, 8)
    s.pay(1, 500)
    assert s.standings[0] == told
    assert [row for panel in seen(s).panels if panel.id == "offices" for row in panel.rows]


@pytest.mark.clause("AK-10.1-18")
def test_who_is_level_with_the_leader_but_poorer_is_second() -> None:
    s = new_state()
    s.set_kingdom(1, gold=11)
    mine, theirs = put_person(s, "Falk", 0, 504), put_person(s, "Rurik", 1, 509)
    for n in (mine, theirs):
        s.praise(n, titles.MARSHAL, 5)
    settle(s)
    assert RaceStanding(titles.MARSHAL, mine, 2, 100) in s.standings[0]
    assert RaceStanding(titles.MARSHAL, theirs, 1, 100) in s.standings[1]


@pytest.mark.clause("AK-12.1-07")
@pytest.mark.parametrize(("mine", "theirs", "told"), [
    (40, 60, (40, 2, 66)), (30, 60, (30, 2, 50)), (29, 60, None), (60, 40, (60, 1, 100)),
])  # fmt: skip
def test_a_title_is_told_from_half_the_leaders_points_on(
    mine: int, theirs: int, told: tuple[int, int, int] | None
) -> None:
    s = new_state(scenario="super")
    title = FIRST_EARNED
    assert titles.TITLES[title].least < 29
    a, b = put_person(s, "Falk", 0, 504), put_person(s, "Rurik", 1, 509)
    s.honour(a, title, mine)
    s.honour(b, title, theirs)
    settle(s)
    found = [(each.points, each.rank, each.share) for each in s.honours[0] if each.race == title]
    assert found == ([told] if told is not None else [])


@pytest.mark.clause("AK-12.1-07")
def test_a_title_is_not_told_below_its_minimum() -> None:
    s = new_state(scenario="super")
    title = FIRST_EARNED
    mine = put_person(s, "Falk", 0, 504)
    s.honour(mine, title, titles.TITLES[title].least - 1)
    settle(s)
    assert not [each for each in s.honours[0] if each.race == title]
    s.honour(mine, title, 1)
    settle(s)
    assert [each.person for each in s.honours[0] if each.race == title] == [mine]


@pytest.mark.clause("AK-10.1-03")
def test_a_whole_turn_tells_the_standings_and_closes_the_books() -> None:
    s = new_state()
    entries = run(s)
    assert s.standings[0][0] == RaceStanding(titles.EMPEROR, 1, 1, 100)
    books = [entry for entry in entries if entry.kind == "books" and entry.readers == (0,)]
    assert [(entry.data["opening"], entry.data["gold"]) for entry in books] == [(10, 20)]


def test_views_survive_the_wire() -> None:
    s, _, _ = a_realm()
    view = seen(s)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


@pytest.mark.clause("AK-3.12-01")
def test_a_number_on_a_sheet_does_not_buy_a_name() -> None:
    s, rival, free = a_realm()
    hidden = put_person(s, "Hidden", 2, 812)
    met = put_person(s, "Met", 2, 504)
    thing = put_item(s, "Excalibur", hidden)
    theirs = put_army(s, "DR", 2, 812, hidden)
    king = s.kingdoms[0].king
    coin = put_item(s, "Luck Coin", king)
    load(s, a_Hero_wanders=1000)

    def why(text: str) -> list[object]:
        s.sheets = [None] * 3
        order(s, king, 1, text)
        return [entry.data["why"] for entry in told(run(s), "failed", 0)]

    assert why(f"EN {hidden} plan TA") == [{"other": f"character {hidden}"}]
    assert why(f"EN {rival} plan TA") == [{"other": "Rurik"}]
    assert why(f"EN {free} plan TA") == [{"other": "Freya"}]
    assert why("EN 999 plan TA") == [{"other": "character 999"}]
    assert why(f"DI {theirs}") == [{"army": f"army {theirs}"}]
    assert why("MO 504")[0] == {"place": "Home1 (504)"}
    assert why("DE 812") == [{"place": "province 812"}]
    assert why(f"GI {coin} to {met} if {thing}") == [{"item": f"item {thing}"}]


@pytest.mark.clause("AK-2.0-02")
@pytest.mark.parametrize("is_open", [False, True])
def test_only_open_tables_tell_what_the_rulebook_keeps_secret(is_open: bool) -> None:
    s = new_state()
    s.options["open"] = is_open
    told = {row.label for panel in GAME.view(s, "King 1").panels for row in panel.rows}
    assert ("Excalibur" in told) == is_open
    assert ("Gunpowder" in told) == is_open


@pytest.mark.clause("AK-1.3-01")
def test_what_the_letters_of_orders_mean_stands_beside_them() -> None:
    panels = {panel.id: panel for panel in GAME.view(new_state(), "King 1").panels}
    for code, row in zip(READERS, panels["orders"].rows, strict=True):
        assert row.label.startswith(f"{code} ")
        for form in re.split(r",? or |, (?=[A-Z]{2} )", row.note.split(" (")[0].split(";")[0]):
            assert GAME.parse(f"1.1 {form}").orders
    assert [row.label for row in panels["abilities"].rows] == [
        f"{code} {name}" for code, name in zip(tables.ABILITIES, tables.ABILITY_NAME, strict=True)
    ]


@pytest.mark.clause("AK-2.1-02")
def test_before_the_first_year_it_is_told_how_a_king_is_made() -> None:
    s = GAME.setup("standard", seed=b"a king")
    panels = {panel.id: panel for panel in GAME.view(s, s.seats[0]).panels}
    for row in panels["king"].rows:
        assert GAME.check(s, s.seats[0], GAME.parse(row.note)) == []
    assert len(panels["abilities"].rows) == len(tables.ABILITIES)


@pytest.mark.clause("AK-10.2-05")
@pytest.mark.parametrize("seat", ["King 1", "King 2", None])
def test_at_the_end_the_world_is_laid_open_and_the_shares_are_told(seat: str | None) -> None:
    s = new_state()
    put_person(s, "Hidden", 2, 301)
    put_army(s, "HC", 2, 301)
    assert "Hidden" not in str(GAME.view(s, seat).pieces)
    close_game(Turn(s))
    view = GAME.view(s, seat)
    assert "Hidden" in str(view.pieces)
    assert "Heavy Cavalry" in str(view.pieces)
    assert len(view.seen) == s.atlas.size
    (shares,) = [panel for panel in view.panels if panel.id == "shares"]
    assert sorted(row.label for row in shares.rows) == sorted(kingdom.name for kingdom in s.kingdoms)
    assert GAME.view(GAME.determinize(s, seat, b"end"), seat) == view
    report = GAME.report(s, seat or "King 1", [])
    assert any(section.id == "end" for section in report.sections)
