"""The HTML page of a report, with all its charts in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from palatine import __version__, registry
from palatine.core import Game
from palatine.core.scenario import REFEREE
from palatine.core.view import Board
from palatine.lab.selfplay import OUTCOME_KEYS
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.plans import StudyPlan
from palatine.lab.studies.report import charts, figures
from palatine.lab.studies.report.charts import MESSAGES
from palatine.lab.studies.report.heat_maps import HeatMap
from palatine.lab.studies.report.standings import Standings, standings, verdict_text

MAX_EFFECTS = 14
"""Maximum number of correlates of winning in a chart."""
MIN_STRENGTH = 2.0
"""Minimum strength of an effect for the chart; the first FEW are always in it."""
ALWAYS_SHOWN = 5
MAX_MAPS = 4


class ReportChart(msgspec.Struct, frozen=True):
    """A drawing and its caption."""

    name: str
    """Base name of the chart's files; several charts of a part can share it."""
    drawing: charts.ChartDrawing | HeatMap
    text: str
    n: int

    @property
    def svg(self) -> Markup:
        """The drawing as an SVG element for a page."""
        return Markup(self.drawing.svg())


class ReportLine(msgspec.Struct, frozen=True):
    """A setting as a row of text."""

    number: int
    label: str
    bots: str
    options: str
    n: int
    shares: str


class ReportPart(msgspec.Struct, frozen=True):
    """The part of a report about one game."""

    title: str
    rules: str
    lines: list[ReportLine]
    charts: dict[str, list[ReportChart]]
    told: list[tuple[str, str, int]]
    """The kinds of end: the term, the end of one game as a sentence, the number of games."""
    tried: int
    """Number of things compared with winning."""


class StudyReport(msgspec.Struct, frozen=True):
    """Contents of a report: standings of a tournament, and a part for each game."""

    plan: StudyPlan
    records: Sequence[StudyGame]
    stand: Standings | None
    ratings: list[ReportChart]
    parts: dict[str, ReportPart]

    def charts(self) -> Iterator[tuple[str, ReportChart]]:
        """Yield each chart with the name of its part."""
        yield from (("standings", chart) for chart in self.ratings)
        for name, part in self.parts.items():
            yield from ((name, chart) for found in part.charts.values() for chart in found)


def make_report(plan: StudyPlan, records: Sequence[StudyGame]) -> StudyReport:
    """Compute the figures and charts of records. Raises MissingExtra without matplotlib."""
    games: dict[str, list[StudyGame]] = {}
    for record in records:
        games.setdefault(record.game, []).append(record)
    stand = standings(plan.tournament, records) if plan.tournament else None
    ratings = _ratings(stand, records) if stand else []
    return StudyReport(
        plan, records, stand, ratings, {name: _part(registry.load(name), games[name]) for name in games}
    )


def render_report(report: StudyReport) -> str:
    """Return the report as HTML; equal records give equal pages."""
    loader = PackageLoader("palatine.lab.studies.report", "templates")
    env = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    asked, stand = report.plan.tournament, report.stand
    return env.get_template("report.html").render(
        title=report.plan.title,
        version=__version__,
        n=len(report.records),
        of=report.plan.games,
        scored=MESSAGES.say("caption.scored"),
        parts=list(report.parts.values()),
        asked=asked,
        stand=stand,
        ratings=report.ratings,
        verdicts=[verdict_text(asked, *each) for each in stand.meetings] if asked and stand else [],
        seeds=sorted({record.seed.rpartition("/")[0] for record in report.records}),
    )


def _ratings(stand: Standings, records: Sequence[StudyGame]) -> list[ReportChart]:
    found, games = [], len(records) - figures.games_without_winner(records)
    for text, given, across in (
        ("rating", stand.ratings.bots, "chart.rating"), ("advantage", stand.ratings.seats, "chart.advantage"),
    ):  # fmt: skip
        ordered = sorted(given.items(), key=lambda each: -each[1].value)
        rows = [(name, each, number) for number, (name, each) in enumerate(ordered)]
        found.append(_chart(charts.interval_chart(rows, MESSAGES.say(across), 0.0, share=False), text, games))
    return found


def _part(game: Game[Any], records: list[StudyGame]) -> ReportPart:
    board = _board(game, records[0])
    effects = _effects(game, board, records)
    found = {
        "shares": list(_shares(game, records)),
        "options": list(_options(game, records)),
        "length": list(_lengths(game, records)),
        "ends": list(_ends(game, records)),
        "course": list(_course(game, records)),
        "thinking": list(_thinking(records)),
        "worth": [_effects_chart(kind, each) for kind, each in effects.items() if each],
        "maps": list(_maps(board, records)),
    }
    kinds = {record.margin: record.told for record in reversed(records)}
    counts = {kind: each.total() for kind, each in figures.count_ends(records).items()}
    told = [(kind, kinds[kind], counts[kind]) for kind in counts]
    lines = [_line(game, group) for group in figures.by_setting(records).values()]
    return ReportPart(game.title, records[0].rules, lines, found, told, sum(map(len, effects.values())))


