"""View of a King: the kingdom's people and armies, known provinces, features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from palatine.core import Catalogue, Mark, OrdersGame, Panel, Piece, Row, View
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import FREE, NATIVE, RELATIONS, SPECTATOR, UNKNOWN
from palatine.games.adventurer_kings.rules.common.naming import army_kind, label, place_name, realm_as_known
from palatine.games.adventurer_kings.rules.realm.finance import tax_base
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view import boards, order_help
from palatine.games.adventurer_kings.view.final_reveal import eyes, reveal_all, shares
from palatine.games.adventurer_kings.view.seats import acquaintances, seat_names, waited_for


def view(game: OrdersGame[State], s: State, seat: str | None) -> View:
    """Return the match as `seat` (None: a spectator) may see it."""
    words = game.words
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    is_over = s.outcome is not None and bool(s.kingdoms)
    eye = eyes(s, me) if is_over else me
    founded = eye >= 0 and bool(s.kingdoms)
    open_to_me = reveal_all(s, eye) if is_over and founded else s
    return View(
        game=game.name,
        seat=seat,
        heading=words.say("view.heading" if s.turn else "view.founding", turn=s.turn),
        prompt=prompt(words, s, seat, me),
        clause="AK-1.3-01" if s.outcome is None else "",
        asked=asked(s),
        pieces=tuple(pieces(words, open_to_me, eye)) if founded else (),
        panels=tuple(panels(words, s, me)),
        marks=marks(words, open_to_me, eye, eye) if founded else {},
        seen=boards.seen(words, open_to_me, eye) if founded else {},
        focus=(space_of(s, s.kingdoms[me].home),) if me >= 0 and s.kingdoms else (),
        outcome=outcome(words, s),
        names=seat_names(words, s, me),
    )


def view_of_everything(game: OrdersGame[State], s: State) -> View:
    """Return a spectator's view of the whole world, with the colours of each realm."""
    public, words = game.view(s, None), game.words
    if not s.kingdoms:
        return public
    world = reveal_all(s, 0)
    found = [
        piece
        for seat in range(len(s.seats))
        for piece in people(words, s, seat, boards.realm_style(SPECTATOR, seat))
    ]
    found += army_pieces(s, SPECTATOR, is_open=True)
    found += features(world, 0)
    return replace(
        public, pieces=tuple(found), seen=boards.seen(words, world, 0), marks=marks(words, world, 0, SPECTATOR)
    )  # fmt: skip


def asked(s: State) -> tuple[str, ...]:
    if s.outcome is not None:
        return ()
    return tuple(seat for seat, sheet in zip(s.seats, s.sheets, strict=True) if sheet is None)


def prompt(words: Catalogue, s: State, seat: str | None, me: int) -> str:
    if s.outcome is not None:
        return words.say("view.over")
    missing = asked(s)
    if seat is None or seat not in missing:
        return (
            words.say("view.waiting", names=waited_for(words, s, me, missing))
            if missing
            else words.say("view.all-in")
        )
    if s.turn == 0:
        return words.say("view.king")
    return words.say("view.vote" if s.is_voting else "view.orders", turn=s.turn)


def outcome(words: Catalogue, s: State) -> dict[str, Any] | None:
    if s.outcome is None:
        return None
    margin = words.say("outcome." + s.outcome.margin, **s.outcome.data)
    best = [
        words.say("outcome.greatest", realm=realm, king=king, share=share) for realm, king, share in shares(s)[:1]
    ]
    margin = " ".join([margin, *best])
    return {"winners": list(s.outcome.winners), "margin": margin, "clause": s.outcome.clause}


# Pieces


def space_of(s: State, place: int) -> str:
    return str(s.atlas.numbers[place])


def pieces(words: Catalogue, s: State, me: int) -> list[Piece]:
    """Return the seat's pieces, others seen this turn, and known features."""
    found = [*people(words, s, me, "own"), *army_pieces(s, me, is_open=s.outcome is not None)]
    for n, place, turn, service in s.sightings(me):
        if turn < s.turn - 1:
            continue
        style = "free" if service == FREE else RELATIONS[s.relation(me, service)]
        found.append(Piece(f"c{n}", space_of(s, place), face="hero", style=style,
                           text=f"{s.people[n].name} ({n})", pile="others"))  # fmt: skip
    return [*found, *features(s, me)]


def people(words: Catalogue, s: State, me: int, style: str) -> Iterator[Piece]:
    """Yield the characters of a seat."""
    for n, person in s.at_home(me):
        badges = [words.say("piece.king")] if person.is_king else []
        led = len(s.led_by(n))
        badges += [words.say("piece.leads", count=led)] if led else []
        yield Piece(f"c{n}", space_of(s, person.place), face="king" if person.is_king else "hero", operand=n,
                    style=style, badges=tuple(badges), text=label(n, person), pile="people")  # fmt: skip


