"""Players of the archive's matches: simulated people who act at random, and bots."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from archive.today import MatchServices, PalatineError, palatine

UNDO, PLAN = 0.12, 0.15
"""Probability that a person undoes an action, or follows a shortcut."""
LEND, LEND_ORDERS = 0.04, 0.15
"""Probability of lending a seat to a bot, or taking it back, with actions and with orders."""
AGAIN, DRAFT, LETTER, CALL, LATE = 0.25, 0.3, 0.15, 0.05, 0.06
"""Probabilities of a person with secret orders.

They are those of handing in again, saving a draft, writing a letter, running the turn early, and missing a deadline.
"""


@dataclass
class Playing:
    """A match under way, the keys of its human players, and their habits."""

    services: MatchServices
    place: Path
    game: str
    match: str
    keys: dict[str, str]
    random: Random
    lends: bool = False
    resigned: set[str] = field(default_factory=set)

    @property
    def info(self) -> Any:
        return self.services.matches.info(self.match)

    def sit(self) -> None:
        for seat, key in self.keys.items():
            self.services.seats.take_seat(self.match, key, f"{seat}'s player", str(self.random.randrange(10**6)))

    def persons(self, info: Any) -> list[str]:
        """Return the seats that human players hold and have not been removed from."""
        here = {self.services.seats.seat_of(self.match, key) for key in self.keys.values()}
        return [each.seat for each in info.seats if each.kind == "person" and each.seat in here]

    def play(self, steps: int) -> None:
        """Play this many steps, or until the match is over."""
        for _ in range(steps):
            if self.info.status != "playing":
                return
            self.step()

    def play_until_asked(self) -> None:
        """Let bots play until a person is asked or the match is over."""
        while (info := self.info).status == "playing" and not set(self.persons(info)) & set(info.asked):
            self.step()

    def step(self) -> None:
        """Have a person decide something, or let bots play until a person is asked."""
        info = self.info
        asked = [seat for seat in self.persons(info) if seat in info.asked]
        if self.lends and self.random.random() < (LEND_ORDERS if info.orders else LEND):
            self._lend_or_take_back(info)
        elif info.orders:
            self._order(info, asked)
        elif asked:
            self._click(info, self.random.choice(asked))
        else:
            self.services.matches.run_bots(self.match)

    def _lend_or_take_back(self, info: Any) -> None:
        lent = [each.seat for each in info.seats if each.lent]
        if lent:
            self.services.seats.take_back(self.match, self.keys[self.random.choice(lent)])
        elif len(persons := [seat for seat in self.persons(info) if seat not in self.resigned]) > 1:
            bot = self.random.choice(palatine.bots(palatine.load(self.game)))
            self.services.seats.lend_to_bot(self.match, self.keys[self.random.choice(persons)], bot)

    # Clicks

    def _click(self, info: Any, seat: str) -> None:
        key = self.keys[seat]
        sight = self.services.matches.view(self.match, seat, info.version)
        # An undo that would reveal something is refused, and so is a shortcut without effect.
        with suppress(PalatineError):
            if sight.can_undo and self.random.random() < UNDO:
                self.services.matches.undo(self.match, key, info.version)
                return
            if sight.view.shortcuts and self.random.random() < PLAN:
                plan = self.random.choice(sight.view.shortcuts)
                self.services.matches.act_all(self.match, key, plan.actions, info.version, plan.duration_key)
                return
        self.services.matches.act(self.match, key, self.choice(sight.view), info.version)

    def choice(self, view: Any) -> tuple[str, int]:
        """Return a random choice: first a verb, then one of its operands."""
        verb = self.random.choice(sorted({choice.verb for choice in view.choices}))
        return verb, self.random.choice([choice.operand for choice in view.choices if choice.verb == verb])

    # Secret orders

    def _order(self, info: Any, asked: list[str]) -> None:
        chance = self.random.random()
        if info.deadline and (chance < LATE or not info.asked):
            self.services.clocks.claim_deadlines(info.deadline)
        elif info.master in self.keys and chance < CALL:
            self.services.orders.run_turn(self.match, self.keys[info.master])
        elif not info.asked:
            self.services.orders.run_turn(self.match)
        elif not asked:
            self.services.matches.run_bots(self.match)
        else:
            self._vote(info)
            self._write(self.info, self.random.choice(asked))

    def _vote(self, info: Any) -> None:
        away = [each.seat for each in info.seats if each.missed > 1 and each.seat in self.persons(info)]
        for against in away[:1]:
            for seat in self.persons(info):
                if seat != against and seat not in self.resigned:
                    with suppress(PalatineError):  # The seat has been removed in the meantime.
                        self.services.proposals.vote(self.match, self.keys[seat], against)

    def _write(self, info: Any, seat: str) -> None:
        if seat not in info.asked or seat not in self.persons(info):
            return
        key, turn = self.keys[seat], info.turn
        text = self.sheet(seat)
        if self.random.random() < DRAFT:
            self.services.orders.save_draft(self.match, key, text[: len(text) // 2], turn)
        if self.random.random() < LETTER:
            other = self.random.choice([each.seat for each in info.seats if each.seat != seat])
            self.services.orders.write_letter(
                self.match, key, [other], f"{seat} to {other}: what of the {turn}th turn?"
            )
        self.services.orders.hand_in(self.match, key, text, turn)
        if self.random.random() < AGAIN:
            self.services.orders.hand_in(self.match, key, f"# better\n{self.sheet(seat)}", turn)

    def sheet(self, seat: str) -> str:
        """Return the orders of a randomly chosen bot for a seat."""
        game: Any = palatine.load(self.game)
        with closing(sqlite3.connect(self.place)) as database:
            (data,) = database.execute("select state from matches where id = ?", (self.match,)).fetchone()
        bot = palatine.bot(self.random.choice(palatine.bots(game)), game, self.random.randrange(2**32))
        return str(game.write(bot.decide(game.decode(data), seat)))

    # Endings

    def resign(self) -> None:
        """Let human players resign in turn until the match is over or only one is left."""
        while (info := self.info).status == "playing":
            left = [seat for seat in self.persons(info) if seat not in self.resigned]
            if info.orders:
                left = [seat for seat in left if seat in (*info.asked, *info.handed_in)]
                if len(left) < 2:
                    return
            seat = self.random.choice(left)
            self.resigned.add(seat)
            self.services.matches.resign(self.match, self.keys[seat], info.version)

    def leave_to_bots(self) -> None:
        """Have all human players lend their seats to recruits for good."""
        self.lends = False
        for each in self.info.seats:
            if each.seat in self.persons(self.info):
                self.services.seats.lend_to_bot(self.match, self.keys[each.seat], "recruit")
