"""Ford: a game of nine spaces and six pieces, small enough to test the house on.

North and South each lead three troops, a scout (1), a spear (2) and a knight (3), dealt face down but for the
first. Each day North, then South, marches one troop to a space beside it, or rests; a troop may be shown. Troops
that meet clash: a die and the attacker's strength less the defender's, 4 or more wins. Whoever has lost all his
troops loses; after the last day the greater strength left wins.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any, ClassVar

import msgspec

from palatine.core import (
    Action,
    Board,
    Catalogue,
    Choice,
    Clause,
    Counter,
    Dice,
    Game,
    Layer,
    Option,
    Panel,
    Piece,
    Plan,
    Refusal,
    Row,
    Ruling,
    Scenario,
    Sequence,
    Space,
    State,
    Step,
    Style,
    Unreadable,
    View,
    key_of,
)

SEATS = ("North", "South")
FACES = ("", "Scout", "Spear", "Knight")
SPACES = ("Alder", "Birch", "Cedar", "Weir", "Ford", "Pool", "Xenia", "Yarrow", "Zinnia")
DEEP = (3, 5)
FORD = 4
GONE = -1


class FordState(State):
    """`place`, `face` and `shown` are lists by piece: 0 to 2 are North's, 3 to 5 South's."""

    day: int = 1
    place: list[int] = msgspec.field(default_factory=lambda: [0, 1, 2, 6, 7, 8])
    face: list[int] = msgspec.field(default_factory=lambda: [1, 2, 3, 1, 2, 3])
    shown: list[int] = msgspec.field(default_factory=lambda: [1, 0, 0, 1, 0, 0])


def side(piece: int) -> int:
    return piece // 3


def pieces_of(s: FordState, seat: int) -> list[int]:
    return [p for p in range(seat * 3, seat * 3 + 3) if s.place[p] != GONE]


def strength(s: FordState, seat: int) -> int:
    return sum(s.face[p] for p in pieces_of(s, seat))


def beside(space: int) -> list[int]:
    x, y = space % 3, space // 3
    steps = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
    return [b * 3 + a for a, b in steps if 0 <= a < 3 and 0 <= b < 3]


def may_enter(s: FordState, piece: int, space: int) -> Refusal | None:
    """None, or the clause that forbids it."""
    if space not in beside(s.place[piece]):
        return Refusal("2.1", "why.not-beside")
    if space in DEEP:
        return Refusal("2.2", "why.deep")
    if any(s.place[p] == space for p in pieces_of(s, side(piece))):
        return Refusal("2.3", "why.stacked")
    return None


def reach(s: FordState, piece: int) -> list[int]:
    return [x for x in beside(s.place[piece]) if may_enter(s, piece, x) is None]


class Deal(Step, frozen=True):
    """Each side's troops are dealt face down, the first face up (1.2)."""

    def run(self, s: FordState) -> None:
        s.pop()
        for seat in (0, 1):
            s.face[seat * 3 : seat * 3 + 3] = s.dice.sample((1, 2, 3), 3, "deal")
        s.note("dealt", "1.2")


class Choose(Step, frozen=True):
    """Choose the troop to march, show one, or rest (2)."""

    seat: int
    asks: ClassVar[bool] = True
    verbs: ClassVar[dict[str, str]] = {"piece": "piece", "show": "piece", "rest": "button"}

    def actions(self, s: FordState) -> list[Action]:
        mine = pieces_of(s, self.seat)
        march = [("piece", p) for p in mine if reach(s, p)]
        return [*march, *[("show", p) for p in mine if not s.shown[p]], ("rest", 0)]

    def take(self, s: FordState, action: Action) -> None:
        verb, piece = action
        if verb == "rest":
            s.pop()
            s.note("rests", "2", seat=self.seat)
        elif verb == "show":
            s.shown[piece] = 1
            s.note("shown", "1.3", seat=self.seat, face=s.face[piece], space=s.place[piece])
        else:
            s.become(March(self.seat, piece))
            s.note("chosen", "2", readers=(self.seat,), face=s.face[piece], space=s.place[piece])

    def refuse(self, s: FordState, action: Action) -> Refusal | None:
        verb, piece = action
        if verb == "rest" or piece not in pieces_of(s, self.seat):
            return Refusal("2", "why.not-yours")
        return Refusal("1.3", "why.shown") if verb == "show" else Refusal("2.3", "why.stuck")


