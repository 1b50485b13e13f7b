"""Victory, and the end of the game by truce."""

from __future__ import annotations

from palatine.core import Action, Chance, ChooseButton, Refusal, Step, Tally
from palatine.games.demonlord.components.pieces import IS_TROOP
from palatine.games.demonlord.components.world import DEMON, HOSAR, NINNGHIZ
from palatine.games.demonlord.rules.common.fortresses import CITIES_OF
from palatine.games.demonlord.state import DEAD, LONG, NORMAL, STORED_NAMES, STRATEGIC, DemonlordState

CALL: Action = ("call", 0)
ABSTAIN: Action = ("abstain", 0)
TALK: Action = ("talk", 0)
BREAK: Action = ("break off", 0)
PEACE: Action = ("peace", 0)
WAR: Action = ("war", 0)
OPENS_TALKS = 6
Score = tuple[int, int]


# Victory points


def point_for_more(a: int, b: int) -> Score:
    """Return a point for the side with strictly more (V26)."""
    return int(a > b), int(b > a)


def count_fortresses(s: DemonlordState, side: int) -> int:
    """Return the number of cities and castles a side controls, besieged or not (V15)."""
    return sum([holder == side for h, holder in s.control.items() if s.is_fortress(h)])


def count_allies(s: DemonlordState, side: int) -> int:
    """Return the number of neutrals allied to a side, permanently or not (V16)."""
    return s.serves.count(side)


def cities_held(s: DemonlordState, side: int) -> int:
    """Return the number of enemy cities held; Ninnghiz counts for Hosar (VIC-06, VIC-07)."""
    held = sum([s.control[h] == side for h in CITIES_OF[1 - side]])
    return held + int(side == HOSAR and s.control[NINNGHIZ] == HOSAR)


def turn_points(s: DemonlordState) -> list[tuple[str, str, Score]]:
    """Return the points of the turn: reason, clause, points by side."""
    return [
        ("fortresses", "VIC-02", point_for_more(count_fortresses(s, 0), count_fortresses(s, 1))),
        ("allies", "VIC-03", point_for_more(count_allies(s, 1), count_allies(s, 0))),
        ("no-request", "VIC-04", (int(not s.requested[0]), int(not s.requested[1]))),
        ("kills", "VIC-05", point_for_more(s.losses_this_turn[1], s.losses_this_turn[0])),
        ("cities", "VIC-06", (cities_held(s, 0), cities_held(s, 1))),
    ]


def strategic_points(s: DemonlordState) -> list[tuple[str, str, Score]]:
    """Return the points of the Strategic game, counted once at its end (VAR-03 to VAR-09)."""
    return [
        ("no-request", "VAR-04", (int(not s.requested[0]), int(not s.requested[1]))),
        ("kills", "VAR-05", point_for_more(s.losses_this_turn[1], s.losses_this_turn[0])),
        ("ninnghiz", "VAR-06", (2 * int(s.control[NINNGHIZ] == HOSAR), 0)),
        ("enemy-allies", "VAR-07", (count_allies(s, 1), count_allies(s, 0))),
        ("characters", "VAR-08", (characters_lost(s, 1), characters_lost(s, 0))),
        ("troops", "VAR-09", point_for_more(s.troops_lost[1], s.troops_lost[0])),
    ]


def characters_lost(s: DemonlordState, side: int) -> int:
    """Return the number of dead characters of a side and of those its enemy holds (A42, V21)."""
    fell_for = dict(s.slain)
    dead = [u for u, h in enumerate(s.where) if h == DEAD and fell_for.get(u, s.side_of(u)) == side]
    return sum([not IS_TROOP[u] for u in (*dead, *s.prisoners(1 - side))])


def award_points(s: DemonlordState, rows: list[tuple[str, str, Score]]) -> None:
    for reason, clause, score in rows:
        if any(score):
            s.log("points", clause, reason=f"points.{reason}", hosar=score[0], demon=score[1])
        s.points = (s.points[0] + score[0], s.points[1] + score[1])
    clause = "VAR-03" if s.variant() == STRATEGIC else "VIC-01"
    s.log("score", clause, turn=s.turn, hosar=s.points[0], demon=s.points[1])


# End of a turn


class EndOfTurn(Step, frozen=True):
    """Step at the end of a turn: score, then truce (V18).

    The last turn is scored before the game ends.
    """

    def run(self, s: DemonlordState) -> None:
        ending = s.variant()
        if ending == NORMAL:
            award_points(s, turn_points(s))
        s.pop()
        if s.turn == s.last_turn:
            finish_on_points(s)
            return
        if ending == LONG:
            s.push(Peace(s.first))
        elif not s.last_turn:
            s.push(Truce(s.first))


def finish_on_points(s: DemonlordState) -> None:
    """End the game for the higher total; equal totals are Hosar's (VIC-08, VAR-03)."""
    if s.variant() == STRATEGIC:
        award_points(s, strategic_points(s))
    hosar, demon = s.points
    clause = "VAR-03" if s.variant() == STRATEGIC else "VIC-08"
    winner = DEMON if demon > hosar else HOSAR
    s.finish((s.seats[winner],), "tie" if hosar == demon else "points", clause, hosar=hosar, demon=demon)


