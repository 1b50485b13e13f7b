"""The report of a turn: what it promises is in it, in the right place, and reads as plain text (1.4)."""

from __future__ import annotations

import re

import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    at,
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
)
from palatine.core import Entry, Report, Section
from palatine.core.report import report_text
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components.pieces import ENEMY, Lore, Proposal
from palatine.games.adventurer_kings.components.tables import DATA
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.battle_reports import drawing
from palatine.games.adventurer_kings.view.prose import flowing, once, unowned


def report(s: State, entries: list[Entry] | None = None, seat: str | None = "King 1") -> Report:
    return GAME.report(s, seat, run(s) if entries is None else entries)


def section(found: Report, name: str) -> Section:
    return next(each for each in found.sections if each.id == name)


def rows(found: Report, name: str, table: int = 0) -> list[dict[str, str]]:
    grid = section(found, name).grids[table]
    return [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]


def prose(found: Report, name: str) -> str:
    return " ".join(section(found, name).paragraphs)


def a_battle(attackers: int = 3, defenders: int = 2) -> State:
    s = new_state()
    general = put_person(s, "Falk", 0, 504, "TA2 MA2")
    for _ in range(attackers):
        put_army(s, "LE", 0, 504, leader=general)
    for _ in range(defenders):
        put_army(s, "PH", NATIVE, 503)
    know(s, 0, 503, owner=NATIVE)
    order(s, general, 1, "MO 503")
    return s


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
def test_a_battle_is_told_from_its_beginning_to_its_end() -> None:
    def entry(kind: str, **data: object) -> Entry:
        return Entry(f"battle-{kind}", {"place": "Home (504)", "phase": 2, **data}, readers=(0,))

    entries = [
        entry("begins", who="Falk", other="Rurik", king="K1", other_king="K2"),
        entry("destroyed-alone", army="the 1st Human Legion"),
        entry("won", side=0, king="K1", columns=2, of=3),
        entry("run-down", army="the 2nd Human Legion", enemy="the 3rd Human Heavy Cavalry"),
        entry("rise", army="the 3rd Human Heavy Cavalry", was="Green", quality="Average"),
        Entry("conquered", {"place": "Home (504)", "phase": 2, "realm": "Keltor"}, readers=(0,)),
        Entry("conquered", {"place": "Elsewhere (505)", "phase": 2, "realm": "Keltor"}, readers=(0,)),
    ]
    found = report(new_state(), entries)
    start, losses, outcome, quality = section(found, "battle-1").paragraphs
    assert "Falk" in start
    assert "1st" in losses
    assert "3rd" in quality
    assert [outcome.index(word) for word in ("K1", "2nd", "Keltor")] == sorted(
        map(outcome.index, ("K1", "2nd", "Keltor"))
    )
    assert "Elsewhere (505)" in prose(found, "action")
    assert "Elsewhere" not in outcome


@pytest.mark.clause("AK-1.4-01")
@pytest.mark.parametrize(("scenario", "kings"), [("standard", 8), ("super", 20)])
def test_the_first_report_is_of_what_the_king_begins_with(scenario: str, kings: int) -> None:
    s = world(scenario, kings)
    entries = [entry for entry in s.journal or [] if entry.readable_by(0)]
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
    assert "phase 3" in told
    assert "gold" in told


@pytest.mark.clause("AK-1.4-01")
def test_a_battle_has_a_section_with_the_line_drawn_up() -> None:
    s = a_battle()
    found = report(s)
    battle = section(found, "battle-1")
    assert "503" in battle.title
    assert "spring" in battle.title
    (grid,) = battle.grids
    sides = [row[0] for row in grid.rows]
    front = sides.index("Front")
    assert sides[:front] == ["Attack"] * front
    assert sides[front + 1] == "Defence"
    cells = " ".join([cell for row in grid.rows for cell in row[1:]])
    assert cells.count("Human Legion") == 3
    assert cells.count("Human Phalanx") == 2
    assert cells.count("||||") == 5
    assert "natives" in " ".join(battle.paragraphs)
    assert "battle" not in prose(found, "action")


@pytest.mark.clause("AK-1.4-01")
def test_a_long_line_is_drawn_in_two_tables() -> None:
    ranks = [[(n, "Human Legion", 0)] for n in range(1, 9)]
    line_of = {"width": 8, "ranks": ranks, "outcomes": [(0, 3)] * 8, "events": [("", -1)] * 7 + [("A ruse", 1)]}
    left, right = drawing(GAME.words, [{**line_of, "side": 1}, {**line_of, "side": 0}])
    assert (len(left.columns), len(right.columns)) == (7, 3)
    assert left.rows[0][1] == "1st Human Legion ||||"
    assert right.rows[0][2] == "8th Human Legion ||||"
    assert [row[0] for row in left.rows] == ["Attack", "Front", "Defence", "Outcome"]
    assert right.rows[-1] == ("Chance", "", "A ruse, for the defence")


