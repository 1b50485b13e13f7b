"""Advice of the captain with its reasons, from what the seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.demonlord.bot.test_planning import DEMONS_ARMY
from games.demonlord.positions import CAPITALS, do, moment, place
from pace import sampled
from palatine.core.guidance.advice import Advice
from palatine.games.demonlord import GAME
from palatine.games.demonlord.bot import Captain
from palatine.games.demonlord.bot.execution import plan_of
from palatine.games.demonlord.bot.march_reasons import battle_reason, stay
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.rules.movement.movement import March

CAPTAIN = Captain(GAME)
PLIES = 1800
WITHOUT_REASON: frozenset[str] = frozenset()
"""Steps at which all choices are equally good to the captain."""


def positions(seed: int) -> Iterator[tuple[Any, str]]:
    random = Random(seed)
    state = GAME.setup(seed=bytes([seed]))
    for _ in range(PLIES):
        if not state.flow:
            return
        (seat,) = GAME.actors(state)
        actions = GAME.actions(state, seat)
        if len(actions) > 1 and random.random() < 0.05:
            yield state, seat
        GAME.take(state, seat, CAPTAIN.decide(state, seat) if random.random() < 0.9 else random.choice(actions))


@pytest.mark.parametrize("seed", sampled(range(2)))
def test_advice_is_what_the_captain_does_and_follows_nothing_hidden(seed: int) -> None:
    for state, seat in positions(seed):
        advice = CAPTAIN.advise(state, seat)
        assert advice.actions[0] == Captain(GAME).decide(state, seat), "of one who takes over now"
        deal = GAME.determinize(state, seat, b"another")
        assert CAPTAIN.advise(deal, seat) == advice
        assert advice.text.startswith("The captain would ")
        assert 0 <= advice.sure <= 1
        reasons = [*advice.reasons, *advice.alternatives]
        assert all([each.clause in GAME.clauses for each in reasons])


def march_of(text: str) -> Advice:
    state = do(place("turn 2\nphase Hosar\nstep OpenMovement\n" + text + CAPITALS))
    return CAPTAIN.advise(state, "Hosar")


@pytest.mark.clause("BAT-01")
def test_an_attack_is_advised_with_its_odds_and_all_its_clicks() -> None:
    """The Duke's men can attack lone archers two hexes away; Timur keeps its militia."""
    advice = march_of("0804 Hosar: DA-duke-dansor, DA-knights, DA-men-at-arms\n1004 Demon: ER-archers\n")
    assert advice.actions[0] == ("stack", hex_id("0804"))
    assert advice.actions[-1] == ("go", hex_id("1004"))
    assert "to 1004" in advice.text
    assert advice.reasons[0].clause == "BAT-01"
    assert "to win" in advice.reasons[0].text
    assert advice.sure > 0.7
    assert any(["Timur (0610) keeps" in each.text for each in advice.reasons])


@pytest.mark.clause("END-01")
def test_a_march_on_timur_says_that_it_wins_the_game() -> None:
    advice = CAPTAIN.advise(moment("OpenMovement", DEMONS_ARMY, "Demon"), "Demon")
    assert [each.clause for each in advice.reasons][:2] == ["MOV-03", "END-01"]
    assert "Taking Timur (0610) wins the game" in advice.reasons[1].text


@pytest.mark.clause("SIEGE-01")
def test_troops_under_siege_are_no_attack() -> None:
    attack = "0804 Hosar: DA-duke-dansor, DA-knights, DA-men-at-arms\n1004 Demon: ER-archers\n"
    siege = "1007 Hosar: WT-militia\n1007 Demon: NI-spearmen, NI-swordsmen-1, ER-swordsmen, ER-foot-guards\n"
    advice = march_of(attack + siege)
    assert [each.text for each in advice.reasons if each.clause == "BAT-01"] == [
        "2 troops at 1004 against 1 counter: 98% to win."
    ]
    state = do(place("turn 2\nphase Hosar\nstep OpenMovement\n" + attack + siege + CAPITALS))
    plan = plan_of(CaptainPerception(state, 0))
    reason = battle_reason(GAME.words, plan, hex_id("1007"))
    assert reason.clause == "SIEGE-01"
    assert reason.text.startswith("1 troop at Gunthoz (1007) beside 4 counters of the enemy: ")


def test_an_attack_that_would_fail_is_told_of_as_not_chosen() -> None:
    strong = "1004 Demon: ER-heavy-cavalry, ER-foot-guards, ER-swordsmen, ER-lord-erush\n"
    advice = march_of("0904 Hosar: WT-militia\n" + strong)
    assert [(each.text, each.clause) for each in advice.alternatives] == [
        ("Attack 1004", "BAT-01"), ("Take, relieve and guard places one by one, for points", "VIC-01")
    ]  # fmt: skip
    assert advice.alternatives[1].reason.endswith("You have 0, the enemy has 0.")


