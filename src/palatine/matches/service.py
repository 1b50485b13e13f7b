"""The house, the application service: the one façade of the table, with all that any door may ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from palatine import registry
from palatine.core import Board, Goal, Layer, Refusal, Report, Suggestion, View
from palatine.matches.consent import ProposalService
from palatine.matches.fairness import key_hash
from palatine.matches.files import exchange
from palatine.matches.files.matchfile import to_dict
from palatine.matches.files.verdicts import Verdicts, verify
from palatine.matches.files.verify import numbers_in_order
from palatine.matches.guidance.analysis import Analyses
from palatine.matches.guidance.guide import GuidanceService
from palatine.matches.orders import letters, sheets, turn_reports, turns
from palatine.matches.play import acting, bots, lessons, seating, stuck
from palatine.matches.play.lessons import Move as LessonMove
from palatine.matches.play.seat_service import SeatService
from palatine.matches.play.seating import Players
from palatine.matches.pubsub import Announcer, LocalAnnouncer, Subscription
from palatine.matches.replay import audit, history
from palatine.matches.replay.delayed import as_known
from palatine.matches.responses import (
    Finding,
    LessonInfo,
    LetterInfo,
    MatchCreated,
    MatchInfo,
    MatchView,
    RulesOfMatch,
    SheetCheck,
    SheetDraft,
    Verification,
)
from palatine.matches.runtime import projection
from palatine.matches.runtime.context import Bots, MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.slow import SlowRule
from palatine.matches.seat_owners import SeatKey
from palatine.matches.sharing import Sharing
from palatine.matches.storage import MatchStorage, TransactionHook
from palatine.matches.wording import words
from palatine.processes import Executor


class MatchService(GuidanceService, SeatService, ProposalService, Sharing):
    """Matches and all that is done with them. Its methods may be called from many threads.

    A match is known by an id that cannot be guessed; whoever has it may look on. A seat is opened by its key.
    All methods that name a match raise Missing when there is none such, those that take a key raise Forbidden
    when it opens no seat of it, and any raises Unsaved when the database fails.
    """

    def __init__(
        self,
        store: MatchStorage,
        bots: Bots = "inline",
        *,
        announcer: Announcer | None = None,
        wake: Callable[[str], object] | None = None,
        wake_later: Callable[[str, float], object] | None = None,
        cache: int = 256,
        executor: Executor | None = None,
    ) -> None:
        """`bots` play in the call that lets them ("inline") or when somebody calls `step_bots` ("background");
        then `wake` is called with the id of each match in which a bot is to play, and `wake_later` also with the
        seconds to wait; without it nothing is waited for. `cache` is the number of
        matches kept decoded in memory. Bots think, and files are checked, where the `executor` has them do it: in
        the calling thread, unless it is a `processes.Pool`."""
        self.announcer: Announcer = announcer or LocalAnnouncer()
        self._verdicts = Verdicts()
        self._analyses = Analyses()
        self._context = MatchRuntime(store, self.announcer, bots, wake, cache, executor, wake_later)

    def keep_slow(self, seconds: float, most: int) -> None:
        """Keep files of the last `most` actions that took longer than so many seconds; 0: of none."""
        self._context.slow = SlowRule(seconds, most)

    def await_mail(self, is_awaited: Callable[[str, str], bool]) -> None:
        """Run no turn that is due while `is_awaited`, called with a match and the moment, says that orders which were
        sent before may still be on their way."""
        self._context.is_awaited = is_awaited

    # Making matches

    def create(
        self,
        game: str,
        scenario: str | None = None,
        seats: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        title: str = "",
        players: Players | None = None,
        *,
        forced: bool = True,
        advice: bool = True,
        clock: Mapping[str, Any] | None = None,
        pace: str | Mapping[str, Any] | None = None,
        with_keys: bool = True,
        match: str = "",
        beside: Callable[[Any, str], object] | None = None,
    ) -> MatchCreated:
        """A new match, and a key for each seat that is not a bot's nor an account's (not `with_keys`: no keys).

        `match` is its id, if that is known already; `beside` writes more of it in the same transaction.

        `players` says by seat `{"kind": "person", "name": ...}` or `{"kind": "bot", "bot": ...}`; seats left out
        are persons'. A person with a "number" (a text, may be empty) is sitting already; a bot's seat that is
        "wanted" is anybody's to take over. With `forced`, the house
        plays for a person when there is only one legal action; with `advice`, persons may ask what a bot would do in
        their place. `clock` is of games of secret orders (`table.time.calendar.Clock`): `{"hours": for a turn, 0 for no
        deadline, "early": whether a turn is run as soon as all have handed in, ...}`; `pace` of others: the name of one
        (`table.time.pace`), or its times; None: nobody's time runs. Raises Unknown or Unreadable for what cannot be.
        """
        ruleset = registry.load(game)
        name, table, chosen = seating.check_table(ruleset, scenario, seats, options)
        time, times = seating.time_settings(ruleset, table, clock, pace)
        row = seating.new_row(
            game, ruleset, name, chosen, title, forced=forced, advice=advice, clock=time, times=times, match=match
        )
        also = None if beside is None else lambda transaction: beside(transaction, row.id)
        return seating.found_match(self._context, row, table, players or {}, with_keys=with_keys, beside=also)

    def branch(self, match: str, key: SeatKey | None, at: int, players: Players | None = None) -> MatchCreated:
        """A what-if: a new match from the position after `at` actions, with dice of its own.

        Of a match still being played only what the seat of `key` (None: a spectator) may know goes along: what
        is hidden from it is dealt anew. Raises Unknown when there is no such position to play on from.
        """
        lessons.refuse(self._context, match)
        return history.branch(self._context, match, key, at, players or {})

    # Lessons. They are matches that are never listed, exported, branched or resigned

    def lessons(self) -> list[LessonInfo]:
        """The lessons of all games."""
        return lessons.all_lessons()

    def start_lesson(self, game: str, lesson: str, step: int = 0) -> MatchCreated:
        """A lesson and the key of its seat; played up to `step` by its script, for whoever comes back to it.

        Raises Unknown when there is none such.
        """
        return lessons.start(self._context, game, lesson, step)

    def move_lesson(self, match: str, key: SeatKey, do: LessonMove, version: int) -> MatchView:
        """Read "on", "show" the step or go "back" one, upon the version that was seen. What is expected is done by
        `act`, `act_all`, `play_plan` and `hand_in`. Raises Refused and Conflict."""
        return lessons.move(self._context, match, key, do, version)

    # Looking

    def table(self, match: str, *, watching: bool = False) -> MatchInfo:
        """The match as anybody at its table may know it; `watching` as its spectators may."""
        return self._known(match, watching=watching).info()

    def matches(self, keys: Iterable[str] = (), account: str = "") -> list[MatchInfo]:
        """The matches that these keys belong to, or in which an account has seats, the newest first."""
        opened = self._context.storage.of_keys({key_hash(key) for key in keys})
        for match, seats in (self._context.storage.of_holder(account) if account else {}).items():
            opened.setdefault(match, []).extend(seats)
        found = [self._context.peek(match).info(tuple(seats)) for match, seats in opened.items()]
        found = [info for info in found if not info.lesson]
        return sorted(found, key=lambda info: info.updated, reverse=True)

    def boards(self, match: str, *, watching: bool = False) -> tuple[Board, ...]:
        """The boards as they stand now, or for those who are `watching`; in most games they stay the same."""
        return self._known(match, watching=watching).boards()

    def layers(self, match: str, seat: str | None = None) -> tuple[Layer, ...]:
        """The figures that `seat` (None: a spectator) may have laid over the boards; in many games there are none.

        It is for the caller to know that whoever asks holds the key of the seat (`seat_of`).
        """
        loaded = self._known(match, watching=seat is None)
        loaded.check_seat(seat)
        return loaded.layers(loaded.reader(seat))

    def look(self, match: str, seat: str | None = None, since: int = 0, *, brief: bool = False) -> MatchView:
        """What `seat` (None: a spectator) sees, with the lines of its journal above version `since`; if `brief`, plans
        may be told as `View.ways`.

        It is for the caller to know that whoever asks holds the key of the seat (`seat_of`).
        """
        return self.look_all(match, {seat: since}, brief=brief)[seat]

    def look_all(
        self, match: str, since: Mapping[str | None, int], *, brief: bool = False
    ) -> dict[str | None, MatchView]:
        """What each of several seats sees at one and the same version, as `look` tells it of one."""
        loaded = self._current(match)
        known = {seat: as_known(self._context, loaded, seat) for seat in since}
        return {
            seat: projection.match_view(self._context, known[seat], seat, max(0, after), brief=brief)
            for seat, after in since.items()
        }

    def replay(self, match: str, seat: str | None, at: int) -> MatchView:
        """The position after `at` actions, as `seat` may see it, with the lines of the action that led there.

        A finished match may be seen as any seat by anybody, and as "referee", who sees all; see `look`.
        """
        return history.replay(self._context, match, seat, at)

    def why(self, match: str, seat: str, verb: str, operand: int) -> Refusal | None:
        """Why `seat` may not do this now; None when it may."""
        loaded = self._context.open(match)
        loaded.check_seat(seat)
        if loaded.row.status != "playing":
            return Refusal("", words().say("refusal." + loaded.row.status))
        return loaded.game.explain(loaded.state, seat, (verb, operand))

    def delay_spectators(self, delay: Callable[[str], int]) -> None:
        """Have whoever watches a match be so many game turns behind as `delay` says of it; once it is over, none."""
        self._context.delay = delay

    def when_played_again(self, tell: Callable[[str, str], TransactionHook | None]) -> None:
        """Have `tell` say what is to be written with each match that is agreed to be played again, and the new one."""
        self._context.played_again = tell

    def subscribe(self, match: str) -> Subscription:
        """News of a match: every new version, until it is closed. It tells versions only; `look` tells the rest."""
        return self.announcer.subscribe(match)

    # Acting

    def act(self, match: str, key: SeatKey, action: Sequence[Any], version: int) -> MatchView:
        """Carry out an action, `(verb, operand)`, of somebody who saw `version`.

        Raises Conflict when the match stands at another version, core.Refused when the action is not legal.
        """
        return self._context.alone(acting.act(self._context, match, key, [action], version))

    def act_all(
        self, match: str, key: SeatKey, actions: Sequence[Sequence[Any]], version: int, until: str = ""
    ) -> MatchView:
        """Carry out a plan in one transaction. Raises as `act` does; then nothing of it is done.

        After a roll or a reveal it stops when its next action is not legal any more. One with `until` stands.
        """
        return self._context.alone(acting.act(self._context, match, key, actions, version, until))

    def play_plan(self, match: str, key: SeatKey, goal: Goal, version: int) -> MatchView:
        """Carry out the plan that the seat is offered for `goal`, as `act_all` does with its actions. Raises
        core.Refused where there is none such, or more than one."""
        return self._context.alone(acting.play_plan(self._context, match, key, goal, version))

    def undo(self, match: str, key: SeatKey, version: int) -> MatchView:
        """Take back the last action or plan of the seat. Raises Refused, with the reason, when it may not be."""
        return acting.undo(self._context, match, key, version)

    def end_standing(self, match: str, key: SeatKey, version: int) -> MatchView:
        """Have no answer of the seat stand any more; others cannot tell whether one did."""
        return acting.end_standing(self._context, match, key, version)

    def resign(self, match: str, key: SeatKey, version: int) -> MatchView:
        """Give up: the others win. Where more than one is left they play on, and the game says without what."""
        lessons.refuse(self._context, match)
        return acting.resign(self._context, match, key, version)

    # Secret orders. All raise Refused for another game or a match not under way; those that write, TurnOver (a
    # Conflict) when the turn is not open any more

    def hand_in(
        self, match: str, key: SeatKey, text: str | bytes, turn: int, based_on: str | None = None
    ) -> MatchView:
        """Hand in orders for a turn, in place of earlier ones; the same text twice is written once.

        Raises core.SyntaxProblem or core.RejectedSheet with all problems, by the lines of the text, and StaleDraft
        when the draft is not the version they are based on any more; then what stood still stands.
        """
        sheets.check_base(self._context, match, key, turn, based_on)
        if lessons.is_lesson(self._context, match):
            return lessons.hand_in(self._context, match, key, sheets.checked(self._context, match, key, text, turn))
        return sheets.hand_in(self._context, match, key, text, turn)

    def save_draft(self, match: str, key: SeatKey, text: str, turn: int, based_on: str | None = None) -> None:
        """Keep what a seat has written so far, as typed. It is no part of the log. Raises StaleDraft."""
        sheets.save_draft(self._context, match, key, text, turn, based_on)
        if lessons.is_lesson(self._context, match):
            lessons.look_at_draft(self._context, match, text)

    def draft(self, match: str, key: SeatKey) -> SheetDraft:
        """What the seat has written for the open turn, and what it has handed in."""
        return sheets.draft_of(self._context, match, key)

    def check(self, match: str, key: SeatKey, text: str | bytes) -> SheetCheck:
        """All problems of a text, garbled or not, and what its orders would do; nothing is kept."""
        return sheets.check(self._context, match, key, text)

    def understood(self, match: str, key: SeatKey, text: str | bytes) -> str:
        """Return the text of a sheet with numbers for the names that the seat knows."""
        return sheets.understood(self._context, match, key, text)

    def characters(self, match: str, key: SeatKey) -> list[str]:
        """Whom the seat can give orders to."""
        return sheets.characters(self._context, match, key)

    def suggest(self, match: str, key: SeatKey, character: str | None = None) -> list[Suggestion]:
        """What a character (None: the seat as a whole) could sensibly be ordered to do now."""
        return sheets.suggest(self._context, match, key, character)

    def run_turn(self, match: str, key: SeatKey | None = None) -> MatchView:
        """Run the turn now: when all have handed in, when its time is up, or with the key of the seat that sees to
        the turns (`MatchInfo.master`). Raises Refused otherwise."""
        return turns.run_turn(self._context, match, key)

    def report(self, match: str, seat: str | None = None, turn: int | None = None) -> Report:
        """What a seat (None: a spectator) is told of a turn that was run (None: the last); see `look`.

        The report of the turn before the first tells the beginning. Raises Unknown when there is none.
        """
        return turn_reports.report(self._context, match, seat, turn)

    def report_picture(
        self, match: str, seat: str | None = None, turn: int | None = None
    ) -> tuple[tuple[Board, ...], View]:
        """The boards and what was to be seen on them when that turn was over. Raises as `report` does."""
        return turn_reports.report_picture(self._context, match, seat, turn)

    def vote(self, match: str, key: SeatKey, against: str, *, out: bool = True) -> MatchView:
        """Vote to send a seat away that has missed two turns in a row, or take the vote back.

        More than half of the other persons who are there decide; the referee alone does. In a game of single actions
        it is a vote to end the match, as `against` has left it, and all must agree. Raises Refused.
        """
        if self._context.peek(match).row.clock is None:
            return acting.vote_to_end(self._context, match, key, against, out=out)
        return turns.vote(self._context, match, key, against, out=out)

    def write_letter(self, match: str, key: SeatKey, to: Sequence[str], text: str) -> LetterInfo:
        """A letter to other seats, delivered with the turn or at once, as the match's clock says."""
        return letters.write(self._context, match, key, to, text)

    def letters(self, match: str, key: SeatKey) -> list[LetterInfo]:
        """The letters the seat has written or got."""
        return letters.read(self._context, match, key)

    # The house's own play

    def run_bots(self, match: str) -> int:
        """Play on until a person is asked or the match is over; the number of actions played."""
        return bots.run_pending(self._context, match)

    def step_bots(self, match: str) -> bool:
        """One decision of a bot, or one turn that is to be run; whether there is more to do."""
        return bots.step_pending(self._context, match).more

    def has_person(self, match: str) -> bool:
        """Whether a person plays in the match, and waits for its bots."""
        return bots.has_person(self._context, match)

    def stuck(self) -> list[Finding]:
        """The matches in which the referee cannot go on: why, and the files that replay it."""
        return stuck.stuck_matches(self._context)

    def retry(self, match: str) -> bool:
        """Have the referee try again in a match where he is stuck; whether he can go on."""
        return stuck.retry(self._context, match)

    # Checking

    def numbers_in_order(self, match: str) -> list[tuple[str, bool]]:
        """The seats that gave numbers for the dice, in the order they did; and whether as the match was made."""
        info = self._context.peek(match).info()
        names = [each.seat for each in info.seats]
        return numbers_in_order(names, info.numbers, self._context.storage.records(match))

    def verify(self, match: str) -> Verification:
        """Check the dice and the actions of a finished match. Raises Refused while it is being played."""
        lessons.refuse(self._context, match)
        return verify(self._context, self._verdicts, match)

    def export(self, match: str, key: SeatKey | None = None) -> dict[str, Any]:
        """The match as a portable file: all of it once it is over; before, what the seat of `key` knows."""
        lessons.refuse(self._context, match)
        return to_dict(exchange.export(self._context, match, key))

    def import_(self, file: Mapping[str, Any]) -> str:
        """Keep a finished match from a portable file; its new id. Raises Unreadable with what is wrong."""
        return exchange.import_file(self._context, file)

    def audit(self) -> list[Finding]:
        """Everything that is stored, held against itself, the dice and today's rules: what differs."""
        return list(audit.audit(self._context))

    def rules_of_matches(self) -> list[RulesOfMatch]:
        """Under which rules each match began, and is played."""
        return audit.rules_of_matches(self._context)

    def _known(self, match: str, *, watching: bool) -> LoadedMatch:
        """The match as it stands, or as those know it who are watching."""
        loaded = self._current(match)
        return as_known(self._context, loaded, None) if watching else loaded

    def _current(self, match: str) -> LoadedMatch:
        loaded = self._context.open(match)
        return bots.go_on(self._context, loaded) if loaded.row.due else loaded
