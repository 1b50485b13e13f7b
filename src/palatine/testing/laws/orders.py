"""The laws of secret orders: sheets, suggestions, turns, reports. Each yields complaints."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from palatine.core import Entry, Game, OrdersGame, RejectedSheet, Report, Sheet, Suggestion, SyntaxProblem
from palatine.core.report import DEFAULT_WIDTH, report_text
from palatine.core.scenario import REFEREE
from palatine.core.sheet import MAX_LINES, apply_suggestion
from palatine.players.random_bot import random_sheet
from palatine.testing.laws.acting import (
    copies_play_on,
    looking_changes_nothing,
    positions_are_text,
    ranks_are_sound,
    saved_states_play_on,
)
from palatine.testing.laws.seeing import (
    choices_are_the_actions,
    dealt_states_play_on,
    entry_complaints,
    keys_stay_inside,
    secrets_are_kept,
    views_are_sound,
)
from palatine.testing.sample import Law, Sample, difference

SHARPS = "\t,;.:#\"'()-+/\\0123456789 éß\u00a0\u2028\x00\x07\ud800"
"""Characters inserted into lines to garble them."""
FORM_WIDTH = 72
"""Maximum width of comments in a form, in characters."""
NONSENSE: tuple[str | bytes, ...] = (
    "one two three", "\x00", "\ud800", b"\xff\xfe\x00", "a" * 100_000, "\n" * 10_000, "x\n" * 10_000, "((((((((", '"',
    "order order order 1 2 3", "\u202e", "0", "-1", "99999999999999999999", "%s {0} {x}", "# no more than a remark",
)  # fmt: skip


def rules(m: Sample) -> OrdersGame[Any]:
    """Return the game of a sample, typed as a game of secret orders."""
    assert isinstance(m.game, OrdersGame)
    return m.game


def sheets_are_text(m: Sample) -> Iterator[str]:
    """Check that writing and reading a sheet gives the same sheet, and the same text."""
    game = rules(m)
    for seat in m.sample(m.actors):
        for sheet in (game.empty_sheet(m.state, seat), random_sheet(game, m.state, seat, m.random)):
            text = game.write(sheet)
            again = game.parse(text)
            if again != sheet:
                yield f"{seat}'s sheet reads back otherwise: {difference(sheet, again)}"
            if game.write(again) != text:
                yield f"{seat}'s sheet is written otherwise once it has been read"
            if len(game.line_numbers(text)) != len(sheet.orders):
                yield f"{seat}'s sheet of {len(sheet.orders)} orders has {len(game.line_numbers(text))} numbered lines"
            data = msgspec.msgpack.encode(sheet)
            if msgspec.msgpack.decode(data, type=type(sheet)) != sheet:
                yield f"{seat}'s sheet does not save"


def suggestions_are_good(m: Sample) -> Iterator[str]:
    """Check that suggestions are readable, unique and titled, and have no problems.

    Suggestions with slots must also work after one another.
    """
    game = rules(m)
    for seat in m.sample(m.actors):
        names = game.characters(m.state, seat)
        if len(set(names)) != len(names):
            yield f"{seat} has two characters of one name"
        for name in (*names, None):
            offered = game.suggest(m.state, seat, name)
            texts = [each.text for each in offered]
            if len(set(texts)) != len(texts):
                yield f"{name or seat} is offered something twice: {next(t for t in texts if texts.count(t) > 1)!r}"
            for each in m.random.sample(offered, min(12, len(offered))):
                yield from _bad_suggestion(m, seat, each)
            if any(each.slots for each in offered):
                yield from _bad_course(m, seat, name)


def forms_are_good(m: Sample) -> Iterator[str]:
    """Check that a form can be handed in unchanged, has narrow comments, and reveals no secrets."""
    game = rules(m)
    for seat in m.sample(m.actors)[:1]:
        form = game.form(m.state, seat)
        wrong = [each for each in game.check(m.state, seat, game.parse(form.text)) if not each.uncertain]
        if wrong:
            yield f"the form of {seat} cannot be handed in: {wrong[0].reason}"
        if any(len(line) > FORM_WIDTH for line in form.text.splitlines() if line.startswith("#")):
            yield f"the form of {seat} has a note that a mail program may break"
        if seat != REFEREE and game.form(game.determinize(m.state, seat, b"form"), seat) != form:
            yield f"the form of {seat} tells what they may not know"


def _bad_suggestion(m: Sample, seat: str, offered: Suggestion) -> Iterator[str]:
    game = rules(m)
    if not offered.title.strip():
        yield f"the suggestion {offered.text!r} has no title"
    sheet = game.parse(apply_suggestion(game.write(game.empty_sheet(m.state, seat)), offered))
    wrong = [problem for problem in game.check(m.state, seat, sheet) if not problem.uncertain]
    if wrong:
        yield f"{seat} is offered {offered.text!r}, but: {wrong[0].reason}"
    m.counts["suggestions"] += 1


def _bad_course(m: Sample, seat: str, name: str | None) -> Iterator[str]:
    """Fill each slot with a suggestion made after the slots before it are filled."""
    game = rules(m)
    text = game.write(game.empty_sheet(m.state, seat))
    slots = max([len(each.slots) for each in game.suggest(m.state, seat, name)], default=0)
    for _ in range(slots):
        offered = [each for each in game.suggest(m.state, seat, name, game.parse(text)) if each.slots]
        text = apply_suggestion(text, m.random.choice(offered))
        wrong = [problem for problem in game.check(m.state, seat, game.parse(text)) if not problem.uncertain]
        if wrong:
            yield f"{name or seat} is offered {text!r} one after the other, but: {wrong[0].reason}"
            return


def checking_decides(m: Sample) -> Iterator[str]:
    """Check that a sheet is accepted exactly if `check` finds no fault.

    Problems need a reason, an existing clause and an existing line.
    """
    game = rules(m)
    for seat in m.sample(m.actors):
        for sheet in _sheets(m, seat):
            problems = game.check(m.state, seat, sheet)
            if problems != game.check(m.state, seat, sheet):
                yield f"{seat}'s sheet is checked otherwise when asked again"
            yield from _bad_problems(m, sheet, problems)
            is_good = all(problem.uncertain for problem in problems)
            m.counts["sheets accepted" if is_good else "sheets refused"] += 1
            try:
                game.hand_in(m.state, seat, sheet)
                if not is_good:
                    yield f"{seat} may hand in a sheet with a fault: {problems[0].reason}"
            except RejectedSheet as error:
                if is_good or error.problems != problems:
                    yield f"{seat} may not hand in a sheet without fault: {error}"
            if is_good:
                yield from _bad_forecasts(m, seat, sheet)


def _sheets(m: Sample, seat: str) -> list[Sheet]:
    """Return various sheets: own, another seat's, both in one, one without its first order."""
    game = rules(m)
    own = random_sheet(game, m.state, seat, m.random)
    other = random_sheet(game, m.state, m.random.choice(game.seats_due(m.state)), m.random)
    mixed = msgspec.structs.replace(own, orders=(*own.orders, *other.orders, *own.orders[:1]))
    return [game.empty_sheet(m.state, seat), own, other, mixed, msgspec.structs.replace(own, orders=own.orders[1:])]


