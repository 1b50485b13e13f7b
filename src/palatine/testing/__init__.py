"""Tools for testing games: scripted dice, laws, fuzzing, perft, golden playthroughs.

    from palatine.testing import conformance, scripted

All tools work with every game, including those outside this repository.
"""

from palatine.testing.completeness import (
    ClauseCoverage,
    StepFacts,
    clause_coverage,
    incomplete_steps,
    read_marks,
    step_facts,
    unknown_marks,
    unknown_references,
)
from palatine.testing.conformance import LAWS, OF_ORDERS, ConformanceReport, Nonconformance, conformance, recheck
from palatine.testing.findings import FuzzFinding, find_game, load_finding, reference, replay_finding
from palatine.testing.fuzzer import Fuzzer, FuzzResult, OrdersFuzzer
from palatine.testing.golden import GoldenDiffers, golden, perft, perft_lines
from palatine.testing.lessons import play_lesson
from palatine.testing.sample import (
    NO_CHECKS,
    GameChecks,
    Law,
    Sample,
    Setup,
    checks_of,
    choose,
    continuation,
    difference,
    random_setup,
    setups,
)
from palatine.testing.scripted import LeftOver, Misfit, RanOut, ScriptError, scripted
from palatine.testing.soak import digest, run_soak, same_in_two_processes, summary

__all__ = [
    "LAWS",
    "NO_CHECKS",
    "OF_ORDERS",
    "ClauseCoverage",
    "ConformanceReport",
    "FuzzFinding",
    "FuzzResult",
    "Fuzzer",
    "GameChecks",
    "GoldenDiffers",
    "Law",
    "LeftOver",
    "Misfit",
    "Nonconformance",
    "OrdersFuzzer",
    "RanOut",
    "Sample",
    "ScriptError",
    "Setup",
    "StepFacts",
    "checks_of",
    "choose",
    "clause_coverage",
    "conformance",
    "continuation",
    "difference",
    "digest",
    "find_game",
    "golden",
    "incomplete_steps",
    "load_finding",
    "perft",
    "perft_lines",
    "play_lesson",
    "random_setup",
    "read_marks",
    "recheck",
    "reference",
    "replay_finding",
    "run_soak",
    "same_in_two_processes",
    "scripted",
    "setups",
    "step_facts",
    "summary",
    "unknown_marks",
    "unknown_references",
]  # fmt: skip
