"""The captain spends its gold: a chest above two turns' spending is a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.games.lord_and_master.bot.captain import Captain
from palatine.games.lord_and_master.bot.outlook import Outlook
from palatine.games.lord_and_master.bot.parameters import DIPLOMACY, USUAL
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.world import NEIGHBOURS
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders.sheets import Sheet
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import troop_actions
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State

SEATS = ("P1", "P2", "P3", "P4")
CAPTAIN = Captain(GAME)
RESERVE = 300
"""Gold that a nation may keep for bribes and for the recruits of the next turns."""
HOME, NEXT, SITE = 65, 66, 12
"""Provinces of the built positions: the character's, one beside it, and the treasury's."""


# What a nation can spend


class Troops(msgspec.Struct):
    """The recruits that free characters can raise in a place where they are (B-01)."""

    names: list[str]
    """The characters who can raise them."""
    gold: int
    """The price of equipping all of them as the dearest type."""


def prices(state: State, seat: int) -> dict[str, int]:
    """Return the price of the dearest type that recruits of a race can become, by race."""
    made = [pieces.TROOPS[code] for kind in state.nations[seat].kinds if (code := pieces.equipped(kind))]
    return {troop.race: troop.cost or 0 for troop in sorted(made, key=lambda each: each.cost or 0)}


def at_hand(state: State, seat: int) -> int:
    """Return the gold for which the nation's recruits can be equipped."""
    price = prices(state, seat)
    units = [unit for unit in state.units.values() if unit.owner == seat and unit.captor is None]
    races = [pieces.TROOPS[unit.code].race for unit in units if pieces.TROOPS[unit.code].table == 1]
    return sum(price.get(race, 0) for race in races)


def to_raise(state: State, seat: int) -> dict[int, Troops]:
    """Return the recruits that the nation can raise this turn, by place: one set in each (B-04)."""
    t, price, kinds = Turn(state, is_rehearsal=True), prices(state, seat), state.nations[seat].kinds
    found: dict[int, Troops] = {}
    for n in state.roster(seat):
        each = state.people[n]
        if each.captor is not None or state.holder(each.place) != seat:
            continue
        races = troop_actions.races_raised(t, n)
        offered = [(pieces.TROOPS[code].race, count) for code, count in troop_actions.recruits_of(state, each.place)
                   if code in kinds and pieces.TROOPS[code].race in races]  # fmt: skip
        if offered:
            troops = found.setdefault(each.place, Troops([], 0))
            troops.names.append(each.name)
            troops.gold = max(troops.gold, *[count * price.get(race, 0) for race, count in offered])
    return found


def spent(sheet: Sheet) -> int:
    """Return the gold that a sheet pays for equipment and bribes."""
    lines = [each for each in sheet.orders if isinstance(each, o.Character)]
    return sum(
        each.count * (pieces.TROOPS[each.into].cost or 0) for each in sheet.orders if isinstance(each, o.Equip)
    ) + sum(each.action.bribe for each in lines if isinstance(each.action, o.Diplomacy))


def is_hoarding(state: State, seat: int, sheet: Sheet) -> bool:
    """Return whether a sheet keeps more than two turns' spending and does not raise all troops.

    The recruits of this turn will cost gold too. Characters who negotiate are busy.
    """
    able = to_raise(state, seat)
    actions = {each.name: each.action for each in sheet.orders if isinstance(each, o.Character)}
    raised = [each for each in able.values() if any(isinstance(actions.get(name), o.Raise) for name in each.names)]
    left = state.nations[seat].gold - spent(sheet) - sum(each.gold for each in raised)
    idle = [each for each in able.values() if each not in raised
            and not all(isinstance(actions.get(name), o.Diplomacy) for name in each.names)]  # fmt: skip
    return bool(idle) and left > max(RESERVE, 2 * (sum(each.gold for each in able.values()) + at_hand(state, seat)))


# Positions of whole matches


