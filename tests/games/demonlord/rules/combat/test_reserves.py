"""Reserves & Redeployment: free units, reserves, joiners, and the order of matching."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.demonlord.positions import (
    DEMON,
    HIT,
    HOSAR,
    MELEE,
    MISS,
    MISSILES,
    actions,
    do,
    drawn_up,
    fight,
    operands,
    refusal,
    row_of,
    seat,
    step,
    told,
    unit,
    units,
    verbs,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.rules.combat.lines import line
from palatine.games.demonlord.rules.combat.reserves import (
    Redeploy,
    free_units,
    joiners,
    must_bring,
    opening_of_round,
)
from palatine.games.demonlord.state import with_side

OVER = "Movement"
"""The step below the redeployment, so that nothing else follows."""


def put(*keys: str) -> list[tuple[str, int]]:
    return [("place", unit(key)) for key in keys]


def redeploying(row: str, *moves: Any, opening: bool = False, **more: Any) -> Any:
    """Return a single redeployment: at the opening of a round, or after magic or missiles."""
    state = drawn_up(row, **more)
    state.flow[-2:] = [opening_of_round(state) if opening else Redeploy(state.phasing, opening=False)]
    return fight(state, *moves)


# Redeployment Situations


@pytest.mark.clause("BAT-42")
@pytest.mark.parametrize("opening", [True, False])
def test_a_troop_without_an_enemy_opposite_redeploys(opening: bool) -> None:
    state = redeploying("DA-knights, DA-sergeants : ER-heavy-cavalry | : ER-foot-guards", opening=opening)
    assert (step(state), seat(state), actions(state)) == ("CommitUnit", "Demon", put("ER-foot-guards"))
    assert refusal(state, ("place", unit("ER-heavy-cavalry"))).clause == "BAT-42"


@pytest.mark.clause("BAT-42")
def test_it_does_so_at_once_after_the_missiles_that_freed_it() -> None:
    row = "DA-men-at-arms : ER-swordsmen | DA-knights : ER-heavy-cavalry"
    state = fight(drawn_up(row, start=MISSILES), rolls=[MISS, HIT, 4])
    assert (step(state), operands(state, "place")) == ("CommitUnit", units("ER-swordsmen"))


@pytest.mark.clause("BAT-43")
def test_reserves_come_in_when_a_round_opens_and_at_no_other_time() -> None:
    row = "DA-knights : ER-heavy-cavalry | : ER-foot-guards"
    state = redeploying(row, opening=True, reserve=" / NI-goblins")
    assert actions(state) == put("ER-foot-guards", "NI-goblins")
    state = redeploying(row, reserve="DA-sergeants / NI-goblins")
    assert actions(state) == put("ER-foot-guards")
    assert refusal(state, ("place", unit("NI-goblins"))).clause == "BAT-43"
    state = do(state, *put("ER-foot-guards"))
    assert step(state) == "JoinFight", "Hosar's reserve cannot answer"


@pytest.mark.clause("BAT-43", "BAT-42")
def test_troops_freed_in_melee_redeploy_when_the_next_round_opens() -> None:
    row = "DA-men-at-arms : ER-foot-guards | DA-knights : ER-heavy-cavalry"
    state = fight(drawn_up(row, start=MELEE), "fight on", "fight on", rolls=[MISS, HIT, MISS, MISS, 6])
    assert (step(state), actions(state)) == ("CommitUnit", put("DA-men-at-arms"))
    assert row_of(state) == "DA-men-at-arms : | DA-knights : ER-heavy-cavalry"


@pytest.mark.clause("BAT-43")
def test_reserves_may_stay_out() -> None:
    state = redeploying("DA-knights : ER-heavy-cavalry", opening=True, reserve="DA-sergeants / ")
    assert actions(state) == [*put("DA-sergeants"), ("pass", 0)]
    state = do(state, "pass")
    assert (step(state), state.battle.reserve[HOSAR]) == (OVER, tuple(units("DA-sergeants")))


# Matching


@pytest.mark.clause("BAT-44", "BAT-45")
@pytest.mark.parametrize(("phase", "first", "second"), [
    ("Demon", "ER-foot-guards", "DA-sergeants"), ("Hosar", "DA-sergeants", "ER-foot-guards"),
])  # fmt: skip
def test_free_troops_are_matched_the_phasing_player_placing_first(phase: str, first: str, second: str) -> None:
    state = redeploying("DA-knights : ER-heavy-cavalry | : ER-foot-guards | DA-sergeants : ", phase=phase)
    assert (seat(state), actions(state)) == (phase, put(first))
    assert refusal(state, ("pass", 0)).clause == "BAT-44"
    state = do(state, *put(first))
    assert (step(state), actions(state)) == ("MatchCommitment", put(second))
    assert refusal(state, ("pass", 0)).clause == "BAT-44"
    state = do(state, *put(second))
    assert step(state) == OVER
    assert "DA-sergeants : ER-foot-guards" in row_of(state)


@pytest.mark.clause("BAT-45")
def test_then_the_other_player_places_first() -> None:
    row = "DA-knights : ER-heavy-cavalry | : ER-foot-guards | : ER-goblins | DA-sergeants : | GU-men : "
    state = redeploying(row, *put("ER-goblins", "DA-sergeants"))
    assert (step(state), seat(state), actions(state)) == ("CommitUnit", "Hosar", put("GU-men"))
    state = do(state, *put("GU-men", "ER-foot-guards"))
    assert {"DA-sergeants : ER-goblins", "GU-men : ER-foot-guards"} < set(row_of(state).split(" | "))


@pytest.mark.clause("BAT-48", "BAT-44", "BAT-47")
def test_a_free_enemy_calls_a_joiner_away_and_never_a_holder() -> None:
    """The units are the two sergeants and the swordsmen of the rulebook's example."""
    left, right = "DA-knights, DA-sergeants : ER-heavy-cavalry", "TI-crossbowmen, TI-sergeants : ER-foot-guards"
    state = redeploying(f"{left} | : ER-swordsmen | {right}", *put("ER-swordsmen"), reserve="TI-spearmen / ")
    assert (seat(state), actions(state)) == ("Hosar", put("DA-sergeants", "TI-sergeants"))
    assert refusal(state, ("place", unit("DA-knights"))).clause == "BAT-48"
    assert refusal(state, ("place", unit("TI-spearmen"))).clause == "BAT-43"
    state = do(state, *put("TI-sergeants"))
    assert row_of(state) == f"{left} | TI-sergeants : ER-swordsmen | TI-crossbowmen : ER-foot-guards"