def features(s: State, me: int) -> Iterator[Piece]:
    """Yield the features of the map that a seat knows."""
    for number, told in s.lore[me].items():
        style = "rumour" if told.is_rumour else "empty" if told.is_empty else "feature"
        yield Piece(f"f{number}", space_of(s, told.place), face=f"feature-{told.kind}", style=style,
                    text=f"{tables.FEATURES[told.kind].name} ({number})", pile="features")  # fmt: skip


def army_pieces(s: State, me: int, *, is_open: bool) -> list[Piece]:
    """Return one piece for all armies of one type and leader in a place.

    The piece shows their number. All armies are shown if the position `is_open`, otherwise those of the seat.
    """
    groups: dict[tuple[int, int, int, int, bool], list[int]] = {}
    for a, army in s.armies.items():
        if army.owner == me or is_open:
            groups.setdefault((army.place, army.owner, army.leader, army.type, army.is_skeletal), []).append(a)
    return [
        Piece(f"a{those[0]}", space_of(s, place), face=f"army-{kind}", operand=those[0], style=army_style(s, me, owner),
              badges=(f"×{len(those)}",), text=f"{len(those)} × {army_kind(s.armies[those[0]])}", pile="armies")
        for (place, owner, _, kind, _), those in sorted(groups.items())
    ]  # fmt: skip


def army_style(s: State, me: int, owner: int) -> str:
    if owner < 0:
        return "natives" if owner == NATIVE else "free"
    if me == SPECTATOR:
        return boards.realm_style(me, owner)
    return "own" if owner == me else RELATIONS[s.relation(me, owner)]


def marks(words: Catalogue, s: State, eye: int, me: int) -> dict[str, tuple[Mark, ...]]:
    """Return marks of capitals and of the owners of provinces.

    They show what the seat `eye` knows, in the colours of `me`.
    """
    found = {}
    for place, known in s.known[eye].items():
        if known.terrain == UNKNOWN:
            continue
        here: list[Mark] = []
        if known.owner >= 0:
            here += realm_marks(words, s, me, known.owner)
        if known.is_capital:
            here.append(Mark("capital", words.say("mark.capital"), "castle"))
        if here:
            found[space_of(s, place)] = tuple(here)
    return found


def realm_marks(words: Catalogue, s: State, me: int, owner: int) -> list[Mark]:
    """Return the mark of a province in the colour of its kingdom.

    It is slanted for an ally, and has a flag for an Enemy.
    """
    relation = "neutral" if me == SPECTATOR else RELATIONS[s.relation(me, owner)] if owner != me else "own"
    name = words.say(f"mark.held-{relation}", realm=s.kingdoms[owner].name)
    held = Mark("allied" if relation == "ally" else "held", name, style=boards.realm_style(me, owner))
    return [held, Mark("enemy", words.say("mark.enemy"), style="enemy")] if relation == "enemy" else [held]


# Panels


def panels(words: Catalogue, s: State, me: int) -> Iterator[Panel]:
    """Yield how to create a King, later possessions and the codes of orders."""
    if s.outcome is not None:
        rows = tuple(Row(realm, f"{share}%", king) for realm, king, share in shares(s))
        yield Panel("shares", words.say("panel.shares"), rows)
    if s.turn == 0:
        yield from order_help.making_a_king(words)
    elif me >= 0 and s.kingdoms:
        yield from realm_panels(words, s, me)
        yield from order_help.codes(words)
    if s.options.get("open"):
        yield from order_help.secrets(words)


def realm_panels(words: Catalogue, s: State, me: int) -> list[Panel]:
    kingdom = s.kingdoms[me]
    realm = Panel("realm", kingdom.name, (
        Row(words.say("panel.gold"), str(kingdom.gold)),
        Row(words.say("panel.lands"), str(len(s.provinces(me))), words.say("panel.tax", tax=tax_base(s, me))),
        Row(words.say("panel.armies"), str(sum(army.owner == me for army in s.armies.values()))),
    ))  # fmt: skip
    people = Panel("people", words.say("panel.people"), tuple(
        Row(f"{person.name} ({n})", place_name(s, person.place), skills(person.levels)) for n, person in s.at_home(me)
    ))  # fmt: skip
    races = Panel("offices", words.say("panel.offices"), tuple(office_rows(s, me)) or (none_yet(words),))
    others = Panel("kings", words.say("panel.kings"), tuple(
        Row(f"{other + 1} {realm_as_known(s, me, other)}", words.say(f"relation.{RELATIONS[s.relations[me][other]]}"))
        for other in acquaintances(s, me)
    ) or (none_yet(words),))  # fmt: skip
    return [realm, people, races, others]


def none_yet(words: Catalogue) -> Row:
    return Row(words.say("panel.none-yet"))


def skills(levels: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {level}" for name, level in zip(tables.ABILITY_NAME, levels, strict=True) if level)


def office_rows(s: State, me: int) -> list[Row]:
    """Return the King's best character for each office, as reported last turn (10.1)."""
    told = s.standings[me] if s.standings else ()
    return [
        Row(titles.OFFICES[each.race], f"#{each.rank}", f"{s.people[each.person].name}, {each.share}%")
        for each in told
    ]
