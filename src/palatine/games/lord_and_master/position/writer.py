"""Writer of positions, in the form that `reader` reads."""

from __future__ import annotations

import shlex
from itertools import groupby

from palatine.core import Game
from palatine.games.lord_and_master.components.places import space_of
from palatine.games.lord_and_master.position.values import fresh_state
from palatine.games.lord_and_master.state import MAGNATES, WILD, State


def write_position(game: Game[State], s: State) -> str:
    """Return a position as text that `read_position` reads back."""
    return "\n".join(_position_lines(game, s)) + "\n"


def _position_lines(game: Game[State], s: State) -> list[str]:
    lines = [f"turn {s.turn}", "seats " + " ".join(s.seats)]
    for option in game.options:
        value = s.options.get(option.name, option.default)
        if value != option.default:
            lines.append(
                f"option {option.name}" if isinstance(option.default, bool) else f"option {option.name} {value}"
            )
    fresh = fresh_state(game, s.turn, s.seats, dict(s.options))
    lines += [
        f"group {s.seats[seat]} {' '.join(map(str, group))}"
        for seat, group in enumerate(s.groups)
        if group != fresh.groups[seat]
    ]
    lines += _numbers_lines(s)
    lines += [_nation_line(s, seat) for seat in range(len(s.nations))]
    for magnate in s.magnates.values():
        kinds = f" kinds {' '.join(magnate.kinds)}" if magnate.kinds else ""
        name = shlex.quote(magnate.name)
        away = "" if magnate.home in s.holders else " away"
        lines.append(f"magnate {name} {space_of(magnate.home)} {magnate.race} gold {magnate.gold}{away}{kinds}")
    lines += [_char_line(s, n) for n in s.people]
    lines += _unit_lines(s)
    lines += _place_lines(s, fresh)
    lines += _relation_lines(s)
    return lines


