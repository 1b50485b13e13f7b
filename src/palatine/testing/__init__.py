"""How a game is tested: scripted dice, the laws every game must pass, the fuzzer, perft, golden playthroughs.

    from palatine.testing import conformance, scripted

    def test_conformance():
        conformance(GAME)

    def test_combat():
        with scripted(state, [3, 5]) as s:
            ...

Written once for every game, ours and other people's.
"""

from palatine.testing.conformance import LAWS, OF_ORDERS, Nonconformance, Report, conformance
from palatine.testing.coverage import Covered, clause_coverage, read_marks, strangers
from palatine.testing.findings import Finding, find_game, load_finding, reference, replay_finding
from palatine.testing.fuzzer import Fuzzer, Result
from palatine.testing.golden import GoldenDiffers, golden
from palatine.testing.moment import Law, Moment, difference
from palatine.testing.ordering import OrdersFuzzer
from palatine.testing.perft import perft, perft_lines
from palatine.testing.scripted import LeftOver, Misfit, RanOut, ScriptError, scripted
from palatine.testing.soak import digest, run_soak, same_in_two_processes, summary
from palatine.testing.tables import Table, choose, continuation, random_table, tables

__all__ = [
    "LAWS", "OF_ORDERS", "Covered", "Finding", "Fuzzer", "GoldenDiffers", "Law", "LeftOver", "Misfit", "Moment",
    "Nonconformance", "OrdersFuzzer", "RanOut", "Report", "Result", "ScriptError", "Table", "choose", "clause_coverage",
    "conformance", "continuation", "difference", "digest", "find_game", "golden", "load_finding", "perft",
    "perft_lines", "random_table", "read_marks", "reference", "replay_finding", "run_soak",
    "same_in_two_processes", "scripted", "strangers", "summary", "tables",
]  # fmt: skip
