"""Laws of secret orders, which hold for the example and find their planted faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.core import Grid, Panel, Problem, RejectedSheet, Report, Row, Section, Sheet, Suggestion
from palatine.testing import (
    ORDERS_GAME_LAWS,
    FuzzFinding,
    GoldenMismatch,
    NonconformanceError,
    OrdersFuzzer,
    assert_same_in_two_processes,
    compare_golden,
    conformance,
    replay_finding,
    run_soak,
)
from palatine.testing.examples.tithe import GAME
from palatine.testing.examples.tithe.orders.kinds import Orders
from palatine.testing.examples.tithe.referee import Tithe
from palatine.testing.examples.tithe.state import TitheState
from palatine.testing.laws.orders import garble


def found_in(game: Any, law: str, positions: int = 40) -> set[str]:
    """Return what is found when a game is held against one law, or by the play itself."""
    laws = tuple(each for each in ORDERS_GAME_LAWS if each.__name__ == law.replace(" ", "_"))
    return {finding.what for finding in conformance(game, positions, laws=laws, collect=True).findings}


def test_the_example_conforms() -> None:
    report = conformance(GAME, 120)
    assert {"no sheets", "some sheets", "all sheets but one", "the end"} <= set(report.positions)
    assert report.counts["sheets accepted"] > report.counts["sheets refused"] > 100
    assert report.counts["suggestions"] > 500


def test_random_games_end_without_findings_and_alike_in_two_processes() -> None:
    results = run_soak(GAME, 40, processes=1)
    assert not [result.finding for result in results if result.finding is not None]
    assert {result.outcome.partition(":")[0] for result in results} >= {"Abbey", "Baron", "Crown"}
    assert_same_in_two_processes(GAME, range(2), 40)


def test_a_golden_playthrough_holds_sheets_and_reports(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "tithe.txt"
    with pytest.raises(GoldenMismatch, match="There is no"):
        compare_golden(GAME, path, decisions=6)
    monkeypatch.setenv("PALATINE_UPDATE_GOLDEN", "1")
    compare_golden(GAME, path, decisions=6)
    monkeypatch.delenv("PALATINE_UPDATE_GOLDEN")
    compare_golden(GAME, path, decisions=6)
    text = path.read_text()
    assert "hands in for turn 1" in text
    assert "== The report of Baron" in text


def test_a_garbled_text_is_garbled_in_many_ways() -> None:
    random = Random(1)
    assert len({garble("Aldo rides to Brook\nAnna collects\n", random) for _ in range(100)}) > 40


# Faults, and the laws that find them


class Forgetful(Tithe):
    def write(self, sheet: Sheet) -> str:
        return super().write(msgspec.structs.replace(sheet, orders=sheet.orders[:1]))


class BadAdvice(Tithe):
    def suggest(
        self, state: TitheState, seat: str, character: str | None = None, sheet: Sheet | None = None
    ) -> list[Suggestion]:
        return [*super().suggest(state, seat, character, sheet), Suggestion("Aldo collects", "")]


class Lenient(Tithe):
    def hand_in(self, state: TitheState, seat: str, sheet: Sheet) -> TitheState:
        after = state.copy()
        self.set_sheet(after, seat, sheet)
        return after


class Strict(Tithe):
    def hand_in(self, state: TitheState, seat: str, sheet: Sheet) -> TitheState:
        if sheet.orders:
            raise RejectedSheet([Problem(1, "", "No.")])
        return super().hand_in(state, seat, sheet)


class Unruly(Tithe):
    def check(self, state: TitheState, seat: str, sheet: Sheet) -> list[Problem]:
        return [Problem(99, "77", " ", uncertain=True), *super().check(state, seat, sheet)]


class Sticky(Tithe):
    def hand_in(self, state: TitheState, seat: str, sheet: Sheet) -> TitheState:
        after = super().hand_in(state, seat, sheet)
        after.gold[0] += 1
        return after


class Impure(Tithe):
    def hand_in(self, state: TitheState, seat: str, sheet: Sheet) -> TitheState:
        self.set_sheet(state, seat, sheet)
        return super().hand_in(state, seat, sheet)


class Untidy(Tithe):
    def run_turn(self, state: TitheState) -> None:
        sheets = list(state.sheets)
        super().run_turn(state)
        state.sheets[:] = sheets


class Capricious(Tithe):
    turns = 0

    def run_turn(self, state: TitheState) -> None:
        super().run_turn(state)
        self.turns += 1
        state.barns[0] = self.turns


class Gossip(Tithe):
    def report(self, state: TitheState, seat: str | None, entries: Any) -> Report:
        told = super().report(state, seat, entries)
        extra = Section("gold", "Gold", (str(state.gold),))
        return msgspec.structs.replace(told, sections=(*told.sections, extra))


class Sprawling(Tithe):
    def report(self, state: TitheState, seat: str | None, entries: Any) -> Report:
        told = super().report(state, seat, entries)
        wide = Section("news", "", (), (Grid(tuple("abcdefghijklmnopqrstuvwxyz"), (("x" * 9,),)),))
        return msgspec.structs.replace(told, sections=(*told.sections, wide))


class Peeping(Tithe):
    def check(self, state: TitheState, seat: str, sheet: Sheet) -> list[Problem]:
        others = [each for each in state.sheets if each is not None and each.orders]
        return [Problem(0, "", f"They order {others}.", uncertain=True), *super().check(state, seat, sheet)]


class Showing(Tithe):
    def view(self, state: TitheState, seat: str | None) -> Any:
        rows = tuple(Row(name, str(sheet)) for name, sheet in zip(state.seats, state.sheets, strict=True))
        return msgspec.structs.replace(super().view(state, seat), panels=(Panel("orders", "Orders", rows),))


class Fragile(Tithe):
    def parse(self, text: str) -> Orders:
        if any(word.isdigit() for word in text.split()):
            return Orders()
        raise IndexError(text)


class Unheard(Tithe):
    def unknown_name_problems(self, state: TitheState, seat: str, sheet: Sheet) -> list[str]:
        return ["Nobody has told you of that."] if sheet.orders else []


class Endless(Tithe):
    def seats_due(self, state: TitheState) -> tuple[str, ...]:
        return () if any(state.out) else state.seats

    def remove_player(self, state: TitheState, seat: str) -> None:
        state.out[0] = 1


class Illiterate(Tithe):
    def write_position(self, state: TitheState) -> str:
        return "somewhere"

    def read_position(self, text: str) -> TitheState:
        return self.setup(seats=("Abbey", "Baron"))


FAULTS: list[tuple[type[Tithe], str]] = [
    (Forgetful, "sheets are text"),
    (BadAdvice, "suggestions are good"),
    (Lenient, "checking decides"),
    (Strict, "checking decides"),
    (Unruly, "checking decides"),
    (Sticky, "handing in is pure"),
    (Impure, "handing in is pure"),
    (Untidy, "turns are pure"),
    (Capricious, "turns are pure"),
    (Gossip, "reports keep secrets"),
    (Sprawling, "reports keep secrets"),
    (Peeping, "orders of others are hidden"),
    (Showing, "orders of others are hidden"),
    (Showing, "secrets are kept"),
    (Fragile, "garbled text is reported"),
    (Unheard, "bots see what their seat sees"),
    (Endless, "ejecting goes on"),
    (Illiterate, "positions before orders are text"),
]


@pytest.mark.parametrize(("kind", "law"), FAULTS, ids=lambda each: getattr(each, "__name__", each))
def test_each_fault_is_found(kind: Callable[[], Any], law: str) -> None:
    assert law in found_in(kind(), law)


def test_what_is_found_is_raised_and_replays(tmp_path: Path) -> None:
    with pytest.raises(NonconformanceError, match="turns are pure"):
        conformance(Capricious(), 4)
    (finding, *_) = conformance(Capricious(), 4, collect=True).findings
    kept = msgspec.structs.replace(finding, game="palatine.testing.examples.tithe:GAME")
    state = replay_finding(kept.save(tmp_path))
    assert len(state.sheets) == len(state.seats)


def test_the_fuzzer_runs_turns_with_sheets_missing_and_that_replays(tmp_path: Path) -> None:
    fuzzers = [OrdersFuzzer(GAME, seed, rough=0) for seed in range(30)]
    for fuzzer in fuzzers:
        fuzzer.run()
    late = next(fuzzer for fuzzer in fuzzers if ("", "run", -1) in fuzzer.actions)
    finding = FuzzFinding(
        "palatine.testing.examples.tithe:GAME", late.setup, late.seed, late.actions, "late", "somebody"
    )
    assert replay_finding(finding.save(tmp_path)) == late.state


def test_the_fuzzer_finds_what_intruders_may_do() -> None:
    found = [OrdersFuzzer(Lenient(), seed, rough=0.3).run().finding for seed in range(8)]
    assert "faulty sheet" in {each.what for each in found if each is not None}
    found = [OrdersFuzzer(Fragile(), seed, rough=0.3).run().finding for seed in range(3)]
    assert all(each is not None for each in found)
