"""The captain spends its gold: a chest above two turns' spending is a finding."""

from __future__ import annotations

from collections.abc import Iterator

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.games.lord_and_master.bot.captain import Captain
from palatine.games.lord_and_master.bot.parameters import USUAL
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import troop_actions
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State

SEATS = ("P1", "P2", "P3", "P4")
TURNS = 40


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


def to_raise(state: State, seat: int) -> dict[str, int]:
    """Return the gold for the recruits that free characters could raise where they are, by name."""
    t, price, kinds = Turn(state, is_rehearsal=True), prices(state, seat), state.nations[seat].kinds
    found: dict[str, int] = {}
    places: set[int] = set()
    for n in state.roster(seat):
        person = state.people[n]
        if person.captor is not None or person.place in places or state.holder(person.place) != seat:
            continue
        races = troop_actions.races_raised(t, n)
        offered = [(pieces.TROOPS[code].race, count) for code, count in troop_actions.recruits_of(state, person.place)
                   if code in kinds and pieces.TROOPS[code].race in races]  # fmt: skip
        if offered:
            found[person.name] = max(count * price.get(race, 0) for race, count in offered)
            places.add(person.place)
    return found


def chests(seed: str) -> Iterator[bool]:
    """Yield for the chests above two turns' spending whether troops could still be raised.

    Characters who recruit another or negotiate may do so instead.
    """
    captain = Captain(GAME)
    state = GAME.setup(seats=SEATS, seed=seed.encode())
    while state.outcome is None and state.turn < TURNS:
        for seat in GAME.actors(state):
            sheet = captain.decide(state, seat)
            me = state.seats.index(seat)
            able = to_raise(state, me) if state.turn and not state.nations[me].holy_site else {}
            if able and state.nations[me].gold > max(USUAL.hoard, 2 * (sum(able.values()) + at_hand(state, me))):
                busy = {each.name for each in sheet.orders if isinstance(each, o.Character)
                        and isinstance(each.action, o.Raise | o.Recruit | o.Diplomacy)}  # fmt: skip
                yield not busy.issuperset(able)
            GAME.set_sheet(state, seat, sheet)
        GAME.run_turn(state)


def test_no_chest_above_two_turns_spending_is_kept_while_troops_can_be_raised() -> None:
    found = [each for seed in ("chest-7", "chest-11") for each in chests(seed)]
    assert found, "some nation is rich"
    assert not any(found)


def test_a_rich_nation_raises_troops_before_it_marches_and_equips_them_as_the_strongest() -> None:
    state = hargaar(kinds=("RED", "LF", "KT"), classes=("W",))
    hold(state, 0, 12, 65)
    state.set_nation(0, site=12)
    person(state, "Ann W3", 0, 65)
    person(state, "Otto W2", 1, 1)
    for name in ("Nib G1", "Tib G1"):
        person(state, name, 0, 108)
    put(state, "HFC 9", 0, 65)
    put(state, "RED 2", 0, 12)
    for gold, raises, kind in ((USUAL.hoard + 150, True, "KTD"), (USUAL.plenty, False, "LFD")):
        state.set_nation(0, gold=gold)
        sheet = Captain(GAME).decide(state, "P1")
        [action] = [each.action for each in sheet.orders if isinstance(each, o.Character) and each.name == "Ann"]
        assert isinstance(action, o.Raise) == raises
        assert [each.into for each in sheet.orders if isinstance(each, o.Equip)] == [kind]