@pytest.mark.clause("BAT-48")
def test_when_the_holder_falls_the_earliest_joiner_holds_the_place() -> None:
    row = "DA-knights, DA-sergeants, GU-men : ER-foot-guards | DA-men-at-arms : ER-heavy-cavalry"
    state = drawn_up(row, start=MELEE)
    state = fight(state, ("target", unit("DA-knights")), rolls=[HIT, *[MISS] * 5, 6])
    assert joiners(state.battle, HOSAR) == units("GU-men")


@pytest.mark.clause("BAT-49")
def test_when_a_round_opens_a_reserve_can_meet_the_free_enemy_instead() -> None:
    row = "DA-knights, DA-sergeants : ER-heavy-cavalry | : ER-swordsmen"
    state = redeploying(row, *put("ER-swordsmen"), opening=True, reserve="TI-spearmen / ")
    assert actions(state) == put("DA-sergeants", "TI-spearmen")
    state = do(state, *put("TI-spearmen"))
    assert row_of(state) == "DA-knights, DA-sergeants : ER-heavy-cavalry | TI-spearmen : ER-swordsmen"
    assert state.battle.reserve == ((), ())


@pytest.mark.clause("BAT-49")
def test_who_has_only_reserves_to_answer_with_may_decline() -> None:
    row = "DA-knights : ER-heavy-cavalry | : ER-swordsmen"
    state = redeploying(row, *put("ER-swordsmen"), opening=True, reserve="TI-spearmen / ")
    assert (step(state), actions(state)) == ("MatchCommitment", [*put("TI-spearmen"), ("pass", 0)])