def _line(game: Game[Any], group: list[StudyGame]) -> ReportLine:
    first = group[0]
    bots = ", ".join(f"{seat}: {bot}" for seat, bot in zip(first.seats, first.bots, strict=True))
    shares = figures.seat_shares(group)
    told = ", ".join(
        f"{seat} {100 * each.value:.0f} % ({100 * each.low:.0f}–{100 * each.high:.0f})"
        for seat, each in shares.items()
    )
    scenario = game.scenario(first.scenario).title
    return ReportLine(first.setting, scenario, bots, _unusual(game, first) or "–", len(group), told)


def _unusual(game: Game[Any], record: StudyGame) -> str:
    usual = {option.name: option.default for option in game.options}
    options = figures.game_options(record)
    return ", ".join(f"{name} = {value}" for name, value in options.items() if value != usual.get(name))


def _label(game: Game[Any], record: StudyGame) -> str:
    """Return a short label: the scenario if there are several, the bots, and changed options."""
    bots = dict.fromkeys(record.bots)
    names = next(iter(bots)) if len(bots) == 1 else " – ".join(record.bots)
    parts = [game.scenario(record.scenario).title if len(game.scenarios) > 1 else "", names, _unusual(game, record)]
    return f"{record.setting}: {', '.join(part for part in parts if part)}"


def _shares(game: Game[Any], records: list[StudyGame]) -> Iterator[ReportChart]:
    rows: list[charts.ChartRow] = []
    for record, shares in figures.setting_shares(records):
        label = _label(game, record)
        rows += [(f"{label}, {seat}", each, number) for number, (seat, each) in enumerate(shares.items())]
    chart = _chart(charts.interval_chart(rows, MESSAGES.say("chart.share")), "shares", len(records))
    none = figures.games_without_winner(records)
    told = f"{chart.text} {MESSAGES.say('caption.unwon', n=none)}" if none else chart.text
    yield msgspec.structs.replace(chart, text=told)
    yield from _grouped(game, records)
    bots = figures.bot_shares(records)
    if len(bots) > 1:
        rows = [(name, each, number) for number, (name, each) in enumerate(bots.items())]
        yield _chart(charts.interval_chart(rows, MESSAGES.say("chart.share")), "bots", len(records))
    longest = max(figures.by_setting(records).values(), key=len)
    lines = [
        (seat, figures.running_share(longest, seat), number, False)
        for number, seat in enumerate(figures.playing_seats(longest[0])[:2])
    ]
    svg = charts.curve_chart(lines, MESSAGES.say("chart.played"), MESSAGES.say("chart.share"), share=True)
    yield _chart(svg, "running", len(longest), setting=longest[0].setting)


def _grouped(game: Game[Any], records: list[StudyGame]) -> Iterator[ReportChart]:
    """Yield shares of wins by scenario and by number of seats, if there are several."""
    by: dict[str, Callable[[StudyGame], str]] = {
        "scenario": lambda record: game.scenario(record.scenario).title,
        "seats": lambda record: str(len(record.seats)),
    }
    for key, name_of in by.items():
        groups: dict[str, list[StudyGame]] = {}
        for record in records:
            groups.setdefault(name_of(record), []).append(record)
        if len(groups) > 1:
            rows = [
                (f"{name}, {seat}", each, number)
                for name, group in groups.items()
                for number, (seat, each) in enumerate(figures.seat_shares(group).items())
            ]
            yield _chart(charts.interval_chart(rows, MESSAGES.say("chart.share")), f"by-{key}", len(records))


def _chart(drawing: charts.ChartDrawing | HeatMap, caption: str, n: int, **data: Any) -> ReportChart:
    return ReportChart(caption, drawing, MESSAGES.say(f"caption.{caption}", **data), n)


def _options(game: Game[Any], records: list[StudyGame]) -> Iterator[ReportChart]:
    every = figures.option_effects(records)
    for is_paired, caption in ((True, "options"), (False, "options-apart")):
        effects = [each for each in every if each.is_paired == is_paired]
        rows = [
            (f"{each.seat}, {each.name}: {each.value} – {each.other}", each.gain, number)
            for number, each in enumerate(effects)
        ]
        if rows:
            n = sum(each.gain.n for each in effects[:: len(figures.playing_seats(records[0]))])
            yield _chart(charts.interval_chart(rows, MESSAGES.say("chart.gain"), 0.0, share=False), caption, n)


def _lengths(game: Game[Any], records: list[StudyGame]) -> Iterator[ReportChart]:
    rows = [
        (_label(game, group[0]), figures.length_quantiles(group)) for group in figures.by_setting(records).values()
    ]
    for boundaries, key in ((True, "boundaries"), (False, "decisions")):
        svg = charts.length_chart(rows, MESSAGES.say(f"chart.{key}"), boundaries=boundaries)
        yield _chart(svg, key, len(records))


