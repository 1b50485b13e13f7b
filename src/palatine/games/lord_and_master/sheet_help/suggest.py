"""Suggested orders for a character: candidates by chapter, filtered by a rehearsal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

from palatine.core import Catalogue, Game, Suggestion
from palatine.core.game import REFEREE
from palatine.core.sheet import Sheet
from palatine.games.lord_and_master import secrecy
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import (
    city_in,
    fort_in,
    is_fort,
    is_square,
    space_of,
    square_of,
)
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.writing import write_order
from palatine.games.lord_and_master.rules.actions import magnates_turn, recruiting, troop_actions
from palatine.games.lord_and_master.rules.actions.diplomacy import bribes
from palatine.games.lord_and_master.rules.actions.leading import allowance
from palatine.games.lord_and_master.rules.common import casualties, class_powers
from palatine.games.lord_and_master.rules.common.class_powers import REACH
from palatine.games.lord_and_master.rules.common.march import POINTS, loaded, races_led
from palatine.games.lord_and_master.rules.common.naming import place_name
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import grouped, place_ref
from palatine.games.lord_and_master.rules.movement import reach
from palatine.games.lord_and_master.secrecy import sight
from palatine.games.lord_and_master.sheet_help import suggest_realm, suggest_setup
from palatine.games.lord_and_master.sheet_help.check import Rehearsal
from palatine.games.lord_and_master.sheet_help.suggest_covert import Candidate, deeds, deeds_at
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, Person, State


def characters(s: State, seat: str) -> list[str]:
    """Return the characters a seat can give orders to; for the referee, those of the magnates."""
    if seat == REFEREE:
        return [person.name for person in s.people.values() if person.owner in s.magnates]
    owner = s.seats.index(seat)
    return [person.name for person in s.people.values() if person.owner == owner and person.captor is None]


def suggest(
    game: Game[State], s: State, seat: str, character: str | None = None, sheet: Sheet | None = None
) -> list[Suggestion]:
    """Return orders that a rehearsal carries out, for a character or (None) for the whole seat.

    They are rehearsed after the orders of the sheet so far.
    """
    if s.turn == 0:
        return _set_ups(game.words, s, seat) if character is None else []
    rehearsal = _draft(s, seat, character, sheet)
    offered = (each for each in _orders(rehearsal.t.s, seat, character) if _is_possible_now(s, seat, each))
    found = list(_successful(game.words, rehearsal, offered))
    last = game.words.say("group.move")
    return sorted(found, key=lambda each: (each.group == last, _first_of(found, each.group)))


def _is_possible_now(s: State, seat: str, candidate: Candidate) -> bool:
    """Return whether a candidate depends only on what exists before the sheet is run.

    It names no character that is yet to be recruited, and equips no recruits that a battle may destroy first.
    """
    _, order, _, places = candidate
    if isinstance(order, o.Heir | o.Commander):
        return s.person_named(order.name) != NO_PERSON
    if isinstance(order, o.Equip):
        return _counts(s, s.seats.index(seat)).get((places[0], order.code), 0) >= order.count
    return True


def _first_of(found: list[Suggestion], group: str) -> int:
    """Return the index of a group's first suggestion, for sorting."""
    return next(number for number, each in enumerate(found) if each.group == group)


def _draft(s: State, seat: str, character: str | None, sheet: Sheet | None) -> Rehearsal:
    """Return a rehearsal of a seat's sheet without the character's own line."""
    lines = sheet.orders if sheet is not None else ()
    others = [
        each
        for each in lines
        if not isinstance(each, o.Character) or character is None or each.name.casefold() != character.casefold()
    ]
    rehearsal = Rehearsal(secrecy.determinize(s, seat, b"rehearsal"), seat, sheets.Sheet(tuple(others)))
    rehearsal.run()
    return rehearsal


def random_suggestions(
    game: Game[State], s: State, seat: str, character: str | None, count: int, random: Random
) -> list[Suggestion]:
    """Return at most `count` random suggestions, rehearsing as few candidates as possible."""
    if s.turn == 0:
        offered = suggest(game, s, seat, character)
        return random.sample(offered, min(count, len(offered)))
    rehearsal = _draft(s, seat, character, None)
    candidates = list(_orders(rehearsal.t.s, seat, character))
    random.shuffle(candidates)
    return list(islice(_successful(game.words, rehearsal, candidates), count))


def _set_ups(words: Catalogue, s: State, seat: str) -> list[Suggestion]:
    return [] if seat == REFEREE else list(suggest_setup.suggest_setup(words, s, s.seats.index(seat)))


