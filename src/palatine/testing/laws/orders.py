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

GARBLING_CHARACTERS = "\t,;.:#\"'()-+/\\0123456789 éß\u00a0\u2028\x00\x07\ud800"
"""Characters inserted into lines to garble them."""
FORM_WIDTH = 72
"""Maximum width of comments in a form, in characters."""
NONSENSE_TEXTS: tuple[str | bytes, ...] = (
    "one two three", "\x00", "\ud800", b"\xff\xfe\x00", "a" * 100_000, "\n" * 10_000, "x\n" * 10_000, "((((((((", '"',
    "order order order 1 2 3", "\u202e", "0", "-1", "99999999999999999999", "%s {0} {x}", "# no more than a remark",
)  # fmt: skip


def orders_game(sample: Sample) -> OrdersGame[Any]:
    """Return the game of a sample, typed as a game of secret orders."""
    assert isinstance(sample.game, OrdersGame)
    return sample.game


def sheets_are_text(sample: Sample) -> Iterator[str]:
    """Check that writing and reading a sheet gives the same sheet, and the same text."""
    game = orders_game(sample)
    for seat in sample.sample(sample.actors):
        for sheet in (game.empty_sheet(sample.state, seat), random_sheet(game, sample.state, seat, sample.random)):
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


def suggestions_are_good(sample: Sample) -> Iterator[str]:
    """Check that suggestions are readable, unique and titled, and have no problems.

    Suggestions with slots must also work after one another.
    """
    game = orders_game(sample)
    for seat in sample.sample(sample.actors):
        names = game.characters(sample.state, seat)
        if len(set(names)) != len(names):
            yield f"{seat} has two characters of one name"
        for name in (*names, None):
            offered = game.suggest(sample.state, seat, name)
            texts = [each.text for each in offered]
            if len(set(texts)) != len(texts):
                yield f"{name or seat} is offered something twice: {next(t for t in texts if texts.count(t) > 1)!r}"
            for each in sample.random.sample(offered, min(12, len(offered))):
                yield from _bad_suggestion(sample, seat, each)
            if any(each.slots for each in offered):
                yield from _bad_course(sample, seat, name)


def forms_are_good(sample: Sample) -> Iterator[str]:
    """Check that a form can be handed in unchanged, has narrow comments, and reveals no secrets."""
    game = orders_game(sample)
    for seat in sample.sample(sample.actors)[:1]:
        form = game.form(sample.state, seat)
        wrong = [each for each in game.check(sample.state, seat, game.parse(form.text)) if not each.uncertain]
        if wrong:
            yield f"the form of {seat} cannot be handed in: {wrong[0].reason}"
        if any(len(line) > FORM_WIDTH for line in form.text.splitlines() if line.startswith("#")):
            yield f"the form of {seat} has a note that a mail program may break"
        if seat != REFEREE and game.form(game.determinize(sample.state, seat, b"form"), seat) != form:
            yield f"the form of {seat} tells what they may not know"


def _bad_suggestion(sample: Sample, seat: str, offered: Suggestion) -> Iterator[str]:
    game = orders_game(sample)
    if not offered.title.strip():
        yield f"the suggestion {offered.text!r} has no title"
    sheet = game.parse(apply_suggestion(game.write(game.empty_sheet(sample.state, seat)), offered))
    wrong = [problem for problem in game.check(sample.state, seat, sheet) if not problem.uncertain]
    if wrong:
        yield f"{seat} is offered {offered.text!r}, but: {wrong[0].reason}"
    sample.counts["suggestions"] += 1


def _bad_course(sample: Sample, seat: str, name: str | None) -> Iterator[str]:
    """Fill each slot with a suggestion made after the slots before it are filled."""
    game = orders_game(sample)
    text = game.write(game.empty_sheet(sample.state, seat))
    slots = max([len(each.slots) for each in game.suggest(sample.state, seat, name)], default=0)
    for _ in range(slots):
        offered = [each for each in game.suggest(sample.state, seat, name, game.parse(text)) if each.slots]
        text = apply_suggestion(text, sample.random.choice(offered))
        wrong = [problem for problem in game.check(sample.state, seat, game.parse(text)) if not problem.uncertain]
        if wrong:
            yield f"{name or seat} is offered {text!r} one after the other, but: {wrong[0].reason}"
            return