class March(Step, frozen=True):
    """March the chosen troop to a space beside it (2.1)."""

    seat: int
    piece: int
    asks: ClassVar[bool] = True
    verbs: ClassVar[dict[str, str]] = {"go": "space"}

    def actions(self, s: FordState) -> list[Action]:
        return [("go", x) for x in reach(s, self.piece)]

    def take(self, s: FordState, action: Action) -> None:
        space = action[1]
        s.pop()
        foes = [p for p in pieces_of(s, 1 - self.seat) if s.place[p] == space]
        s.note("marches", "2.1", seat=self.seat, origin=s.place[self.piece], space=space)
        if foes:
            s.push(Clash(self.piece, foes[0]))
        else:
            s.place[self.piece] = space

    def refuse(self, s: FordState, action: Action) -> Refusal | None:
        return may_enter(s, self.piece, action[1])


class Clash(Step, frozen=True):
    """Two troops meet; both are shown, one falls (3)."""

    attacker: int
    defender: int

    def run(self, s: FordState) -> None:
        a, d = self.attacker, self.defender
        s.pop()
        s.shown[a] = s.shown[d] = 1
        t = s.roll("clash")
        t.add(s.face[a], "3.1", "attacker")
        t.add(-s.face[d], "3.1", "defender")
        if s.place[a] == FORD:
            t.add(-1, "3.2", "ford")
        won = t.total >= 4
        winner = side(a if won else d)
        s.note("clash", "3", tally=t, attacker=side(a), first=s.face[a], second=s.face[d], winner=winner)
        space, s.place[d if won else a] = s.place[d], GONE
        if won:
            s.place[a] = space
        if not pieces_of(s, 1 - winner):
            judge(s)


class Dusk(Step, frozen=True):
    """The day ends; after the last one strength is compared (4)."""

    def run(self, s: FordState) -> None:
        s.pop()
        s.day += 1
        if s.day <= s.options["days"]:
            s.note("dusk", "4", day=s.day)
            return
        judge(s)


def judge(s: FordState) -> None:
    """End the match by rout (4.1) or by strength (4.2)."""
    north, south = strength(s, 0), strength(s, 1)
    winners = s.seats if north == south else (s.seats[0 if north > south else 1],)
    if north and south:
        s.finish(winners, "strength", "4.2", north=north, south=south)
    else:
        s.finish(winners, "rout", "4.1", loser=1 if north else 0)


class Day(Sequence, frozen=True):
    """North, South, dusk (2)."""

    order: ClassVar[tuple[type[Step], ...]] = (Choose, Choose, Dusk)

    def stage(self, s: FordState, kind: type[Step]) -> Step:
        return Choose(self.at) if kind is Choose else Dusk()

    def done(self, s: FordState) -> None:
        s.become(Day())


MESSAGES = {
    "journal.dealt": "The troops are dealt face down.",
    "journal.chosen": "The {face} in {space} makes ready.",
    "journal.shown": "{seat} shows a {face} in {space}.",
    "journal.rests": "{seat} rests.",
    "journal.marches": "{seat} marches from {origin:space} to {space}.",
    "journal.clash": "{attacker:seat}'s {first:face} attacks a {second:face}: {winner:seat} wins.",
    "journal.dusk": "Dusk falls; day {day} begins.",
    "journal.outcome": "The match is over.",
    "outcome.rout": "all of {loser:seat}'s troops have fallen",
    "outcome.strength": "strength {north} to {south} at the last dusk",
    "tally.dice": "Dice {dice:list}: {total}",
    "tally.part": "{amount:signed}, {reason}, {clause}",
    "tally.attacker": "attacker's strength",
    "tally.defender": "defender's strength",
    "tally.ford": "attacking out of the ford",
    "action.piece": "March with the {face} in {space}",
    "action.show": "Show the {face} in {space}",
    "action.rest": "Rest",
    "action.go": "Go to {space}",
    "prompt.Choose": "Choose a troop to march, or rest.",
    "prompt.March": "Choose where it goes.",
    "prompt.wait": "{seat} decides.",
    "prompt.over": "The match is over.",
    "why.no-seat": "There is no seat {seat:text}.",
    "why.over": "The match is over.",
    "why.not-asked": "It is for {seat:text} to decide.",
    "why.not-now": "That cannot be done now; what can: {verbs:list}.",
    "why.not-beside": "That space is not beside the troop.",
    "why.deep": "The water there is deep.",
    "why.stacked": "One troop of a side to a space.",
    "why.stuck": "That troop has nowhere to go.",
    "why.shown": "That troop is shown already.",
    "why.not-yours": "That is no troop of yours.",
}
CLAUSE_OF = {"Choose": "2", "March": "2.1"}


