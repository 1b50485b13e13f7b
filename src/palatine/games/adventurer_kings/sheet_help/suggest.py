"""Sensible orders for a character or for the kingdom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from palatine.core import Catalogue, OrdersGame, Sheet, Suggestion
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, FREE, NO_LEADER, UNKNOWN, Lore
from palatine.games.adventurer_kings.components.real_maps import nations
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.writing import write_line
from palatine.games.adventurer_kings.rules.characters.practice import practice_percentage
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER
from palatine.games.adventurer_kings.rules.common.naming import (
    label,
    realm_as_known,
    with_names,
    with_strangers_veiled,
)
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.magic.casting import cast_percentage
from palatine.games.adventurer_kings.rules.realm.recruiting import fits_race, price_of_types
from palatine.games.adventurer_kings.rules.setup import founding
from palatine.games.adventurer_kings.sheet_help.forecast_positions import PlannedPositions
from palatine.games.adventurer_kings.sheet_help.known_ground import KnownGround
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.order_help import portrait

Candidate = tuple[str, orders.Action, dict[str, Any], tuple[int, ...]]
"""Group, action, facts of the title, and places it names."""


def characters(s: State, seat: str) -> list[str]:
    """Return the numbers and names of a seat's living characters, the King first."""
    if s.turn == 0:
        return []
    people = sorted(s.at_home(s.seats.index(seat)), key=lambda each: not each[1].is_king)
    return [label(n, person) for n, person in people]


def suggest(
    game: OrdersGame[State], s: State, seat: str, character: str | None = None, sheet: Sheet | None = None
) -> list[Suggestion]:
    """Return suggested orders for a character, each for any of the five phases.

    With None they are for the kingdom. Suggestions start from where the `sheet` so far brings the character by the
    first free phase.
    """
    words, me = game.words, s.seats.index(seat)
    if s.turn == 0:
        return [*kings(words, me), *realms(words, s)] if character is None else []
    if character is None:
        return list(realm_lines(words, s, me))
    n = next((number for number, person in s.at_home(me) if label(number, person) == character), 0)
    if not n:
        return []
    written = sheet.orders if sheet else ()
    offered = [
        Suggestion(
            write_line(orders.Act(n, 1, action)),
            words.say(f"suggest.{group}", **with_names(s, with_strangers_veiled(s, me, facts))),
            chance=chance_of(words, s, n, action),
            spaces=tuple(str(s.atlas.numbers[place]) for place in places),
            group=words.say(f"group.{group}"),
            instead="lines",
            slots=tuple(f"{n}.{phase}" for phase in range(1, PHASES + 1)),
        )
        for group, action, facts, places in wishes(s, me, *standpoint(s, me, n, written))
    ]
    return [*offered, *special_plans(words, s, n)]


# Before the first turn


def ready_kings(me: int) -> Iterator[orders.KingLine]:
    """Yield ready-made Kings, one of each alignment."""
    for at, alignment in enumerate(tables.ALIGNMENTS):
        yield orders.KingLine(
            founding.NAMES[(me * 7 + at) % len(founding.NAMES)], tables.RACES[tables.HUMANOID[(me + at) % 4]],
            alignment,
            tables.TEMPERS[(me + at) % 4], PICKS[alignment], "neutral" if alignment in ("divine", "undead") else "",
        )  # fmt: skip


def ready_king(me: int) -> orders.KingLine:
    """Return the default King of the form.

    It is a good one, because the number of good Kings is not limited, with levels to win battles, march far and lead
    armies of other races.
    """
    name, race = founding.NAMES[me % len(founding.NAMES)], tables.RACES[tables.HUMANOID[me % 4]]
    return orders.KingLine(name, race, "good", "brave", ("TA", "TA", "MA", "DR"))


