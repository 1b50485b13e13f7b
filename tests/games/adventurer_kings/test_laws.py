"""Laws of facts that end with a character or last, when characters die, leave or are beaten."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from games.adventurer_kings.endgame import mutate_to_endgame
from games.adventurer_kings.invariants import check_armies, check_items, check_people, invariants
from games.adventurer_kings.positions.battlefield import HERE, enemies, field, general
from games.adventurer_kings.positions.mischief import sheet
from games.adventurer_kings.positions.realm import (
    MERCENARY,
    a_turn,
    at,
    new_state,
    own,
    put_army,
    put_item,
    put_person,
    relate,
    world,
)
from pace import sampled
from palatine.core import Dice, dice_key
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.campaigns import groups
from palatine.games.adventurer_kings.rules.combat.retreat import refuge
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.hiring import leave_service
from palatine.games.adventurer_kings.rules.common.turn import PHASES, Turn
from palatine.games.adventurer_kings.rules.common.turn_records import (
    ArmyDict,
    ArmySet,
    ExpiresWithArmy,
    ExpiresWithService,
    Expiring,
)
from palatine.games.adventurer_kings.state import State
from palatine.testing.sample import difference


@pytest.mark.parametrize("seed", sampled(range(24)))
def test_from_near_the_end_of_somebody_play_goes_on_and_nothing_breaks(seed: int) -> None:
    """Two years of random orders after several mutations at once."""
    random = Random(seed)
    s = world("standard", 9).copy()
    s.dice = Dice(dice_key(b"near the end %d" % seed))
    mutate_to_endgame(s, random)
    assert invariants(s) == [], "the thinnings keep within what play can reach"
    for _ in range(2):
        if s.outcome is None:
            s.sheets = [sheet(s, random, seat) for seat in range(len(s.seats))]
            sequence.run_turn(s)
            assert invariants(s) == []
            assert GAME.decode(GAME.encode(s)) == s


@pytest.mark.parametrize("seed", sampled(range(12)))
def test_near_the_end_of_somebody_deals_hold_what_every_position_holds(seed: int) -> None:
    """The positions have Kings without land, gold, Heroes or armies, captives and sieges."""
    random = Random(seed)
    scenario, kings = (("standard", 9), ("europe", 9), ("super", 20), ("earth", 20))[seed % 4]
    s = world(scenario, kings).copy()
    mutate_to_endgame(s, random)
    for seat in (*random.sample(s.seats, 3), None):
        other = GAME.determinize(s, seat, b"%d" % seed)
        assert invariants(other) == []
        assert difference(GAME.view(s, seat), GAME.view(other, seat)) == ""
        assert GAME.determinize(other, seat, b"again") == GAME.determinize(s, seat, b"again")


def test_thinnings_change_something_and_no_finished_or_unfounded_match() -> None:
    s = world("standard", 9).copy()
    changed = 0
    for seed in range(20):
        twin = s.copy()
        mutate_to_endgame(twin, Random(seed))
        changed += twin != s
    assert changed == 20
    fresh = GAME.setup("standard", seats=tuple(f"K{n}" for n in range(1, 9)), seed=b"fresh", options={})
    twin = fresh.copy()
    mutate_to_endgame(twin, Random(1))
    assert twin == fresh


def kept_of(t: Turn, n: int) -> list[str]:
    """Return the records of a turn that still refer to a character."""
    found = []
    for record in (t.ordered, t.marching, t.pursuits, t.spells, t.war):
        for name in record.__slots__:
            each = getattr(record, name)
            if isinstance(each, Expiring) and not isinstance(each, ArmyDict | ArmySet) and n in each:  # type: ignore[operator]
                found.append(name)
    return found


@pytest.mark.parametrize("how", [die, leave_service])
def test_whatever_a_turn_keeps_of_somebody_ends_with_his_life_and_his_service(how: object) -> None:
    """The facts are orders, posts, patrols, pursuits, marches and spells by and on the character."""
    s = new_state()
    n = put_person(s, "Falk", 0, 504)
    t = a_turn(s)
    t.pursuits.posts[n] = t.pursuits.marches[n] = at(s, 505)
    t.pursuits.patrols[n] = (orders.Strike(),)
    t.pursuits.chases[n] = orders.Pursue(1)
    t.spells.hearts.add(n)
    t.spells.zealous.add(n)
    t.spells.phantoms[n] = 3
    t.spells.watched[n] = (1,)
    before = kept_of(t, n)
    assert sorted(before) == sorted(
        ["acts", "posts", "marches", "patrols", "chases", "hearts", "zealous", "phantoms", "watched"]
    )
    how(t, n)  # type: ignore[operator]
    assert [name for name in kept_of(t, n) if name != "acts"] == []
    assert t.ordered.acts.get(n, [None] * 5) == [None] * 5


def mixed(s: State) -> list[int]:
    """Return a contingent of four armies with different origins.

    One invaded, one was raised on the spot, one was there before and one came from elsewhere.
    """
    n = general(s, 0, ["LE", "LE", "HC"])
    armies = s.led_by(n)
    for a, origin in zip(armies, (405, HERE, 504), strict=True):
        s.set_army(a, origin=at(s, origin))
    armies.append(put_army(s, "LE", 0, HERE, n))
    return armies


def test_where_a_contingent_retreats_does_not_depend_on_which_army_is_asked_first() -> None:
    s = enemies()
    own(s, 1, 506, 604, 605)
    armies = mixed(s)
    found = set()
    for each in permutations(armies):
        b = field(s, list(each), s.led_by(general(s, 1, ["LE"])))
        to, able = refuge(b, b.forces[ATTACKER], list(each))
        found.add((to, tuple(sorted(able))))
    assert len(found) == 1
    (to, able), *_ = found
    assert len(able) == 3, "those from 504 and from 405 part; those who came from nowhere go with the more"
    assert s.atlas.numbers[to] in (405, 504)


@pytest.mark.parametrize("seed", sampled(range(30)))
def test_those_who_fight_in_one_force_are_all_allied_with_each_other(seed: int) -> None:
    random = Random(seed)
    s = new_state(kings=6)
    for one in range(6):
        for two in range(one):
            relate(s, one, two, random.randrange(3))
    leaders = [general(s, random.randrange(6), ["LE"] * random.randint(1, 3)) for _ in range(8)]
    for group in groups(a_turn(s), at(s, HERE), leaders):
        seats = [s.people[n].seat for n in group]
        assert all(s.relation(one, two) == 2 for one in seats for two in seats)


# Laws for transitions, in the middle of a turn


def faults_of_turn(t: Turn) -> list[str]:
    """Return the broken invariants of a turn, which no transition may leave behind."""
    s = t.s
    found = [
        each for part in (check_people, check_armies, check_items) for each in part(s) if "has invaded" not in each
    ]
    for a, place in t.phase.invaders.items():
        if a not in s.armies or s.armies[a].place != place or s.armies[a].owner < 0:
            found.append(f"army {a} invades {place}: {s.armies.get(a)}")
    for record in (t.phase, t.ordered, t.marching, t.pursuits, t.spells, t.sightings, t.war):
        for name in record.__slots__:
            kept = getattr(record, name)
            if isinstance(kept, ExpiresWithArmy):
                found += [f"{name} of army {a}, which is gone" for a in kept if a not in s.armies]  # type: ignore[attr-defined]
            elif isinstance(kept, ExpiresWithService):
                found += [f"{name} of {n}" for n in kept if not is_served(t, n, name)]  # type: ignore[attr-defined]
    return found


def is_served(t: Turn, n: int, name: str) -> bool:
    """Return whether a record may refer to a character.

    Characters must live and serve; the dead have an empty sheet.
    """
    if name == "acts" and n in t.s.people and t.s.people[n].died:
        return t.ordered.acts[n] == [None] * PHASES
    return n in t.s.people and not t.s.people[n].died and t.s.people[n].seat >= 0


@pytest.mark.parametrize("seed", sampled(range(24)))
def test_no_phase_leaves_behind_what_has_ended(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two years of random orders with deaths, dismissals and takeovers in the middle of a phase."""
    random = Random(1000 + seed)
    scenario, kings = (("standard", 9), ("earth", 20))[seed % 2]
    s = world(scenario, kings).copy()
    s.dice = Dice(dice_key(b"in the middle %d" % seed))
    mutate_to_endgame(s, random)
    run_phase, found = sequence.run_phase, []

    def watched(t: Turn, number: int) -> None:
        run_phase(t, number)
        found.extend([f"{t.s.turn}.{number}: {each}" for each in faults_of_turn(t)])

    monkeypatch.setattr(sequence, "run_phase", watched)
    for _ in range(2):
        if s.outcome is None:
            s.sheets = [sheet(s, random, seat) for seat in range(len(s.seats))]
            sequence.run_turn(s)
    assert found == []