def rich_decisions(seed: str) -> Iterator[bool]:
    """Yield whether captains hoard, for each decision, with the chest filled for it.

    The nation gets two turns' spending, the reserve, and as much again. Envoys of a nation that seeks the victory of
    diplomacy go before troops, as do the last characters, whose nation must not be eliminated (IPR-11).
    """
    state = GAME.setup(seats=SEATS, seed=seed.encode())
    while state.outcome is None and state.turn < 30:
        for seat in GAME.actors(state):
            me = state.seats.index(seat)
            able = to_raise(state, me) if state.turn and not state.nations[me].holy_site else {}
            free = [n for n in state.roster(me) if state.people[n].captor is None]
            if able and len(free) > 2 and Outlook(state, me).aim != DIPLOMACY:
                rich = state.copy()
                most = 2 * (sum(each.gold for each in able.values()) + at_hand(state, me))
                rich.set_nation(me, gold=2 * (most + RESERVE))
                yield is_hoarding(rich, me, CAPTAIN.decide(rich, seat))
            GAME.set_sheet(state, seat, CAPTAIN.decide(state, seat))
        GAME.run_turn(state)


def test_no_nation_with_a_full_chest_hoards() -> None:
    found = [each for number in range(3) for each in rich_decisions(f"rich-{number}")]
    assert len(found) >= 100
    assert not any(found)


# Built positions


def rich_nation(gold: int) -> State:
    """Return a nation whose leader can raise troops, among the provinces of an enemy.

    Its treasury is far away. Two gnomes, who raise no troops here, keep the nation from its last characters.
    """
    state = hargaar(kinds=("RED", "LF", "KT"))
    for place in state.places():
        hold(state, 1, place)
    hold(state, 0, SITE, HOME, NEXT)
    state.set_nation(0, site=SITE, gold=gold)
    person(state, "Ann W3", 0, HOME)
    person(state, "Otto W2", 1, 1)
    for name in ("Nib G1", "Tib G1"):
        person(state, name, 0, 108)
    return state


def garrison_all(state: State) -> None:
    """Put an army into each province of the enemy, so that no march wins one."""
    for square in range(1, len(state.terrain)):
        if state.holder(square) == 1:
            put(state, "HFA 9", 1, square)


def undefended_enemy(state: State) -> type:
    put(state, "HFC 9", 0, HOME)
    return o.Lead


def neutral_neighbours(state: State) -> type:
    garrison_all(state)
    for square in NEIGHBOURS[HOME]:
        if state.holder(square) == 1:
            del state.holders[square]
            for n in state.units_at(square):
                state.remove_unit(n)
    return o.Move


def characters_to_recruit(state: State) -> type:
    garrison_all(state)
    state.set_nation(0, classes=tuple(pieces.CLASSES))
    return o.Recruit


def idle_troops(state: State) -> type:
    garrison_all(state)
    put(state, "HFC 6", 0, NEXT)
    return o.Lead


def troops_to_train(state: State) -> type:
    garrison_all(state)
    put(state, "HFC 6", 0, HOME)
    return o.Train


@pytest.mark.parametrize(
    "other_business", [undefended_enemy, neutral_neighbours, characters_to_recruit, idle_troops, troops_to_train]
)
def test_a_rich_nation_raises_troops_before_other_business(other_business: Callable[[State], type]) -> None:
    """Two turns of raising cost 350 gold here: five men each turn, as knights for 35 gold each."""
    state = rich_nation(0)
    preferred = other_business(state)
    for gold, done in ((RESERVE + 150, o.Raise), (25, preferred)):
        state.set_nation(0, gold=gold)
        sheet = CAPTAIN.decide(state, "P1")
        [action] = [each.action for each in sheet.orders if isinstance(each, o.Character) and each.name == "Ann"]
        assert isinstance(action, done)
        assert not is_hoarding(state, 0, sheet)


def test_a_rich_nation_equips_its_recruits_as_the_strongest() -> None:
    for gold, kind in ((RESERVE + 150, "KTD"), (USUAL.plenty, "LFD")):
        state = rich_nation(gold)
        put(state, "RED 2", 0, SITE)
        assert [each.into for each in CAPTAIN.decide(state, "P1").orders if isinstance(each, o.Equip)] == [kind]