def kings(words: Catalogue, me: int) -> Iterator[Suggestion]:
    """Yield ready-made Kings as suggestions."""
    for line in (ready_king(me), *ready_kings(me)):
        yield Suggestion(write_line(line), portrait(words, line), group=words.say("group.king"), instead="lines")


def realms(words: Catalogue, s: State) -> Iterator[Suggestion]:
    """Yield the lands of a map of the real world as suggestions (12.2, 12.3)."""
    for nation in nations(s.scenario):
        yield Suggestion(write_line(orders.Realm(nation.name)), words.say("suggest.realm", name=nation.name),
                         group=words.say("group.lands"), instead="lines")  # fmt: skip


PICKS = {
    "divine": ("WH", "WH", "TA", "DR"), "good": ("TA", "TA", "ME", "DR"), "druidic": ("DR", "DR", "TA", "PS"),
    "neutral": ("ME", "ME", "TA", "DR"), "pagan": ("EL", "EL", "MA", "DR"), "evil": ("NE", "TA", "TA", "DR"),
    "undead": ("NE", "NE", "TA", "DR"),
}  # fmt: skip

# The kingdom


def realm_lines(words: Catalogue, s: State, me: int) -> Iterator[Suggestion]:
    """Yield treaties with known Kings, a call for election, a vote, an heir's levels."""
    kingdom = s.kingdoms[me]
    for other in kingdom.met:
        yield realm_line(words, "treat", orders.Treat(other + 1), {"realm": other}, s)
        if s.relations[me][other] != ENEMY:
            yield realm_line(words, "break", orders.BreakTreaty(other + 1), {"realm": other}, s)
    yield realm_line(words, "call", orders.CallElection(), {}, s)
    if s.is_voting:
        for other in range(len(s.kingdoms)):
            yield realm_line(words, "vote", orders.Vote(other + 1), {"realm": realm_as_known(s, me, other)}, s)
    if kingdom.awaits_levels:
        yield realm_line(words, "heir", orders.Heir(heir_levels(s, me)), {}, s)


def realm_line(words: Catalogue, group: str, order: orders.Line, facts: dict[str, Any], s: State) -> Suggestion:
    return Suggestion(write_line(order), words.say(f"suggest.{group}", **with_names(s, facts)),
                      group=words.say("group.realm"))  # fmt: skip


def heir_levels(s: State, me: int) -> tuple[str, ...]:
    """Return four levels that the rules allow for an heir (5.9).

    Three are the old King's, the fourth is in Tactics or March.
    """
    kingdom = s.kingdoms[me]
    old = s.people[kingdom.old or kingdom.king]
    pool = [tables.ABILITIES[ability] for ability, level in enumerate(old.levels) for _ in range(min(2, level))]
    barred = tables.BARRED.get(kingdom.alignment)
    pool = [code for code in pool if barred is None or code != tables.ABILITIES[barred]]
    chosen = pool[:3]
    for code in ("TA", "MA", "ME", "DR", "SA"):
        while len(chosen) < 4 and chosen.count(code) < 2:
            chosen.append(code)
    return tuple(chosen)


# A character


def standpoint(s: State, me: int, n: int, written: Sequence[orders.Line]) -> tuple[int, int, set[int]]:
    """Return the first free phase, and the character's expected place and armies then."""
    busy = {order.phase for order in written if isinstance(order, orders.Act) and order.character == n}
    phase = next((phase for phase in range(1, PHASES + 1) if phase not in busy), PHASES)
    course = PlannedPositions(s, me, written)
    return n, course.place(n, phase), course.leads(n, phase)


def wishes(s: State, me: int, n: int, here: int, led: set[int]) -> Iterator[Candidate]:
    """Yield all useful actions in a place with some armies, the most urgent first."""
    if s.owners[here] == me:
        yield from levies(s, me, n, here)
    yield from move_candidates(s, me, here, led)
    yield from searches(s, me, n, here)
    yield "explore", orders.Explore(), {"place": here}, (here,)
    yield from people_here(s, me, here)
    yield from armies_here(s, me, here, led)
    yield from spells(s, me, n, here, led)
    for code in practices(s, n):
        yield "practise", orders.Practise(code), {"ability": tables.ability(code)}, ()
    if led:
        yield "defend", orders.Defend(), {"place": here}, (here,)
    else:
        yield "spy", orders.Spy(), {"place": here}, (here,)
        yield "patrol", orders.Pursue(n, (orders.Strike(),)), {"place": here}, (here,)