def _numbers_lines(s: State) -> list[str]:
    """Return the ids of all pieces, unless they are those that reading assigns."""
    units = [n for stack in _stacks(s).values() for ids in stack.values() for n in ids]
    ids = [*[number - MAGNATES for number in s.magnates], *s.people, *units, *s.demons, s.next_id]
    if ids == list(range(1, len(ids) + 1)):
        return []
    runs: list[list[int]] = []
    for n in ids:
        if runs and runs[-1][1] == n - 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ["numbers " + " ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in runs)]


def _name_of(s: State, owner: int) -> str:
    if 0 <= owner < len(s.nations):
        return s.seats[owner]
    if owner in s.magnates:
        return shlex.quote(s.magnates[owner].name)
    return "wild" if owner == WILD else "neutral"


def _nation_line(s: State, seat: int) -> str:
    nation = s.nations[seat]
    line = f"nation {s.seats[seat]} {shlex.quote(nation.name)} gold {nation.gold}"
    line += f" god {nation.god}" if nation.god else ""
    line += f" at {space_of(nation.site)}" if nation.site else ""
    line += f" holy {space_of(nation.holy_site)}" if nation.holy_site else ""
    line += f" heir {shlex.quote(nation.heir)}" if nation.heir else ""
    line += f" about {shlex.quote(nation.about)}" if nation.about else ""
    line += f" annexations {nation.annexations}" if nation.annexations else ""
    line += f" missed {nation.missed}" if nation.missed else ""
    line += " called" * nation.called + " out" * nation.out
    line += "".join(f" commander {space_of(place)} {shlex.quote(name)}" for place, name in nation.commanders)
    line += "".join(f" retreat {space_of(place)} {space_of(to)}" for place, to in nation.retreats)
    line += "".join(f" refused {shlex.quote(offer)}" for offer in nation.refused)
    line += f" classes {' '.join(nation.classes)}" if nation.classes else ""
    line += f" types {' '.join(nation.kinds)}" if nation.kinds else ""
    traits = (*nation.advantages, *nation.disadvantages)
    return line + (f" traits {' '.join(traits)}" if traits else "")


def _char_line(s: State, n: int) -> str:
    person = s.people[n]
    line = f"char {shlex.quote(person.name)} {person.of}{person.level} {person.race} {_name_of(s, person.owner)}"
    line += f" at {space_of(person.place)}"
    if 0 <= person.owner < len(s.nations):
        line += " leader" if s.nations[person.owner].leader == n else ""
        due = [(turn, square) for who, turn, square in s.nations[person.owner].sod_busting if who == n]
        line += "".join(f" sod-busting {turn} {square}" for turn, square in due)
    if person.owner in s.magnates and s.magnates[person.owner].leader == n:
        line += " leader"
    line += f" captive {_name_of(s, person.captor)}" if person.captor is not None else ""
    line += f" since {person.since}" if person.since else ""
    return line + (f" {person.function}" if person.function else "")


def _stacks(s: State) -> dict[tuple[int, int, int | None], dict[str, list[int]]]:
    """Return the units by owner, place and captor, then by code."""
    stacks: dict[tuple[int, int, int | None], dict[str, list[int]]] = {}
    for n, unit in s.units.items():
        stack = stacks.setdefault((unit.owner, unit.place, unit.captor), {})
        stack.setdefault(unit.code + "w" * unit.wounded, []).append(n)
    return stacks


def _unit_lines(s: State) -> list[str]:
    lines = []
    for (owner, place, captor), stack in _stacks(s).items():
        told = " ".join(f"{code} {len(ids)}" for code, ids in stack.items())
        held = f" captive {_name_of(s, captor)}" if captor is not None else ""
        lines.append(f"units {told} {_name_of(s, owner)} at {space_of(place)}{held}")
    return lines


def _place_lines(s: State, fresh: State) -> list[str]:
    lines = [f"city {square} {shlex.quote(city.name)} {city.race}" for square, city in s.own_cities.items()]
    lines += [f"fort {square} {shlex.quote(name)}" for square, name in s.forts.items()]
    for square in range(1, len(s.terrain)):
        if s.terrain[square] != fresh.terrain[square]:
            lines.append(f"terrain {square} {s.terrain[square]}")
    held = sorted((owner, place) for place, owner in s.holders.items() if place not in s.allied)
    for owner, pairs in groupby(held, lambda pair: pair[0]):
        lines.append(f"held {_name_of(s, owner)} {' '.join(space_of(place) for _, place in pairs)}")
    for owner, run in groupby(s.allied, s.holder):
        lines.append(f"allied {_name_of(s, owner)} {' '.join(map(space_of, run))}")
    lines += [f"{key} {' '.join(map(space_of, places))}" for key, places in
              (("starts", s.starts), ("neutral", s.roused), ("boneyards", s.boneyards)) if places]  # fmt: skip
    lines += [f"ruin {square}" for square in s.ruins]
    for place in sorted(fresh.coffers.keys() | s.coffers.keys()):
        expected = fresh.coffers.get(place, 0) if place not in s.holders or place in s.allied else 0
        if s.coffers.get(place, 0) != expected:
            lines.append(f"coffers {space_of(place)} {s.coffers.get(place, 0)}")
    return lines


def _relation_lines(s: State) -> list[str]:
    lines = [f"siege {_name_of(s, siege.seat)} {space_of(siege.place)}" for siege in s.sieges]
    lines += [f"fallen {space_of(place)} {turn}" for place, turn in s.fallen.items()]
    lines += ["alliance " + " ".join(_name_of(s, seat) for seat in group) for group in s.alliances]
    lines += [f"truce {_name_of(s, a)} {_name_of(s, b)} until {t.until}" for t in s.truces for a, b in (t.seats,)]
    for demon in s.demons.values():
        master = shlex.quote(s.people[demon.master].name)
        name = shlex.quote(demon.name)
        lines.append(f"demon {name} {demon.level} {master} stays {demon.turns} served {demon.served}")
    for call in s.calls:
        units = "".join(f" {n}" for n in call.units)
        lines.append(f"call {_name_of(s, call.seat)} {call.god} {call.target}{units}")
    lines += [f"feaster {s.feaster}"] if s.feaster else []
    for each in s.independence:
        who = s.people[each.who].name if each.who in s.people else "nobody"
        lines.append(f"independence {space_of(each.place)} {each.declared} {shlex.quote(who)}")
    for load in s.shipments:
        lines.append(f"shipment {_name_of(s, load.to)} " + " ".join(code + "w" * hurt for code, hurt in load.units))
    lines += [
        f"skull {which} {_name_of(s, seat)}"
        for which, seat in (("golden", s.golden), ("black", s.black))
        if seat >= 0
    ]
    lines += ["skull waits"] if s.golden_by_conquest_of_players else []
    lines += ["unrefereed"] if s.is_unrefereed else []
    order = " ".join(_name_of(s, seat) for seat in s.order)
    return [*lines, f"order {order} totals {' '.join(map(str, s.totals))}"]