def _bad_problems(m: Sample, sheet: Sheet, problems: list[Any]) -> Iterator[str]:
    for problem in problems:
        if not problem.reason.strip() or problem.reason.startswith("why."):
            yield f"a problem says only {problem.reason!r}"
        if problem.clause and problem.clause not in m.game.clauses:
            yield f"a problem rests on {problem.clause!r}, which is no clause"
        if not 0 <= problem.line <= len(sheet.orders):
            yield f"a problem is in line {problem.line} of {len(sheet.orders)}"
    if [problem.line for problem in problems] != sorted(problem.line for problem in problems):
        yield "the problems are not in the order of the lines"


def _bad_forecasts(m: Sample, seat: str, sheet: Sheet) -> Iterator[str]:
    for forecast in rules(m).forecast(m.state, seat, sheet):
        if not 0 <= forecast.line <= len(sheet.orders) or not forecast.text.strip():
            yield f"a forecast is in line {forecast.line} of {len(sheet.orders)} and says {forecast.text!r}"


def handing_in_is_pure(m: Sample) -> Iterator[str]:
    """Check that handing in is idempotent, replaces earlier sheets, and changes no argument."""
    game = rules(m)
    for seat in m.sample(m.actors):
        sheet = random_sheet(game, m.state, seat, m.random)
        once = game.hand_in(m.state, seat, sheet)
        if game.encode(m.state) != m.bytes:
            yield f"handing in changed the state: {difference(game.decode(m.bytes), m.state)}"
        if game.encode(game.hand_in(once, seat, sheet)) != game.encode(once):
            yield "handing in twice is not handing in once"
        if game.sheet(once, seat) != sheet or seat in game.actors(once):
            yield f"{seat} has handed in, but is asked, or has another sheet"
        blank = game.empty_sheet(m.state, seat)
        if all(problem.uncertain for problem in game.check(m.state, seat, blank)):
            first = game.hand_in(game.hand_in(m.state, seat, blank), seat, sheet)
            if game.encode(first) != game.encode(once):
                yield "a sheet handed in before leaves a trace"


