"""Match files on the command line."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest

from palatine.core import RuleChange
from palatine.matches import MatchServices, MatchStuck, file_to_text
from palatine.processes import SerialExecutor
from palatine.store import Store
from palatine.testing import FuzzFinding, Setup
from palatine.testing.examples.ford import GAME
from palatine.testing.examples.ford.referee import Ford


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "matches.db")


def played(place: str, decisions: int = 1000) -> tuple[MatchServices, str, dict[str, str]]:
    """Return a match of two people, played at random."""
    services = MatchServices(Store.open(place))
    made = services.matches.create(
        "ford", players={seat: {"number": "7", "name": seat[0]} for seat in ("North", "South")}
    )
    random = Random(3)
    for _ in range(decisions):
        info = services.matches.info(made.match)
        if info.status == "over":
            break
        (seat,) = info.asked
        choice = random.choice(services.matches.view(made.match, seat).view.choices)
        services.matches.act(made.match, made.keys[seat], (choice.verb, choice.operand), info.version)
    return services, made.match, made.keys


@pytest.fixture
def finished(place: str, tmp_path: Path) -> Path:
    services, match, _ = played(place)
    path = tmp_path / "finished.json"
    path.write_text(file_to_text(services.archive.export(match)))
    return path


def test_a_finished_match_goes_out_is_verified_and_comes_in(run: Any, place: str, tmp_path: Path) -> None:
    _, match, _ = played(place)
    path = tmp_path / "out.json"
    assert run("export", match, "--to", str(path), "--database", place) == (0, f"Written to {path}.\n", "")
    assert run("export", match, "--database", place)[1] == path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "of a match being played it tells what one seat knows"
    code, out, _ = run("verify", str(path))
    assert code == 0
    assert out.splitlines()[-1].startswith("All is well: ")
    code, out, _ = run("import", str(path), "--database", place)
    assert code == 0
    assert MatchServices(Store.open(place)).matches.info(out.strip()).status == "over"


def test_a_match_is_told_from_its_file(run: Any, finished: Path) -> None:
    code, out, _ = run("replay", str(finished))
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "Ford: N as North, S as South"
    assert "    0 The troops are dealt face down. (1.2)" in lines
    assert any("makes ready" in line for line in lines)
    assert "has won: " in lines[-1] or "share the victory: " in lines[-1]
    only = run("replay", str(finished), "--seat", "South")[1]
    assert len(only.splitlines()) < len(lines)


def test_a_file_shows_the_match_at_any_action(run: Any, finished: Path) -> None:
    code, out, _ = run("replay", str(finished), "--at", "1")
    assert code == 0
    assert "What North sees:" in out
    assert "What South sees:" in out
    code, out, _ = run("replay", str(finished), "--at", "0", "--seat", "South")
    assert "a hidden troop of North" in out
    assert "a hidden troop of South" not in out


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--at", "999"], "This match has positions 0 to "),
        (["--at", "-1"], "This match has positions 0 to "),
        (["--seat", "West"], "This match has no seat 'West'; it has North, South."),
    ],
)
def test_what_a_file_does_not_hold_is_told(run: Any, finished: Path, more: list[str], complaint: str) -> None:
    code, out, err = run("replay", str(finished), *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_a_match_still_played_is_written_for_its_seats_only(run: Any, place: str, tmp_path: Path) -> None:
    _, match, keys = played(place, 3)
    code, _, err = run("export", match, "--database", place)
    assert (code, err) == (2, "palatine: A match still being played is written out only for its seats.\n")
    path = tmp_path / "open.json"
    assert run("export", match, "--key", keys["North"], "--to", str(path), "--database", place)[0] == 0
    code, out, _ = run("replay", str(path))
    assert out.startswith("Ford, as North knows it\n")
    assert run("replay", str(path), "--at", "1")[0] == 2
    code, _, err = run("verify", str(path))
    assert (code, err.count("\n")) == (2, 1)
    assert run("import", str(path), "--database", place)[0] == 2


@pytest.mark.parametrize("cut", [0, 1, 100, -30])
def test_a_file_cut_short_is_told(run: Any, finished: Path, cut: int) -> None:
    finished.write_text(finished.read_text()[:cut])
    for command in ("verify", "replay", "import"):
        code, out, err = run(command, str(finished))
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_an_altered_roll_is_found(run: Any, finished: Path) -> None:
    plain = json.loads(finished.read_text())
    record = next(record for record in plain["log"] if record.get("rolls"))
    record["rolls"][0][2] = record["rolls"][0][2] % 3 + 1
    finished.write_text(json.dumps(plain))
    code, out, _ = run("verify", str(finished))
    assert code == 1
    assert "in the log; the key makes it" in out
    assert run("replay", str(finished))[0] == 2
    assert run("import", str(finished))[0] == 2


def test_an_audit_replays_every_match(run: Any, place: str, monkeypatch: Any) -> None:
    played(place)
    last = "0 findings; 0 matches are stuck; 0 were played under rules that have changed since."
    assert run("audit", "--database", place) == (0, f"ford: 1 match begun under rules 1.\n{last}\n", "")
    monkeypatch.setattr("palatine.testing.examples.ford.rules.combat.FORD", 0)
    monkeypatch.setattr("palatine.testing.examples.ford.setup.Deal.run", lambda self, s: s.pop())
    code, out, _ = run("audit", "--database", place)
    assert code == 1
    assert not out.splitlines()[-1].startswith("0 findings")


def test_an_audit_says_which_matches_began_under_which_rules(run: Any, place: str, monkeypatch: Any) -> None:
    """Matches that changed rules would play differently are listed, but not as damage."""
    played(place)
    monkeypatch.setattr("palatine.testing.examples.ford.setup.Deal.run", lambda self, s: s.pop())
    monkeypatch.setitem(GAME.__dict__, "changes", (RuleChange("2", "3.4", "No ford."),))
    code, out, _ = run("audit", "--database", place)
    assert code == 0
    assert "ford: 1 match begun under rules 1." in out
    assert "Played under rules 1. Today's rules (2) give other results" in out
    code, out, _ = run("games", "--changes")
    assert "Ford (2024), rules 2" in out
    assert "  since rules 2, 3.4: No ford." in out


def test_a_file_of_old_rules_is_verified_in_part(run: Any, finished: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(
        "palatine.cli.files.ProcessPool", lambda size: SerialExecutor()
    )  # the rules are changed in this process
    monkeypatch.setattr("palatine.testing.examples.ford.rules.combat.FORD", 0)
    monkeypatch.setattr("palatine.testing.examples.ford.setup.Deal.run", lambda self, s: s.pop())
    assert run("verify", str(finished))[0] == 1
    monkeypatch.setitem(GAME.__dict__, "changes", (RuleChange("2", "3.4", "No deal."),))
    code, out, _ = run("verify", str(finished))
    assert code == 3
    assert "the dice are checked to the end, the moves and the result are not" in out
    assert "All is well" not in out
    code, out, _ = run("replay", str(finished))
    assert (code, "give other results than the rules the match was played under" in out) == (0, True)


def test_a_damaged_database_is_noticed_and_audited(run: Any, place: str) -> None:
    services, _, _ = played(place)
    services.runtime.storage.close()  # type: ignore[attr-defined]
    data = Path(place).read_bytes()
    page = data.rindex(b"North") // 4096 * 4096  # one of the match's, not of those without which nothing opens
    Path(place).write_bytes(data[:page] + b"\xee" * 4096 + data[page + 4096 :])
    code, _, err = run("matches", "--database", place)
    assert code == 2
    assert "is damaged" in err
    code, out, _ = run("audit", "--database", place)
    assert code == 1
    assert not out.splitlines()[-1].startswith("0 findings")


def test_stuck_matches_are_listed_and_tried_again(run: Any, place: str, monkeypatch: Any) -> None:
    services, match, keys = played(place, 1)
    assert run("stuck", "--database", place) == (0, "0 matches are stuck.\n", "")

    def broken(*_: Any) -> None:
        raise ArithmeticError

    with monkeypatch.context() as patch:
        patch.setattr(Ford, "take", broken)
        seat = services.matches.info(match).asked[0]
        choice = services.matches.view(match, seat).view.choices[0]
        with pytest.raises(MatchStuck):
            services.matches.act(
                match, keys[seat], (choice.verb, choice.operand), services.matches.info(match).version
            )
        code, out, _ = run("stuck", "--database", place)
        assert (code, out.count(match)) == (1, 2)
        assert "(ArithmeticError)" in out
        assert out.endswith("1 match is stuck.\n")
        code, out, _ = run("stuck", "--retry", "--database", place)
        assert (code, out.splitlines()[1]) == (1, f"{match}: he is still stuck")
        assert "1 match is stuck;" in run("audit", "--database", place)[1]
    code, out, _ = run("stuck", "--retry", "--database", place)
    assert (code, out.splitlines()[1:]) == (0, [f"{match}: he goes on", "0 matches are stuck."])


def test_a_finding_of_the_fuzzer_is_replayed(run: Any, tmp_path: Path) -> None:
    setup = Setup("standard", ("North", "South"))
    finding = FuzzFinding(
        "palatine.testing.examples.ford:GAME", setup, "1", [("North", "rest", 0)], "crash", "IndexError", "March"
    )
    code, out, _ = run("replay", str(finding.save(tmp_path)))
    assert code == 0
    assert out.startswith(
        "crash: IndexError [March] (palatine.testing.examples.ford:GAME, standard (North, South), seed 1"
    )
    assert "What South sees:\nDay 1 of 6\nChoose a troop to march, or rest. (2)" in out
