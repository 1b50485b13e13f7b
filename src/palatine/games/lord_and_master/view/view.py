"""A seat's view: the map with all visible pieces, and the panels of the status sheet."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from palatine.core import Catalogue, Game, Mark, Panel, Piece, Row, View
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_square, space_of, square_of
from palatine.games.lord_and_master.rules.common.naming import owner_name, place_name
from palatine.games.lord_and_master.rules.victory import controlled_places
from palatine.games.lord_and_master.secrecy import SPECTATOR, is_known, sees, sight
from palatine.games.lord_and_master.state import NEUTRAL, Person, State, Unit, is_magnate, is_nation
from palatine.games.lord_and_master.view.wording import realm


def view(game: Game[State], s: State, seat: str | None) -> View:
    """Return the view of a seat (None: a spectator)."""
    words = game.words
    base = game.base_view(s, seat)
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    return replace(
        base,
        heading=words.say("view.heading" if s.turn else "view.heading-setup", turn=s.turn),
        prompt=_prompt(words, s, seat, base.asked),
        clause="LM-GI-05" if s.outcome is None else "",
        pieces=(*_character_pieces(words, s, me), *_units(words, s, me)),
        panels=tuple(_panels(words, s, me)),
        marks=_marks(words, s, me),
        names=_names(words, s),
    )


def _names(words: Catalogue, s: State) -> dict[str, str]:
    """Return the names of seats within a sentence: their nations, or numbers before the start."""
    seats = [seat for seat in s.seats if seat != REFEREE]
    if not s.turn:
        return {seat: seat_title(words, seat) for seat in seats}
    return {seat: realm(nation.name) for seat, nation in zip(seats, s.nations, strict=False)}


def seat_title(words: Catalogue, seat: str) -> str:
    """Return the title of a seat: the number of its nation; the referee's own id."""
    number = seat.removeprefix("P")
    return words.say("view.nation", number=int(number)) if number.isdecimal() else seat


def _prompt(words: Catalogue, s: State, seat: str | None, asked: Sequence[str]) -> str:
    if s.outcome is not None:
        return words.say("view.over")
    missing = [_awaited(words, s, each) for each in asked]
    if seat is not None and seat not in asked:
        return words.say("view.handed-in", missing=missing) if missing else words.say("view.all-in")
    if s.turn == 0:
        me = s.seats.index(seat) if seat is not None else len(s.groups)
        return (
            words.say("view.set-up", squares=list(s.groups[me]))
            if me < len(s.groups)
            else words.say("view.founding")
        )
    if seat == REFEREE:
        return words.say("view.referee" if s.magnates else "view.no-magnate", turn=s.turn)
    return words.say("view.orders", turn=s.turn) if seat is not None else words.say("view.waiting", missing=missing)


def _awaited(words: Catalogue, s: State, seat: str) -> str:
    """Return the name of a seat whose sheet is missing: its nation, once founded."""
    if seat == REFEREE:
        return words.say("view.missing-referee")
    return _names(words, s)[seat]


# Pieces


def style_of(owner: int) -> str:
    if is_nation(owner):
        return f"P{owner + 1}"
    return "magnate" if is_magnate(owner) else "neutral" if owner == NEUTRAL else "wild"


def _character_pieces(words: Catalogue, s: State, me: int) -> list[Piece]:
    found = []
    seen = sight(s, me)
    for n, person in s.people.items():
        if person.owner != me and square_of(person.place) not in seen:
            continue
        text = words.say(
            "piece.captive" if person.captor is not None else "piece.person",
            name=person.name, of=person.of, level=person.level, owner=owner_name(s, person.owner),
            by=owner_name(s, person.captor if person.captor is not None else NEUTRAL),
        )  # fmt: skip
        badges = [words.say("piece.level", level=person.level), sign_of(person)]
        if is_nation(person.owner) and s.nations[person.owner].leader == n:
            badges.append(words.say("piece.leader"))
        if person.captor is not None:
            badges.append(words.say("piece.prisoner"))
        found.append(
            Piece(f"c{n}", space_of(person.place), face=person.of, operand=n, style=style_of(person.owner),
                  badges=tuple(badges), text=text, pile=f"{person.owner}-people")
        )  # fmt: skip
    return found


def sign_of(person: Person) -> str:
    """Return the two letters of a character on the map: its class and its initial.

    See MAP-04, R161.
    """
    return person.of + person.name[:1].upper()


