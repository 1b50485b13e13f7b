"""Reports of studies and tournaments: statistics and charts on one self-contained page."""

from palatine.lab.studies.report.saving import write_report
from palatine.lab.studies.report.standings import pool_lines, standing_lines

__all__ = ["pool_lines", "standing_lines", "write_report"]