def _successful(words: Catalogue, rehearsal: Rehearsal, candidates: Iterable[Candidate]) -> Iterator[Suggestion]:
    for group, order, facts, places in candidates:
        gone = rehearsal.attempt(order)
        if gone.dropped is not None:
            continue
        notes = dict(gone.notes)
        yield Suggestion(
            write_order(order),
            words.say(f"suggest.{group}", **facts),
            _forecast_text(words, notes, "cost", "gold"),
            _forecast_text(words, notes, "chance", "battle", "assault", "overrun"),
            tuple(space_of(place) for place in places),
            words.say(f"group.{group}"),
        )


def _forecast_text(words: Catalogue, notes: dict[str, dict[str, Any]], *kinds: str) -> str:
    """Return the forecast for the first of these kinds that has a note; "" if none has."""
    return next((words.say(f"forecast.{kind}", **notes[kind]) for kind in kinds if kind in notes), "")


def _orders(s: State, seat: str, character: str | None) -> Iterator[Candidate]:
    if character is None:
        if seat != REFEREE:
            yield from _equipment(s, s.seats.index(seat))
            yield from suggest_realm.candidates(s, s.seats.index(seat))
        return
    who = s.person_named(character)
    if who == NO_PERSON or s.people[who].name not in characters(s, seat):
        return
    person = s.people[who]
    wishes = list(_wishes(s, who, person))
    wished = [action for _, action, _, _ in wishes]
    others = (each for each in _actions(s, who, person) if each[1] not in wished)
    for group, action, facts, places in (*wishes, *others):
        yield group, o.Character(person.name, action), {"place": place_name(s, person.place), **facts}, places


def _wishes(s: State, who: int, person: Person) -> Iterator[Candidate]:
    """Yield the default actions of a magnate's people (MAG-11)."""
    if person.owner in s.magnates:
        for action in magnates_turn.wishes(Turn(s, is_rehearsal=True), person.owner, who):
            yield "wish", action, {"name": person.name}, (person.place,)