def stack_codes(s: State, me: int) -> dict[tuple[int, int], str]:
    """Return the codes of the visible major stacks, by place and owner (MAP-04, R161)."""
    kinds: dict[tuple[int, int], set[str]] = {}
    seen = sight(s, me)
    for unit in s.units.values():
        if unit.captor is None and (unit.owner == me or square_of(unit.place) in seen):
            kinds.setdefault((unit.place, unit.owner), set()).add(unit.code)
    numbers: dict[str, int] = {}
    found = {}
    for place, owner in sorted(key for key, codes in kinds.items() if len(codes) > 1):
        letter = "ABCDEF"[owner] if is_nation(owner) else "M" if is_magnate(owner) else "N"
        numbers[letter] = numbers.get(letter, 0) + 1
        found[place, owner] = f"{letter}{numbers[letter]}"
    return found


def _units(words: Catalogue, s: State, me: int) -> list[Piece]:
    """Return the pieces of units; equal ones of one owner and place form one numbered piece."""
    stacks = stack_codes(s, me)
    groups: dict[tuple[int, str, int, bool, int | None], list[int]] = {}
    seen = sight(s, me)
    for n, unit in s.units.items():
        if unit.owner == me or square_of(unit.place) in seen:
            key = (unit.place, unit.code, unit.owner, unit.wounded, unit.captor)
            groups.setdefault(key, []).append(n)
    order = list(pieces.TROOPS)
    keys = sorted(groups, key=lambda key: (key[0], key[2], order.index(key[1]), key[3], key[4] or 0))
    return [_unit(words, s, s.units[groups[key][0]], groups[key], stacks) for key in keys]


def _unit(words: Catalogue, s: State, unit: Unit, numbers: list[int], stacks: dict[tuple[int, int], str]) -> Piece:
    state = "captive" if unit.captor is not None else "wounded" if unit.wounded else "whole"
    text = words.say(
        f"piece.{state}-units", count=len(numbers), code=unit.code, owner=owner_name(s, unit.owner), raw=unit.code
    )
    stack = stacks.get((unit.place, unit.owner)) if unit.captor is None else None
    if stack:
        text = words.say("piece.stacked", text=text, stack=stack)
    badges = [f"×{len(numbers)}"]
    if state != "whole":
        badges.append(words.say("piece.wounded" if state == "wounded" else "piece.prisoner"))
    return Piece(
        f"u{numbers[0]}", space_of(unit.place), face=unit.code, operand=numbers[0], style=style_of(unit.owner),
        badges=tuple(badges), text=text, pile=f"{unit.owner}-troops",
    )  # fmt: skip


def _marks(words: Catalogue, s: State, me: int) -> dict[str, tuple[Mark, ...]]:
    """Return the marks of spaces: owners, treasuries, boneyards, sieges, the Feaster.

    During the founding, they are the seat's own start squares.
    """
    found: dict[str, list[Mark]] = {}
    for square in s.groups[me] if s.turn == 0 and 0 <= me < len(s.groups) else ():
        found[str(square)] = [Mark("held", words.say("mark.start"), "", style_of(me))]
    for place, holder in sorted(s.holders.items()):
        kind = "allied" if place in s.allied else "held"
        name = words.say(f"mark.{kind}", owner=owner_name(s, holder))
        found.setdefault(space_of(place), []).append(Mark(kind, name, "", style_of(holder)))
    for seat, nation in enumerate(s.nations):
        if nation.site and not nation.out:
            mark = Mark(
                "treasury",
                words.say("mark.treasury", seat=nation.name),
                world.SILHOUETTE["treasury"],
                style_of(seat),
            )
            found.setdefault(space_of(nation.site), []).append(mark)
    for place in sorted(s.boneyards):
        mark = Mark("boneyard", words.say("mark.boneyard"), world.SILHOUETTE["boneyard"])
        found.setdefault(space_of(place), []).append(mark)
    for siege in s.sieges:
        mark = Mark(
            "siege",
            words.say("mark.siege", seat=owner_name(s, siege.seat)),
            world.SILHOUETTE["siege"],
            style_of(siege.seat),
        )
        found.setdefault(space_of(siege.place), []).append(mark)
    if s.feaster:
        found.setdefault(str(s.feaster), []).append(
            Mark("feaster", words.say("mark.feaster"), world.SILHOUETTE["feaster"])
        )
    return {space: tuple(marks) for space, marks in found.items()}


# The status sheet