def turns_are_pure(m: Sample) -> Iterator[str]:
    """Check that a turn, also with sheets missing, is deterministic and changes no argument."""
    game = rules(m)
    if not m.actors:
        return
    full = m.state.copy()
    for seat in m.actors:
        game.set_sheet(full, seat, random_sheet(game, m.state, seat, m.random))
    for state, what in ((full, "with all sheets"), (m.state, "with sheets missing")):
        before = game.encode(state)
        one, other = game.resolve(state), game.resolve(game.decode(before))
        if game.encode(state) != before:
            yield f"a turn {what} changed its state: {difference(game.decode(before), state)}"
        if game.encode(one) != game.encode(other):
            yield f"a turn {what} comes out in two ways: {difference(one, other)}"
        if game.outcome(one) is None and (game.handed_in(one) or not game.actors(one)):
            yield f"after a turn {what} nobody drafts, or sheets lie about"
        m.counts[f"turns {what}"] += 1


def reports_keep_secrets(m: Sample) -> Iterator[str]:
    """Check that the journal and the reports of a turn are readable and reveal no secrets."""
    game = rules(m)
    if not m.actors:
        return
    full = m.state.copy()
    full.journal = []
    for seat in m.actors:
        game.set_sheet(full, seat, random_sheet(game, m.state, seat, m.random))
    game.run_turn(full)
    for entry in full.journal:
        yield from entry_complaints(m, entry)
    for reader in m.readers:
        entries = _readable(full, reader)
        told = game.report(full, reader, entries)
        dealt = game.report(game.determinize(full, reader, m.random.randbytes(8)), reader, entries)
        if found := difference(told, dealt):
            yield f"the report of {reader} tells a secret: {found}"
        yield from _bad_report(told, reader)


def _readable(state: Any, seat: str | None) -> list[Entry]:
    place = None if seat is None else state.seats.index(seat)
    return [entry for entry in state.journal if entry.is_readable_by(place)]


def _bad_report(report: Report, seat: str | None) -> Iterator[str]:
    if report.seat != seat or not report.title.strip() or not report.sections:
        yield f"the report of {seat} is headed {report.title!r} for {report.seat}"
    ids = [section.id for section in report.sections]
    if len(set(ids)) != len(ids) or not all(section.title.strip() for section in report.sections):
        yield f"sections of the report of {seat} share an id or have no title: {ids}"
    for section in report.sections:
        for grid in section.grids:
            if any(len(row) != len(grid.columns) for row in grid.rows):
                yield f"a grid of section {section.id} has rows of other lengths than its head"
    if any(len(line) > DEFAULT_WIDTH for line in report_text(report).splitlines()):
        yield f"the report of {seat} does not fit into {DEFAULT_WIDTH} columns"


def orders_of_others_are_hidden(m: Sample) -> Iterator[str]:
    """Check that views, suggestions and checks of a seat do not depend on others' sheets.

    A referee may see them.
    """
    game = rules(m)
    readers = [seat for seat in m.actors if seat != REFEREE]
    if not readers or len(m.actors) < 2:
        return
    reader = m.random.choice(readers)
    writer = m.random.choice([seat for seat in m.actors if seat != reader])
    seen = []
    for _ in range(2):
        after = m.state.copy()
        game.set_sheet(after, writer, random_sheet(game, m.state, writer, m.random))
        own = random_sheet(game, m.state, reader, Random(1))
        seen.append(
            (
                game.view(after, reader),
                game.view(after, None),
                game.check(after, reader, own),
                game.forecast(after, reader, own),
                [
                    game.advised_first(after, reader, name, game.suggest(after, reader, name))
                    for name in (*game.characters(after, reader), None)
                ],
            )
        )
    if found := difference(seen[0], seen[1]):
        yield f"{reader} learns what {writer} has ordered: {found}"


