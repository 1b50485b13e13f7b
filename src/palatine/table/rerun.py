"""Playing a log again, record by record, and finding where it differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from palatine.core import Action, Entry, Game, OrdersGame, Outcome, PalatineError, Roll, State
from palatine.table import turns
from palatine.table.draft import carry_out, drain, first_state
from palatine.table.fairness import mixed
from palatine.table.shapes import Finding


class Begin(msgspec.Struct, frozen=True):
    """What a match began with."""

    scenario: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    start: bytes | None
    seed: bytes
    numbers: dict[str, str]


class Deed(msgspec.Struct, frozen=True):
    """A record of a log as far as it is played again; `entries` None: not known, not compared."""

    n: int
    kind: str
    ply: int
    seat: str
    action: Action | None
    rolls: tuple[Roll, ...]
    entries: tuple[Entry, ...] | None = None
    data: dict[str, Any] = {}


class Rerun:
    """A log played again from the beginning.

    After `run`, `states` are those that stand, by ply; `told` are the rules' journal entries by record.
    """

    def __init__(self, game: Game[Any], begin: Begin) -> None:
        self.game = game
        self.begin = begin
        self.states: list[State] = []
        self.drafting: State | None = None
        """The last of them with the sheets that have been handed in since."""
        self.told: dict[int, tuple[Entry, ...]] = {}
        self.rolls = 0
        self.actions = 0
        self.key = b""

    @property
    def state(self) -> State:
        return self.states[-1] if self.drafting is None else self.drafting

    def run(self, deeds: Sequence[Deed]) -> Iterator[Finding]:
        """What differs, up to the first record after which nothing can be compared."""
        for deed in deeds:
            try:
                problem = self._step(deed)
            except PalatineError as error:
                problem = str(error)
            except Exception as error:  # today's rules may fail on yesterday's match: that is what is looked for
                problem = f"the rules fail: {type(error).__name__}: {error}"
            if problem:
                yield Finding(deed.n, f"Record {deed.n} ({name_of(deed)}): {problem}")
                return

    def resigned(self, deeds: Sequence[Deed]) -> str:
        """The seat that resigned at the end of the log; "" when none did."""
        return deeds[-1].seat if deeds and deeds[-1].kind == "resign" else ""

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state) if self.states else None

    def _step(self, deed: Deed) -> str:
        if deed.kind == "begin":
            return self._begin(deed)
        if deed.kind == "action":
            return self._action(deed)
        if deed.kind == "undo":
            if not 0 <= deed.ply < len(self.states):
                return "it takes back more than there is"
            if self.states[deed.ply].dice != self.state.dice:
                return "it takes back a roll"
            del self.states[deed.ply + 1 :]
        elif deed.kind in ("hand_in", "turn", "eject"):
            return self._of_orders(deed)
        elif deed.kind not in ("sit", "resign", "hand_over", "take_back", "vote"):
            return f"there is no such kind of record as {deed.kind!r}"
        return "" if deed.ply == max(0, len(self.states) - 1) else "its number of actions is wrong"

    def _begin(self, deed: Deed) -> str:
        begin = self.begin
        seed = mixed(begin.seed, [(seat, begin.numbers.get(seat, "")) for seat in begin.seats])
        state = first_state(self.game, begin.scenario, begin.seats, begin.options, begin.start, seed)
        rolls, entries = drain(state)
        self.key = state.dice.key
        self.states = [state]
        return self._compare(deed, rolls, entries)

    def _action(self, deed: Deed) -> str:
        if not self.states:
            return "the match had not begun"
        if deed.action is None:
            return "it has no action"
        refusal = self.game.explain(self.state, deed.seat, deed.action)
        if refusal is not None:
            return f"the action is not legal: {refusal.reason}"
        after, rolls, entries = carry_out(self.game, self.state, deed.seat, deed.action)
        self.states.append(after)
        self.actions += 1
        return self._compare(deed, rolls, entries)

    def _of_orders(self, deed: Deed) -> str:
        if not self.states:
            return "the match had not begun"
        if not self.game.orders:
            return "this is no game of secret orders"
        game, state = turns.rules(self.game), self.state
        if deed.kind == "hand_in":
            return self._hand_in(game, deed)
        after = turns.turned(game, state) if deed.kind == "turn" else turns.ejected(game, state, deed.seat)
        self.states.append(after[0])
        self.drafting = None
        self.actions += 1
        return self._compare(deed, *after[1:])

    def _hand_in(self, game: OrdersGame[Any], deed: Deed) -> str:
        if deed.data.get("turn") != turns.turn_of(self.state):
            return "it is for another turn"
        sheet = game.parse(deed.data.get("text", ""))
        wrong = [problem for problem in game.check(self.state, deed.seat, sheet) if not problem.uncertain]
        if wrong:
            return f"the sheet may not be handed in: {wrong[0].reason}"
        self.drafting = turns.laid(game, self.state, deed.seat, sheet)
        return self._compare(deed, (), ())

    def _compare(self, deed: Deed, rolls: tuple[Roll, ...], entries: tuple[Entry, ...]) -> str:
        for roll in deed.rolls:
            value = value_of(self.key, roll)
            if value != roll.value:
                return f"roll {roll.number} ({roll.purpose}) is {roll.value} in the log; the key makes it {value}"
        if rolls != deed.rolls:
            return f"it drew {dice(rolls)}; the log has {dice(deed.rolls)}"
        self.rolls += len(rolls)
        self.told[deed.n] = entries
        if deed.entries is not None and not same_entries(game_entries(deed.entries), entries):
            return "it writes another journal"
        return "" if deed.ply == len(self.states) - 1 else "its number of actions is wrong"


def value_of(key: bytes, roll: Roll) -> int:
    """The value that a roll's number and faces have under a key: BLAKE2b(key, number), as `Dice` does it."""
    if roll.sides < 1 or roll.number < 0:
        return 0
    digest = blake2b(roll.number.to_bytes(8, "big"), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big") % roll.sides + 1


def game_entries(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if not entry.kind.startswith("house."))


def same_entries(stored: tuple[Entry, ...], fresh: tuple[Entry, ...]) -> bool:
    """Whether entries are equal once both are encoded (a tuple comes back as a list)."""
    return msgspec.msgpack.encode(stored) == msgspec.msgpack.encode(fresh)


def name_of(deed: Deed) -> str:
    what = f"{deed.action[0]} {deed.action[1]}" if deed.action else deed.kind
    return f"{deed.seat}: {what}" if deed.seat else what


def dice(rolls: tuple[Roll, ...]) -> str:
    return ", ".join(f"{roll.value} for {roll.purpose}" for roll in rolls) or "no dice"