@pytest.mark.clause("AK-7.2-01")
def test_the_front_ranks_stand_next_to_the_front_line() -> None:
    attack = {"side": 0, "width": 1, "ranks": [[(1, "Human Legion", 0), (2, "Human Axemen", 1)]],
              "outcomes": [(1, 0)], "events": [("", -1)]}  # fmt: skip
    defence = {**attack, "side": 1, "ranks": [[(3, "Ents", 0), (4, "Trolls", 1)]]}
    (grid,) = drawing(GAME.words, [attack, defence])
    assert [row[1].split()[0] for row in grid.rows[:5]] == ["2nd", "1st", "-", "3rd", "4th"]


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
    assert names == [c.DISCOVERIES[d].name for d in (0, 3, 7)]


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
    assert falk["Skill and aptitude"].startswith(f"Tactical 2/{s.people[hero].aptitudes[c.TA]}")
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
    hydra = c.MONSTER_BY_NAME["Hydra"]
    sword = next(n for n, kind in enumerate(c.ITEMS) if kind.name == "Excalibur")
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
    assert empty["Guardian"] == "nobody any more"
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


def plain(text: str) -> str:
    """A text in one line, without the numbers of provinces, which are told once."""
    return re.sub(r" \(\d+\)", "", " ".join(text.split()))


@pytest.mark.clause("AK-1.4-01")
def test_everything_a_king_may_read_stands_somewhere_in_his_report() -> None:
    s = a_battle()
    put_person(s, "Spion", 0, 505, "SP4")
    order(s, 5, 1, "SP")
    order(s, 1, 2, "EX")
    entries = [entry for entry in run(s) if entry.readable_by(0)]
    text = plain(report_text(report(s, entries)))
    for entry in entries:
        if entry.kind not in ("battle-line", "books", "taxes", "paid-heroes", "paid-armies"):
            said, who = plain(GAME.prose(entry)), str(entry.data.get("who", ""))
            told = (said, said.removesuffix("."), "and" + said.removeprefix(who), unowned(entry, said))
            assert any(each in text for each in told), entry.kind


# How it reads


@pytest.mark.clause("AK-1.4-01")
def test_a_number_is_told_once_and_who_goes_on_is_not_named_anew() -> None:
    def entry(who: str) -> Entry:
        return Entry("moved", {"who": who})

    said = flowing([
        (entry("Falk"), "Falk went to Moor (304)."), (entry("Falk"), "Falk explored Moor (304)."),
        (entry("Ivo"), "Ivo stood in Moor (304)."), (entry("Falk"), "In Old Moor (305) Falk slept."),
        (entry("Falk"), "Falk woke."),
    ])  # fmt: skip
    told: set[str] = set()
    assert once(said, told) == (
        "Falk went to Moor (304), and explored Moor. Ivo stood in Moor. In Old Moor (305) Falk slept. Falk woke."
    )
    assert once("To Moor (304)", told) == "To Moor"


@pytest.mark.clause("AK-1.4-01")
def test_who_leads_what_he_raised_is_named_once() -> None:
    def told(leader: str) -> str:
        data = {"who": "Falk", "place": "Moor (304)", "armies": ["the 9th Human Legion"], "leader": leader}
        return GAME.prose(Entry("recruited", data, readers=(0,)))

    assert told("Falk").count("Falk") == 1
    assert "Ivo" in told("Ivo")


@pytest.mark.clause("AK-3.13-02")
def test_studies_in_vain_are_told_in_one_sentence() -> None:
    def entry(phase: int) -> Entry:
        return Entry("practised", {"who": "Falk", "ability": "Druid", "phase": phase}, readers=(0,))

    s = new_state()
    put_person(s, "Falk", 0, 504)
    letter = prose(report(s, [entry(1), entry(2), entry(4)]), "letters")
    assert "3 seasons" in letter
    assert letter.count("Druid") == 1


@pytest.mark.clause("AK-1.4-01")
def test_a_fight_is_told_in_the_letter_of_who_fought() -> None:
    s = new_state()
    put_person(s, "Falk", 0, 504)
    blow = Entry("fight-hits", {"name": "the Zombie", "foe": "Falk", "harm": 2, "phase": 1}, readers=(0,))
    near = Entry("fight-closes", {"name": "the Zombie", "phase": 1}, readers=(0,))
    found = report(s, [blow, near])
    assert prose(found, "letters").count("Zombie") == 2
    assert "Zombie" not in prose(found, "action")


