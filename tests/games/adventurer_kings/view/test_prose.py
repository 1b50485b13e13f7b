"""The prose of a report (1.4)."""

from __future__ import annotations

import re

import pytest

from games.adventurer_kings.positions.realm import at, new_state, put_feature, put_person
from games.adventurer_kings.positions.reports import prose, report, rows
from palatine.core import Entry
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Lore, Proposal
from palatine.games.adventurer_kings.components.tables import DATA
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.view.prose import flowing, once

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
    catalogue = [DATA.folder / "messages.en.toml", *(DATA.folder / "messages").iterdir()]
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
    s.lore[0][feature] = Lore(0, at(s, 504), monster=tables.MONSTER_BY_NAME["Ogre"])
    s.proposals.append(Proposal(feature, 1, kind, amount=5, target=target, text="wind" if kind == 5 else ""))
    (row, *_) = rows(report(s, []), "adventure")
    assert "King1" in row["Asks"]
    asked = {0: "5 gold", 1: tables.ITEMS[0].name, 2: "Ghoul", 3: "Realm2", 5: "riddle", 8: "contest of honour"}
    assert asked.get(kind, "Home1") in row["Asks"]
