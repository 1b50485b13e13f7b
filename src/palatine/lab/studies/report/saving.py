"""Files of a report: its page, and each chart as SVG, PNG and CSV."""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

from palatine.core import Unreadable
from palatine.lab.studies.report.pages import ReportChart, make_report, render_report
from palatine.lab.studies.storage import read_plan, read_records


def write_report(path: Path, folder: Path, charts: Path | None = None) -> int:
    """Write the report of the records in a folder and return the number of games.

    `charts` is a folder for the charts as separate files. Raises Unreadable if there are no records or a file cannot
    be written, MissingExtra without matplotlib.
    """
    report = make_report(read_plan(path), read_records(path))
    text = render_report(report)
    beside = folder.with_name(folder.name + ".writing")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, folder)
    except OSError as error:
        raise Unreadable(f"{folder} cannot be written: {error.strerror or error}.") from error
    if charts is not None:
        save_charts(report.charts(), charts)
    return len(report.records)


def save_charts(charts: Iterable[tuple[str, ReportChart]], folder: Path) -> int:
    """Write each chart as SVG, PNG and CSV and return the number of charts.

    A file is named after its part and chart, for example `elric-shares.svg`; further charts of that name get a
    number. Raises Unreadable if a file cannot be written, MissingExtra without resvg-py if there are maps.
    """
    names: Counter[str] = Counter()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for part, chart in charts:
            name = f"{part}-{chart.name}"
            names[name] += 1
            stem = name if names[name] == 1 else f"{name}-{names[name]}"
            (folder / f"{stem}.svg").write_text(chart.drawing.svg_file(), encoding="utf-8")
            (folder / f"{stem}.png").write_bytes(chart.drawing.png())
            (folder / f"{stem}.csv").write_text(_csv(chart), encoding="utf-8", newline="")
    except OSError as error:
        raise Unreadable(f"{folder} cannot be written: {error.strerror or error}.") from error
    return names.total()


def _csv(chart: ReportChart) -> str:
    out = StringIO()
    csv.writer(out).writerows(chart.drawing.table)
    return out.getvalue()