def _panels(words: Catalogue, s: State, me: int) -> list[Panel]:
    if s.turn == 0:
        return []
    found = [
        Panel("sequence", words.say("panel.sequence"), tuple(_sequence(words, s))),
        Panel("nations", words.say("panel.nations"), tuple(_nations(words, s))),
        Panel("characters", words.say("panel.characters"), tuple(_characters(words, s, me))),
    ]
    if 0 <= me < len(s.nations):
        found.append(Panel("picks", words.say("panel.picks"), tuple(_trait_rows(words, s, me))))
    garrisons = tuple(_garrisons(s, me))
    if garrisons:
        found.append(Panel("garrisons", words.say("panel.garrisons"), garrisons))
    stacks = tuple(_stacks(s, me))
    if stacks:
        found.append(Panel("stacks", words.say("panel.stacks"), stacks))
    relations = tuple(_relations(words, s))
    if relations:
        found.append(Panel("relations", words.say("panel.relations"), relations))
    demons = [demon for demon in s.demons.values() if is_known(s, me, demon)]
    if demons:
        rows = [Row(each.name, words.say("panel.demon", level=each.level, turns=each.turns)) for each in demons]
        found.append(Panel("demons", words.say("panel.demons"), tuple(rows)))
    return found


def _sequence(words: Catalogue, s: State) -> list[Row]:
    return [Row(s.nations[seat].name, str(s.totals[seat])) for seat in s.order]


def _nations(words: Catalogue, s: State) -> list[Row]:
    rows = []
    for seat, nation in enumerate(s.nations):
        if nation.out:
            rows.append(Row(nation.name, words.say("panel.out")))
            continue
        held = len(controlled_places(s, seat))
        bearer = s.people.get(nation.leader)
        site = place_name(s, nation.site) if nation.site else bearer.name if bearer is not None else ""
        rows.append(Row(nation.name, words.say("panel.gold", gold=nation.gold, site=site), str(held)))
    return rows


def _characters(words: Catalogue, s: State, me: int) -> list[Row]:
    seen = sight(s, me)
    people = [person for person in s.people.values() if person.owner == me or square_of(person.place) in seen]
    people.sort(key=lambda person: (person.owner != me, person.owner, -person.level))
    return [
        Row(
            person.name,
            f"{person.of}{person.level}{function_text(words, person, me)}",
            f"{place_name(s, person.place)} · {owner_name(s, person.owner)}",
        )
        for person in people
        if person.owner != NEUTRAL
    ]


def function_text(words: Catalogue, person: Person, me: int) -> str:
    """Return the function of a seat's own character under a double hierarchy (DIS-07).

    The functions of others are hidden.
    """
    return ", " + words.say(f"function.{person.function}") if person.function and person.owner == me else ""


def _trait_rows(words: Catalogue, s: State, me: int) -> list[Row]:
    nation = s.nations[me]
    return [
        Row(words.say("panel.classes"), " ".join(nation.classes)),
        Row(words.say("panel.types"), " ".join(nation.kinds)),
        Row(words.say("panel.god"), nation.god),
        Row(words.say("panel.traits"), ", ".join((*nation.advantages, *nation.disadvantages)) or "–"),
    ]


def _garrisons(s: State, me: int) -> list[Row]:
    rows = []
    for place in s.places():
        units = [s.units[n] for n in s.units_at(place)] if not is_square(place) and sees(s, me, place) else []
        if units:
            rows.append(Row(place_name(s, place), counted_units(units), owner_name(s, units[0].owner)))
    return rows


def _stacks(s: State, me: int) -> list[Row]:
    """Return the units of each major stack code on the map (GI-02)."""
    return [
        Row(code, counted_units([s.units[n] for n in s.units_at(place, owner)]), place_name(s, place))
        for (place, owner), code in stack_codes(s, me).items()
    ]


def counted_units(units: list[Unit]) -> str:
    """Return units counted as in orders, captives with a star: "HFC 3 MFD 1w LFD 2*"."""
    counts: dict[tuple[str, str], int] = {}
    for unit in units:
        key = (unit.code, ("w" if unit.wounded else "") + ("*" if unit.captor is not None else ""))
        counts[key] = counts.get(key, 0) + 1
    return " ".join(f"{code} {count}{marks}" for (code, marks), count in counts.items())


def _relations(words: Catalogue, s: State) -> list[Row]:
    rows = [
        Row(" · ".join(s.nations[seat].name for seat in group), words.say("panel.alliance"))
        for group in s.alliances
    ]
    for truce in s.truces:
        if truce.until >= s.turn:
            names = " · ".join(s.nations[seat].name for seat in truce.seats)
            rows.append(Row(names, words.say("panel.truce", until=truce.until)))
    return rows