BREAKS: dict[str, Callable[[State, int, int], object]] = {
    "serves nobody, and is led": lambda s, n, a: s.set_army(a, owner=MERCENARY),
    "has invaded": lambda s, n, a: s.set_army(a, owner=MERCENARY, leader=0, origin=a),
    "follows nobody": lambda s, n, a: s.set_army(a, leader=0, follows=True),
    "is led by": lambda s, n, a: s.set_person(n, place=at(s, 809)),
    "is a King of nothing": lambda s, n, a: s.set_person(n, seat=-1, is_king=True),
    "is with the dead": lambda s, n, a: s.set_person(n, died=1),
    "are gone, and in the merit": lambda s, n, a: s.praise(99, 0, 1),
    "are gone, and in the renown": lambda s, n, a: s.honour(99, 0, 1),
    "are gone, and in the offices": lambda s, n, a: s.holders.append(99),
    "are gone, and in the titles": lambda s, n, a: s.title_holders.append(99),
}
"""By a part of the complaint: how a position is broken."""


@pytest.mark.parametrize("complaint", BREAKS)
def test_a_law_reports_the_position_that_breaks_it(complaint: str) -> None:
    s = new_state()
    n = general(s, 0, ["LE"], number=504)
    put_item(s, "Grey Cloak", n)
    assert invariants(s) == []
    BREAKS[complaint](s, n, s.led_by(n)[0])
    assert any(complaint in each for each in invariants(s)), invariants(s)


def test_bones_without_a_leader_are_reported() -> None:
    s = new_state()
    put_army(s, "LE", 0, 504, is_skeletal=True)
    assert any("follows nobody" in each for each in invariants(s))


@pytest.mark.parametrize("break_it", [
    lambda t, n, a: t.phase.invaders.update({a: 0}), lambda t, n, a: t.phase.held.update({99: frozenset()}),
    lambda t, n, a: t.marching.spent.update({99: 1}), lambda t, n, a: t.pursuits.patrols.update({99: ()}),
    lambda t, n, a: t.ordered.plans.update({99: ()}), lambda t, n, a: t.s.set_army(a, place=at(t.s, 809)),
])  # fmt: skip
def test_a_law_reports_the_turn_that_breaks_it(break_it: Callable[[Turn, int, int], object]) -> None:
    s = new_state()
    n = general(s, 0, ["LE"], number=504)
    t = a_turn(s)
    assert faults_of_turn(t) == []
    break_it(t, n, s.led_by(n)[0])
    assert len(faults_of_turn(t)) == 1