def garbled_text_is_told(m: Sample) -> Iterator[str]:
    """Check that nonsense raises SyntaxProblem, with a problem for each bad line."""
    game = rules(m)
    for seat in m.actors[:1]:
        text = game.write(random_sheet(game, m.state, seat, m.random))
        tried = [garble(text, m.random) for _ in range(6)]
        for each in [*tried, *m.random.sample(NONSENSE, 4)]:
            yield from bad_reading(game, m.state, seat, each)


def bad_reading(game: OrdersGame[Any], state: Any, seat: str, text: str | bytes) -> Iterator[str]:
    """Yield complaints about how untrusted text is parsed."""
    try:
        sheet = game.parse_untrusted(text)
    except SyntaxProblem as error:
        lines = [problem.line for problem in error.problems]
        if lines != sorted(lines) or not all(0 <= line <= MAX_LINES + 1 for line in lines):
            yield f"the problems of {text[:80]!r} are in the lines {lines}"
        if not all(problem.reason.strip() for problem in error.problems):
            yield f"a problem of {text[:80]!r} has no reason"
        if "\n" in str(error):
            yield f"the complaint about {text[:80]!r} is not one line"
        return
    game.check(state, seat, sheet)
    if game.parse(game.write(sheet)) != sheet:
        yield f"{text[:80]!r} is read as a sheet that reads back otherwise"


def garble(text: str, random: Random) -> str:
    """Return a text with a random error."""
    lines = text.splitlines() or [""]
    at = random.randrange(len(lines))
    words = lines[at].split()
    what = random.randrange(6)
    if what == 0 and words:
        words[random.randrange(len(words))] = random.choice((*words, "nobody", "0", "-3", "to"))
    elif what == 1 and words:
        del words[random.randrange(len(words))]
    elif what == 2:
        random.shuffle(words)
    lines[at] = " ".join(words)
    if what == 3:
        lines[at] = lines[at][: random.randrange(len(lines[at]) + 1)]
    elif what == 4:
        place = random.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:place] + random.choice(SHARPS) + lines[at][place:]
    elif what == 5:
        lines[at] = lines[at].upper() + " " + lines[at]
    return "\n".join(lines)


def somebody_drafts(m: Sample) -> Iterator[str]:
    """Check that seats must hand in sheets until there is an outcome, and have no actions."""
    game = rules(m)
    outcome = game.outcome(m.state)
    if bool(m.actors) == (outcome is not None):
        yield f"the actors are {m.actors} and the outcome is {outcome}"
    if outcome is not None and (not set(outcome.winners) <= set(m.state.seats) or not outcome.margin.strip()):
        yield f"the outcome is {outcome}"
    if outcome is not None:
        yield from ranks_are_sound(m.state.seats, outcome)
    if not set(m.actors) <= set(game.seats_due(m.state)) <= set(m.state.seats):
        yield f"{m.actors} are asked, {game.seats_due(m.state)} draft"
    for seat in m.state.seats:
        refusal = game.explain(m.state, seat, ("pass", 0))
        if game.actions(m.state, seat) or refusal is None or not refusal.reason.strip():
            yield f"{seat} is offered an action, or refused one without a reason"


def positions_before_orders_are_text(m: Sample) -> Iterator[str]:
    """Check `positions_are_text` while no sheet is in, if the game can write positions."""
    if type(m.game).write_position is not Game.write_position and not rules(m).handed_in(m.state):
        yield from positions_are_text(m)


def ejecting_goes_on(m: Sample) -> Iterator[str]:
    """Check that the match continues or ends when a player leaves for good."""
    game = rules(m)
    if not m.actors:
        return
    seat = m.random.choice(m.actors)
    after = m.state.copy()
    after.journal = []
    game.clear_sheet(after, seat)
    game.remove_player(after, seat)
    for entry in after.journal:
        yield from entry_complaints(m, entry)
    if game.decode(game.encode(after)) != after:
        yield "a state that a player has left does not save"
    if game.outcome(after) is None:
        game.run_turn(after)
    if game.outcome(after) is None and not game.actors(after):
        yield f"after {seat} has gone nobody is asked"


ORDERS: tuple[Law, ...] = (
    somebody_drafts, sheets_are_text, suggestions_are_good, forms_are_good, checking_decides, handing_in_is_pure,
    turns_are_pure,
    reports_keep_secrets, orders_of_others_are_hidden, garbled_text_is_told, ejecting_goes_on,
    positions_before_orders_are_text,
    looking_changes_nothing, copies_play_on, saved_states_play_on,
    views_are_sound, choices_are_the_actions, secrets_are_kept, dealt_states_play_on, keys_stay_inside,
)  # fmt: skip