def checking_decides(sample: Sample) -> Iterator[str]:
    """Check that a sheet is accepted exactly if `check` finds no fault.

    Problems need a reason, an existing clause and an existing line.
    """
    game = orders_game(sample)
    for seat in sample.sample(sample.actors):
        for sheet in _sheets(sample, seat):
            problems = game.check(sample.state, seat, sheet)
            if problems != game.check(sample.state, seat, sheet):
                yield f"{seat}'s sheet is checked otherwise when asked again"
            yield from _bad_problems(sample, sheet, problems)
            is_good = all(problem.uncertain for problem in problems)
            sample.counts["sheets accepted" if is_good else "sheets refused"] += 1
            try:
                game.hand_in(sample.state, seat, sheet)
                if not is_good:
                    yield f"{seat} may hand in a sheet with a fault: {problems[0].reason}"
            except RejectedSheet as error:
                if is_good or error.problems != problems:
                    yield f"{seat} may not hand in a sheet without fault: {error}"
            if is_good:
                yield from _bad_forecasts(sample, seat, sheet)


def _sheets(sample: Sample, seat: str) -> list[Sheet]:
    """Return various sheets: own, another seat's, both in one, one without its first order."""
    game = orders_game(sample)
    own = random_sheet(game, sample.state, seat, sample.random)
    other = random_sheet(game, sample.state, sample.random.choice(game.seats_due(sample.state)), sample.random)
    mixed = msgspec.structs.replace(own, orders=(*own.orders, *other.orders, *own.orders[:1]))
    return [
        game.empty_sheet(sample.state, seat),
        own,
        other,
        mixed,
        msgspec.structs.replace(own, orders=own.orders[1:]),
    ]


def _bad_problems(sample: Sample, sheet: Sheet, problems: list[Any]) -> Iterator[str]:
    for problem in problems:
        if not problem.reason.strip() or problem.reason.startswith("why."):
            yield f"a problem says only {problem.reason!r}"
        if problem.clause and problem.clause not in sample.game.clauses:
            yield f"a problem rests on {problem.clause!r}, which is not a clause"
        if not 0 <= problem.line <= len(sheet.orders):
            yield f"a problem is in line {problem.line} of {len(sheet.orders)}"
    if [problem.line for problem in problems] != sorted(problem.line for problem in problems):
        yield "the problems are not in the order of the lines"


def _bad_forecasts(sample: Sample, seat: str, sheet: Sheet) -> Iterator[str]:
    for forecast in orders_game(sample).forecast(sample.state, seat, sheet):
        if not 0 <= forecast.line <= len(sheet.orders) or not forecast.text.strip():
            yield f"a forecast is in line {forecast.line} of {len(sheet.orders)} and says {forecast.text!r}"


def handing_in_is_pure(sample: Sample) -> Iterator[str]:
    """Check that handing in is idempotent, replaces earlier sheets, and changes no argument."""
    game = orders_game(sample)
    for seat in sample.sample(sample.actors):
        sheet = random_sheet(game, sample.state, seat, sample.random)
        once = game.hand_in(sample.state, seat, sheet)
        if game.encode(sample.state) != sample.bytes:
            yield f"handing in changed the state: {difference(game.decode(sample.bytes), sample.state)}"
        if game.encode(game.hand_in(once, seat, sheet)) != game.encode(once):
            yield "handing in twice is not handing in once"
        if game.sheet(once, seat) != sheet or seat in game.actors(once):
            yield f"{seat} has handed in, but is asked, or has another sheet"
        blank = game.empty_sheet(sample.state, seat)
        if all(problem.uncertain for problem in game.check(sample.state, seat, blank)):
            first = game.hand_in(game.hand_in(sample.state, seat, blank), seat, sheet)
            if game.encode(first) != game.encode(once):
                yield "a sheet handed in before leaves a trace"


def turns_are_pure(sample: Sample) -> Iterator[str]:
    """Check that a turn, also with sheets missing, is deterministic and changes no argument."""
    game = orders_game(sample)
    if not sample.actors:
        return
    full = sample.state.copy()
    for seat in sample.actors:
        game.set_sheet(full, seat, random_sheet(game, sample.state, seat, sample.random))
    for state, what in ((full, "with all sheets"), (sample.state, "with sheets missing")):
        before = game.encode(state)
        one, other = game.resolve(state), game.resolve(game.decode(before))
        if game.encode(state) != before:
            yield f"a turn {what} changed its state: {difference(game.decode(before), state)}"
        if game.encode(one) != game.encode(other):
            yield f"a turn {what} comes out in two ways: {difference(one, other)}"
        if game.outcome(one) is None and (game.handed_in(one) or not game.actors(one)):
            yield f"after a turn {what} nobody drafts, or sheets lie about"
        sample.counts[f"turns {what}"] += 1