def _ends(game: Game[Any], records: list[StudyGame]) -> Iterator[ReportChart]:
    ends = figures.count_ends(records)
    apart = {key: MESSAGES.say(f"chart.{key}") for key in OUTCOME_KEYS}
    names = [*dict.fromkeys(seat for record in records for seat in figures.playing_seats(record)), *apart.values()]
    rows = [(kind, {apart.get(winner, winner): n for winner, n in each.items()}) for kind, each in ends.items()]
    won = [name for name in names if any(name in parts for _, parts in rows)]
    yield _chart(charts.stacked_bar_chart(rows, won, MESSAGES.say("chart.games")), "ends", len(records))


def _course(game: Game[Any], records: list[StudyGame]) -> Iterator[ReportChart]:
    """Yield the first two measures over the game's length and the calibration of its evaluation."""
    seats = figures.playing_seats(records[0])
    for measure in list(dict.fromkeys(each.measure for each in records[0].measures))[:2]:
        if len(seats) == 2:
            lines = [
                (MESSAGES.say(f"chart.{'won' if won else 'lost'}", seat=seat),
                 figures.measure_course(records, measure, winners=won, seat=seat), number, not won)
                for number, seat in enumerate(seats) for won in (True, False)
            ]  # fmt: skip
        else:
            lines = [
                (MESSAGES.say("chart.winners"), figures.measure_course(records, measure, winners=True), 0, False),
                (MESSAGES.say("chart.others"), figures.measure_course(records, measure, winners=False), 1, True),
            ]
        there = [line for line in lines if line[1]]
        if there:
            title = _measure_title(game, records[0], measure)
            svg = charts.curve_chart(there, MESSAGES.say("chart.course"), title)
            yield _chart(svg, "course", len(records), measure=title)
    points = figures.calibration(records)
    if points:
        lines = [(MESSAGES.say("chart.evaluation"), points, 0, False)]
        svg = charts.curve_chart(
            lines, MESSAGES.say("chart.chance"), MESSAGES.say("chart.came"), share=True, diagonal=True
        )
        games = sum(bool(record.chances) for record in records)
        yield _chart(svg, "calibration", games, positions=sum(point.value.n for point in points))


def _measure_title(game: Game[Any], record: StudyGame, measure: str) -> str:
    state = game.setup(record.scenario, tuple(record.seats), b"titles", figures.game_options(record))
    titles = {each.id: each.title for each in game.measures(state)}
    return titles.get(measure, measure.replace("-", " ").capitalize())


def _thinking(records: list[StudyGame]) -> Iterator[ReportChart]:
    curves = figures.learning_curves(records)
    if curves:
        lines = [(bot, points, number, False) for number, (bot, points) in enumerate(curves.items())]
        svg = charts.curve_chart(
            lines, MESSAGES.say("chart.samples"), MESSAGES.say("chart.share"), share=True, logarithmic=True
        )
        games = sum(any(":" in bot for bot in record.bots) for record in records)
        yield _chart(svg, "thinking", games)


def _effects(game: Game[Any], board: Board, records: list[StudyGame]) -> dict[str, list[figures.Effect]]:
    """Return what correlates with winning: terms named in orders, and named spaces held."""
    marks = {space.id: next((mark.name for mark in space.marks if mark.name), "") for space in board.spaces}
    names = {space.id: space.name or marks[space.id] for space in board.spaces}
    return {
        "named": figures.effects(records, figures.mention_amounts, figures.entry_namer(game)),
        "held": figures.effects(records, figures.occupation_amounts, figures.space_namer(names)),
    }


def _effects_chart(kind: str, effects: list[figures.Effect]) -> ReportChart:
    strong = [each for number, each in enumerate(effects) if number < ALWAYS_SHOWN or each.strength > MIN_STRENGTH][
        :MAX_EFFECTS
    ]
    rows = [(_effect_label(each), each.gain, number) for number, each in enumerate(strong)]
    n = max(each.gain.n for each in effects)
    return _chart(charts.interval_chart(rows, MESSAGES.say("chart.gain"), 0.0, share=False), kind, n, told=len(strong),
                  tried=len(effects))  # fmt: skip


def _effect_label(each: figures.Effect) -> str:
    return f"{each.seat}: {each.name}" + (f" ({each.kind})" if each.kind != "space" else "")


def _board(game: Game[Any], record: StudyGame) -> Board:
    """Return the main board as it is at the start of such a game."""
    state = game.setup(record.scenario, tuple(record.seats), b"board", figures.game_options(record))
    return game.boards(state)[0]


def _maps(board: Board, records: list[StudyGame]) -> Iterator[ReportChart]:
    """Yield a map of each seat's pieces; the first one draws the board for all."""
    found = figures.occupancy(records)
    seats = {seat.casefold(): seat for record in records for seat in record.seats if seat != REFEREE}
    ours = {style: spaces for style, spaces in found.items() if style.casefold() in seats} or found
    often = sorted(ours, key=lambda style: -sum(ours[style].values()))[:MAX_MAPS]
    for number, style in enumerate(sorted(often)):
        most = f"{max(ours[style].values()):.1f}"
        name = seats.get(style.casefold(), style)
        yield _chart(HeatMap(board, ours[style], number == 0), "map", len(records), style=name, most=most)
