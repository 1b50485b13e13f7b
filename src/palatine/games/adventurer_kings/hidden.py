"""Secrets: the sheets of the others, and all of the world that a King has not been told (1.1, 12.2)."""

from __future__ import annotations

from random import Random

import msgspec

from palatine.core import key_of
from palatine.core.dice import Dice
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, FREE, GARRISON, SPECTATOR, Land, Lore
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.state import State


def determinize(s: State, seat: str | None, seed: bytes) -> State:
    """A position that `seat` cannot tell from the true one: what it has not seen is dealt anew; at the end, nothing."""
    after = s.copy()
    after.dice = Dice(key_of(b"determinize" + seed), s.dice.count)
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    random = Random(seed)
    after.sheets = [sheet if at == me or sheet is None else Sheet() for at, sheet in enumerate(after.sheets)]
    if s.turn == 0 or s.outcome is not None:
        return after
    mine = {n for n, person in s.people.items() if person.seat == me}
    redraw_places(after, me, random)
    redraw_lands(after, me, random)
    redraw_people(after, me, mine, random)
    redraw_deeds(after, mine, random)
    redraw_armies(after, me, random)
    redraw_features(after, me, random)
    redraw_items(after, mine, random)
    redraw_kingdoms(after, me, random)
    redraw_alignments(after, me, random)
    redraw_relations(after, me, random)
    forget(after, me)
    return after


def redraw_places(s: State, me: int, random: Random) -> None:
    """The provinces a King knows nothing of change places, each with all that is in it."""
    fixed = familiar(s, me)
    loose = [place for place in range(len(s.lands)) if place not in fixed]
    dealt = loose.copy()
    random.shuffle(dealt)
    moved = dict(zip(loose, dealt, strict=True))
    to = {**{place: place for place in fixed}, **moved}
    lands, owners = s.lands, s.owners
    settled = sorted(to, key=to.__getitem__)
    s.lands = tuple(msgspec.structs.replace(lands[old], name=lands[new].name) for new, old in enumerate(settled))
    s.owners = [owners[old] for old in settled]
    s.fallen = {to[place]: buried for place, buried in s.fallen.items()}
    s.illusions = {to[place]: terrain for place, terrain in s.illusions.items()}
    for n, person in s.people.items():
        if person.place in moved:
            s.set_person(n, place=moved[person.place], rules=to.get(person.rules, person.rules))
    for a, army in s.armies.items():
        if army.place in moved:
            s.set_army(a, place=moved[army.place])
    for f, feature in s.features.items():
        if feature.place in moved:
            s.set_feature(f, place=moved[feature.place])
    for i, item in s.items.items():
        if item.place in moved:
            s.set_item(i, place=moved[item.place])
    for seat, kingdom in enumerate(s.kingdoms):
        s.set_kingdom(seat, home=to.get(kingdom.home, kingdom.home))
        if seat != me:
            s.known[seat] = {to[place]: told for place, told in s.known[seat].items()}


def familiar(s: State, me: int) -> set[int]:
    """The provinces a King has been told anything of, or where somebody or something is that he knows of."""
    people = {person.place for n, person in s.people.items() if person.seat == me or is_fresh(s, me, n)}
    if me < 0:
        return people | s.atlas.ice
    features = {s.features[f].place for f, told in s.lore[me].items() if not told.is_rumour}
    return {*s.known[me], *people, *features, *s.atlas.ice}


def redraw_lands(s: State, me: int, random: Random) -> None:
    """Of provinces seen from afar the taxes may differ."""
    known = s.known[me] if me >= 0 else {}
    lands = list(s.lands)
    for place, told in known.items():
        land = s.lands[place]
        if told.explored < 100 and s.owners[place] != me:
            tax = random.choice(c.TERRAIN[land.terrain].tax)
            lands[place] = Land(land.name, land.terrain, land.race, land.types, tax, land.coast)
    s.lands = tuple(lands)


def redraw_people(s: State, me: int, mine: set[int], random: Random) -> None:
    """Others' skills, pay and whims are dealt among them; who serves nobody, and has not been seen, is anywhere."""
    others = [n for n, person in s.people.items() if n not in mine and not person.is_king]
    dealt = others.copy()
    random.shuffle(dealt)
    before = dict(s.people)
    anywhere = [place for place in range(len(s.lands)) if place not in s.atlas.ice and not s.is_sea(place)]
    for n, like in zip(others, dealt, strict=True):
        other, place = before[like], before[n].place
        if before[n].seat == FREE and before[n].rules < 0 and not is_fresh(s, me, n):
            place = random.choice(anywhere)
        s.set_person(n, levels=other.levels, aptitudes=other.aptitudes, whim=other.whim, is_loyal=other.is_loyal,
                     lost_levels=other.lost_levels, is_imbecile=other.is_imbecile, cursed=other.cursed,
                     place=place)  # fmt: skip
    kings = [n for n, person in s.people.items() if n not in mine and person.is_king]
    random.shuffle(kings)
    for n, like in zip(sorted(kings), kings, strict=True):
        s.set_person(n, levels=before[like].levels, aptitudes=before[like].aptitudes)