def _equipment(s: State, seat: int) -> Iterator[Candidate]:
    """Yield equipment of recruits, place by place (B-06 to B-10)."""
    for (place, code), count in _counts(s, seat).items():
        troop = pieces.TROOPS[code]
        if troop.table != 1:
            continue
        for kind in _kinds(s, seat, place):
            into = pieces.equipped(kind)
            if into is not None and pieces.TROOPS[into].race == troop.race and pieces.TROOPS[into].grade == "D":
                price = pieces.TROOPS[into].cost or 0
                afford = min(count, s.nations[seat].gold // price) if price else count
                if afford:
                    line = o.Equip(code, afford, into, place_ref(place))
                    facts = {"units": [(code, afford)], "code": into, "place": place_name(s, place)}
                    yield "equip", line, facts, (place,)


def _kinds(s: State, seat: int, place: int) -> list[str]:
    """Return the types that a nation can equip in a place (B-07, B-08)."""
    known = (*s.nations[seat].kinds, *troop_actions.native_kinds(s, seat, place))
    return [kind for kind in dict.fromkeys(known) if kind in pieces.KINDS]


def _counts(s: State, owner: int) -> dict[tuple[int, str], int]:
    counts: dict[tuple[int, str], int] = {}
    for unit in s.units.values():
        if unit.owner == owner and unit.captor is None and not unit.wounded:
            key = (unit.place, unit.code)
            counts[key] = counts.get(key, 0) + 1
    return counts


def _actions(s: State, who: int, person: Person) -> Iterator[Candidate]:
    here = person.place
    powers = pieces.CLASSES[person.of].powers
    yield "tax", o.Tax(), {}, (here,)
    has_room = casualties.roster_room(s, person.owner) > 0
    if has_room and recruiting.chance_to_recruit(s, person):
        yield "recruit", o.Recruit(), {}, (here,)
    if has_room and _chooses(s, who, person):
        for of in s.nations[person.owner].classes:
            yield "choose", o.Recruit(of), {"of": of}, (here,)
    if s.holder(here) == NEUTRAL:
        yield "diplomacy", o.Diplomacy(), {}, (here,)
        for bribe in () if is_fort(here) else bribes(s, here):
            yield "bribe", o.Diplomacy(bribe), {"bribe": bribe}, (here,)
    yield from _troop_actions(s, who, person)
    yield from _marches(s, who, person)
    yield from _walks(s, person, powers)
    yield from _spells(s, who, person, powers)
    yield from _rites(s, person, powers)
    if "Co" in powers:
        yield "colonise", o.Colonise(), {}, (here,)
    if "Sh" in powers:
        yield "shield", o.Shield(), {}, (here,)
    yield from deeds(s, person, powers, here)
    yield "treasury", o.MoveTreasury(), {}, (here,)
    yield "independence", o.GrantIndependence(), {}, (here,)
    if 0 <= person.owner < len(s.nations):
        yield from _calls(s, person.owner)
    if person.function:
        yield "change", o.ChangeFunction(), {}, ()


def _chooses(s: State, who: int, person: Person) -> bool:
    """Return whether a character can choose the class to recruit (ADV-07)."""
    if not 0 <= person.owner < len(s.nations):
        return False
    nation = s.nations[person.owner]
    return nation.leader == who and "leader-choice" in nation.advantages


def _troop_actions(s: State, who: int, person: Person) -> Iterator[Candidate]:
    """Yield raising and training of troops (B-01 to B-14)."""
    here, t = person.place, Turn(s, is_rehearsal=True)
    for race in pieces.RACES:
        if race in pieces.RECRUITS:
            code = pieces.RECRUITS[race]
            yield "raise", o.Raise(code), {"code": code}, (here,)
    for (place, code), count in _counts(s, person.owner).items():
        if place != here:
            continue
        most = min(count, troop_actions.trains_at_once(t, who))
        for into in _trainings(s, person.owner, code, here):
            yield "train", o.Train(code, most, into), {"units": [(code, most)], "code": into}, (here,)


def _trainings(s: State, owner: int, code: str, place: int) -> list[str]:
    better = pieces.trained(code)
    if better is not None:
        return [better]
    if pieces.TROOPS[code].table != 1 or not 0 <= owner < len(s.nations):
        return []
    reached = [into for kind in _kinds(s, owner, place) if (into := pieces.drilled(kind))]
    return [into for into in reached if pieces.TROOPS[into].race == pieces.TROOPS[code].race]


def _marches(s: State, who: int, person: Person) -> Iterator[Candidate]:
    """Yield marches of all units that can be led, and actions with them in place."""
    here = person.place
    t = Turn(s, is_rehearsal=True)
    leads = races_led(t, who)
    friends = [n for n in s.units_at(here) if s.is_friend(person.owner, s.units[n].owner)]
    able = [n for n in friends if pieces.TROOPS[s.units[n].code].race in leads]
    able.sort(key=lambda n: (s.units[n].owner != person.owner, -t.values(n)[0], s.units[n].code, n))
    able = loaded(s, able, t.level(who))
    yield "annex", o.Lead((o.Annex(),)), {}, (here,)
    if not able:
        return
    take = o.Take(grouped(s, able))
    facts = {"units": [(batch.code, batch.count) for batch in take.units]}
    points = min(POINTS, *[allowance(t, n) for n in able])
    for place, path in reach(s, here, points).items():
        go = o.Go(tuple(place_ref(each) for each in path))
        yield "lead", o.Lead((take, go)), {**facts, "target": place_name(s, place)}, (here, place)
        if s.has_city(place) and not s.is_friend(person.owner, s.holder(city_in(place))):
            city = place_ref(city_in(place))
            told = {**facts, "target": place_name(s, city_in(place))}
            yield "assault", o.Lead((take, go, o.Assault(city))), told, (here, city_in(place))
            yield "siege", o.Lead((take, go, o.Siege(city))), told, (here, city_in(place))
    for at in [place for place in (city_in(here), fort_in(here)) if is_square(here) and s.exists(place)]:
        told = {**facts, "target": place_name(s, at)}
        yield "assault", o.Lead((take, o.Assault(place_ref(at)))), told, (here, at)
        yield "siege", o.Lead((take, o.Siege(place_ref(at)))), told, (here, at)
    if not is_square(here):
        yield "sally", o.Lead((take, o.Sally())), facts, (here,)
        yield "plunder", o.Lead((take, o.Plunder(place_ref(here)))), facts, (here,)
    yield "fort", o.Lead((take, o.BuildFort())), facts, (here,)
    yield "ambush", o.Lead((take, o.Ambush())), facts, (here,)
    yield "devastate", o.Lead((take, o.Devastate())), facts, (here,)


def _walks(s: State, person: Person, powers: frozenset[str]) -> Iterator[Candidate]:
    """Yield moves alone within eight points, into cities too, and covert actions there."""
    for place, path in reach(s, person.place, POINTS).items():
        spots = tuple(place_ref(each) for each in path)
        yield "move", o.Move(spots), {"target": place_name(s, place)}, (person.place, place)
        for act, group, facts in deeds_at(s, person, powers, place):
            yield group, o.Move(spots, act), {"target": place_name(s, place), **facts}, (person.place, place)
        if s.has_city(place):
            city = city_in(place)
            inside = (*spots, place_ref(city))
            yield "move", o.Move(inside), {"target": place_name(s, city)}, (person.place, city)
            for act, group, facts in deeds_at(s, person, powers, city):
                yield group, o.Move(inside, act), {"target": place_name(s, city), **facts}, (person.place, city)


def _spells(s: State, who: int, person: Person, powers: frozenset[str]) -> Iterator[Candidate]:
    here = person.place
    if "Rf" in powers:
        for place in _targets(s, person):
            yield "rain", o.Rain(place_ref(place)), {"target": place_name(s, place)}, (place,)
    if "De" in powers:
        yield "summon", o.Summon(), {}, (here,)
    if "Te" in powers:
        for place in [each for each, holder in s.holders.items() if s.is_friend(person.owner, holder)]:
            yield "teleport", o.Teleport(place_ref(place)), {"target": place_name(s, place)}, (here, place)
    if "Rld" in powers:
        yield "raisedead", o.RaiseDead(), {}, (here,)
    most = class_powers.heals_at_once(Turn(s, is_rehearsal=True), who)
    wounded = [n for n in s.units_at(here, person.owner) if s.units[n].wounded][:most]
    if wounded and "He" in powers:
        hurt = grouped(s, wounded)
        yield "heal", o.Heal(hurt), {"units": [(batch.code, batch.count) for batch in hurt]}, (here,)
    spare = [n for n in s.units_at(here, person.owner) if pieces.TROOPS[s.units[n].code].table == 1][: len(wounded)]
    if wounded and spare and "Vh" in powers:
        act = o.VampireHeal(grouped(s, wounded[: len(spare)]), grouped(s, spare))
        yield "vheal", act, {"units": [(batch.code, batch.count) for batch in act.units]}, (here,)


def _targets(s: State, person: Person) -> list[int]:
    """Return places in reach with visible hostile pieces; in fog a hidden ruler is unknown."""
    square, seen = square_of(person.place), sight(s, person.owner)
    where = {(unit.place, unit.owner) for unit in s.units.values()}
    where |= {(other.place, other.owner) for other in s.people.values()}
    near = [(place, owner) for place, owner in where if world.distance(square, square_of(place)) <= REACH]
    return sorted(
        {place for place, owner in near if square_of(place) in seen and s.is_hostile(person.owner, owner)}
    )


def _rites(s: State, person: Person, powers: frozenset[str]) -> Iterator[Candidate]:
    here = person.place
    if "Ex" in powers and s.demons:
        yield "exorcise", o.Exorcise(), {}, (here,)
    if "Cb" in powers:
        yield "consecrate", o.Consecrate(), {}, (here,)
    if "Pp" not in powers or not 0 <= person.owner < len(s.nations):
        return
    god = s.nations[person.owner].god
    if god == "Odin":
        count = sum(1 for n in s.units_at(here, person.owner) if s.units[n].code == pieces.INITIATE)
        if count:
            yield "initiate", o.Initiate(count), {"count": count}, (here,)
    for place in _targets(s, person) if god in ("Jupiter", "Odin") else ():
        act = o.Bolts(place_ref(place)) if god == "Jupiter" else o.Runes(place_ref(place))
        yield "bolts" if god == "Jupiter" else "runes", act, {"target": place_name(s, place)}, (place,)


def _calls(s: State, seat: int) -> Iterator[Candidate]:
    """Yield the nation's one call to its god (A-18, A-19)."""
    nation = s.nations[seat]
    if nation.called:
        return
    if nation.god == "Jupiter":
        yield "intervene", o.Intervene(), {"god": nation.god}, ()
    if nation.god == "Odin":
        for other, foe in enumerate(s.nations):
            if other != seat and not foe.out:
                yield "curse", o.Intervene(player=s.seats[other]), {"god": nation.god, "seat": foe.name}, ()
    if nation.god == "Mars":
        chosen = [key for key in _counts(s, seat) if pieces.graded(key[1], "A") != key[1]]
        picked = tuple(o.Picked(code, 1, place_ref(place)) for place, code in chosen[:5])
        if picked:
            yield "intervene", o.Intervene(picked), {"god": nation.god}, tuple(place for place, _ in chosen[:5])
    if nation.god == "Feaster":
        for place in sorted({unit.place for unit in s.units.values() if s.is_hostile(seat, unit.owner)}):
            if is_square(place):
                yield "feast", o.Intervene(at=place_ref(place)), {"target": place_name(s, place)}, (place,)
