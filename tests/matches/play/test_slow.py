"""Slow actions, stored for the operator with all that is needed to repeat them, up to a limit."""

from __future__ import annotations

import stat
from pathlib import Path
from time import sleep

import pytest

from palatine.cli.main import main
from palatine.core import Unreadable
from palatine.matches import MatchServices
from palatine.matches.runtime import slow_actions
from palatine.matches.runtime.slow_actions import SlowLimits
from palatine.store import Store
from palatine.testing.examples.ford.referee import Ford


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MatchServices:
    """Return a server whose views are slow, with a limit of half that time."""
    services = MatchServices(Store.open(tmp_path / "p.db"))
    services.runtime.slow = SlowLimits(0.02, 3)
    views = Ford.view

    def view(game: Ford, state: object, seat: str | None) -> object:
        sleep(0.04)
        return views(game, state, seat)  # type: ignore[arg-type]

    monkeypatch.setattr(Ford, "view", view)
    return services


def play(services: MatchServices, actions: int) -> str:
    made = services.matches.create("ford", forced=True)
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat, "7")
    for _ in range(actions):
        (seat,) = services.matches.info(made.match).asked
        seen = services.matches.view(made.match, seat)
        choice = seen.view.choices[-1]
        services.matches.act(made.match, made.keys[seat], (choice.verb, choice.operand), seen.version)
    return made.match


def test_the_last_few_are_kept_for_the_operator_alone_and_can_be_done_again(
    services: MatchServices, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = play(services, 5)
    folder = tmp_path / "p.db.slow"
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    assert len(files) == 3
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, *files)] == [0o700, 0o600, 0o600, 0o600]
    kept = slow_actions.read_recording(files[-1])
    assert (kept.match, kept.game) == (match, "ford")
    assert kept.seconds > 0.02
    done = list(slow_actions.replay_recording(kept))
    assert [(seat, action) for seat, action, _, _ in done] == list(kept.moves)
    assert all(views > 0.1 for *_, views in done)  # three who look, 0.04 each
    assert main(["replay", str(files[-1])]) == 0
    assert "s for the views" in capsys.readouterr().out
    assert len(slow_actions.stored_recordings(folder)) == 3


def test_what_is_quick_enough_is_not_kept_nor_anything_where_nobody_wants_it(
    services: MatchServices, tmp_path: Path
) -> None:
    services.runtime.slow = SlowLimits(0, 3)
    play(services, 2)
    services.runtime.slow = SlowLimits(30.0, 3)
    play(services, 2)
    assert not (tmp_path / "p.db.slow").exists()


def test_a_file_too_large_or_a_folder_that_cannot_be_written_does_no_harm(
    services: MatchServices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(slow_actions, "MAX_FILE_BYTES", 10)
    play(services, 1)
    assert not (tmp_path / "p.db.slow").exists()
    monkeypatch.undo()
    (tmp_path / "p.db.slow").write_text("in the way")
    services.runtime.slow = SlowLimits(1e-9, 3)
    play(services, 1)
    assert "could not be recorded" in caplog.text


def test_what_is_no_such_file_is_told_politely(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(Unreadable):
        slow_actions.read_recording(tmp_path / "x.json")
    assert slow_actions.stored_recordings(tmp_path) == []
    assert slow_actions.stored_recordings(None) == []