class Truce(Step, frozen=True):
    """Step of the truce: calls, or continued talks (END-03, END-04, END-08, V19)."""

    side: int
    asked: int = 0

    def run(self, s: DemonlordState) -> None:
        if s.truce_talks_open:
            self.run_talks(s)
        elif self.asked == 2 or s.turn < int(s.options["first_truce"]):
            s.pop()
        else:
            s.replace_top(AskTruceCall(self.side, self.asked))

    def run_talks(self, s: DemonlordState) -> None:
        if self.asked < 2:
            s.replace_top(AskTruceTalks(self.side, self.asked))
        else:
            s.truce_talks_open = False
            s.log("talks.lapse", "END-08")


class AskTruceCall(Step, frozen=True, tag=STORED_NAMES):
    """Choice to call for truce talks."""

    seat: int
    asked: int
    needs_decision = True
    clause = "END-03"
    verbs = {"call": "button", "abstain": "button"}
    default_refusal = Refusal("END-03", "why.no-button")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [ABSTAIN, CALL]

    def take(self, s: DemonlordState, action: Action) -> None:
        opened = False
        if action == CALL:
            opened, tally = call_chance().roll(s)
            kind = "talks.open" if opened else "talks.rejected"
            s.log(kind, "END-03", tally=tally, side=self.seat, rolled=tally.rolled)
        if opened:
            s.truce_talks_open = True
            s.pop()
            roll_truce_talks(s)
        else:
            s.replace_top(Truce(1 - self.seat, self.asked + 1))


class AskTruceTalks(ChooseButton, frozen=True, tag=STORED_NAMES):
    """Choice to continue the talks, or leave it to the other side."""

    seat: int
    asked: int
    clause = "END-08"
    buttons = (TALK, BREAK)
    default_refusal = Refusal("END-08", "why.no-button")

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == TALK:
            s.pop()
            roll_truce_talks(s)
        else:
            s.replace_top(Truce(1 - self.seat, self.asked + 1))


class Peace(Step, frozen=True):
    """Step of the Long game, which has no truce: both players can agree to a draw (V28)."""

    side: int

    def run(self, s: DemonlordState) -> None:
        if s.turn < int(s.options["first_truce"]):
            s.pop()
        else:
            s.replace_top(AskPeaceOffer(self.side))


class AskPeaceOffer(Step, frozen=True, tag=STORED_NAMES):
    """Choice to offer peace; the other side then accepts or fights on."""

    seat: int
    offered: bool = False
    needs_decision = True
    clause = "VAR-10"
    verbs = {"peace": "button", "war": "button"}
    default_refusal = Refusal("VAR-10", "why.no-button")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [WAR, PEACE]

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == WAR:
            if self.offered:
                s.log("peace.refused", "VAR-10", side=self.seat)
            s.pop()
        elif self.offered:
            s.finish((), "peace", "VAR-10")
        else:
            s.log("peace.offered", "VAR-10", side=self.seat)
            s.replace_top(AskPeaceOffer(1 - self.seat, True))


def talk_parts(s: DemonlordState, rolled: int) -> list[tuple[int, str, str]]:
    """Return the modifiers of truce talks: amount, clause and reason (END-05, VAR-02)."""
    if s.variant() == STRATEGIC:
        return [(rolled, "VAR-02", "doubled"), (s.turn, "VAR-02", "turn")]
    return [(s.turn, "END-05", "turn")]


def talks_chance(s: DemonlordState) -> Chance[str]:
    """Return the chance of each clause that ends the game; "" if talks fail.

    See END-05 to END-07, VAR-02.
    """
    return Chance(Tally("truce talks"), lambda thrown: _agreed_by(s, thrown.rolled), dice=2)


def _agreed_by(s: DemonlordState, rolled: int) -> str:
    total = rolled + sum([amount for amount, _, _ in talk_parts(s, rolled)])
    if s.variant() == STRATEGIC:
        return "VAR-02" if total >= 36 else ""
    return "END-05" if total >= 20 else "END-06" if total >= 15 else ""


def call_chance() -> Chance[bool]:
    """Return the chance that a call opens truce talks (END-03)."""
    return Chance(Tally("truce call"), lambda thrown: thrown.rolled == OPENS_TALKS)


def roll_truce_talks(s: DemonlordState) -> None:
    """Roll for truce talks, then for the turns remaining (END-05 to END-07, VAR-02, V20)."""
    clause, tally = talks_chance(s).roll(s)
    for part in talk_parts(s, tally.rolled):
        tally.add(*part)
    if not clause:
        s.log("talks.fail", "VAR-02" if s.variant() == STRATEGIC else "END-07", tally=tally)
        return
    s.log("talks.agree", clause, tally=tally)
    s.truce_talks_open = False
    remaining = 1
    if clause != "END-05":
        die = s.roll("turns remaining")
        remaining = die.rolled
        s.log("talks.remaining", clause, tally=die, turns=remaining)
    s.last_turn = s.turn + remaining
    s.log("last-turn", clause, turn=s.last_turn)
