"""Mutations towards the end of a side: valid positions, in which play can go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from games.demonlord.endgame import WAYS, mutate_to_endgame
from games.demonlord.invariants import invariants
from games.demonlord.positions import CAPITALS, LEAVING, drawn_up, march, place, unit
from pace import sampled
from palatine.games.demonlord import GAME
from palatine.games.demonlord.bot import Captain
from palatine.games.demonlord.components.spells import SPELLGATE
from palatine.games.demonlord.components.world import AH, AN, HEXES, HOMELANDS, LY, hex_id
from palatine.games.demonlord.rules.common.fortresses import CITIES_OF
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.magic.casting import Cast
from palatine.games.demonlord.rules.magic.resolution import Meetings, set_down
from palatine.games.demonlord.state import DEAD, HOMELAND_OF, MYTH, Fallen, has_troops
from palatine.testing.soak import fuzz_endgame


def thinned(seeds: range, decisions: int = 90) -> Iterator[Any]:
    """Yield mutated positions of random games with their unchanged originals."""
    for seed in seeds:
        random = Random(seed)
        state = GAME.setup(seed=b"near %d" % seed, options={})
        for _ in range(random.randrange(decisions)):
            GAME.take(state, *(lambda who: (who, random.choice(GAME.actions(state, who))))(GAME.actors(state)[0]))
        mutate_to_endgame(state, random)
        if state.flow:
            yield state


@pytest.mark.parametrize("seed", sampled(["1", "2", "3"]))
def test_play_goes_on_from_them(seed: str) -> None:
    results = fuzz_endgame(("demonlord", seed))
    assert [result.finding for result in results if result.finding] == []


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_of_thinning_leaves_a_sound_position(way: Callable[[Any, Random], None]) -> None:
    changed = 0
    for seed in range(12):
        state = next(thinned(range(seed, seed + 1)), None)
        if state is None or len(state.flow) != 3:
            continue
        before = GAME.encode(state)
        way(state, Random(seed))
        state.invalidate_actions()
        changed += GAME.encode(state) != before
        assert list(invariants(state)) == []
        assert GAME.decode(GAME.encode(state)) == state
    assert changed


def test_nothing_is_thinned_in_the_middle_of_a_march_or_a_battle() -> None:
    on_the_way = march(place(f"phase Hosar\nstep OpenMovement\n0805 Hosar: DA-knights\n{CAPITALS}"), "0805",
                       "DA-knights", "0806")  # fmt: skip
    fighting = drawn_up("DA-knights : ER-archers", start=LEAVING)
    for state in (on_the_way, fighting):
        before = GAME.encode(state)
        mutate_to_endgame(state, Random(1))
        assert GAME.encode(state) == before


# What is unsound is noticed


def lose_a_counter(s: Any) -> None:
    s.where[unit("DA-knights")] = hex_id("0101")


def capture_nobodys(s: Any) -> None:
    s.captors = ((unit("DA-knights"), 1),)


def raise_the_dead(s: Any) -> None:
    s.fallen = (Fallen(unit("DA-knights"), 0, 0, 1),)


def keep_points(s: Any) -> None:
    s.movement_left = [0]


def give_a_city_away(s: Any) -> None:
    s.control[hex_id("0704")] = 1


def besiege_nobody(s: Any) -> None:
    s.sieges = ((hex_id("0704"), 2),)


def leave_the_routed(s: Any) -> None:
    s.rallied = (unit("DA-knights"),)


def change_sides(s: Any) -> None:
    s.serves = (1, *s.serves[1:])


def stop_a_prisoner(s: Any) -> None:
    s.halted_units = (unit("IK-guards"),)


def bury_twice(s: Any) -> None:
    s.where[unit("IK-prince-tor")] = DEAD
    s.slain = ((unit("IK-prince-tor"), 1),) * 2


def bury_in_secret(s: Any) -> None:
    s.where[unit("IK-prince-tor")] = DEAD


def forget_reinforcements(s: Any) -> None:
    s.arrived, s.requested = (False, True), (False, True)


def shake_a_neutral(s: Any) -> None:
    s.loyalty_checks_due = (AH,)


def dream_of_lyung(s: Any) -> None:
    s.serves = (*s.serves[:LY], MYTH, *s.serves[LY + 1 :])


def hold_a_neutrals_castle(s: Any) -> None:
    s.control[HOMELANDS[AH]] = 1


def leave_a_spirit(s: Any) -> None:
    s.put((unit("AN-old-one"),), 2, HOMELANDS[AN])


def be_ones_own_guest(s: Any) -> None:
    s.guests = ((hex_id("0704"), 0),)


def take_all_cities(s: Any) -> None:
    s.options = {**s.options, "ending": "long"}
    s.control.update(dict.fromkeys(CITIES_OF[1], 0))


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lose_a_counter, "is said to be at"),
        (capture_nobodys, "prisoners and captors do not agree"),
        (raise_the_dead, "has fallen and lives"),
        (keep_points, "movement_left has outlasted"),
        (give_a_city_away, "are alone there"),
        (besiege_nobody, "a siege at 0704 that is none"),
        (leave_the_routed, "the routed have not come back"),
        (change_sides, "lies with side 2 and serves 1"),
        (stop_a_prisoner, "IK-guards is in halted_units and off the map"),
        (bury_twice, "IK-prince-tor is listed twice"),
        (bury_in_secret, "IK-prince-tor is dead and was never slain"),
        (forget_reinforcements, "side 1 has reinforcements left over"),
        (shake_a_neutral, "neutral 0 wavers and is no semi-permanent ally"),
        (dream_of_lyung, "neutral 3 is a myth"),
        (hold_a_neutrals_castle, "1401 belongs to a neutral and is held by 1"),
        (leave_a_spirit, "a spirit of neutral 1 serves nobody"),
        (be_ones_own_guest, "side 0 is a guest in 0704, which it holds"),
        (take_all_cities, "all cities have fallen and the game goes on"),
    ],
)
def test_what_is_broken_is_told(damage: Callable[[Any], None], complaint: str) -> None:
    text = "phase Hosar\nspells of Hosar: Vision\nstep BeforeMovement\n"
    text += "0704 Hosar: DA-knights\n1401 Neutral: AH-cragsmen-1\n"
    state = place(text + CAPITALS)
    assert list(invariants(state)) == []
    damage(state)
    assert any(complaint in each for each in invariants(state))


def test_riders_and_the_stopped_are_watched_while_units_move() -> None:
    """Knights stopped by enemy troops have no points left, and a stopped duke rides with nobody."""
    state = place(f"phase Hosar\nstep OpenMovement\n0704 Hosar: DA-knights, DA-duke-dansor\n{CAPITALS}")
    knights, duke = unit("DA-knights"), unit("DA-duke-dansor")
    state.halted_units = (knights,)
    assert any("DA-knights is stopped and has points" in each for each in invariants(state))
    state.halted_units, state.movement_left[duke], state.riding_pairs = (duke,), 0, ((duke, knights),)
    assert any("DA-duke-dansor rides DA-knights" in each for each in invariants(state))


# Laws


def some_gates(state: Any, random: Random) -> list[Cast]:
    """Return two or three Spellgates of either side into hexes near each other."""
    spot = random.randrange(HEXES)
    casts = []
    taken: set[int] = set()
    for _ in range(random.randrange(2, 4)):
        side = random.randrange(2)
        units = [u for u in state.on_map(side) if u not in taken]
        if not units:
            continue
        u = random.choice(units)
        goal = random.choice([h for h in (spot, *sorted(state.control)) if h != state.where[u]])
        if HOMELAND_OF.get(goal, -1) >= 0 and unallied_home(state, goal) >= 0:
            continue
        taken.add(u)
        casts.append(Cast(side, u, SPELLGATE, goal, (u,), (state.where[u],)))
    return casts


def what_came_of_it(state: Any, casts: tuple[Cast, ...]) -> Any:
    """Return locations, control, winner and pending meetings, independent of order."""
    after = state.copy()
    after.flow = after.flow[:2]
    set_down(after, casts)
    meetings = [step for step in after.flow if isinstance(step, Meetings)]
    met = {(each.side, each.hex, frozenset(each.units)) for step in meetings for each in step.landings}
    left = {key for step in meetings for key in step.left}
    return after.where, after.control, after.outcome, met, left


@pytest.mark.clause("MAG-10")
def test_what_several_gates_of_one_moment_bring_about_does_not_turn_on_the_order_they_are_announced_in() -> None:
    contested = 0
    for state in thinned(range(50)):
        random = Random(len(state.flow) + state.phase)
        for _ in range(20):
            casts = some_gates(state, random)
            first, *others = [what_came_of_it(state, order) for order in permutations(casts)]
            contested += len({cast.target for cast in casts}) < len(casts) and has_troops(casts[0].units)
            assert all(other == first for other in others)
    assert contested > 30


@pytest.mark.clause("HID-01")
def test_near_an_end_too_the_captain_thinks_in_nothing_he_cannot_see(parts: int) -> None:
    asked = 0
    for seed, state in enumerate(thinned(range(60 // parts))):
        for _ in range(25):
            if not state.flow:
                break
            seat = GAME.actors(state)[0]
            answer = Captain(GAME).decide(state, seat)
            twin = GAME.determinize(state, seat, b"%d" % seed)
            assert Captain(GAME).decide(twin, seat) == answer, state.flow[-1]
            asked += 1
            GAME.take(state, seat, answer)
    assert asked > 500 // parts


@pytest.mark.clause("MOV-01", "NEU-07")
def test_every_plan_that_is_offered_can_be_carried_out_to_its_end(parts: int) -> None:
    """Units of all kinds march: slow and fast together, riders and Ancients.

    Some are in the Rains or near Earthpits.
    """
    carried = 0
    for seed, state in enumerate(thinned(range(80 // parts))):
        random = Random(seed)
        for _ in range(40):
            if not state.flow:
                break
            who = GAME.actors(state)[0]
            plans = [plan for plan in GAME.view(state, who).shortcuts if plan.actions[-1][0] == "go"]
            for plan in random.sample(plans, min(3, len(plans))):
                twin = state.copy()
                for action in plan.actions:
                    assert action in GAME.actions(twin, who), plan.text
                    GAME.take(twin, who, action)
                    if not twin.flow:
                        break
                carried += 1
            GAME.take(state, who, random.choice(GAME.actions(state, who)))
    assert carried > 200 // parts
