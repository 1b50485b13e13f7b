"""Advice of the captain, with its reasons."""

from __future__ import annotations

import re

import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.bot import Captain
from palatine.games.lord_and_master.bot.advice import advise
from palatine.games.lord_and_master.bot.outlook import Outlook
from palatine.games.lord_and_master.bot.parameters import CaptainParameters
from palatine.games.lord_and_master.bot.plan import Plan
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.state import State, TruceRecord

CAPTAIN = Captain(GAME)
SEATS = ("P1", "P2", "P3")


def realm() -> State:
    """Return a match with Ann and an army in 58, beside wasteland 57.

    Eva has been in a neutral land since before the turn. Nib leads no troops.
    """
    state = hargaar(kinds=("RED", "HF"), classes=("W", "P"))
    hold(state, 0, 58)
    person(state, "Ann W3", 0, 58, since=1)
    person(state, "Eva W1", 0, 65, since=1)
    person(state, "Nib G1", 0, 58, since=1)
    person(state, "Cob W1", 1, 1)
    put(state, "HFC 12", 0, 58)
    put(state, "HFC 1", 0, 58)
    state.set_nation(0, site=58)
    return state


def test_every_line_of_his_sheet_has_a_reason_with_its_clause_the_weightiest_first() -> None:
    advice = CAPTAIN.advise(realm(), "P1")
    sheet = CAPTAIN.decide(realm(), "P1")
    assert advice.sheet == GAME.write(sheet)
    assert advice.text.endswith("The captain would give these orders to Eva, Ann and Nib.")
    reasons = {each.clause: each.text for each in advice.reasons}
    assert "won about" in reasons["LM-BAT-25"]
    assert reasons["LM-NEU-09"].startswith("Eva negotiates with cropland 65 and offers 10 gold: 14 in 20 (70%)")
    weights = [each.weight for each in advice.reasons]
    assert weights == sorted(weights, reverse=True)
    assert len(advice.reasons) == 1 + len(sheet.orders), "the plan and a reason for each order"


def test_it_names_the_aim_with_the_distances_and_the_aim_rejected() -> None:
    state = realm()
    hold(state, 1, *range(1, 38))
    advice = CAPTAIN.advise(state, "P1")
    assert advice.text.startswith("The aim is to keep N2 from winning.")
    first = advice.reasons[0]
    assert "N2 must still gain 3 provinces for a military victory" in first.text
    assert first.clause == "LM-VIC-01"
    rejected = advice.alternatives[0]
    assert rejected.text == "Join five cities by a chain of provinces"
    assert rejected.reason == "Victory is nearer for N2."


def test_a_nearer_victory_is_chosen_and_a_farther_one_rejected_with_its_distance() -> None:
    advice = CAPTAIN.advise(realm(), "P1")
    assert advice.text.startswith("The aim is to join five cities")
    assert advice.reasons[0].clause == "LM-VIC-05"
    assert advice.alternatives[0].reason.startswith("That takes more work: you still need 39 provinces for")


@pytest.mark.clause("LM-VIC-05")
def test_the_last_squares_of_a_chain_are_named() -> None:
    state = realm()
    hold(state, 0, 12, 21, 30, 31, 32, 33, 24, 42, 51)
    needed = "You still need cropland 25, orc mountains 50 and cropland 59 to join five cities."
    assert CAPTAIN.advise(state, "P1").reasons[0].text.startswith(needed)


@pytest.mark.clause("LM-VIC-04")
@pytest.mark.parametrize(
    ("allied", "has_truce", "lacking"),
    [
        (18, True, "2 allied provinces for"),
        (18, False, "2 allied provinces and a truce or an alliance for"),
        (20, False, "a truce or an alliance for"),
    ],
)
def test_a_diplomatic_victory_lacks_allied_provinces_or_a_bond_or_both(
    allied: int, has_truce: bool, lacking: str
) -> None:
    state = realm()
    places = range(1, 1 + allied)
    hold(state, 0, *places)
    state.allied = [*places]
    if has_truce:
        state.truces.append(TruceRecord((0, 1), 9))
    plan = Plan(GAME.words, Outlook(state, 0, CaptainParameters(aim="diplomacy")))
    assert plan.reason().text.startswith(f"You still need {lacking} a diplomatic victory.")


