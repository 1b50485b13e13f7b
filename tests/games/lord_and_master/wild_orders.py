"""Random order sheets for characters surrounded by enemies, aimed at nearby targets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.lord_and_master.endgame import mutate_to_endgame
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import city_in, fort_in, is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common.unit_groups import grouped, place_ref
from palatine.games.lord_and_master.state import State

MOST = 14
"""Maximum number of lines on a sheet."""


def wild_positions(seed: int) -> Iterator[State]:
    """Yield positions close to elimination, with a random sheet for every active nation."""
    random = Random(seed)
    seats = tuple(f"P{n + 1}" for n in range(random.choice((2, 2, 3, 4))))
    state = GAME.setup(seats=seats, seed=str(seed).encode())
    sequence.run_turn(state)
    for _ in range(4):
        mutate_to_endgame(state, random)
        for _ in range(2):
            if state.outcome is not None:
                return
            state.sheets = [
                None if nation.out else wild_sheet(state, seat, random) for seat, nation in enumerate(state.nations)
            ]
            yield state
            sequence.run_turn(state)


def wild_sheet(s: State, seat: int, random: Random) -> sheets.Sheet:
    """Return a random sheet for a seat, mostly marches, fights and magic."""
    people = s.roster(seat)
    random.shuffle(people)
    lines: list[Any] = [line for _ in range(random.randint(0, 4)) if (line := _line(s, seat, random)) is not None]
    for who in [*people, *people[:1]]:
        action = _action(s, seat, who, random)
        if action is not None:
            turn = random.choice(("", "", "", "first", "last"))
            lines.append(o.Character(s.people[who].name, action, turn))
    random.shuffle(lines)
    return sheets.Sheet(tuple(lines[:MOST]))


def _near(s: State, place: int, random: Random) -> int:
    """Return a random square, city or fort in or next to the square of a place."""
    square = random.choice((square_of(place), *world.NEIGHBOURS[square_of(place)]))
    inside = [each for each in (square, city_in(square), fort_in(square)) if s.exists(each)]
    return random.choice(inside)


def _some(s: State, units: list[int], random: Random) -> o.Units:
    """Return a random selection of units, in half of all cases as many as possible."""
    if not units:
        return ()
    count = len(units) if random.random() < 0.5 else random.randint(1, len(units))
    return grouped(s, random.sample(units, min(count, random.choice((5, 6, 10, 12, 20)))))


def _action(s: State, seat: int, who: int, random: Random) -> Any:
    return random.choice((_march, _march, _march, _march, _walk, _craft, _gift))(s, seat, who, random)


def _march(s: State, seat: int, who: int, random: Random) -> Any:
    """Return a march of allied troops that ends in a siege, an assault or another action."""
    here = s.people[who].place
    take = _some(s, [n for n in s.units_at(here) if s.is_friend(seat, s.units[n].owner)], random)
    steps: list[Any] = [o.Take(take)] if take else []
    if random.random() < 0.15:
        steps.append(random.choice((o.MountainMove(), o.InvisibleMove())))
    at = here
    is_before_walls = any(each.place in (city_in(here), fort_in(here)) for each in s.sieges)
    for _ in range(0 if is_before_walls and random.random() < 0.8 else random.choice((0, 1, 1, 1, 2, 3))):
        at = _near(s, at, random)
        steps.append(o.Go((place_ref(at),)))
        if random.random() < 0.1:
            steps.append(o.Drop(take[:1]) if take else o.Alone())
    walls = [place for place in (city_in(square_of(at)), fort_in(square_of(at))) if s.exists(place)]
    if walls and random.random() < 0.8:
        place = place_ref(random.choice(walls))
        steps += random.choice(
            (
                [o.Siege(place)],
                [o.Assault(place)],
                [o.Siege(place), o.Assault(place)],
                [o.Assault(place), o.Plunder(place)],
            )
        )
    if random.random() < 0.2 or not steps:
        steps.append(random.choice((o.Sally(), o.Annex(), o.BuildFort(), o.Ambush(), o.Devastate())))
    return o.Lead(tuple(steps))


def _walk(s: State, seat: int, who: int, random: Random) -> o.Move:
    path = [s.people[who].place]
    for _ in range(random.randint(1, 3)):
        path.append(_near(s, path[-1], random))
    deed = random.choice(
        (None, o.Steal(), o.Rescue(), o.Treachery(place_ref(path[-1])), o.Assassinate(_name(s, random)))
    )
    return o.Move(tuple(place_ref(place) for place in path[1:]), deed)


def _name(s: State, random: Random) -> str:
    return random.choice([person.name for person in s.people.values()])


def _craft(s: State, seat: int, who: int, random: Random) -> Any:
    """Return a random action with troops, or one that any class may order."""
    person = s.people[who]
    here = s.units_at(person.place, seat)
    code = s.units[random.choice(here)].code if here else "RED"
    wounded = random.random() < 0.3
    better = pieces.trained(code) or random.choice([each for each in map(pieces.drilled, pieces.KINDS) if each])
    return random.choice(
        (
            o.Recruit(), o.Tax(), o.Diplomacy(), o.MoveTreasury(), o.GrantIndependence(),
            o.Raise(random.choice(list(pieces.RECRUITS.values()))),
            o.Train(code, random.randint(1, 8), better, wounded),
            o.Initiate(1), o.Colonise(), o.ChangeFunction(),
            o.Heal(_some(s, [n for n in here if s.units[n].wounded], random)),
            o.Intervene(player=random.choice(s.seats[: len(s.nations)])),
            o.Intervene(at=place_ref(random.randint(1, world.SQUARES))), o.Intervene(),
        )
    )  # fmt: skip


def _gift(s: State, seat: int, who: int, random: Random) -> Any:
    """Return a random spell, priestly power, theft, rescue or assassination."""
    person = s.people[who]
    there = random.choice([each.place for each in (*s.people.values(), *s.units.values())])
    friends = [s.people[n].name for n in s.people_at(person.place, seat) if n != who]
    cargo = _some(s, s.units_at(person.place, seat), random)
    ref = place_ref(there)
    return random.choice(
        (
            o.Rain(ref), o.Bolts(ref), o.Runes(ref), o.Exorcise(), o.Shield(), o.RaiseDead(),
            o.Summon(_service(s, there, random) if random.random() < 0.6 else None),
            o.Teleport(ref, tuple(friends[: random.randint(0, 2)]), cargo[:1]), o.Teleport(ref),
            o.VampireHeal(cargo[:1], cargo[1:2]), o.Consecrate(), o.Steal(), o.Rescue(),
            o.Assassinate(_name(s, random)),
        )
    )  # fmt: skip


def _service(s: State, there: int, random: Random) -> o.Service:
    units = _some(s, s.units_at(there), random)
    ref = place_ref(there)
    walls = [place for place in (city_in(square_of(there)), fort_in(square_of(there))) if s.exists(place)]
    lead: o.Service = o.Rain(ref)
    if units:
        deed: Any = random.choice((o.Siege, o.Assault))(place_ref(walls[0])) if walls and is_square(there) else None
        deed = deed or o.Go((place_ref(_near(s, there, random)),))
        lead = o.Lead((o.Go((ref,)), o.Take(units), deed, *([o.Assault(place_ref(walls[0]))] if walls else [])))
    return random.choice(
        (lead, lead, o.Rain(ref), o.Steal(ref), o.Rescue(ref), o.DevastateAt(ref), o.Assassinate(_name(s, random)))
    )  # fmt: skip


def _line(s: State, seat: int, random: Random) -> Any:
    """Return a random line that is not a character's action."""
    there = random.choice([each.place for each in (*s.people.values(), *s.units.values())])
    player = random.choice(s.seats[: len(s.nations)])
    units = _some(s, s.units_at(there, seat), random)
    demons = [each.name for each in s.demons.values() if s.people[each.master].owner == seat]
    held = [each.name for each in s.people.values() if each.captor == seat]
    ref = place_ref(there)
    found: list[Any] = [
        o.Alliance(player), o.Truce(player, random.randint(1, 3)), o.Heir(_name(s, random)),
        o.Commander(_name(s, random), ref), o.Retreat(ref, place_ref(_near(s, there, random))),
        *[o.Demon(name, _service(s, there, random)) for name in demons],
        *[o.Prisoner(random.choice(("kill", "release", "hold")), name) for name in held],
        *([o.Sell(units, ref, player, 0), o.Buy(units, player, 0)] if units else []),
    ]  # fmt: skip
    if units and pieces.TROOPS[units[0].code].table == 1:
        into = random.choice([each for each in map(pieces.equipped, pieces.KINDS) if each])
        found.append(o.Equip(units[0].code, 1, into, ref, units[0].wounded))
    return random.choice(found)