@pytest.mark.clause("BAT-44", "BAT-49")
def test_a_reserve_brought_later_must_face_the_enemy_left_over_first() -> None:
    row = "DA-knights : ER-heavy-cavalry | DA-sergeants : ER-foot-guards, ER-goblins | : ER-swordsmen"
    state = redeploying(row, *put("ER-swordsmen"), "pass", *put("TI-spearmen"), opening=True,
                        reserve="TI-spearmen / NI-goblins")  # fmt: skip
    assert (step(state), seat(state), actions(state)) == ("MatchCommitment", "Demon", put("ER-swordsmen"))
    for key in ("NI-goblins", "ER-goblins"):
        assert refusal(state, ("place", unit(key))).clause == "BAT-44"
    state = do(state, *put("ER-swordsmen"))
    assert "TI-spearmen : ER-swordsmen" in row_of(state)


# Joining


@pytest.mark.clause("BAT-46")
def test_surplus_troops_may_gang_up_two_or_three_on_one() -> None:
    row = "DA-knights : ER-heavy-cavalry | DA-sergeants : | GU-men : | DA-men-at-arms : ER-foot-guards"
    state = redeploying(row, *put("DA-sergeants", "GU-men"))
    assert (step(state), seat(state)) == ("JoinFight", "Hosar")
    assert operands(state, "against") == units("ER-heavy-cavalry", "ER-foot-guards")
    state = do(state, ("against", unit("ER-heavy-cavalry")), ("against", unit("ER-heavy-cavalry")))
    assert row_of(state) == "DA-knights, DA-sergeants, GU-men : ER-heavy-cavalry | DA-men-at-arms : ER-foot-guards"
    assert [entry.data["target"] for entry in told(state, "join")] == units("ER-heavy-cavalry") * 2


@pytest.mark.clause("BAT-46", "BAT-42")
def test_they_need_not() -> None:
    state = redeploying("DA-knights : ER-heavy-cavalry | DA-sergeants : ", *put("DA-sergeants"), "stay")
    assert row_of(state) == "DA-knights : ER-heavy-cavalry | DA-sergeants :"
    assert step(state) == OVER


@pytest.mark.clause("BAT-47")
@pytest.mark.parametrize("opening", [True, False])
def test_a_redeployed_troop_stays_until_an_enemy_falls_or_is_free(opening: bool) -> None:
    row = "DA-knights, DA-sergeants : ER-heavy-cavalry | DA-men-at-arms : ER-foot-guards"
    state = redeploying(row, opening=opening)
    assert (step(state), row_of(state)) == (OVER, row), "nobody is asked"


@pytest.mark.clause("BAT-50", "BAT-48")
def test_two_against_two_is_split_into_single_fights() -> None:
    row = "DA-knights : ER-heavy-cavalry, ER-goblins | DA-sergeants : "
    state = redeploying(row, *put("DA-sergeants"))
    assert actions(state) == put("ER-goblins")
    state = do(state, *put("ER-goblins"))
    assert (step(state), row_of(state)) == (OVER, "DA-knights : ER-heavy-cavalry | DA-sergeants : ER-goblins")


@pytest.mark.clause("BAT-50", "BAT-46")
def test_nobody_joins_but_against_a_single_enemy() -> None:
    state = redeploying("DA-knights : ER-heavy-cavalry | DA-sergeants : ", *put("DA-sergeants"))
    for key in ("DA-knights", "ER-goblins"):
        assert refusal(state, ("against", unit(key))).clause == "BAT-50"


# Battleline limit