def test_the_chance_of_an_attack_is_the_one_that_the_preview_shows() -> None:
    """This includes a sheet with several battles, each of which is then fought less often."""
    state = realm()
    person(state, "Max W3", 0, 58, since=1)
    put(state, "HFC 6", 0, 58)
    put(state, "HFC 2", 1, 57)
    put(state, "HFC 2", 1, 49)
    sheet = GAME.parse("char Ann: lead take HFC 3, go 57\nchar Max: lead take HFC 3, go 49")
    shown: dict[str, float] = {}
    for each in GAME.preview_sheet(state, "P1", sheet).odds:
        won = sum([result.chance for result in each.results if result.text == "You win"])
        shown.setdefault(each.title.removeprefix("Battle at "), won)
    texts = [each.text for each in advise(GAME, sheet, state, "P1").reasons if each.clause == "LM-BAT-25"]
    assert [re.findall(r"attacks (.*):.*about (\d+)%", text)[0] for text in texts] == [
        (place, str(round(100 * won))) for place, won in shown.items()
    ]
    assert all(0 < won < 1 for won in shown.values())


def told(state: State, *lines: str) -> list[str]:
    """Return the reasons for the lines of a sheet, the weightiest first."""
    return [each.text for each in advise(GAME, GAME.parse("\n".join(lines)), state, "P1").reasons[1:]]


def test_a_march_takes_only_places_that_are_not_won_already() -> None:
    state = realm()
    hold(state, 0, 67)
    hold(state, 1, 57, 48)
    put(state, "MCC 3", 0, 58)
    person(state, "Max W3", 0, 58, since=1)
    person(state, "Ida W3", 0, 58, since=1)
    march, follow, advance = told(
        state,
        "char Ann: lead take MCC 3, go 57 48",
        "char Max: lead take HFC 3, go 57",
        "char Ida: lead take HFC 3, go 67",
    )
    assert march == "Ann takes wasteland 57 and orc mountains 48, which nobody defends."
    assert follow == "Max follows to wasteland 57, which an earlier order should win."
    assert advance == "Ida leads troops to dwarf mountains 67, closer to the next target."


def test_an_envoy_negotiates_only_where_nobody_rules() -> None:
    state = realm()
    assert told(state, "char Eva: move 64") == ["Eva goes to wasteland 64, to negotiate there next turn."]
    hold(state, 1, 64)
    [way] = told(state, "char Eva: move 64")
    assert way == "Eva goes to wasteland 64, on the way to land that is open to diplomacy."


def test_gold_is_told_with_what_it_buys() -> None:
    state = realm()
    put(state, "RED 2", 0, 58)
    person(state, "Max W3", 0, 58, since=1)
    bribe, equip, troops = told(
        state, "equip RED 2 -> HFD at 58", "char Eva: diplomacy bribe 10", "char Max: raise RED"
    )
    assert bribe.startswith("Eva negotiates with cropland 65 and offers 10 gold: ")
    assert equip == "2 recruit units become Green Heavy Foot at forest 58, for 20 gold."
    assert troops == "Max raises Recruits at forest 58, as the treasury can pay for them."


def test_a_character_who_recruits_without_room_is_told_no_chance() -> None:
    state = realm()
    [chance] = told(state, "char Eva: recruit")
    assert chance == "Eva looks for another character, and finds one 10 in 20 (50%)."
    for number in range(casualties.roster_room(state, 0)):
        person(state, f"Extra{number} P1", 0, 58)
    [none] = told(state, "char Eva: recruit")
    assert none == "Eva looks for another character too, in case the others find nobody."


