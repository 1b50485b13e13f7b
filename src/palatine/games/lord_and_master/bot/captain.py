"""The captain: uses diplomacy, guards its own places, and attacks where it is stronger."""

from __future__ import annotations

from typing import Any

from palatine.core import Game, InContext, SearchContext
from palatine.core.game import REFEREE
from palatine.core.guidance.advice import Advice
from palatine.games.lord_and_master import secrecy
from palatine.games.lord_and_master.bot import advice, diplomacy, setup
from palatine.games.lord_and_master.bot.campaign import War
from palatine.games.lord_and_master.bot.magic import Powers
from palatine.games.lord_and_master.bot.parameters import DIPLOMACY, USUAL, CaptainParameters
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import city_in, is_fort, is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.rules.actions import recruiting, troop_actions
from palatine.games.lord_and_master.rules.actions.diplomacy import bribes, diplomacy_parts
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.control import possesses
from palatine.games.lord_and_master.rules.common.march import POINTS
from palatine.games.lord_and_master.rules.common.unit_groups import place_ref
from palatine.games.lord_and_master.rules.movement import reach
from palatine.games.lord_and_master.sheet_help import check
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, Person, State


class Council:
    """Decisions of one nation for one turn."""

    def __init__(self, s: State, me: int, parameters: CaptainParameters) -> None:
        self.s = s
        self.me = me
        self.parameters = parameters
        self.nation = s.nations[me]
        self.gold = self.nation.gold if not self.nation.holy_site else 0
        self.raised: set[int] = set()
        """Places in which troops are raised this turn."""
        self.taken: set[int] = set()
        """Targets already assigned to a character."""
        self.recruits = 0.0
        """Number of characters expected to join from the recruiting ordered so far."""
        self.war = War(s, me, parameters)
        self.powers = Powers(s, me, parameters)
        self.hostile = frozenset([place for place, worth in self.war.defence.enemies.items() if worth])
        """Places with troops of an enemy."""
        self.open: dict[int, tuple[int, ...]] = {}
        """By square, the places in it that diplomacy can win; filled on demand."""

    def orders(self) -> list[Any]:
        """Return truces, prisoners, equipment, then characters who negotiate, then others."""
        s = self.s
        people = [n for n in s.roster(self.me) if s.people[n].captor is None]
        people.sort(key=lambda n: (-s.people[n].level, n))
        lines: list[Any] = []
        feast = None if self.war.outlook.is_near_elimination else self.powers.call_feaster()
        if feast is not None:
            caller = min(people, key=lambda n: (s.people[n].level, n == self.nation.leader, n))
            people.remove(caller)
            lines.append(o.Character(s.people[caller].name, feast))
        spoken = [n for n in people if self._can_negotiate(n)]
        for who in [*spoken, *[n for n in people if n not in spoken]]:
            action = (self._diplomacy(who) if who in spoken else None) or self._action(who)
            if action is not None:
                lines.append(o.Character(s.people[who].name, action))
        return [
            *diplomacy.truces(s, self.me, self.parameters, self.war.outlook.dangerous(), self.war.outlook.aim),
            *diplomacy.executions(s, self.me),
            *self._equipment(),
            *lines,
        ]

    def _can_negotiate(self, who: int) -> bool:
        """Return whether a character can negotiate now.

        Such characters decide first, because their places count as assigned.
        """
        person = self.s.people[who]
        ready = self._is_open(person.place) and person.since < self.s.turn
        if ready:
            self.taken.add(person.place)
        return ready

    def _action(self, who: int) -> Any:
        person, war = self.s.people[who], self.war
        last = war.outlook.is_near_elimination
        return (
            (self._survive(who, person) if last else self._murder(person))
            or (self._walk(who, person) if war.outlook.aim == DIPLOMACY else None)
            or self._spend(who, person, self.parameters.hoard)
            or war.raid(who)
            or self._recruit(person)
            or self._spend(who, person, self.parameters.plenty)
            or self._walk(who, person)
            or war.muster(who)
            or (None if last else war.advance(who) or self._move_to_open_province(person))
            or self.powers.call()
            or self.powers.use(who)
            or self._spend(who, person, self.parameters.wealthy)
            or war.drill(who)
            or self._order_at_home(who, person)
        )

    # Elimination (IPR-11)

    def _survive(self, who: int, person: Person) -> Any:
        """Take one of the last characters out of danger, or recruit another wherever one may join."""
        return self.war.shelter(who) or self._recruit(person, least=0.0)

    def _murder(self, person: Person) -> o.Assassinate | None:
        """Assassinate one of the last characters of a rival in the same place."""
        s, outlook = self.s, self.war.outlook
        if "As" not in pieces.CLASSES[person.of].powers:
            return None
        last = [n for seat in outlook.rivals for n in outlook.last_characters(seat)]
        here = [n for n in last if s.people[n].place == person.place]
        victim = min(here, key=lambda n: (s.people[n].level, n), default=NO_PERSON)
        return o.Assassinate(s.people[victim].name) if victim != NO_PERSON else None

    # Envoys

    def _is_open(self, place: int) -> bool:
        """Return whether diplomacy can win a place."""
        s = self.s
        is_closed = is_fort(place) or (is_square(place) and s.terrain[place] == "x")
        return s.holder(place) == NEUTRAL and not is_closed

    def _diplomacy(self, who: int) -> o.Diplomacy | None:
        s = self.s
        best = 0
        for price in bribes(s, s.people[who].place):
            if self.gold - price >= self.parameters.purse:
                best = price
        if self._chance(who, best) < self.parameters.hopeless:
            return None
        self.gold -= best
        return o.Diplomacy(best)

    def _chance(self, who: int, bribe: int) -> int:
        return sum(part[0] for part in diplomacy_parts(self.s, who, bribe))

    def _walk(self, who: int, person: Person) -> o.Move | None:
        """Move to the place with the best chance of diplomacy, nearer ones first, avoiding enemies."""
        s = self.s
        best: tuple[float, int] | None = None
        chosen: tuple[int, ...] = ()
        chances: dict[str | int, int] = {}
        """Chances by terrain, and by place for cities: the province itself makes no difference."""
        for square, path in reach(s, person.place, POINTS).items():
            if not self.hostile.isdisjoint(path):
                continue
            for place in self._open_in(square):
                if place in self.taken or (self.war.outlook.is_near_elimination and self.war.safety(place) < 0):
                    continue
                kind = s.terrain[place] if is_square(place) else place
                if kind not in chances:
                    chances[kind] = self._chance_at(who, place)
                chance = 3 * chances[kind] - 2 * len(path)
                victory = self.war.values.get(place, 0.0) if chances[kind] >= self.parameters.hopeless else 0.0
                worth = (chance + victory, -place)
                if best is None or worth > best:
                    best, chosen = worth, (*path, place) if place != square else path
        if best is None or best[0] <= 0:
            return None
        self.taken.add(chosen[-1])
        return o.Move(tuple(place_ref(place) for place in chosen))

    def _open_in(self, square: int) -> tuple[int, ...]:
        """Return the places of a square, province and city, that diplomacy can win."""
        if square not in self.open:
            places = (square, city_in(square)) if self.s.has_city(square) else (square,)
            self.open[square] = tuple([place for place in places if self._is_open(place)])
        return self.open[square]

    def _chance_at(self, who: int, place: int) -> int:
        s = self.s
        person = s.people[who]
        s.set_person(who, place=place)
        chance = self._chance(who, 0)
        s.people[who] = person
        return chance

    def _move_to_open_province(self, person: Person) -> o.Move | None:
        """Move towards the nearest open province if none is within reach."""
        s = self.s
        here = square_of(person.place)
        goals = [
            square for square in range(1, len(s.terrain)) if self._is_open(square) and square not in self.taken
        ]
        goals.sort(
            key=lambda square: (
                world.distance(here, square) - self.war.values.get(square, 0.0) / self.parameters.detour,
                square,
            )
        )
        ways = reach(s, person.place, POINTS)
        safe = {square: path for square, path in ways.items() if self.hostile.isdisjoint(path)}
        if not goals or not safe:
            return None
        goal = goals[0]
        step = min(safe, key=lambda square: (world.distance(square, goal), len(safe[square]), square))
        if world.distance(step, goal) >= world.distance(here, goal):
            return None
        self.taken.add(goal)
        return o.Move(tuple(place_ref(place) for place in safe[step]))

    # At home

    def _recruit(self, person: Person, least: float = 0.5) -> o.Recruit | None:
        """Recruit while there is room and the table holds enough of the nation's classes.

        `least` is the minimum chance in a province.
        """
        s = self.s
        if casualties.roster_room(s, self.me) <= self.recruits or is_fort(person.place):
            return None
        chance = recruiting.chance_to_recruit(s, person)
        if not chance or (is_square(person.place) and chance < least):
            return None
        self.recruits += chance
        return o.Recruit()

    def _order_at_home(self, who: int, person: Person) -> Any:
        s = self.s
        if possesses(s, self.me, person.place) and not is_fort(person.place):
            troops = self._raise(who, person)
            return troops if troops is not None and self.gold >= self.parameters.armed else o.Tax()
        return None

    def _spend(self, who: int, person: Person, limit: int) -> o.Raise | None:
        """Raise troops if the gold exceeds a limit and what the recruits of this turn will cost."""
        return self._raise(who, person) if self.gold > limit else None

    def _raise(self, who: int, person: Person) -> o.Raise | None:
        """Raise the troops of the province of which the gold buys most strength."""
        s = self.s
        if not s.is_friend(self.me, s.holder(person.place)) or person.place in self.raised:
            return None
        raises = troop_actions.races_raised(self.war.t, who)
        for code, count in troop_actions.recruits_of(s, person.place):
            kind = self._best_kind(code, self.gold // count)
            if code in self.nation.kinds and pieces.TROOPS[code].race in raises:
                self.raised.add(person.place)
                self.gold -= count * (pieces.TROOPS[kind].cost or 0) if kind is not None else 0
                return o.Raise(code)
        return None

    def _equipment(self) -> list[o.Equip]:
        """Equip recruits as the strongest troops that the gold allows."""
        s = self.s
        found = []
        counts: dict[tuple[int, str], int] = {}
        for unit in s.units.values():
            if unit.owner == self.me and unit.captor is None and pieces.TROOPS[unit.code].table == 1:
                counts[unit.place, unit.code] = counts.get((unit.place, unit.code), 0) + 1
        for (place, code), count in counts.items():
            kind = self._best_kind(code, (self.gold - self.parameters.purse) // count)
            if kind is None:
                continue
            price = pieces.TROOPS[kind].cost or 0
            number = min(count, max(0, self.gold - self.parameters.purse) // price) if price else count
            if number:
                self.gold -= number * price
                found.append(o.Equip(code, number, kind, place_ref(place)))
        return found

    def _best_kind(self, recruit: str, price: int) -> str | None:
        """Return the strongest type of green troops for a price if the nation is rich.

        Otherwise return the type with the best strength for its price.
        """
        thrift = 4 if self.gold <= self.parameters.plenty else 0
        best = None
        for kind in self.nation.kinds:
            code = pieces.equipped(kind) if kind in pieces.KINDS else None
            if (
                code is None
                or pieces.TROOPS[code].race != pieces.TROOPS[recruit].race
                or pieces.TROOPS[code].grade != "D"
            ):
                continue
            troop = pieces.TROOPS[code]
            worth = float(troop.full[0] + troop.full[1])
            if thrift:
                worth /= (troop.cost or 0) + thrift
            elif (troop.cost or 0) > price:
                continue
            if best is None or worth > best[0]:
                best = (worth, code)
        return best[1] if best else None


class Captain(InContext):
    """Bot that writes sheets from its seat's knowledge; a referee's sheet stays empty."""

    parameters = USUAL
    council = Council
    """The decisions of a turn; scripts replace it."""

    def __init__(self, game: Game[Any], parameters: CaptainParameters = USUAL) -> None:
        self.game = game
        self.parameters = parameters
        self.context = SearchContext(is_dealt=False)

    def decide(self, state: State, seat: str) -> sheets.Sheet:
        if seat == REFEREE:
            return sheets.Sheet()
        if state.turn == 0:
            return sheets.Sheet(setup.set_up(state, seat).orders)
        given = self.context.is_dealt
        known = state.copy() if given else secrecy.determinize(state, seat, b"captain")
        orders = self.council(known, known.seats.index(seat), self.parameters).orders()
        return sheets.Sheet(tuple(orders)) if given else self._legal(known, seat, orders)

    def advise(self, state: State, seat: str) -> Advice:
        """Return the sheet for the seat with reasons, using only what the seat knows."""
        return advice.advise(self.game, self.decide(state, seat), state, seat, self.parameters)

    def _legal(self, s: State, seat: str, orders: list[Any]) -> sheets.Sheet:
        """Return the orders that a rehearsal does not drop."""
        gone = check.rehearse(s, seat, sheets.Sheet(tuple(orders)))
        return sheets.Sheet(tuple(each.order for each in gone if each.dropped is None or each.dropped.uncertain))