class Ford(Game[FordState]):
    """The ruleset. See the module."""

    name = "ford"
    title = "Ford"
    year = 2024
    package = "palatine.testing"
    scenarios = (Scenario("standard", "The ford", (SEATS,)),)
    options = (Option("days", "Days", 6, "How many days are played", "4.2", least=1, most=30),)
    state_type = FordState
    steps = Deal | Choose | March | Clash | Dusk | Day

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> FordState:
        return FordState(seats, [Day(), Deal()], Dice(key), options)

    def view(self, state: FordState, seat: str | None) -> View:
        asked = self.actors(state)
        over = self.outcome(state)
        top = state.flow[-1] if state.flow else None
        mine = isinstance(top, Step) and seat in asked
        key = type(top).__name__ if mine else "wait" if asked else "over"
        return View(
            game=self.name,
            seat=seat,
            heading=f"Day {min(state.day, state.options['days'])} of {state.options['days']}",
            prompt=self.words.say("prompt." + key, seat=state.seats.index(asked[0]) if asked else 0),
            clause=CLAUSE_OF.get(key, ""),
            asked=asked,
            pieces=tuple(self._piece(state, p, seat) for p in range(6) if state.place[p] != GONE),
            choices=self._choices(state, seat) if mine else (),
            plans=self._plans(state, seat) if mine else (),
            verbs=dict(top.verbs) if mine and isinstance(top, Step) else {},
            panels=(Panel("fallen", "Fallen", tuple(self._fallen(state))),),
            outcome=None if over is None else {"winners": list(over.winners), "margin": over.margin},
        )

    def _piece(self, s: FordState, p: int, seat: str | None) -> Piece:
        owner = s.seats[side(p)]
        if seat != owner and not s.shown[p]:
            return Piece(f"p{p}", f"s{s.place[p]}", style=owner, text=f"a hidden troop of {owner}")
        text = f"{FACES[s.face[p]]} of {owner}" + ("" if s.shown[p] else ", hidden")
        return Piece(f"p{p}", f"s{s.place[p]}", face=FACES[s.face[p]], operand=p, style=owner, text=text)

    def _fallen(self, s: FordState) -> list[Row]:
        fallen = [p for p in range(6) if s.place[p] == GONE]
        return [Row(f"{FACES[s.face[p]]} of {s.seats[side(p)]}", piece=FACES[s.face[p]]) for p in fallen]

    def _choices(self, s: FordState, seat: str | None) -> tuple[Choice, ...]:
        found = self.actions(s, seat) if seat else []
        top = s.flow[-1]
        assert isinstance(top, Step)
        return tuple(Choice(a[0], a[1], self.action_text(s, a), top.verbs[a[0]]) for a in found)

    def _plans(self, s: FordState, seat: str | None) -> tuple[Plan, ...]:
        ready = [p for verb, p in (self.actions(s, seat) if seat else []) if verb == "piece"]
        moves = [(p, x) for p in ready for x in reach(s, p)]
        return tuple(Plan(f"Piece {p} to {SPACES[x]}", (("piece", p), ("go", x)), x) for p, x in moves)

    def layers(self, state: FordState, seat: str | None) -> tuple[Layer, ...]:
        known = [p for p in range(6) if state.place[p] != GONE and (state.shown[p] or seat == state.seats[side(p)])]
        text = {f"s{state.place[p]}": str(state.face[p]) for p in known}
        return (Layer("strength", "Strength known", f"{sum(map(int, text.values()))} in all", text, "North"),)

    def boards(self, state: FordState) -> tuple[Board, ...]:
        ground = ["bank"] * 3 + ["deep", "ford", "deep"] + ["bank"] * 3
        spaces = [
            Space(f"s{i}", i, SPACES[i], (x + 0.5, y + 0.5), ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)), (g,))
            for i, (x, y, g) in enumerate((float(i % 3), float(i // 3), g) for i, g in enumerate(ground))
        ]
        styles = {"bank": Style("#9a6"), "deep": Style("#258"), "ford": Style("#7bd")}
        styles |= {"North": Style("#ddd", ink="#222"), "South": Style("#a33", ink="#fff")}
        counters = {name: Counter(name, "North", figures={"se": str(n)}) for n, name in enumerate(FACES) if name}
        return (Board("map", "The ford", 3.0, 3.0, tuple(spaces), styles=styles, counters=counters, piece=0.5),)

    def determinize(self, state: FordState, seat: str | None, seed: bytes) -> FordState:
        random = Random(seed)
        twin = state.copy()
        twin.dice = Dice(key_of(seed))
        for other in (0, 1):
            if state.seats[other] != seat:
                hidden = [p for p in range(other * 3, other * 3 + 3) if not state.shown[p]]
                faces = [state.face[p] for p in hidden]
                random.shuffle(faces)
                for p, face in zip(hidden, faces, strict=True):
                    twin.face[p] = face
        return twin

    def write_position(self, state: FordState) -> str:
        top = state.flow[-1] if state.flow else None
        seat = top.seat if isinstance(top, Choose | March) else -1
        piece = f" march {top.piece}" if isinstance(top, March) else ""
        lines = [f"day {state.day} of {state.options['days']}", f"asked {SEATS[seat] if top else 'nobody'}{piece}"]
        for p in range(6):
            where = "gone" if state.place[p] == GONE else SPACES[state.place[p]]
            lines.append(f"{p} {FACES[state.face[p]]} {where} {'shown' if state.shown[p] else 'hidden'}")
        return "\n".join(lines) + "\n"

    def position(self, text: str) -> FordState:
        state = FordState(SEATS, [], Dice(key_of(b"")), {"days": 6})
        for number, line in enumerate(text.splitlines(), 1):
            try:
                self._read(state, line.split())
            except (ValueError, IndexError) as error:
                raise Unreadable(f"Line {number}: {line!r} is no line of a position.") from error
        if not state.flow:
            judge(state)
        return state

    def _read(self, s: FordState, words: list[str]) -> None:
        if not words:
            return
        if words[0] == "day":
            s.day, s.options = int(words[1]), {"days": int(words[3])}
        elif words[0] == "asked" and words[1] != "nobody":
            seat = SEATS.index(words[1])
            march = words[2:] and March(seat, int(words[3]))
            s.flow[:] = [Day(at=seat + 1), march or Choose(seat)]
        elif words[0] != "asked":
            p = int(words[0])
            s.face[p] = FACES.index(words[1])
            s.place[p] = GONE if words[2] == "gone" else SPACES.index(words[2])
            s.shown[p] = ("hidden", "shown").index(words[3])

    @cached_property
    def words(self) -> Catalogue:
        return Catalogue(
            MESSAGES,
            {"seat": lambda n: SEATS[n], "face": lambda n: FACES[n], "space": lambda n: SPACES[n], "text": str},
        )

    def action_text(self, state: FordState, action: Action) -> str:
        verb, operand = action
        if verb == "go":
            return self.words.say("action.go", space=operand)
        return self.words.say("action." + verb, face=state.face[operand], space=state.place[operand])

    def clause_of(self, step: Step) -> str:
        return CLAUSE_OF.get(type(step).__name__, "")

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        gists = {
            "1.2": "Troops are dealt face down, the first face up.",
            "1.3": "A troop may be shown before one marches.",
            "2": "Each side marches one troop a day, or rests.",
            "2.1": "A march goes to a space beside.",
            "2.2": "Deep water cannot be entered.",
            "2.3": "One troop of a side to a space.",
            "3": "Troops that meet clash; both are shown.",
            "3.1": "A die, the attacker's strength less the defender's.",
            "3.2": "One less out of the ford.",
            "4": "Dusk ends the day.",
            "4.1": "A side without troops has lost.",
            "4.2": "After the last day the greater strength wins.",
        }
        return {key: Clause(key, gist, key[0], "palatine.testing.toy") for key, gist in gists.items()}

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        return {}


GAME = Ford()