def chance_of(words: Catalogue, s: State, n: int, action: orders.Action) -> str:
    """Return the chance of an action as text, if it is known beforehand."""
    if isinstance(action, orders.Practise):
        return words.say("suggest.alone", percent=practice_percentage(0, ()))
    if isinstance(action, orders.CastSpell):
        return words.say("suggest.percent", percent=cast_percentage(s, n, action.spell))
    return ""


def special_plans(words: Catalogue, s: State, n: int) -> Iterator[Suggestion]:
    """Yield Special Plans; a leader of armies may also challenge (5.10)."""
    bold = (("challenge", (orders.Strike(),)),) if s.led_by(n) else ()
    for group, plan in (("plan-flee", (orders.Flee(),)), ("plan-fight", (orders.Strike(), orders.Flee())), *bold):
        yield Suggestion(write_line(orders.Special(n, plan)), words.say(f"suggest.{group}"),
                         group=words.say("group.plan"), instead="lines")  # fmt: skip


def move_candidates(s: State, me: int, here: int, led: set[int]) -> Iterator[Candidate]:
    """Yield moves to every neighbour; armies only where they can enter."""
    ground = KnownGround(s, me)
    for place in sorted(s.atlas.neighbours[here], key=lambda place: appeal(s, me, place, bool(led))):
        known = s.known[me].get(place)
        owner = known.owner if known is not None else UNKNOWN
        is_closed = owner >= 0 and s.relation(me, owner) not in (ENEMY, ALLIED)
        if led and (is_closed or ground.why_not(led, here, place) is not None):
            continue
        yield "move", orders.Move(s.atlas.numbers[place]), {"to": place}, (place,)


def appeal(s: State, me: int, place: int, leads: bool) -> tuple[int, int, int]:
    """Return the sort key of a neighbour.

    Armies prefer land that can be taken, the poorest first; others prefer the least explored.
    """
    known = s.known[me].get(place)
    number = s.atlas.numbers[place]
    if known is None:
        return int(leads), 0, number
    if not leads:
        return 0, known.explored, number
    is_prey = known.race >= 0 and s.relation(me, known.owner) == ENEMY and known.terrain != tables.SEA
    return 0 if is_prey else 2, known.wealth, number


def searches(s: State, me: int, n: int, here: int) -> Iterator[Candidate]:
    """Yield searches of known features here, by talk or by force."""
    for number, told in s.lore[me].items():
        if told.place == here and not told.is_empty:
            yield (
                "talk",
                orders.Search(number, (orders.Talk(), orders.Flee())),
                {"feature": lair_name(number, told)},
                (here,),
            )
            blows = (
                (orders.Fire(), orders.Strike(), orders.Scout())
                if effective(s, n, tables.ARCHERY)
                else (orders.Strike(), orders.Scout())
            )
            yield "fight", orders.Search(number, blows), {"feature": lair_name(number, told)}, (here,)
        elif told.place == here:
            yield "scout", orders.Search(number, (orders.Scout(),)), {"feature": lair_name(number, told)}, (here,)


def lair_name(number: int, told: Lore) -> str:
    """Return the name of a feature as reported, correct or not."""
    return f"the {tables.FEATURES[told.kind].name} ({number})"


