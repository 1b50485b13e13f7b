"""Charts drawn with matplotlib as inline SVG, reproducible to the byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any

from palatine.core import Catalogue
from palatine.lab.studies.report.figures import CurvePoint, LengthQuantiles
from palatine.lab.studies.statistics import Interval
from palatine.optional_imports import import_optional

MESSAGES = Catalogue.load("palatine.lab.studies.report", {})
COLOURS = ("#35608c", "#a8502f", "#5b7f3b", "#7a4b86", "#b08a1e", "#3f8484", "#8c3a58", "#6b6b6b")
INK, PALE_INK = "#2b2620", "#d8d0c0"
CHART_WIDTH = 7.2
"""Width of a chart in inches."""
PNG_DPI = 200
"""Resolution of PNG files in dots per inch."""
INTERVAL_COLUMNS = ("value", "low", "high", "games")
LEGEND_COLUMNS = 4
"""Legend entries per line."""
RC_PARAMS = {
    "svg.fonttype": "none", "svg.hashsalt": "palatine", "font.family": "sans-serif", "font.size": 9,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": INK, "text.color": INK,
    "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
}  # fmt: skip

ChartRow = tuple[str, Interval, int]
"""Label of a chart row, its figure, and the number of its colour."""


def _figure(height: float) -> tuple[Any, Any]:
    (figures,) = import_optional("matplotlib.figure")
    found = figures.Figure(figsize=(CHART_WIDTH, height), layout="constrained")
    return found, found.add_subplot()


TableRows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class ChartDrawing:
    """A chart and its data as a table whose first row is the header."""

    figure: Any
    table: TableRows

    def svg(self) -> str:
        """Return an SVG element for a page; equal data give equal bytes."""
        out = StringIO()
        metadata = {"Date": None, "Creator": None, "Type": None, "Format": None}
        with _settings():
            self.figure.savefig(out, format="svg", metadata=metadata)
        text = out.getvalue()
        return text[text.index("<svg") :]

    def svg_file(self) -> str:
        """Return a standalone SVG file."""
        return self.svg()

    def png(self) -> bytes:
        """Return the chart as PNG."""
        out = BytesIO()
        with _settings():
            self.figure.savefig(out, format="png", dpi=PNG_DPI, metadata={"Software": None})
        return out.getvalue()


def _settings() -> Any:
    (library,) = import_optional("matplotlib")
    return library.rc_context(RC_PARAMS)


def _drawn(draw: Any) -> Any:
    """Decorate a chart function so that it uses our matplotlib settings."""

    def wrapped(*given: Any, **named: Any) -> ChartDrawing:
        with _settings():
            found: ChartDrawing = draw(*given, **named)
        return found

    return wrapped


@_drawn
def interval_chart(
    rows: Sequence[ChartRow], x_label: str, line: float | None = None, *, share: bool = True
) -> ChartDrawing:
    """Draw each figure with its interval and n in one row; `line` marks the null value."""
    figure, axes = _figure(0.7 + 0.27 * len(rows))
    for at, (_, each, colour) in enumerate(rows):
        axes.plot([each.low, each.high], [at, at], color=_colour(colour), linewidth=2, solid_capstyle="round")
        axes.plot([each.value], [at], "o", color=_colour(colour), markersize=5, clip_on=False)
        axes.annotate(
            MESSAGES.say("chart.n", n=each.n),
            (1.01, at),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=8,
        )
    if line is not None:
        axes.axvline(line, color=PALE_INK, zorder=0)
    axes.set_yticks(range(len(rows)), [label for label, _, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel(x_label)
    if share:
        axes.set_xlim(0, 1)
        _percent(axes.xaxis)
    return ChartDrawing(figure, [("what", *INTERVAL_COLUMNS), *[(name, *_bounds(each)) for name, each, _ in rows]])


@_drawn
def length_chart(rows: Sequence[tuple[str, LengthQuantiles]], x_label: str, *, boundaries: bool) -> ChartDrawing:
    """Draw box plots of game lengths.

    Boxes span the quartiles around the median; whiskers reach from the 5th to the 95th percentile.
    """
    figure, axes = _figure(0.8 + 0.3 * len(rows))
    boxes = []
    for label, each in rows:
        low, quarter, middle, most, high = each.boundaries if boundaries else each.decisions
        boxes.append(
            {"label": f"{label} ({MESSAGES.say('chart.n', n=each.n)})", "whislo": low, "q1": quarter, "med": middle,
             "q3": most, "whishi": high}
        )  # fmt: skip
    axes.bxp(boxes, orientation="horizontal", showfliers=False, medianprops={"color": COLOURS[1]})
    axes.invert_yaxis()
    axes.set_xlabel(x_label)
    axes.set_xlim(left=0)
    heads = ("setting", "5 %", "25 %", "50 %", "75 %", "95 %", "games")
    found = [(name, *(each.boundaries if boundaries else each.decisions), each.n) for name, each in rows]
    return ChartDrawing(figure, [heads, *found])


@_drawn
def stacked_bar_chart(
    rows: Sequence[tuple[str, Mapping[str, int]]], names: Sequence[str], x_label: str
) -> ChartDrawing:
    """Draw stacked bars; each segment is a number of games."""
    key = max(0, -(-len(names) // LEGEND_COLUMNS) - 2)  # Lines of the legend that would not fit otherwise.
    figure, axes = _figure(1.0 + 0.3 * len(rows) + 0.25 * key)
    for at, (_, parts) in enumerate(rows):
        left = 0
        for number, name in enumerate(names):
            if many := parts.get(name, 0):
                axes.barh(at, many, left=left, color=_colour(number), height=0.65)
                left += many
        axes.annotate(f" {left}", (left, at), va="center", fontsize=8)
    (patches,) = import_optional("matplotlib.patches")
    keys = [patches.Patch(color=_colour(number), label=name) for number, name in enumerate(names)]
    axes.legend(handles=keys, frameon=False, ncols=LEGEND_COLUMNS, loc="lower left", bbox_to_anchor=(0, 1))
    axes.set_yticks(range(len(rows)), [label for label, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel(x_label)
    found = [(name, part, parts.get(part, 0)) for name, parts in rows for part in names]
    return ChartDrawing(figure, [("end", "winner", "games"), *found])


@_drawn
def curve_chart(
    lines: Sequence[tuple[str, Sequence[CurvePoint], int, bool]],
    x_label: str,
    y_label: str,
    *,
    share: bool = False,
    logarithmic: bool = False,
    diagonal: bool = False,
) -> ChartDrawing:
    """Draw curves with 95 % confidence bands.

    A line is a label, its points, the number of its colour and whether it is dashed.
    """
    figure, axes = _figure(2.9)
    for label, points, colour, broken in lines:
        at = [point.at for point in points]
        axes.plot(
            at, [point.value.value for point in points], "--" if broken else "-", marker="." if len(at) < 20 else "",
            color=_colour(colour), label=label,
        )  # fmt: skip
        low, high = [point.value.low for point in points], [point.value.high for point in points]
        axes.fill_between(at, low, high, color=_colour(colour), alpha=0.15, linewidth=0)
    if diagonal:
        axes.plot([0, 1], [0, 1], color=PALE_INK, zorder=0)
    if logarithmic:
        axes.set_xscale("log")
    if share:
        axes.set_ylim(0, 1)
        _percent(axes.yaxis)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.legend(frameon=False, fontsize=8)
    found = [(name, point.at, *_bounds(point.value)) for name, points, _, _ in lines for point in points]
    return ChartDrawing(figure, [("line", "at", "value", "low", "high", "of"), *found])


def _bounds(each: Interval) -> tuple[float, float, float, int]:
    return each.value, each.low, each.high, each.n


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _percent(axis: Any) -> None:
    (ticker,) = import_optional("matplotlib.ticker")
    axis.set_major_formatter(ticker.PercentFormatter(1.0, decimals=0))