def is_fresh(s: State, me: int, n: int) -> bool:
    """Whether a seat knows where somebody was when the turn began."""
    return me >= 0 and n in s.seen[me] and s.seen[me][n][1] >= s.turn - 1


def redraw_deeds(s: State, mine: set[int], random: Random) -> None:
    """Others' merit and renown may be anybody's (10.1, 12.1)."""
    for book in (s.merit, s.renown):
        others = [n for n in book if n not in mine]
        dealt = [book[n] for n in others]
        random.shuffle(dealt)
        book.update(zip(others, dealt, strict=True))


def redraw_armies(s: State, me: int, random: Random) -> None:
    """Others' armies may be of any quality, and a kingdom's garrisons in any of its lands where no witness stands."""
    watched = {person.place for person in s.people.values() if person.seat == me}
    lands: dict[int, list[int]] = {}
    for place, owner in enumerate(s.owners):
        if place not in watched:
            lands.setdefault(owner, []).append(place)
    for a, army in s.armies.items():
        if army.owner == me:
            continue
        place = army.place
        if army.owner >= 0 and army.leader == GARRISON and place not in watched and army.owner in lands:
            place = random.choice(lands[army.owner])
        s.armies[a] = msgspec.structs.replace(army, quality=random.randint(c.GREEN, c.VETERAN), place=place)


def redraw_features(s: State, me: int, random: Random) -> None:
    """Features nobody has told of lie elsewhere, and hold something else; so may those of which there is but talk."""
    told: dict[int, Lore] = s.lore[me] if me >= 0 else {}
    unknown = [number for number in s.features if number not in told or told[number].is_rumour]
    dealt = [s.features[number] for number in unknown]
    random.shuffle(dealt)
    s.features.update(zip(unknown, dealt, strict=True))
    for number in told:
        feature = s.features[number]
        s.set_feature(number, gold=random.randint(0, 2 * feature.gold + 3), special=random.randint(0, 20))


def redraw_items(s: State, mine: set[int], random: Random) -> None:
    """What others carry, and what lies hidden, is dealt anew."""
    others = [i for i, item in s.items.items() if item.bearer not in mine]
    kinds = [(s.items[i].kind, s.items[i].charges) for i in others]
    random.shuffle(kinds)
    for i, (kind, charges) in zip(others, kinds, strict=True):
        s.set_item(i, kind=kind, charges=charges)


def redraw_kingdoms(s: State, me: int, random: Random) -> None:
    """Others' gold and discoveries are their own."""
    for seat, kingdom in enumerate(s.kingdoms):
        if seat != me:
            gold = random.randint(0, 2 * kingdom.gold + 10)
            found = random.sample(range(len(c.DISCOVERIES)), len(kingdom.discoveries))
            s.set_kingdom(seat, gold=gold, opening_gold=gold, discoveries=tuple(sorted(found)))


def redraw_alignments(s: State, me: int, random: Random) -> None:
    """Kings of whom it has not been told may be of each other's alignment (2.3, 12.2)."""
    own = s.kingdoms[me] if me >= 0 else None
    told = {me, *own.neighbours_told} if own else set()
    if own and s.scenario in c.GREATER:
        told |= {seat for seat, kingdom in enumerate(s.kingdoms) if kingdom.alignment == own.alignment}
    others = [seat for seat in range(len(s.kingdoms)) if seat not in told]
    dealt = [s.kingdoms[seat].alignment for seat in others]
    random.shuffle(dealt)
    for seat, alignment in zip(others, dealt, strict=True):
        s.set_kingdom(seat, alignment=alignment)
        s.set_person(s.kingdoms[seat].king, alignment=alignment)


def redraw_relations(s: State, me: int, random: Random) -> None:
    """How others stand to each other is not told (8.0)."""
    rows = [list(row) for row in s.relations]
    for seat in range(len(rows)):
        for other in range(seat):
            if me not in (seat, other):
                rows[seat][other] = rows[other][seat] = random.randint(ENEMY, ALLIED)
    s.relations = [tuple(row) for row in rows]


def forget(s: State, me: int) -> None:
    """What the others have been told is theirs; their own land they know."""
    for seat in range(len(s.known)):
        if seat != me:
            s.known[seat] = {place: told for place, told in s.known[seat].items() if s.owners[place] == seat}
            s.lore[seat], s.seen[seat] = {}, {}
    s.standings = [rows if seat == me else () for seat, rows in enumerate(s.standings)]
    s.honours = [rows if seat == me else () for seat, rows in enumerate(s.honours)]
    s.proposals = s.proposals_to(me)