def levies(s: State, me: int, n: int, here: int) -> Iterator[Candidate]:
    """Yield recruitment of one army of each native type.

    At home there are two, as far as the treasury allows.
    """
    land = s.lands[here]
    gold = s.kingdoms[me].gold
    guards = ("GA",) if fits_race(tables.GARRISON, land.race) else ()
    for types in dict.fromkeys((tuple(tables.ARMY_CODES[kind] for kind in land.types), guards)):
        price = price_of_types(s, types)
        if types and price <= gold:
            kinds = [tables.ARMY[tables.ARMY_CODES.index(code)].name for code in types]
            yield "recruit", orders.Recruit(types, n), {"names": kinds, "gold": price}, (here,)


def people_here(s: State, me: int, here: int) -> Iterator[Candidate]:
    """Yield Heroes to hire, and Kings and Heroes to meet."""
    for other, place, _, service in s.sightings(me):
        if place != here:
            continue
        if service == FREE and not s.resides(me, other, here):
            yield "hire", orders.Hire(other, MOST_OFFER), {"other": other}, (here,)
        yield "meet", orders.Encounter(other, (orders.Talk(), orders.Flee())), {"other": other}, (here,)


def armies_here(s: State, me: int, here: int, led: set[int]) -> Iterator[Candidate]:
    """Yield taking armies without a leader, or leaving the armies led."""
    mine = [a for a in s.armies_at(here) if s.armies[a].owner == me]
    if any(s.armies[a].leader == NO_LEADER and a not in led for a in mine):
        yield "pick-up", orders.PickUp(), {"place": here}, (here,)
    if led and s.owners[here] == me:
        ships = sorted(a for a in led if a in s.armies and s.armies[a].type in tables.SEA_ARMIES)
        if 0 < len(ships) < len(led):
            yield "leave-ships", orders.Leave(tuple(ships)), {"place": here}, (here,)
        yield "leave", orders.Leave(), {"place": here}, (here,)


def spells(s: State, me: int, n: int, here: int, led: set[int]) -> Iterator[Candidate]:
    """Yield action spells with an obvious target."""
    person = s.people[n]
    for number, spell in enumerate(tables.SPELLS):
        if not spell.action or not effective(s, n, tables.magic_of(number, person.alignment)):
            continue
        if number in (tables.ORATORY, tables.PHANTASM) and led:
            yield "cast", orders.CastSpell(spell.code), {"spell": number}, ()
        elif number == tables.BLESS:
            rich = max(s.provinces(me), key=lambda place: (s.lands[place].tax, -place), default=-1)
            if rich >= 0:
                blessing = orders.CastSpell(spell.code, s.atlas.numbers[rich])
                yield "cast-on", blessing, {"spell": number, "place": rich}, (rich,)
        elif number in (tables.CHARM, tables.CLAIRVOYANCE):
            yield from spells_on_people(s, me, here, number)
        elif number == tables.SKELETONS:
            yield "cast", orders.CastSpell(spell.code), {"spell": number}, ()


def spells_on_people(s: State, me: int, here: int, number: int) -> Iterator[Candidate]:
    """Yield Charm for free characters here, Clairvoyance for those reported this year."""
    for other, place, turn, service in s.sightings(me):
        is_free = service == FREE and place == here and not s.resides(me, other, place)
        if is_free if number == tables.CHARM else turn >= s.turn - 1:
            facts = {"spell": number, "other": other}
            yield "cast-at", orders.CastSpell(tables.SPELLS[number].code, other), facts, (place,)


def practices(s: State, n: int) -> list[str]:
    """Return what a character is best suited to practise.

    It is the best abilities, the best aptitudes, and Sage.
    """
    person = s.people[n]
    known = sorted(range(len(tables.ABILITIES)), key=lambda ability: (-person.levels[ability], ability))[:3]
    fit = sorted(range(len(tables.ABILITIES)), key=lambda ability: (-person.aptitudes[ability], ability))[:3]
    best = [*[ability for ability in known if person.levels[ability]], *fit]
    return list(dict.fromkeys([*[tables.ABILITIES[ability] for ability in best], "SA"]))
