"""Conveniences: plans of marches, passing for a phase, merged marches, odds in advance."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    IDLE,
    actions,
    at,
    cast,
    do,
    go,
    march,
    moment,
    place,
    seat,
    step,
    told,
    unit,
)
from palatine.core import Shortcut
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.spells import FORCEMARCH, VISION
from palatine.games.demonlord.components.world import MOUNTAINS, TERRAIN, hex_id, hex_name
from palatine.games.demonlord.view.plans import reachable
from palatine.matches import MatchServices
from palatine.matches.play.bots import is_asked_again
from palatine.matches.play.seating import new_row, store_match
from palatine.store import Store

STACKS = """
phase Hosar
step OpenMovement
0909 Hosar: TI-prince-timur, TI-knights-1
0606 Hosar: DA-bowmen
1812 Demon: NI-goblins
"""


def plans(state: Any) -> list[Shortcut]:
    return list(GAME.view(state, seat(state)).shortcuts)


def plan_to(state: Any, name: str) -> Shortcut:
    (found,) = [plan for plan in plans(state) if plan.space == hex_id(name)]
    return found


def taken(state: Any, *picks: str) -> Any:
    return do(state, ("stack", hex_id("0909")), *[("unit", unit(key)) for key in picks])


# The march


@pytest.mark.clause("NEU-07")
def test_no_plan_leads_ancients_into_mountains_where_nobody_is_to_be_attacked() -> None:
    """1313 and its surroundings are mountains; a long march from 1511 would cross them."""
    text = "phase Hosar\nstep OpenMovement\nserves: [2,0,2,2,2]\n1211 Hosar: AN-old-one, AN-lizard-warriors-1\n"
    state = do(place(text + CAPITALS), ("stack", hex_id("1211")), ("unit", unit("AN-lizard-warriors-1")))
    high = {h for h, ground in enumerate(TERRAIN) if ground == MOUNTAINS}
    goals = reachable(state, state.flow[-1])
    assert len(goals) > 6
    assert high.isdisjoint(goals)
    assert high.isdisjoint({h for _, way in goals.values() for h in way})
    for plan in plans(state):
        if plan.space and plan.actions[-1][0] == "go":
            assert at(do(state, *plan.actions), "AN-lizard-warriors-1") == hex_name(plan.space), (
                "every plan can be carried out"
            )


def test_every_hex_in_reach_is_a_goal_and_few_are_listed() -> None:
    state = taken(place(STACKS), "TI-knights-1")
    goals = {hex_name(h): way for h, (_, way) in reachable(state, state.flow[-1]).items() if len(way) > 1}
    ways = [plan for plan in plans(state) if plan.actions[0][0] == "go"]
    assert {hex_name(plan.space): len(plan.actions) for plan in ways} == {
        name: len(way) for name, way in goals.items()
    }
    assert len(ways) > 30 > 10 >= len([plan for plan in ways if plan.is_listed])
    assert at(do(state, *plan_to(state, "1109").actions), "TI-knights-1") == "1109"


def test_another_stack_is_picked_while_one_is_marching() -> None:
    state = taken(place(STACKS), "TI-knights-1")
    assert [plan.text for plan in plans(state) if plan.space == hex_id("0606")] == [
        "March to 0606, 4 hexes", "Leave these, and march from 0606",
    ]  # fmt: skip
    state = do(state, go("0908"))
    plan = [plan for plan in plans(state) if plan.space == hex_id("0606")][-1]
    assert (plan.text, plan.is_listed) == ("Stop here, and march from 0606", False)
    state = do(state, *plan.actions)
    assert (step(state), state.flow[-1].hex, at(state, "TI-knights-1")) == ("March", hex_id("0606"), "0908")


def test_a_whole_stack_marches_as_it_lies_so_that_nothing_is_shown() -> None:
    state = do(place(STACKS), ("stack", hex_id("0909")))
    whole = next(plan for plan in plans(state) if plan.text == "Take the whole stack")
    assert [u for _, u in whole.actions] == [unit("TI-prince-timur"), unit("TI-knights-1")]
    state = do(state, *whole.actions, go("0908"))
    assert state.stack(HOSAR, hex_id("0908")) == (unit("TI-prince-timur"), unit("TI-knights-1"))


def test_a_march_by_one_click_is_taken_back_by_one() -> None:
    services = MatchServices(Store.open(":memory:"))
    match, keys = at_table(services, place(STACKS))
    key = keys["Hosar"]
    version = services.matches.info(match).version
    sight = services.matches.act(match, key, ("stack", hex_id("0909")), version)
    sight = services.matches.act_all(match, key, sight.view.shortcuts[0].actions, sight.version)
    plan = next(plan for plan in sight.view.shortcuts if plan.space == hex_id("1109"))
    sight = services.matches.act_all(match, key, plan.actions, sight.version)
    assert sight.takes_back == plan.text == "March to 1109, 2 hexes"
    assert [line.text for line in sight.entries] == ["Hosar marches 2 counters from 0909 to 1109, 2 hexes."]
    sight = services.matches.undo(match, key, sight.version)
    assert (sight.at, sight.takes_back) == (3, "Take the whole stack")


def at_table(services: MatchServices, state: Any) -> tuple[str, dict[str, str]]:
    """Store a match of two people that starts with a position."""
    row = new_row("demonlord", GAME, "standard", dict(state.options), "", forced=False, start=GAME.encode(state))
    made = store_match(
        services.runtime, row, state.seats, {name: {"kind": "person", "number": ""} for name in state.seats}
    )
    return made.match, made.keys


# Passing


def standing(state: Any) -> str:
    plan = plans(state)[0]
    assert {each.actions for each in plans(state)} == {(("pass", 0),)}
    return plan.duration_key


def spans(state: Any) -> set[str]:
    """Return the duration keys of lasting answers."""
    return {plan.duration_key for plan in plans(state)[1:]}


SPELLS = "0909 Hosar: HO-high-priest, TI-knights-1\n"


def test_passing_stands_for_the_phase_until_a_spell_is_cast() -> None:
    text = SPELLS + "1109 Demon: NI-goblins\n"
    state = moment("BeforeMovement", text, hosar="Vision, Forcemarch, Light", demon="Vision, Darkness")
    until = standing(state)
    after = do(state, "pass")
    while step(after) != "AnnounceSpell" or seat(after) != "Hosar":
        after = do(after, next(verb for verb in ("pass", "end", "halt") if (verb, 0) in actions(after)))
    assert (after.flow[-1].moment, standing(after)) != (state.flow[-1].moment, until + "x")
    assert standing(after) == until, "the next moment of the phase"
    later = do(state, cast(FORCEMARCH), ("target", hex_id("0909")))
    while seat(later) != "Hosar":
        later = do(later, "pass")
    assert standing(later) != until, "a spell has been announced"


def test_before_a_battle_one_is_asked_again() -> None:
    calm = moment("BeforeBattles", SPELLS + "1109 Demon: NI-goblins\n", hosar="Vision", demon="Vision")
    fought = moment("BeforeBattles", SPELLS + "0909 Demon: NI-goblins\n", hosar="Vision", demon="Vision")
    assert not standing(calm).endswith("battle")
    assert standing(fought).endswith("battle")


def test_passing_in_the_enemys_phase_ends_with_it() -> None:
    state = moment("BeforeBattles", SPELLS + "1109 Demon: NI-goblins\n", hosar="Vision", demon="Vision")
    given = {plan.duration_key for plan in plans(state)}
    assert {key for key in given if GAME.has_ended(state, key)} == set()
    state.phase += 1
    lasting = {"pass.always.", "pass.always..unless-character"}
    assert {key for key in given if not GAME.has_ended(state, key)} == lasting
    assert {plan.duration_key for plan in plans(state)} & given == lasting


def test_passing_stands_for_the_phase_or_from_now_on_unless_a_character_is_in_a_battle() -> None:
    calm = moment("BeforeBattles", SPELLS + "1109 Demon: NI-goblins\n", hosar="Vision", demon="Vision")
    fought = moment("BeforeBattles", SPELLS + "0909 Demon: NI-goblins\n", hosar="Vision", demon="Vision")
    plain = {f"pass.phase.{calm.phase}", "pass.always."}
    assert spans(calm) == plain | {f"{word}.unless-character" for word in plain}
    assert spans(fought) == plain, "the high priest is in it: who has excepted that is asked"


def test_who_has_passed_for_the_phase_is_not_asked_at_the_table() -> None:
    asked: dict[bool, list[str]] = {}
    for stands in (False, True):
        services = MatchServices(Store.open(":memory:"))
        state = moment("AfterMovement", SPELLS + "1109 Demon: NI-goblins\n", hosar="Vision", demon="Vision")
        match, keys = at_table(services, state)
        sight = services.matches.view(match, "Hosar")
        plan = sight.view.shortcuts[0]
        services.matches.act_all(
            match, keys["Hosar"], plan.actions, sight.version, plan.duration_key if stands else ""
        )
        asked[stands] = asked_on(services, match, keys)
    assert (asked[False].count("MAG-09"), asked[True].count("MAG-09")) == (4, 0)


def test_the_delay_of_an_answer_is_shorter_until_something_public_happens() -> None:
    services = MatchServices(Store.open(":memory:"))
    state = moment("AfterMovement", SPELLS + "1109 Demon: NI-goblins\n", hosar="Vision", demon="Vision")
    match, keys = at_table(services, state)
    found = []
    while "Demon's phase" not in services.matches.view(match, "Hosar").view.heading:
        (seat,) = services.matches.info(match).asked
        found.append((seat, is_asked_again(services.runtime.open(match).recent, seat)))
        verb = next(each.verb for each in services.matches.view(match, seat).view.choices if each.verb in ENDS)
        services.matches.act(match, keys[seat], (verb, 0), services.matches.info(match).version)
    assert found[:4] == [("Hosar", False), ("Demon", False), ("Hosar", True), ("Demon", True)]
    (seat,) = services.matches.info(match).asked
    assert not is_asked_again(services.runtime.open(match).recent, seat), "another phase has begun"


ENDS = ("pass", "end", "halt")


def asked_on(services: MatchServices, match: str, keys: dict[str, str]) -> list[str]:
    """Return the clauses under which Hosar is asked until the next phase if nobody acts."""
    found = []
    while (
        "Demon's phase"
        not in (view := services.matches.view(match, (name := services.matches.info(match).asked[0])).view).heading
    ):
        found += [view.clause] if name == "Hosar" else []
        choice = next(choice for choice in view.choices if choice.verb in IDLE)
        services.matches.act(match, keys[name], (choice.verb, choice.operand), services.matches.info(match).version)
    return found


# The journal


def joined(state: Any) -> list[str]:
    """Return the journal as prose with each march as one line."""
    whole: list[Any] = []
    for entry in state.journal:
        one = GAME.merged_entry(whole[-1], entry) if whole else None
        whole[-1 if one else len(whole) :] = [one or entry]
    return [GAME.prose(entry) for entry in whole]


def test_a_long_march_is_one_line_and_two_groups_are_two() -> None:
    state = march(place(STACKS), "0909", "TI-knights-1", "1009", "1109")
    assert joined(state) == ["Hosar marches 1 counter from 0909 to 1109, 2 hexes."]
    state = march(place(STACKS), "0909", "TI-knights-1", "0908")
    state = march(do(state, "halt"), "0909", "TI-prince-timur", "0908", "0907")
    assert joined(state) == [
        "Hosar marches 1 counter from 0909 to 0908.",
        "Hosar marches 1 counter from 0909 to 0907, 2 hexes.",
    ]


def test_who_sets_out_anew_does_not_go_on() -> None:
    state = march(place(STACKS), "0909", "TI-knights-1", "0908")
    state = march(do(state, "halt"), "0908", "TI-knights-1", "0907")
    assert len(told(state, "march")) == 2
    assert joined(state)[0] == "Hosar marches 1 counter from 0909 to 0908."


# Odds


def test_what_a_throw_needs_is_told_before() -> None:
    state = moment("BeforeMovement", SPELLS + "1109 Demon: NI-goblins\n", hosar="Vision, Forcemarch")
    costs = {(choice.verb, choice.operand): choice.cost for choice in GAME.view(state, "Hosar").choices}
    assert costs == {cast(VISION): "works 5 in 6 (83%)", cast(FORCEMARCH): "works 5 in 6 (83%)", ("pass", 0): ""}


def test_a_stack_that_can_only_change_its_top_says_so() -> None:
    text = "turn 2\nphase Hosar\nstep OpenMovement\n0804 Hosar: DA-men-at-arms, DA-bowmen\n"
    state = do(place(text + CAPITALS), ("stack", hex_id("0804")), ("unit", unit("DA-men-at-arms")))
    state = do(state, ("unit", unit("DA-bowmen")), go("0904"))
    costs = {choice.operand: choice.cost for choice in GAME.view(state, "Hosar").choices if choice.verb == "stack"}
    assert costs[hex_id("0904")] == "no unit here can march, but you can change the top counter"
    assert costs[hex_id("0610")] == ""


@pytest.mark.parametrize(
    ("method", "told_first"),
    [
        ("assault", "destroys 1.3 of theirs for 1.7 of yours on average; surrender 0 in 36 (0%)"),
        ("invest", "destroys 0.2 of theirs for 0.3 of yours on average; surrender 1 in 36 (3%)"),
    ],
)
def test_a_siege_is_weighed_by_what_lies_open(method: str, told_first: str) -> None:
    text = (
        "turn 2\nphase Demon\nstep Sieges\n0704 Hosar: DA-militia, DA-bowmen\n0704 Demon: ER-goblins, ER-archers\n"
    )
    state = place(text + f"sieges: [[{hex_id('0704')},2]]\n" + CAPITALS)
    costs = {choice.verb: choice.cost for choice in GAME.view(state, state.seats[DEMON]).choices}
    assert costs[method] == told_first