@pytest.mark.clause("AK-7.4-01")
def test_the_duel_before_the_lines_is_told_with_its_battle_and_no_other_fight() -> None:
    def entry(kind: str, **data: object) -> Entry:
        return Entry(kind, {"phase": 2, **data}, readers=(0,))

    place = "Home (504)"
    blow = {"name": "Falk", "foe": "Rurik", "harm": 3}
    found = report(new_state(), [
        entry("battle-begins", place=place, who="Falk", other="Rurik", king="K1", other_king="K2"),
        entry("fight-hits", **blow),
        entry("battle-won", place=place, side=0, king="K1", columns=2, of=3),
        entry("fight-hits", **(blow | {"foe": "the Ghoul"})),
    ])  # fmt: skip
    assert "3 points" in prose(found, "battle-1")
    assert "Ghoul" not in prose(found, "battle-1")
    assert "Ghoul" in prose(found, "action")
    assert "Rurik" not in prose(found, "action")


@pytest.mark.clause("AK-1.4-01")
@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("Falk woke.", "Falk rose.", "Falk woke, and rose."),
        ("Falk woke.", "Falk has risen to level 2.", "Falk woke. Falk has risen to level 2."),
        ("Falk has risen to level 2.", "Falk woke.", "Falk has risen to level 2. Falk woke."),
        ("Falk woke, and looked about.", "Falk rose.", "Falk woke, and looked about. Falk rose."),
        ("Falk and Ivo met.", "Falk spoke.", "Falk and Ivo met. Falk spoke."),
        ("Falk II woke.", "Falk II rose.", "Falk II woke, and rose."),
    ],
)
def test_sentences_about_one_person_are_joined_where_they_are_simple(first: str, second: str, told: str) -> None:
    who = "Falk II" if "II" in first else "Falk"
    assert flowing([(Entry("level", {"who": who}), each) for each in (first, second)]) == told


@pytest.mark.clause("AK-1.4-01")
def test_three_sentences_are_not_made_into_one() -> None:
    entry = Entry("level", {"who": "Falk"})
    said = flowing([(entry, f"Falk {did}.") for did in ("woke", "rose", "left", "came")])
    assert said == "Falk woke, and rose. Falk left, and came."


@pytest.mark.clause("AK-1.4-01")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The Witch turned the blow of Falk.", "The Witch turned the blow."),
        ("A blow of Falk cost the Witch 2 points.", "A blow cost the Witch 2 points."),
        ("The Witch laughed at a clumsy stroke of Falk.", "The Witch laughed at a clumsy stroke."),
        ("The Witch found a gap in the guard of Falk.", "The Witch found a gap in the guard."),
        ("The Invisibility of Falk went out like a candle.", "The Invisibility of Falk went out like a candle."),
    ],
)
def test_in_a_fight_of_two_a_blow_needs_no_owner(said: str, told: str) -> None:
    first = Entry("fight-closes", {"name": "Falk", "foe": "the Witch"})
    blow = Entry("fight-hits", {"name": "the Witch", "foe": "Falk"})
    assert flowing([(first, "Falk rushed in."), (blow, said)]) == f"Falk rushed in. {told}"
    assert flowing([(blow, said)]) == said


def test_no_word_of_a_report_needs_to_know_man_from_woman() -> None:
    words = {"he", "him", "his", "himself", "she", "her", "hers", "herself"}
    catalogue = [DATA / "messages.en.toml", *(DATA / "messages").iterdir()]
    said = " ".join(
        [quoted for each in catalogue for quoted in re.findall('"[^"]*"', each.read_text(encoding="utf-8"))]
    )
    found = set(re.findall("[a-z]+", said.lower()))
    assert found & words == set()
    assert {"scribe", "blow"} <= found


@pytest.mark.clause("AK-5.4-01")
@pytest.mark.parametrize("kind", range(9))
def test_what_a_guardian_asks_is_told_where_it_lives(kind: int) -> None:
    s = new_state()
    feature = put_feature(s, "Dungeon", 504, "Ogre")
    other = put_feature(s, "Tomb", 505, "Ghoul")
    target = {1: 0, 2: other, 3: 1}.get(kind, 0)
    s.lore[0][feature] = Lore(0, at(s, 504), monster=c.MONSTER_BY_NAME["Ogre"])
    s.proposals.append(Proposal(feature, 1, kind, amount=5, target=target, text="wind" if kind == 5 else ""))
    (row, *_) = rows(report(s, []), "adventure")
    assert "King1" in row["Asks"]
    asked = {0: "5 gold", 1: c.ITEMS[0].name, 2: "Ghoul", 3: "Realm2", 5: "riddle", 8: "contest of honour"}
    assert asked.get(kind, "Home1") in row["Asks"]