@pytest.mark.parametrize(
    ("god", "line", "reason"),
    [
        ("Mars", "char Ann: train HFC 5 -> HFB", "Ann trains 5 units to Veteran Heavy Foot: training costs no gold."),
        ("Mars", "char Una: heal HFC 1w", "Una heals 1 wounded unit."),
        ("Mars", "char Zed: rain 57", "Zed lets fire rain on wasteland 57, the most crowded hostile place in reach."),
        (
            "Jupiter", "char Una: bolts 57",
            "Una hurls Bolts of Jove at wasteland 57, the most crowded hostile place in reach.",
        ),
        (
            "Jupiter", "char Nib: intervene",
            "Nib calls for the blessing of Jove, which doubles tribute and taxes for a turn.",
        ),
        ("Mars", "char Nib: intervene HFC 5 at 58", "Nib calls on Mars, who trains 5 units to the highest grade."),
        (
            "Odin", "char Nib: intervene P2",
            "Nib calls the curse of Odin on N2: no tribute, taxes or recruits for a turn.",
        ),
        (
            "Feaster", "char Nib: intervene 57",
            "Nib calls the Feaster to wasteland 57, where most enemies far from your lands are.",
        ),
    ],
)  # fmt: skip
def test_every_order_that_the_captain_gives_has_a_reason(god: str, line: str, reason: str) -> None:
    state = realm()
    state.set_nation(0, god=god)
    person(state, "Zed M1", 0, 58, since=1)
    person(state, "Una P1", 0, 58, since=1)
    put(state, "HFC 1w", 0, 58)
    hold(state, 1, 57)
    put(state, "HFC 6", 1, 57)
    assert told(state, line) == [reason]


@pytest.mark.clause("LM-IPR-11")
def test_the_victim_of_a_murder_is_named_with_its_nation() -> None:
    state = realm()
    person(state, "Zed T3", 0, 65, since=1)
    person(state, "Vela T1", 1, 65, since=1)
    [murder] = told(state, "char Zed: assassinate Vela")
    assert re.fullmatch(
        r"Zed tries to kill Vela, one of the last characters of N2: \d+ in 20 \(\d+%\)\. .*", murder
    )


@pytest.mark.clause("LM-VIC-04")
def test_a_victory_that_needs_the_consent_of_others_is_rejected_for_that() -> None:
    state = realm()
    hold(state, 0, *range(1, 21))
    state.allied = [*range(1, 21)]
    [rejected] = Plan(GAME.words, Outlook(state, 0, CaptainParameters(aim="chain"))).rejected()
    assert rejected.text == "Have 20 allied provinces and a truce or an alliance"
    needed = "You still need a truce or an alliance for a diplomatic victory, and others may refuse that."
    assert rejected.reason == needed


def test_he_says_which_attack_he_leaves_alone() -> None:
    state = realm()
    for n in state.units_at(58)[3:]:
        del state.units[n]
    put(state, "HFA 9", 1, 49)
    hold(state, 1, 49)
    _, rash = CAPTAIN.advise(state, "P1").alternatives
    assert (rash.text, rash.clause) == ("An attack on forest 49", "LM-BAT-25")
    assert rash.reason == "Won only about 0% of the time."


@pytest.mark.parametrize("options", [{}, {"fog": True}], ids=["open", "fog"])
def test_it_rests_on_nothing_that_its_seat_does_not_know(options: dict[str, bool], parts: int) -> None:
    state = GAME.setup(seats=SEATS, seed=b"advice", options=options)
    last = 6 if parts == 1 else 2
    while state.turn < last and state.outcome is None:
        for seat in GAME.actors(state):
            twin = GAME.determinize(state, seat, b"twin")
            assert CAPTAIN.advise(state, seat) == CAPTAIN.advise(twin, seat)
            GAME.set_sheet(state, seat, CAPTAIN.decide(state, seat))
        GAME.run_turn(state)


def test_at_the_founding_it_names_the_nation_and_its_bargain_and_is_the_set_up() -> None:
    state = GAME.setup(seats=("P1", "P2", REFEREE), seed=b"founding")
    advice = CAPTAIN.advise(state, "P1")
    assert advice.text.startswith("The captain would found The ")
    problems = GAME.check(state, "P1", GAME.parse(advice.sheet))
    assert all(each.uncertain for each in problems), "the squares may go to another"
    assert {each.clause for each in advice.reasons} >= {"LM-ADV-08", "LM-DIS-05"}
    assert GAME.is_setting_up(state, "P1")
    assert not GAME.is_setting_up(realm(), "P1")
    assert not GAME.is_setting_up(state, REFEREE)
    assert not CAPTAIN.advise(state, REFEREE).sheet
