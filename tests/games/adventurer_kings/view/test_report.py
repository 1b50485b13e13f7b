"""The report of a turn: complete, in the right order, as plain text (1.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    at,
    bare_state,
    know,
    line,
    load,
    new_state,
    order,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    run,
    world,
)  # fmt: skip
from games.adventurer_kings.positions.reports import a_battle, plain, prose, report, rows, section
from palatine import registry
from palatine.core import Ending, Entry
from palatine.core.report import report_text
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, Lore, Proposal
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.view.prose import unowned


@pytest.mark.clause("AK-1.4-01")
def test_a_report_is_prose_with_tables_for_each_player() -> None:
    s = bare_state(8)
    s.journal = []  # type: ignore[misc]
    sequence.run_turn(s)
    report = GAME.report(s, s.seats[0], s.journal)
    assert any(section.paragraphs for section in report.sections)
    assert any(section.grids for section in report.sections)
    others = {s.people[kingdom.king].name for kingdom in s.kingdoms[1:]}
    told_there = " ".join(str(section) for section in report.sections)
    assert not [name for name in others if name in told_there]


@pytest.mark.clause("AK-1.4-01")
def test_the_sections_come_in_their_order() -> None:
    s = a_battle()
    s.set_kingdom(0, met=(1,), discoveries=(2,))
    put_feature(s, "Dungeon", 505, "Ogre")
    s.lore[0][1] = Lore(0, at(s, 505), monster=1)
    line(s, 0, "treat 2")
    found = report(s)
    assert [each.id for each in found.sections] == [
        "action", "battle-1", "letters", "lands", "people", "armies", "finance", "discoveries", "map", "adventure",
        "diplomacy", "offices", "orders",
    ]  # fmt: skip
    assert section(found, "map").board == "map"
    assert (found.title, found.turn) == ("Realm1", 2)
    assert "King1" in found.subtitle
    assert "neutral" in found.subtitle


@pytest.mark.clause("AK-1.4-01")
@pytest.mark.parametrize("seat", ["King 1", "King 2", None])
def test_a_report_fits_a_page_of_plain_text(seat: str | None) -> None:
    s = a_battle(9, 8)
    text = report_text(report(s, seat=seat))
    assert max(map(len, text.splitlines())) <= 80
    assert ("Falk" in text) == (seat == "King 1")


@pytest.mark.clause("AK-1.4-01")
def test_the_king_is_told_his_own_year_and_heroes_write_theirs() -> None:
    s = new_state()
    hero = put_person(s, "Falk", 0, 504)
    idle = put_person(s, "Ivo", 0, 504)
    order(s, 1, 1, "MO 503")
    order(s, hero, 2, "MO 505")
    found = report(s)
    assert "King1" in prose(found, "action")
    assert "503" in prose(found, "action")
    assert "Falk" not in prose(found, "action")
    letters = section(found, "letters").paragraphs
    assert len(letters) == 2
    assert "Falk" in letters[0]
    assert "Home1 (504)" in letters[0]
    assert "505" in letters[0]
    assert "Ivo" in letters[1]
    assert GAME.words.say("letter.idle", name="Ivo") in letters[1]
    assert s.people[idle].place == at(s, 504)


@pytest.mark.clause("AK-1.4-01")
def test_each_season_is_named_where_its_deeds_begin() -> None:
    s = new_state()
    order(s, 1, 1, "MO 503")
    order(s, 1, 4, "EX")
    paragraphs = section(report(s), "action").paragraphs
    assert len(paragraphs) == 3
    assert "spring" in paragraphs[1].lower()
    assert "fall" in paragraphs[2].lower()


@pytest.mark.clause("AK-1.4-01")
def test_a_king_whose_orders_did_not_come_is_told_so() -> None:
    s = new_state()
    text = GAME.words.say("report.late")
    assert text not in section(report(s, []), "action").paragraphs
    s.set_kingdom(0, missed=1)
    assert text in section(report(s, []), "action").paragraphs


@pytest.mark.clause("AK-1.4-01")
@pytest.mark.parametrize(("scenario", "kings"), [("standard", 8), ("super", 20)])
def test_the_first_report_is_of_what_the_king_begins_with(scenario: str, kings: int) -> None:
    s = world(scenario, kings)
    entries = [entry for entry in s.journal or [] if entry.is_readable_by(0)]
    found = GAME.report(s, s.seats[0], entries)
    ids = [each.id for each in found.sections]
    assert found.turn == 0
    assert "first year" in found.subtitle
    assert "letters" not in ids
    assert {"lands", "people", "armies", "map", "orders"} <= set(ids)
    assert s.people[s.kingdoms[0].king].name in prose(found, "action")
    assert ("diplomacy" in ids) == (scenario == "super")


@pytest.mark.clause("AK-1.4-01")
def test_a_dead_hero_is_written_of_and_takes_no_leave() -> None:
    s = new_state()
    hero = put_person(s, "Falk", 0, 504)
    s.set_person(hero, died=2)
    entry = Entry("death", {"who": "Falk", "place": "Home1 (504)", "phase": 1}, readers=(0,))
    (letter,) = section(report(s, [entry]), "letters").paragraphs
    assert letter.startswith(GAME.words.say("letter.last", name="Falk"))
    assert GAME.words.say("letter.brave", name="Falk") not in letter


@pytest.mark.clause("AK-1.4-01")
def test_orders_not_carried_out_are_listed_with_phase_and_cause() -> None:
    s = new_state()
    hero = put_person(s, "Falk", 0, 504)
    order(s, hero, 3, "RE LE")
    s.set_kingdom(0, gold=0)
    (told,) = section(report(s), "failed").paragraphs
    assert "Falk" in told
    assert "late summer (Recruit)" in told
    assert "gold" in told


@pytest.mark.clause("AK-9.1-01")
def test_the_finances_lead_from_the_old_balance_to_the_new() -> None:
    s = new_state()
    hero = put_person(s, "Falk", 0, 504, pay=3)
    put_army(s, "LE", 0, 504, leader=hero)
    order(s, hero, 1, "RE LE")
    found = report(s)
    accounts = [int(row["Gold"]) for row in rows(found, "finance")]
    assert accounts == [10, 10, -3, -4, -2, 11]
    assert sum(accounts[:-1]) == accounts[-1] == s.kingdoms[0].gold
    assert "10 gold a year" in prose(found, "finance")
    assert "cost 7" in prose(found, "finance")


@pytest.mark.clause("AK-9.2-02")
def test_who_went_unpaid_is_told_beside_the_accounts() -> None:
    s = new_state()
    put_person(s, "Falk", 0, 504, pay=3)
    s.set_kingdom(0, gold=0)
    own(s, NATIVE, 504)
    assert "Falk" in prose(report(s), "finance")


@pytest.mark.clause("AK-8.4-03")
def test_discoveries_are_listed_the_most_military_first() -> None:
    s = new_state()
    s.set_kingdom(0, discoveries=(7, 0, 3))
    names = [row["Discovery"] for row in rows(report(s, []), "discoveries")]
    assert names == [tables.DISCOVERIES[d].name for d in (0, 3, 7)]


@pytest.mark.clause("AK-1.4-01")
def test_people_armies_and_items_are_listed_with_what_they_can_do() -> None:
    s = new_state()
    hero = put_person(s, "Falk", 0, 504, "TA2", pay=3)
    put_item(s, "Excalibur", hero)
    put_army(s, "LE", 0, 504, leader=hero)
    put_army(s, "HC", 0, 504)
    put_army(s, "LE", 1, 504)
    found = report(s, [])
    king, falk = rows(found, "people")
    assert (falk["No."], falk["Character"], falk["Pay"], falk["Armies"]) == (str(hero), "Falk", "3", "1")
    assert falk["Skill and aptitude"].startswith(f"Tactical 2/{s.people[hero].aptitudes[tables.TACTICAL]}")
    assert king["Character"] == "King1"
    assert [row["With"] for row in rows(found, "people", 1)] == ["Falk"]
    assert [(row["Leader"], row["Pay"]) for row in rows(found, "armies")] == [("Falk", "2"), ("garrison", "3")]


@pytest.mark.clause("AK-1.4-01")
def test_provinces_are_told_apart_as_ones_own_and_as_known() -> None:
    s = new_state()
    own(s, 0, 503)
    know(s, 0, 505, explored=12, tax=-9, owner=1, forces="3 Human Legion of Realm2")
    put_feature(s, "Dungeon", 503)
    s.lore[0][1] = Lore(0, at(s, 503))
    found = report(s, [])
    mine = {row["Province"]: row for row in rows(found, "lands")}
    assert set(mine) == {"Home1 (504)", "Nowhere (503)"}
    assert (mine["Home1 (504)"]["Tax"], mine["Nowhere (503)"]["Features"]) == ("10", "1")
    (other,) = rows(found, "map")
    assert (other["Province"], other["Wealth"], other["Held by"], other["Known"]) == (
        "Nowhere (505)", "Poor", "Realm2", "12%",
    )  # fmt: skip
    assert other["Last heard of its forces"] == "3 Human Legion of Realm2"


@pytest.mark.clause("AK-1.4-01")
def test_adventures_tell_guardians_legends_proposals_and_heroes_for_hire() -> None:
    s = new_state()
    hydra = tables.MONSTER_BY_NAME["Hydra"]
    sword = next(n for n, kind in enumerate(tables.ITEMS) if kind.name == "Excalibur")
    put_feature(s, "Dungeon", 505, "Hydra")
    s.lore[0] = {
        1: Lore(0, at(s, 505), monster=hydra, word=3, gold=True, item=sword),
        2: Lore(1, at(s, 506), is_rumour=True),
        3: Lore(1, at(s, 507), is_empty=True),
    }
    s.proposals.append(Proposal(1, 1, 0, amount=5))
    free, taken = put_person(s, "Freya", FREE, 505), put_person(s, "Rurik", 1, 505)
    resident = put_person(s, "Lord", FREE, 506, rules=at(s, 506))
    know(s, 0, 506, hero=resident)
    for n in (free, taken, resident):
        s.spot(0, n)
    found = report(s, [])
    known, rumour, empty = rows(found, "adventure")
    assert known["Guardian"] == "Powerful Hydra"
    assert known["Legend tells of"] == "gold, Excalibur"
    assert "King1" in known["Asks"]
    assert not rumour["Asks"]
    assert rumour["Source"] == "rumour"
    assert empty["Guardian"] == "No longer guarded"
    assert [row["Hero"] for row in rows(found, "adventure", 1)] == ["Freya"]


@pytest.mark.clause("AK-1.4-01")
def test_relations_are_told_of_those_one_has_met() -> None:
    s = new_state()
    s.set_kingdom(0, met=(2,))
    s.set_kingdom(2, contact="by raven")
    relate(s, 0, 2, ENEMY)
    (row,) = rows(report(s, []), "diplomacy")
    assert (row["No."], row["King"], row["Relations"], row["Reached by"]) == ("3", "King3", "Enemy", "by raven")


@pytest.mark.clause("AK-3.10-02")
def test_rolls_are_listed_with_what_counted_and_prose_never_speaks_of_dice() -> None:
    s = new_state()
    n = put_person(s, "Falk", 0, 504, "WH3")
    order(s, n, 1, "CA BL on 504")
    load(s, action_spell=13)
    found = report(s)
    (row,) = rows(found, "dice")
    assert row["Dice"].startswith("13 of 100 · +15")
    assert "+45" in row["Dice"]
    assert row["Clause"] == "AK-3.10-02"
    assert row["Event"] in prose(found, "letters")
    assert "13" not in prose(found, "letters")


@pytest.mark.clause("AK-1.3-01")
def test_the_order_form_can_be_handed_in_as_it_is_and_orders_nothing() -> None:
    s = new_state()
    put_person(s, "Falk", 0, 504)
    form = section(report(s, []), "orders").paragraphs
    assert len(form) == 1 + 2 * (1 + 5 + 1)
    assert GAME.parse("\n".join(form)) == Sheet(())
    filled = "\n".join(form).replace("4.3", "4.3 MO 503")
    assert GAME.write(GAME.parse(filled)) == "4.3 MO 503\n"


@pytest.mark.clause("AK-1.4-01")
def test_everything_a_king_may_read_stands_somewhere_in_his_report() -> None:
    s = a_battle()
    put_person(s, "Spion", 0, 505, "SP4")
    order(s, 5, 1, "SP")
    order(s, 1, 2, "EX")
    entries = [entry for entry in run(s) if entry.is_readable_by(0)]
    text = plain(report_text(report(s, entries)))
    for entry in entries:
        if entry.kind not in ("battle-line", "books", "taxes", "paid-heroes", "paid-armies"):
            said, who = plain(GAME.prose(entry)), str(entry.data.get("who", ""))
            told = (said, said.removesuffix("."), "and" + said.removeprefix(who), unowned(entry, said))
            assert any(each in text for each in told), entry.kind


@pytest.mark.parametrize("game", ["adventurer-kings", "lord-and-master"])
def test_the_report_of_the_last_year_carries_that_year(game: str) -> None:
    known = registry.load(game)
    state = known.setup(seed=b"last", record=True)
    for seat in state.seats:
        known.set_sheet(state, seat, known.empty_sheet(state, seat))
    known.run_turn(state)
    assert known.report(state, state.seats[0], ()).turn == 0
    assert state.turn == 1
    margin, data = ("closed", {"emperor": "Aldis"}) if game == "adventurer-kings" else ("ended", {})
    state.outcome = Ending((), margin, "10.2", data)
    last = known.report(state, state.seats[0], ())
    assert last.turn == 1
    assert "0" not in last.subtitle.split("kingdom")[0]


def test_an_ally_whom_one_has_never_met_stands_under_diplomacy() -> None:
    known = registry.load("adventurer-kings")
    state = known.setup(seed=b"ally", record=True)
    known.run_turn(state)
    other = next(each for each in range(1, len(state.seats)) if each not in state.kingdoms[0].met)
    state.relations[0] = tuple(ALLIED if each == other else word for each, word in enumerate(state.relations[0]))
    text = report_text(known.report(state, state.seats[0], ()))
    assert "Allied" in text.partition("Diplomacy")[2] or "Allies" in text.partition("Diplomacy")[2]
    told = known.preview_sheet(state, state.seats[0], known.parse_untrusted(f"break {other + 1}"))
    assert "You and are" not in str(told)
    assert "you and are" not in str(told)
    assert f"kingdom {other + 1}" in str(told)