@pytest.mark.clause("BAT-51")
def test_the_battle_size_limits_the_line_of_each_player() -> None:
    row = "DA-knights : ER-heavy-cavalry | DA-sergeants : ER-foot-guards | : ER-swordsmen"
    state = redeploying(row, opening=True, size=3, reserve="GU-men, GU-levy / NI-goblins")
    assert actions(state) == put("ER-swordsmen")
    assert refusal(state, ("place", unit("NI-goblins"))).clause == "BAT-51"
    state = do(state, *put("ER-swordsmen"))
    assert actions(state) == [*put("GU-men", "GU-levy"), ("pass", 0)]
    state = do(state, *put("GU-men"))
    assert [len(line(state.battle, side)) for side in (0, 1)] == [3, 3]
    assert (step(state), state.battle.reserve[HOSAR]) == (OVER, tuple(units("GU-levy")))


@pytest.mark.clause("BAT-51", "BAT-17")
def test_reserves_fill_the_line_and_no_more() -> None:
    state = redeploying("DA-knights : ER-heavy-cavalry", *put("GU-men"), opening=True, size=2,
                        reserve="GU-men, GU-levy / ")  # fmt: skip
    assert step(state) == "JoinFight", "with two in a line of two the levy is not asked for"
    assert state.battle.reserve[HOSAR] == tuple(units("GU-levy"))


# With nothing in line


@pytest.mark.clause("BAT-43", "BAT-44")
def test_a_side_with_nothing_in_line_must_bring_reserves_while_enemies_stand_free() -> None:
    row = ": ER-heavy-cavalry | : ER-foot-guards"
    state = redeploying(row, *put("ER-heavy-cavalry"), opening=True, reserve="DA-knights, GU-men, GU-levy / ")
    assert (seat(state), actions(state)) == ("Hosar", put("DA-knights", "GU-men", "GU-levy"))
    assert refusal(state, ("pass", 0)).clause == "BAT-44"
    state = do(state, *put("DA-knights"))
    assert actions(state) == put("GU-men", "GU-levy"), "another enemy is free"
    state = do(state, *put("GU-men", "ER-foot-guards"))
    assert (seat(state), actions(state)) == ("Hosar", [*put("GU-levy"), ("pass", 0)])


@pytest.mark.clause("BAT-43", "BAT-45")
@pytest.mark.parametrize("phase", ["Hosar", "Demon"])
def test_both_sides_with_nothing_in_line_bring_a_pair(phase: str) -> None:
    reserve = "DA-knights, GU-men / ER-heavy-cavalry, ER-goblins"
    state = redeploying("", opening=True, reserve=reserve, phase=phase)
    assert seat(state) == phase
    for _ in range(2):
        assert "pass" not in verbs(state)
        state = do(state, actions(state)[0])
    assert row_of(state) == "DA-knights : ER-heavy-cavalry"
    assert "pass" in verbs(state)


# Whatever is chosen


@pytest.mark.clause("BAT-50", "BAT-44", "BAT-48", "BAT-51")
def test_no_redeployment_ends_in_a_line_that_the_rules_forbid() -> None:
    random = Random("redeployment")
    for number in range(150):
        state = redeploying(random_row(random), opening=number % 2 == 0, size=random.choice([5, 7]),
                            phase=random.choice(["Hosar", "Demon"]),
                            reserve="GU-levy, DA-militia, TI-spearmen / ER-goblins, NI-goblins")  # fmt: skip
        before = [set(line(state.battle, side)) for side in (0, 1)]
        while step(state) != OVER:
            offered = actions(state)
            assert len(set(offered)) == len(offered)
            state = GAME.play(state, seat(state), random.choice(offered))
        assert all(before[side] <= set(line(state.battle, side)) for side in (0, 1)), "nobody goes back to reserve"
        check_line(state.battle)