def test_the_largest_march_against_the_enemy_is_advised_first_with_the_other_attacks() -> None:
    advice = march_of(
        "0804 Hosar: TI-spearmen, TI-sergeants, DA-militia\n0904 Demon: ER-goblins\n"
        "1405 Hosar: DA-knights, TI-knights-1, TI-knights-2, TI-men-at-arms\n"
        "1505 Demon: NI-spearmen, NI-swordsmen-1\n"
    )
    assert advice.text == "The captain would send D'Ansor Knights and Timur Knights I to Erush (1606)."
    texts = [each.text for each in advice.reasons]
    assert "3 troops at 0904 against 1 counter: 96% to win." in texts
    assert "2 troops at 1505 against 2 counters: 88% to win." in texts


def test_a_good_attack_is_left_out_for_a_better_place() -> None:
    advice = march_of(
        "1405 Hosar: WT-militia, TI-spearmen\n1505 Demon: ER-goblins\n"
        "0804 Hosar: DA-knights, TI-knights-1, TI-knights-2, TI-men-at-arms\n"
        "0904 Demon: NI-spearmen, NI-swordsmen-1\n"
    )
    assert (advice.alternatives[0].text, advice.alternatives[0].reason) == (
        "Attack 1505", "76% to win, but most of the troops are needed at Erush (1606)."
    )  # fmt: skip


@pytest.mark.clause("VIC-01")
def test_in_the_last_turn_the_advice_is_to_play_for_points_and_not_to_march_far() -> None:
    state = moment("OpenMovement", DEMONS_ARMY, "Demon", more="last_turn: 2\n")
    advice = CAPTAIN.advise(state, "Demon")
    assert "so points decide" in " ".join([each.text for each in advice.reasons])
    assert ("March on Timur (0610) with all troops", "END-01") in [
        (each.text, each.clause) for each in advice.alternatives
    ]


def test_where_a_capital_does_not_decide_no_other_aim_is_rejected() -> None:
    state = moment("OpenMovement", DEMONS_ARMY, "Demon")
    state.options["ending"] = "long"
    assert "VIC-01" not in [each.clause for each in CAPTAIN.advise(state, "Demon").alternatives]


def test_a_choice_that_is_warned_of_is_told_as_not_chosen() -> None:
    state = moment("Sieges", "1510 Demon: MI-garrison\n1510 Hosar: TI-prince-timur, TI-knights-1, TI-knights-2\n")
    advice = CAPTAIN.advise(state, "Hosar")
    assert advice.text.startswith("The captain would choose “")
    assert advice.reasons[0].clause == "SIEGE-11"


def test_every_reason_in_the_catalogue_is_of_a_step_and_a_choice_of_it() -> None:
    steps = {kind.__name__: kind for kind in Captain.decisions.decided}
    keys = [key.split(".")[2:] for key in GAME.words.messages if key.startswith("advise.because.")]
    assert len(keys) > 52
    for name, *verb in keys:
        assert name in steps
        assert set(verb) <= set(steps[name].verbs)


@pytest.mark.clause("SIEGE-04")
def test_a_stack_that_stays_says_what_the_place_gives() -> None:
    state = do(place("turn 2\nphase Hosar\nstep OpenMovement\n" + CAPITALS))
    plan, timur = plan_of(CaptainPerception(state, 0)), hex_id("0610")
    assert [each.text for each in stay(GAME.words, plan, March(0, timur))] == ["Hold Timur (0610)."]


@pytest.mark.clause("MOV-03")
def test_a_troop_that_is_safe_nowhere_says_so() -> None:
    strong = "1004 Demon: ER-heavy-cavalry, ER-foot-guards, ER-swordsmen, ER-lord-erush\n"
    advice = march_of("0904 Hosar: WT-militia\n" + strong)
    assert "No hex in reach is safer from the enemy." in [each.text for each in advice.reasons]


def test_almost_every_choice_has_a_reason_beyond_the_plan() -> None:
    state = GAME.setup(seed=b"reasons")
    captain = Captain(GAME)
    aims = {GAME.words.say("advise.points")}
    bare: set[str] = set()
    for n in range(900):
        (seat,) = GAME.actors(state)
        if n % 6 == 0 and len(GAME.actions(state, seat)) > 1:
            found = [each for each in CAPTAIN.advise(state, seat).reasons if each.weight > 0.6]
            bare |= {type(state.flow[-1]).__name__} if not [x for x in found if x.text not in aims] else set()
        GAME.take(state, seat, captain.decide(state, seat))
    assert bare <= WITHOUT_REASON
