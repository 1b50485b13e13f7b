"""Services over matches for players, spectators, mail, bots and operators.

Each service works on one `MatchRuntime`. A match has an unguessable id, and a caller that has the id may watch. A
seat is opened by its key or owned by an account, of which matches store only the id (`SeatOwner`). All methods are
thread-safe.

Methods with a match raise `NotFound` if it does not exist. Methods with a key raise `Forbidden` if it opens no seat of
the match. All methods raise `StorageError` if the database fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from palatine import registry
from palatine.core import Board, Entry, Goal, Layer, Refusal
from palatine.matches.clocks.stored_times import SeatTime, parse_times
from palatine.matches.errors import Forbidden
from palatine.matches.fairness import key_hash
from palatine.matches.files import exchange, verdicts
from palatine.matches.files.matchfile import to_dict
from palatine.matches.files.verify import numbers_in_order
from palatine.matches.guidance import (
    advice,
    analysis,
    automatic_setup,
    expectations,
    pictures,
    previews,
    recaps,
    stories,
)
from palatine.matches.guidance.chapters import chapters, recap_between
from palatine.matches.orders import sheets, turn_reports, turns
from palatine.matches.orders.letters import letters, write_letter
from palatine.matches.play import (
    acting,
    bots,
    proposals,
    readiness,
    seat_ownership,
    seating,
    time_up,
)
from palatine.matches.play.lessons import all_lessons, move_lesson, start_lesson
from palatine.matches.play.seating import PlayersBySeat
from palatine.matches.play.stuck import retry, retry_all, stuck_matches
from palatine.matches.pubsub import Announcer, LocalAnnouncer, Subscription
from palatine.matches.replay import audit, history
from palatine.matches.replay.delayed import match_as_known, open_for_reader
from palatine.matches.responses import Finding, MatchCreated, MatchInfo, MatchView
from palatine.matches.runtime import projection
from palatine.matches.runtime.context import Bots, MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import system_line
from palatine.matches.seat_owners import SeatKey, opens_seat
from palatine.matches.storage import MatchStorage
from palatine.matches.wording import catalogue
from palatine.processes import Executor

P = ParamSpec("P")
T = TypeVar("T")


class Service:
    """A service over the matches of one runtime."""

    def __init__(self, runtime: MatchRuntime) -> None:
        self.runtime = runtime


def over_runtime(
    function: Callable[Concatenate[MatchRuntime, P], T],
) -> Callable[Concatenate[Service, P], T]:
    """Return a method that calls the function with the runtime of its service."""

    @wraps(function)
    def method(self: Service, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(self.runtime, *args, **kwargs)

    return method


class MatchService(Service):
    """Creating matches, viewing them, acting in them, and running bots."""

    def create(
        self,
        game: str,
        scenario: str | None = None,
        seats: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        title: str = "",
        players: PlayersBySeat | None = None,
        *,
        forced: bool = True,
        advice: bool = True,
        clock: Mapping[str, Any] | None = None,
        pace: str | Mapping[str, Any] | None = None,
        with_keys: bool = True,
        match: str = "",
        hook: Callable[[Any, str], object] | None = None,
    ) -> MatchCreated:
        """Create a match, with a key for each seat that belongs neither to a bot nor to an account.

        `match` is its id, if already chosen. `with_keys=False` creates no keys. `hook` is called with the
        transaction and the id, and may write more in the same transaction.

        `players` has for each seat `{"kind": "person", "name": ...}` or `{"kind": "bot", "bot": ...}`. Other seats
        are for human players. A person with a "number" (a text, may be empty) is already seated. Any player may take
        over the seat of a bot that is "wanted".

        With `forced`, the server carries out a player's only legal action. With `advice`, players may ask what a bot
        would do in their place. `clock` is for games of secret orders (`matches.clocks.calendar.TurnClock`): `{"hours":
        for a turn, 0 for no deadline, "early": whether a turn runs as soon as all have handed in, ...}`. `pace` is
        for other games: the name of a time control (`matches.clocks.pace`) or its times, None for no clock.

        Raises `Unknown` or `Unreadable` for settings that the game does not support.
        """
        ruleset = registry.load(game)
        name, table, chosen = seating.check_setup(ruleset, scenario, seats, options)
        time, times = seating.time_settings(ruleset, table, clock, pace)
        row = seating.new_row(
            game, ruleset, name, chosen, title, forced=forced, advice=advice, clock=time, times=times, match=match
        )
        also = None if hook is None else lambda transaction: hook(transaction, row.id)
        return seating.store_match(self.runtime, row, table, players or {}, with_keys=with_keys, hook=also)

    # Lessons are matches that are never listed, exported, branched or resigned.

    lessons = staticmethod(all_lessons)
    start_lesson = over_runtime(start_lesson)
    move_lesson = over_runtime(move_lesson)

    # Views

    def names(self, match: str, seat: str | None = None) -> dict[str, str]:
        """Return the names of all seats as `seat` knows them (None: a spectator)."""
        self.view(match, seat, brief=True)  # Rules that fail to show the position halt the match.
        return self.runtime.open(match).names_for(seat)

    def titles(self, match: str, seat: str | None = None) -> dict[str, str]:
        """Return the names of all seats with their players, as `seat` knows them (None: a spectator)."""
        self.view(match, seat, brief=True)
        return self.runtime.open(match).titles(seat)

    def system_text(
        self,
        match: str,
        seat: str | None,
        lines: Iterable[Mapping[str, Any]],
        time: str,
        format_until: Callable[[str], str] | None = None,
    ) -> str:
        """Return journal entries of the server as one text for `seat` (None: a spectator).

        Each has `kind` and `data`. `format_until` formats the end of a vacation for the reader; without it the text
        states how long the vacation lasts.
        """
        loaded = self.runtime.open(match)
        entries = [Entry(line["kind"], line["data"]) for line in lines]
        return " ".join([system_line(loaded, seat, entry, time, format_until) for entry in entries])

    def info(self, match: str, *, watching: bool = False) -> MatchInfo:
        """Return the match as its players see it or, with `watching`, as spectators do."""
        return self._open_as_known(match, watching=watching).info()

    def find(self, keys: Iterable[str] = (), account: str = "") -> list[MatchInfo]:
        """Return the matches that these keys open or in which an account has seats, newest first."""
        found = self.runtime.storage.matches_of_keys({key_hash(key) for key in keys})
        for match, seats in (self.runtime.storage.matches_of_owner(account) if account else {}).items():
            found.setdefault(match, []).extend(seats)
        known = [self.runtime.peek(match).info(tuple(seats)) for match, seats in found.items()]
        return sorted([info for info in known if not info.lesson], key=lambda info: info.updated, reverse=True)

    def exists(self, match: str) -> bool:
        """Return whether there is a match with this id."""
        return self.runtime.storage.version(match) is not None

    def boards(self, match: str, *, watching: bool = False) -> tuple[Board, ...]:
        """Return the current boards for players or, with `watching`, for spectators."""
        return self._open_as_known(match, watching=watching).boards()

    def layers(self, match: str, seat: str | None = None) -> tuple[Layer, ...]:
        """Return the map layers that `seat` (None: a spectator) may see; many games have none.

        The caller checks that the client holds the key of the seat (`SeatService.seat_of`).
        """
        loaded = self._open_as_known(match, watching=seat is None)
        loaded.check_seat(seat)
        return loaded.layers(loaded.reader_of(seat))

    def view(self, match: str, seat: str | None = None, since: int = 0, *, brief: bool = False) -> MatchView:
        """Return what `seat` (None: a spectator) sees, with the journal lines after version `since`.

        A `brief` view may have shortcuts as `View.shortcut_spaces`. The caller checks that the client holds the key
        of the seat (`SeatService.seat_of`).
        """
        return self.views(match, {seat: since}, brief=brief)[seat]

    def views(
        self, match: str, since: Mapping[str | None, int], *, brief: bool = False
    ) -> dict[str | None, MatchView]:
        """Return what each of several seats sees at the same version, as `view` does for one."""
        loaded = self._current(match)
        known = {seat: match_as_known(self.runtime, loaded, seat) for seat in since}
        return {
            seat: projection.match_view(self.runtime, known[seat], seat, max(0, after), brief=brief)
            for seat, after in since.items()
        }

    def explain(self, match: str, seat: str, verb: str, operand: int) -> Refusal | None:
        """Return why `seat` may not take this action now; None if it may."""
        loaded = self.runtime.open(match)
        loaded.check_seat(seat)
        if loaded.row.status != "playing":
            return Refusal("", catalogue().say("refusal." + loaded.row.status))
        return loaded.game.explain(loaded.state, seat, (verb, operand))

    def subscribe(self, match: str) -> Subscription:
        """Return a subscription to new versions of a match, to be closed by the caller."""
        return self.runtime.announcer.subscribe(match)

    # Acting

    writing_actions = over_runtime(acting.act)
    writing_shortcut = over_runtime(acting.play_shortcut)
    undo = over_runtime(acting.undo)
    end_auto_replies = over_runtime(acting.end_auto_replies)
    resign = over_runtime(acting.resign)

    def act(self, match: str, key: SeatKey, action: Sequence[Any], version: int) -> MatchView:
        """Carry out an action, `(verb, operand)`, of a seat that saw `version`.

        Raises `Conflict` if the match is at another version, and `core.Refused` if the action is not legal.
        """
        return self.act_all(match, key, [action], version)

    def act_all(
        self, match: str, key: SeatKey, actions: Sequence[Sequence[Any]], version: int, duration_key: str = ""
    ) -> MatchView:
        """Carry out several actions in one transaction.

        After a roll or a reveal it stops if the next action is no longer legal. With a `duration_key` it sets an
        automatic reply. Raises as `act` does; in that case nothing is changed.
        """
        return self.runtime.run_alone(acting.act(self.runtime, match, key, actions, version, duration_key))

    def play_shortcut(self, match: str, key: SeatKey, goal: Goal, version: int) -> MatchView:
        """Carry out the shortcut offered to the seat for `goal`, as `act_all` does with its actions.

        Raises `core.Refused` if there is no such shortcut, or more than one.
        """
        return self.runtime.run_alone(acting.play_shortcut(self.runtime, match, key, goal, version))

    # Bots and halted matches

    run_bots = over_runtime(bots.run_pending)
    has_human = over_runtime(bots.has_human)
    stuck_matches = over_runtime(stuck_matches)
    retry = over_runtime(retry)

    def step_bots(self, match: str) -> bool:
        """Play one decision of a bot, or run a turn that is due; return whether more is due."""
        return bots.step_pending(self.runtime, match).more

    def resume(self, owns: Callable[[str], bool] = lambda match: True, *, stuck_too: bool = True) -> None:
        """Play on in matches for which `owns` holds and in which bots or the referee must act.

        With `stuck_too`, retry halted matches as well. Called when a process starts, because the last one may have
        crashed.
        """
        bots.resume_all(self.runtime, owns)
        if stuck_too:
            retry_all(self.runtime, owns)

    def _open_as_known(self, match: str, *, watching: bool) -> LoadedMatch:
        loaded = self._current(match)
        return match_as_known(self.runtime, loaded, None) if watching else loaded

    def _current(self, match: str) -> LoadedMatch:
        loaded = self.runtime.open(match)
        return bots.continue_play(self.runtime, loaded) if loaded.row.due else loaded


class SeatService(Service):
    """Seats: ownership, sitting down, lending to a bot, leaving and taking over."""

    take_seat = over_runtime(seating.take_seat)
    lend_to_bot = over_runtime(seating.lend_to_bot)
    take_back = over_runtime(seating.take_back)
    sit_down = over_runtime(seat_ownership.sit_down)
    claim_seat = over_runtime(seat_ownership.claim_seat)
    transfer_seats = over_runtime(seat_ownership.transfer_seats)
    leave_seat = over_runtime(seat_ownership.leave_seat)

    def seat_of(self, match: str, key: SeatKey) -> str | None:
        """Return the seat that `key` opens, or None."""
        loaded = self.runtime.open(match)
        try:
            return loaded.seat_of(key)
        except Forbidden:
            return None

    def still_opens(self, match: str, key: SeatKey, seat: str) -> bool:
        """Return whether `key` opens that seat in the match as last loaded by this process.

        A player whose seat has become vacant sees what a spectator sees, until another player takes over.
        """
        loaded = self.runtime.cache.get(match) or self.runtime.open(match)
        return any(row.seat == seat and (opens_seat(key, row) or loaded.has_left(row)) for row in loaded.seats)

    def seats_of(self, match: str, account: str) -> tuple[str, ...]:
        """Return the seats of a match that belong to an account."""
        return tuple(row.seat for row in self.runtime.open(match).seats if account and row.owner == account)

    def owners(self, match: str) -> dict[str, str]:
        """Return the owning account of each owned seat."""
        return {row.seat: row.owner for row in self.runtime.open(match).seats if row.owner}


class OrdersService(Service):
    """Secret orders: sheets, turns, reports and letters.

    All methods raise `Refused` for another game or a match not in play. Those that write raise `TurnOver` (a
    `Conflict`) if the turn is no longer open.
    """

    hand_in = over_runtime(sheets.hand_in)
    save_draft = over_runtime(sheets.save_draft)
    draft = over_runtime(sheets.draft_of)
    form = over_runtime(sheets.form_of)
    check = over_runtime(sheets.check)
    interpret = over_runtime(sheets.interpret)
    characters = over_runtime(sheets.characters)
    suggest = over_runtime(sheets.suggest)
    set_ready = over_runtime(readiness.set_ready)
    run_turn = over_runtime(turns.run_turn)
    report = over_runtime(turn_reports.report)
    report_picture = over_runtime(turn_reports.report_picture)
    write_letter = over_runtime(write_letter)
    letters = over_runtime(letters)


class ProposalService(Service):
    """Proposals, rematches and votes, which need the consent of other players."""

    propose = over_runtime(proposals.propose)
    answer = over_runtime(proposals.answer)
    withdraw = over_runtime(proposals.withdraw)
    rematch = over_runtime(proposals.rematch)
    repeat_match = over_runtime(proposals.repeat_match)

    def vote(self, match: str, key: SeatKey, against: str, *, out: bool = True) -> MatchView:
        """Vote to remove a player who has missed two turns in a row, or withdraw the vote.

        More than half of the other active players decide; the referee decides alone. In a game of single actions the
        vote is to end the match because `against` has left, and all must agree. Raises `Refused`.
        """
        has_turns = self.runtime.peek(match).row.clock is not None
        return (turns.vote if has_turns else acting.vote_to_end)(self.runtime, match, key, against, out=out)


class ClockService(Service):
    """Clocks of matches: deadlines, added time, pauses, vacations and quiet hours."""

    give_time = over_runtime(time_up.give_time)
    claim_win = over_runtime(time_up.claim_win)
    end_pause = over_runtime(time_up.end_pause)
    set_vacation = over_runtime(time_up.set_vacation)
    set_quiet_hours = over_runtime(time_up.set_quiet_hours)
    add_outage = over_runtime(time_up.add_outage)
    claim_deadlines = over_runtime(turns.claim_deadlines)

    def last_action_time(self, match: str, *, watching: bool = False) -> str:
        """Return when the last action or turn was carried out; "" before play begins.

        With `watching`, as spectators see the match.
        """
        loaded = open_for_reader(self.runtime, match, None) if watching else self.runtime.open(match)
        ply = loaded.row.ply
        records = self.runtime.storage.actions_in_force(match, ply - 1, ply)
        return records[-1].time if records else ""

    def seat_time(self, match: str, seat: str) -> SeatTime:
        """Return the stored times of a seat."""
        return parse_times(self.runtime.open(match).row.times).seat(seat)


class GuidanceService(Service):
    """Guidance for players: previews, recaps, advice, stories, analysis."""

    preview = over_runtime(previews.preview)
    preview_shortcut = over_runtime(previews.preview_shortcut)
    preview_sheet = over_runtime(previews.preview_sheet)
    recap = over_runtime(recaps.recap)
    recap_start = over_runtime(recaps.recap_start)
    chapters = over_runtime(chapters)
    recap_between = over_runtime(recap_between)
    advise = over_runtime(advice.advise)
    set_up = over_runtime(automatic_setup.set_up)
    story = over_runtime(stories.story)
    picture = over_runtime(pictures.picture)
    key_decisions = over_runtime(analysis.key_decisions)
    expectations = over_runtime(expectations.expectations)
    analyse = over_runtime(analysis.analyse)


class ArchiveService(Service):
    """Past positions and finished matches: replay, branch, export, import, verify."""

    replay = over_runtime(history.replay)
    branch = over_runtime(history.branch)
    import_ = over_runtime(exchange.import_file)
    verify = over_runtime(verdicts.verify_cached)
    rules_of_matches = over_runtime(audit.rules_of_matches)

    def export(self, match: str, key: SeatKey | None = None) -> dict[str, Any]:
        """Return the match as a portable file.

        While it is in play, the file has only what the seat of `key` knows.
        """
        self.runtime.check_no_lesson(match)
        return to_dict(exchange.export_match(self.runtime, match, key))

    def numbers_in_order(self, match: str) -> list[tuple[str, bool]]:
        """Return the seats that gave numbers, in that order.

        Each has a flag that is True if it did so when the match was created.
        """
        info = self.runtime.peek(match).info()
        names = [each.seat for each in info.seats]
        return numbers_in_order(names, info.numbers, self.runtime.storage.records(match))

    def audit(self) -> list[Finding]:
        """Check all stored matches for consistency and return the differences.

        Dice are recalculated and logs replayed under the current rules.
        """
        return list(audit.audit(self.runtime))


class MatchServices:
    """The services over the matches of one storage, for callers that need more than one of them."""

    def __init__(
        self,
        storage: MatchStorage,
        bots: Bots = "inline",
        *,
        announcer: Announcer | None = None,
        wake: Callable[[str], object] | None = None,
        wake_later: Callable[[str, float], object] | None = None,
        cache: int = 256,
        executor: Executor | None = None,
    ) -> None:
        """Create the services.

        `bots` play in the call that makes them due ("inline") or when `step_bots` is called ("background"). For the
        latter, `wake` is called with the id of each match in which a bot must play, and `wake_later` also with the
        seconds to wait; without it there is no delay. `cache` is the number of decoded matches kept in memory. Bots
        run and files are checked in the `executor`: the calling thread, unless it is a `processes.Pool`.
        """
        self.runtime = MatchRuntime(storage, announcer or LocalAnnouncer(), bots, wake, cache, executor, wake_later)
        self.matches = MatchService(self.runtime)
        self.seats = SeatService(self.runtime)
        self.orders = OrdersService(self.runtime)
        self.proposals = ProposalService(self.runtime)
        self.clocks = ClockService(self.runtime)
        self.guidance = GuidanceService(self.runtime)
        self.archive = ArchiveService(self.runtime)
