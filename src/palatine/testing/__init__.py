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
from palatine.testing.conformance import (
    LAWS,
    ORDERS_GAME_LAWS,
    ConformanceReport,
    NonconformanceError,
    conformance,
    recheck,
)
from palatine.testing.fuzzer import (
    Fuzzer,
    FuzzFinding,
    FuzzResult,
    OrdersFuzzer,
    find_game,
    game_reference,
    load_finding,
    replay_finding,
)
from palatine.testing.laws.guiding import previews_say_what_undo_refuses
from palatine.testing.playthroughs import GoldenMismatch, compare_golden, perft, perft_lines, play_lesson
from palatine.testing.sample import (
    NO_CHECKS,
    GameChecks,
    Law,
    Sample,
    Setup,
    difference,
    find_checks,
    random_continuation,
    random_decision,
    random_setup,
    setups,
)
from palatine.testing.scripted import RollMismatch, ScriptError, ScriptExhausted, UnusedRolls, scripted
from palatine.testing.soak import assert_same_in_two_processes, game_digest, run_soak, summary

__all__ = [
    "LAWS",
    "NO_CHECKS",
    "ORDERS_GAME_LAWS",
    "ClauseCoverage",
    "ConformanceReport",
    "FuzzFinding",
    "FuzzResult",
    "Fuzzer",
    "GameChecks",
    "GoldenMismatch",
    "Law",
    "NonconformanceError",
    "OrdersFuzzer",
    "RollMismatch",
    "Sample",
    "ScriptError",
    "ScriptExhausted",
    "Setup",
    "StepFacts",
    "UnusedRolls",
    "assert_same_in_two_processes",
    "clause_coverage",
    "compare_golden",
    "conformance",
    "difference",
    "find_checks",
    "find_game",
    "game_digest",
    "game_reference",
    "incomplete_steps",
    "load_finding",
    "perft",
    "perft_lines",
    "play_lesson",
    "previews_say_what_undo_refuses",
    "random_continuation",
    "random_decision",
    "random_setup",
    "read_marks",
    "recheck",
    "replay_finding",
    "run_soak",
    "scripted",
    "setups",
    "step_facts",
    "summary",
    "unknown_marks",
    "unknown_references",
]  # fmt: skip
