"""Suggestions, which a rehearsal carries out."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.core import Sheet
from palatine.games.lord_and_master.bot import Captain
from palatine.games.lord_and_master.components.pieces import TROOPS
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders.writing import write_order
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.state import NEUTRAL, DemonRecord, State


def name(state: State) -> str:
    return state.people[state.nations[0].leader].name


@pytest.mark.clause("LM-B-08")
def test_in_allied_land_the_types_of_its_force_are_offered_too() -> None:
    state = hargaar(kinds=("RED", "LF"))
    person(state, "Ralph W1", 0, 65)
    put(state, "RED 1", 0, 65)
    hold(state, 0, 65, allied=True)

    def arms() -> list[str]:
        return [each.text.strip() for each in GAME.suggest(state, "P1") if "equip" in each.text]

    assert arms() == [f"equip RED 1 -> {code} at 65" for code in ("LFD", "MCD", "MFD")]
    trained = [each.text.strip() for each in GAME.suggest(state, "P1", "Ralph") if "train" in each.text]
    assert trained == [f"char Ralph: train RED 1 -> {code}" for code in ("LFC", "MCC", "MFC")]
    state.allied.clear()
    assert arms() == ["equip RED 1 -> LFD at 65"]


@pytest.mark.clause("LM-ADV-07")
def test_a_leader_with_the_choice_is_offered_the_classes_of_his_province() -> None:
    state = hargaar(classes=("W", "P", "D"), advantages=("leader-choice",))
    hold(state, 0, 65)
    person(state, "Ralph W1", 0, 65)
    person(state, "Otto W1", 0, 65)
    offered = {
        name: [each.text.strip() for each in GAME.suggest(state, "P1", name) if "recruit" in each.text]
        for name in ("Ralph", "Otto")
    }
    assert offered["Ralph"] == [f"char Ralph: recruit{of}" for of in ("", " W", " P")]
    assert offered["Otto"] == ["char Otto: recruit"]


@pytest.mark.clause("LM-CH-25", "LM-A-09")
def test_recruiting_is_offered_while_there_is_room_and_somebody_may_come() -> None:
    def is_offered(*classes: str, more: int = 0) -> bool:
        state = hargaar(classes=classes)
        hold(state, 0, 65)
        person(state, "Ralph W1", 0, 65)
        for n in range(more):
            person(state, f"Man{n} W1", 0, 65)
        return any("recruit" in each.text for each in GAME.suggest(state, "P1", "Ralph"))

    assert is_offered("W")
    assert not is_offered()
    room = casualties.roster_room(hargaar(classes=("W",)), 0)
    assert is_offered("W", more=room - 2)
    assert not is_offered("W", more=room - 1)


@pytest.mark.clause("LM-E-07")
def test_a_theft_is_offered_wherever_there_is_something_to_steal_and_nowhere_else() -> None:
    state = hargaar()
    person(state, "Hugo T1", 0, 65)
    person(state, "Nora P1", 1, 66)
    hold(state, 0, 65)
    hold(state, 1, *[n for n in range(1, 109) if n != 65])
    state.coffers.clear()
    state.set_nation(0, site=65)

    def thefts() -> list[str]:
        return [each.text.strip() for each in GAME.suggest(state, "P1", "Hugo") if "steal" in each.text]

    state.set_nation(1, advantages=("mobile-treasury",), site=0)
    assert thefts() == ["char Hugo: move 66, steal"]
    state.alliances = [(0, 1)]
    assert thefts() == []
    state.alliances = []
    state.set_nation(1, gold=0)
    assert thefts() == []


@pytest.mark.clause("LM-IPR-04")
def test_a_march_with_partners_troops_is_offered() -> None:
    state = hargaar()
    state.alliances = [(0, 1)]
    hold(state, 0, 65, 64)
    person(state, "Ralph W1", 0, 65)
    put(state, "MFC 2", 1, 65)
    texts = [each.text.strip() for each in GAME.suggest(state, "P1", "Ralph")]
    assert "char Ralph: lead take MFC 2, go 64" in texts


def test_what_is_offered_goes_on_from_the_draft() -> None:
    state = hargaar(kinds=("RED", "LF"))
    person(state, "Ralph W1", 0, 65)
    person(state, "Otto W1", 0, 65)
    put(state, "LFC 3", 0, 65)
    hold(state, 0, 65, 64)
    draft = GAME.parse("char Ralph: lead take LFC 2, go 64")

    def led(name: str, sheet: Sheet | None) -> set[str]:
        texts = [each.text.strip() for each in GAME.suggest(state, "P1", name, sheet)]
        return {text.split(",")[0] for text in texts if "go 64" in text and "take" in text}

    assert led("Otto", None) == {"char Otto: lead take LFC 3"}
    assert led("Otto", draft) == {"char Otto: lead take LFC 1"}
    assert led("Ralph", draft) == {"char Ralph: lead take LFC 3"}


def test_what_is_offered_stands_in_groups_the_captains_line_first_lone_walks_last() -> None:
    state = hargaar(kinds=("RED", "HF"), classes=("W",))
    hold(state, 0, 65)
    person(state, "Ralph W2", 0, 65, since=1)
    put(state, "HFC 9", 0, 65)
    plain = GAME.suggest(state, "P1", "Ralph")
    assert "The captain would" not in {each.group for each in plain}
    offered = GAME.advised_first(state, "P1", "Ralph", plain)
    groups = [each.group for each in offered]
    assert groups[0] == "The captain would"
    assert groups[-1] == "Go alone"
    assert [group for n, group in enumerate(groups) if group not in groups[:n]] == list(dict.fromkeys(groups))
    assert len({each.text for each in offered}) == len(offered)
    runs = sum(1 for n, group in enumerate(groups) if n == 0 or groups[n - 1] != group)
    assert runs == len(set(groups))
    captain = next(each for each in Captain(GAME).decide(state, "P1").orders if isinstance(each, o.Character))
    assert offered[0].text == write_order(captain)


def test_diplomacy_is_offered_with_its_chances_and_no_bribe_of_nothing() -> None:
    state = hargaar()
    person(state, "Ralph W2", 0, 65, since=1)
    offered = [each for each in GAME.suggest(state, "P1", "Ralph") if "diplomacy" in each.text]
    assert sorted(each.title for each in offered) == [
        "Negotiate with cropland 65", "Negotiate with cropland 65, bribe 10 gold",
        "Negotiate with cropland 65, bribe 5 gold",
    ]  # fmt: skip
    assert all("in 20" in each.chance for each in offered)


def test_the_realm_is_offered_promises_prisoners_offices_and_its_demons() -> None:
    state = hargaar()
    hold(state, 0, 65)
    person(state, "Ralph W2", 0, 65)
    mage = person(state, "Max M4", 0, 65)
    state.set_person(person(state, "Cob W2", 1, 65), captor=0)
    put(state, "HFC 2", 0, 65)
    put(state, "HFC 2", 1, 80)
    state.demons[900] = DemonRecord("Baal", 2, mage, 3)
    texts = {each.text for each in GAME.suggest(state, "P1")}
    assert {
        "truce P2 for 3", "alliance P2", "prisoner Cob release", "prisoner Cob kill", "ransom Cob to P2 for 40",
        "heir Max", "demon Baal: rain 80",
    } <= texts  # fmt: skip
    state.demons[900] = DemonRecord("Baal", 2, mage, 3, served=3)
    assert "demon Baal: rain 80" not in {each.text for each in GAME.suggest(state, "P1")}


def test_nothing_is_offered_that_rests_on_luck_of_the_draft_itself() -> None:
    state = hargaar(kinds=("RED", "LF"))
    hold(state, 0, 65)
    person(state, "Ralph W2", 0, 65)
    person(state, "Max M1", 0, 65)
    put(state, "RED 3", 0, 65)
    heirs = {each.text for each in GAME.suggest(state, "P1") if each.text.startswith("heir")}
    drafted = GAME.suggest(state, "P1", None, GAME.parse("char Max: recruit\nchar Ralph: lead take RED 3, go 74"))
    assert {each.text for each in drafted if each.text.startswith("heir")} == heirs
    assert any(each.text.startswith("equip RED 3") for each in GAME.suggest(state, "P1"))
    assert not any(each.text.startswith("equip") for each in drafted)


def realm(state: State, *words: str) -> list[str]:
    """Return the suggestions for the whole nation that begin with one of some words."""
    return [each.text.strip() for each in GAME.suggest(state, "P1") if each.text.strip().split()[0] in words]


@pytest.mark.clause("LM-IPR-09")
def test_trade_is_offered_with_whoever_is_no_enemy() -> None:
    state = hargaar()
    hold(state, 0, 65)
    hold(state, 1, 66)
    person(state, "Ralph W1", 0, 65)
    put(state, "LFD 2", 0, 65)
    put(state, "MFD 1", 1, 66)
    assert realm(state, "sell", "buy") == []
    state.alliances = [(0, 1)]
    cost = {code: TROOPS[code].cost for code in ("LFD", "MFD")}
    assert realm(state, "sell", "buy") == [
        f"sell LFD 1 at 65 to P2 for {cost['LFD']}", f"buy MFD 1 from P2 for {cost['MFD']}",
    ]  # fmt: skip
    state.set_nation(0, gold=0)
    assert realm(state, "sell", "buy") == [f"sell LFD 1 at 65 to P2 for {cost['LFD']}"]


@pytest.mark.clause("LM-BAT-28")
def test_a_retreat_to_ones_own_is_offered_where_enemies_are_near() -> None:
    state = hargaar()
    hold(state, 0, 65, 66)
    person(state, "Ralph W1", 0, 65)
    put(state, "LFD 2", 0, 65)
    put(state, "MFD 1", NEUTRAL, 64)
    assert realm(state, "retreat") == [], "neutrals come to nobody"
    put(state, "MFD 1", 1, 64)
    assert realm(state, "retreat") == ["retreat 65 to 66"]


@pytest.mark.clause("LM-BAT-26")
def test_a_captive_may_be_paid_for_and_handed_to_a_partner() -> None:
    state = hargaar(3)
    hold(state, 0, 65)
    person(state, "Ralph W1", 0, 65)
    person(state, "Otto W2", 0, 66)
    person(state, "Nora P1", 2, 65)
    state.set_nation(0, gold=100)
    state.set_person(state.person_named("Otto"), captor=1)
    state.set_person(state.person_named("Nora"), captor=0)
    assert realm(state, "pay") == ["pay P2 40 for Otto"]
    assert "prisoner Nora to P2" not in realm(state, "prisoner")
    state.alliances = [(0, 1)]
    assert "prisoner Nora to P2" in realm(state, "prisoner")
