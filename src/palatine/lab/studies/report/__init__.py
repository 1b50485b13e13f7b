"""The report of a study or a tournament: figures from its records, drawn, on one page that needs nothing else."""

from palatine.lab.studies.report.saving import write_report
from palatine.lab.studies.report.standings import standing_lines

__all__ = ["standing_lines", "write_report"]
