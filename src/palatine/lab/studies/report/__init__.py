"""Reports of studies and tournaments: statistics and charts on one self-contained page."""

from palatine.lab.studies.report.saving import write_report
from palatine.lab.studies.report.standings import standing_lines

__all__ = ["standing_lines", "write_report"]
