"""Execution of a study, from its plan to its records."""

from __future__ import annotations

from pathlib import Path

from palatine.lab.selfplay import Progress
from palatine.lab.studies.executors import check_backend, open_executor
from palatine.lab.studies.plans import StudyPlan
from palatine.lab.studies.storage import RecordStore


def run_study(
    plan: StudyPlan, folder: Path, workers: int = 1, backend: str = "", progress: Progress | None = None
) -> Path:
    """Play the missing games of a study and return the file of all its records.

    A run can be interrupted at any time; the next call continues it. The records do not depend on the number of
    workers. Raises Unknown for no workers, PalatineError if the folder holds another study's records or workers die
    repeatedly, MissingExtra without pyarrow (or, on Ray, without Ray).
    """
    check_backend(workers, backend)
    records = RecordStore(folder, plan)
    try:
        missing = records.missing_parts()
        wanted = sum(part.games for part in missing)
        done = 0
        with open_executor(workers, backend) as play:
            for part, played in play(missing):
                records.write_part(part, played)
                done += part.games
                if progress is not None:
                    progress(done, wanted)
        return records.merge()
    finally:
        records.close()