def reports_keep_secrets(sample: Sample) -> Iterator[str]:
    """Check that the journal and the reports of a turn are readable and reveal no secrets."""
    game = orders_game(sample)
    if not sample.actors:
        return
    full = sample.state.copy()
    full.journal = []
    for seat in sample.actors:
        game.set_sheet(full, seat, random_sheet(game, sample.state, seat, sample.random))
    game.run_turn(full)
    for entry in full.journal:
        yield from entry_complaints(sample, entry)
    for reader in sample.readers:
        entries = _readable_entries(full, reader)
        told = game.report(full, reader, entries)
        dealt = game.report(game.determinize(full, reader, sample.random.randbytes(8)), reader, entries)
        if found := difference(told, dealt):
            yield f"the report of {reader} tells a secret: {found}"
        yield from _bad_report(told, reader)


def _readable_entries(state: Any, seat: str | None) -> list[Entry]:
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


def orders_of_others_are_hidden(sample: Sample) -> Iterator[str]:
    """Check that views, suggestions and checks of a seat do not depend on others' sheets.

    A referee may see them.
    """
    game = orders_game(sample)
    readers = [seat for seat in sample.actors if seat != REFEREE]
    if not readers or len(sample.actors) < 2:
        return
    reader = sample.random.choice(readers)
    writer = sample.random.choice([seat for seat in sample.actors if seat != reader])
    seen = []
    for _ in range(2):
        after = sample.state.copy()
        game.set_sheet(after, writer, random_sheet(game, sample.state, writer, sample.random))
        own = random_sheet(game, sample.state, reader, Random(1))
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


def garbled_text_is_reported(sample: Sample) -> Iterator[str]:
    """Check that nonsense raises SyntaxProblem, with a problem for each bad line."""
    game = orders_game(sample)
    for seat in sample.actors[:1]:
        text = game.write(random_sheet(game, sample.state, seat, sample.random))
        tried = [garble(text, sample.random) for _ in range(6)]
        for each in [*tried, *sample.random.sample(NONSENSE_TEXTS, 4)]:
            yield from parse_complaints(game, sample.state, seat, each)


def parse_complaints(game: OrdersGame[Any], state: Any, seat: str, text: str | bytes) -> Iterator[str]:
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
        lines[at] = lines[at][:place] + random.choice(GARBLING_CHARACTERS) + lines[at][place:]
    elif what == 5:
        lines[at] = lines[at].upper() + " " + lines[at]
    return "\n".join(lines)


def somebody_drafts(sample: Sample) -> Iterator[str]:
    """Check that seats must hand in sheets until there is an outcome, and have no actions."""
    game = orders_game(sample)
    outcome = game.outcome(sample.state)
    if bool(sample.actors) == (outcome is not None):
        yield f"the actors are {sample.actors} and the outcome is {outcome}"
    if outcome is not None and (not set(outcome.winners) <= set(sample.state.seats) or not outcome.margin.strip()):
        yield f"the outcome is {outcome}"
    if outcome is not None:
        yield from ranks_are_sound(sample.state.seats, outcome)
    if not set(sample.actors) <= set(game.seats_due(sample.state)) <= set(sample.state.seats):
        yield f"{sample.actors} are asked, {game.seats_due(sample.state)} draft"
    for seat in sample.state.seats:
        refusal = game.explain(sample.state, seat, ("pass", 0))
        if game.actions(sample.state, seat) or refusal is None or not refusal.reason.strip():
            yield f"{seat} is offered an action, or refused one without a reason"


def positions_before_orders_are_text(sample: Sample) -> Iterator[str]:
    """Check `positions_are_text` while no sheet is in, if the game can write positions."""
    if type(sample.game).write_position is not Game.write_position and not orders_game(sample).handed_in(
        sample.state
    ):
        yield from positions_are_text(sample)


def ejecting_goes_on(sample: Sample) -> Iterator[str]:
    """Check that the match continues or ends when a player leaves for good."""
    game = orders_game(sample)
    if not sample.actors:
        return
    seat = sample.random.choice(sample.actors)
    after = sample.state.copy()
    after.journal = []
    game.clear_sheet(after, seat)
    game.remove_player(after, seat)
    for entry in after.journal:
        yield from entry_complaints(sample, entry)
    if game.decode(game.encode(after)) != after:
        yield "a state that a player has left does not save"
    if game.outcome(after) is None:
        game.run_turn(after)
    if game.outcome(after) is None and not game.actors(after):
        yield f"after {seat} has gone nobody is asked"


ORDERS_LAWS: tuple[Law, ...] = (
    somebody_drafts, sheets_are_text, suggestions_are_good, forms_are_good, checking_decides, handing_in_is_pure,
    turns_are_pure,
    reports_keep_secrets, orders_of_others_are_hidden, garbled_text_is_reported, ejecting_goes_on,
    positions_before_orders_are_text,
    looking_changes_nothing, copies_play_on, saved_states_play_on,
    views_are_sound, choices_are_the_actions, secrets_are_kept, dealt_states_play_on, keys_stay_inside,
)  # fmt: skip