def random_row(random: Random) -> str:
    """Return a random line after losses: pairs, two or three against one, and free troops."""
    hosar = ["DA-knights", "DA-sergeants", "GU-men", "DA-men-at-arms", "TI-crossbowmen"]
    demon = ["ER-heavy-cavalry", "ER-patrol-cavalry", "ER-foot-guards", "ER-swordsmen", "ER-archers"]
    stronger = random.choice([HOSAR, DEMON])
    many, few = (hosar, demon) if stronger == HOSAR else (demon, hosar)
    groups = []
    while many and few:
        pair = [[many.pop() for _ in range(min(random.choice([1, 1, 2, 3]), len(many)))], [few.pop()]]
        if random.random() < 0.4:
            pair[random.choice([0, 1])] = []
        left, right = pair if stronger == HOSAR else reversed(pair)
        groups.append(f"{', '.join(left)} : {', '.join(right)}")
    return " | ".join(groups)


def check_line(battle: Any) -> None:
    for group in battle.groups:
        assert min(len(group[HOSAR]), len(group[DEMON])) <= 1
    assert not (joiners(battle, HOSAR) and joiners(battle, DEMON))
    for side in (HOSAR, DEMON):
        assert len(line(battle, side)) <= battle.size
        if free_units(battle, side):
            assert not free_units(battle, 1 - side)
            assert not joiners(battle, 1 - side)


@pytest.mark.clause("BAT-43", "BAT-44", "BAT-46", "BAT-49")
def test_each_redeployment_is_told() -> None:
    """The Demon brings goblins, which the spearmen meet.

    The sergeants, who had joined, meet the swordsmen.
    """
    row = "DA-knights, DA-sergeants : ER-heavy-cavalry | : ER-swordsmen"
    state = redeploying(row, *put("NI-goblins", "TI-spearmen"), opening=True, reserve="TI-spearmen / NI-goblins")
    state = do(state, *put("ER-swordsmen", "DA-sergeants"))
    found = [
        (entry.kind, entry.clauses, entry.data["unit"], entry.data["side"], entry.data.get("target"))
        for entry in state.journal
        if entry.kind in ("reserve", "redeploy")
    ]
    goblins, spearmen, swordsmen, sergeants = units("NI-goblins", "TI-spearmen", "ER-swordsmen", "DA-sergeants")
    assert found == [
        ("reserve", ("BAT-43",), goblins, DEMON, None),
        ("reserve", ("BAT-49",), spearmen, HOSAR, None),
        ("redeploy", ("BAT-44",), spearmen, HOSAR, goblins),
        ("redeploy", ("BAT-44",), sergeants, HOSAR, swordsmen),
    ]
    state = redeploying("DA-knights : ER-heavy-cavalry | : ER-swordsmen", *put("ER-swordsmen"))
    state = do(state, ("against", unit("DA-knights")))
    (entry,) = told(state, "join")
    assert (entry.clauses, entry.data) == (
        ("BAT-46",),
        {"unit": swordsmen, "side": DEMON, "target": unit("DA-knights")},
    )


@pytest.mark.clause("BAT-43", "BAT-44")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_either_side_with_nothing_in_line_must_bring_a_reserve_for_each_free_enemy(side: int) -> None:
    bare = with_side(((), ()), side, tuple(units("DA-knights", "GU-men")))
    row = (((), tuple(units("ER-goblins"))), (tuple(units("ER-goblins")), ()))[side]
    battle = replace(drawn_up("DA-bowmen : ER-archers").battle, groups=(row,), reserve=bare, size=3)
    assert must_bring(battle, side, (side,))
    assert not must_bring(battle, side, ()), "it had somebody in line when the round opened"
    assert not must_bring(replace(battle, reserve=((), ())), side, (side,)), "nobody is left"
    met = with_side(with_side(((), ()), side, tuple(units("DA-knights"))), 1 - side, tuple(units("ER-goblins")))
    assert not must_bring(replace(battle, groups=(met,)), side, (side,)), "the enemy is met"
    assert must_bring(replace(battle, groups=(met, row)), side, (side,)), "another stands free"
    assert not must_bring(replace(battle, groups=(met, row), size=1), side, (side,)), "the line is full"
