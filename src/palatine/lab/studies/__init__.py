"""Studies and tournaments of bots: plans, execution, records and reports.

A study plays settings with combinations of seats, bots, options and seeds.
"""

from palatine.lab.studies.games import StudyGame, play_recorded
from palatine.lab.studies.matches import match_file
from palatine.lab.studies.plans import StudyPlan, load_plan
from palatine.lab.studies.pools import PoolFile, pool_plan, pool_results
from palatine.lab.studies.report import pool_lines, standing_lines, write_report
from palatine.lab.studies.running import run_study
from palatine.lab.studies.storage import RecordStore, read_plan, read_records
from palatine.lab.studies.tournaments import load_tournament, run_tournament

__all__ = [
    "PoolFile", "RecordStore", "StudyGame", "StudyPlan", "load_plan", "load_tournament", "match_file",
    "play_recorded", "pool_lines", "pool_plan", "pool_results", "read_plan", "read_records", "run_study",
    "run_tournament", "standing_lines", "write_report",
]  # fmt: skip
