"""Undo: what is permitted, what is not, and the reasons."""

from __future__ import annotations

import re
from random import Random

import pytest

from matches.helpers import ALDER, FORD, Table, clash, sit
from matches.spies import GAME as SPIES
from palatine import registry
from palatine.core import Irrevocable, Refused
from palatine.matches import Conflict, Forbidden, MatchServices
from palatine.matches.runtime.stored_positions import last_stored_position
from palatine.store import Store
from palatine.testing.examples.ford.referee import Ford

REVEALED = re.compile(r"That (showed|told) (you|South|everybody) something hidden(: .+)?\.")


def refusal(table: Table, seat: str) -> str:
    """Return the reason why a seat cannot undo; check that asking changes nothing."""
    match_view = table.look(seat)
    assert not match_view.can_undo
    with pytest.raises(Refused) as caught:
        table.undo(seat)
    assert str(caught.value) == match_view.why_not
    assert table.version == match_view.version
    return match_view.why_not


def test_a_choice_nobody_saw_is_taken_back(table: Table) -> None:
    before = table.look("North")
    after = table.act("North", "piece", 1)
    assert (after.can_undo, after.why_not) == (True, "")
    back = table.undo("North")
    assert (back.view, back.at, back.version) == (before.view, 0, after.version + 1)
    assert (back.can_undo, back.entries[-1].kind) == (False, "undo")


def test_action_after_action_is_taken_back(table: Table) -> None:
    table.act("North", "piece", 1)
    table.act("North", "go", FORD)
    table.act("South", "piece", 4)
    assert table.undo("South").at == 2
    table.act("South", "piece", 4)
    assert table.undo("South").at == 2
    assert refusal(table, "South") == "North has acted since."
    assert table.undo("North").at == 1, "South has taken everything back"
    assert table.undo("North").at == 0
    assert refusal(table, "North") == "Nothing to undo."


def test_a_refusal_names_the_player(services: MatchServices) -> None:
    made = services.matches.create("ford", forced=False)
    for seat, name in (("North", "Ann"), ("South", "Bea")):
        services.seats.take_seat(made.match, made.keys[seat], name, "42")
    table = Table(services, made)
    table.act("North", "piece", 1)
    table.act("North", "go", FORD)
    assert refusal(table, "South") == "Ann (North) has acted since."


def test_what_is_taken_back_is_void_in_the_journal(table: Table) -> None:
    start = table.version
    table.act("North", "piece", 1)
    table.act("North", "go", FORD)
    seen = table.texts("South")
    assert seen[-1] == "North marches from Birch to Ford."
    table.undo("North")
    line = table.look("South", start + 2).entries[-1]
    assert (line.kind, line.text, line.back_to) == ("undo", "North undoes the last action.", start + 1)
    assert "North marches from Birch to Ford." not in table.texts("South")
    table.undo("North")
    assert [line.kind for line in table.look("North").entries if line.version > start] == ["undo", "undo"]


def test_a_roll_is_never_taken_back(table: Table) -> None:
    clash(table)
    assert refusal(table, "South") == "Dice have been rolled since."
    assert refusal(table, "North") == "South has acted since."


def test_a_face_that_was_shown_is_never_taken_back(table: Table) -> None:
    table.act("North", "show", 1)
    assert REVEALED.match(refusal(table, "North"))


def test_what_a_preview_calls_irrevocable_is_never_taken_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ford, "consequences", lambda game, state, seat, action: [Irrevocable("2")])
    table.act("North", "piece", 1)
    assert refusal(table, "North") == "That can't be undone."


def test_the_refusal_says_what_was_revealed_and_to_whom(services: MatchServices, table: Table) -> None:
    shown = table.look("North").view
    face = next(piece.text for piece in shown.pieces if piece.operand == 1)
    table.act("North", "show", 1)
    assert refusal(table, "North") == f"That showed South something hidden: {face.removesuffix(', hidden')}."
    spying = spies(services)
    spying.act("North", "spy", 4)
    told = spying.look("North").entries[-1].text
    assert refusal(spying, "North") == f"That told you something hidden: {told}"
    spying = spies(services)
    spying.act("North", "whisper", 0)
    assert refusal(spying, "North") == "That told South something hidden."


def test_the_view_answers_as_an_undo_would(services: MatchServices, parts: int) -> None:
    random = Random(5)
    for game in ("ford", "demonlord", "elric"):
        table = sit(services, game, forced=False)
        for _ in range(50 // parts):
            seat = table.asked[0]
            if not table.step(random):
                break
            seen = table.look(seat)
            if seen.can_undo:
                assert table.undo(seat).at < seen.at
            else:
                assert refusal(table, seat)


def test_what_came_after_a_reveal_is_taken_back_but_not_the_reveal(table: Table) -> None:
    table.act("North", "show", 1)
    table.act("North", "piece", 1)
    assert table.undo("North").at == 1
    assert REVEALED.match(refusal(table, "North"))


def test_undo_never_crosses_a_hand_over(services: MatchServices, table: Table) -> None:
    table.act("North", "piece", 1)
    services.seats.lend_to_bot(table.match, table.key("South"), "recruit")
    services.seats.take_back(table.match, table.key("South"))
    assert refusal(table, "North") == "A seat has changed hands since."
    table.act("North", "go", FORD)
    assert table.undo("North").at == 1
    assert refusal(table, "North") == "A seat has changed hands since."


def test_what_a_bot_did_is_not_taken_back(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    services.seats.lend_to_bot(table.match, table.key("South"), "recruit")
    services.seats.take_back(table.match, table.key("South"))
    assert not table.look("South").can_undo
    assert not table.look("North").can_undo


def test_others_and_spectators_take_nothing_back(services: MatchServices, table: Table) -> None:
    table.act("North", "piece", 1)
    assert refusal(table, "South") == "North has acted since."
    assert table.look(None).why_not == "Spectators can't act."
    with pytest.raises(Forbidden):
        services.matches.undo(table.match, "guess", table.version)
    with pytest.raises(Conflict):
        services.matches.undo(table.match, table.key("North"), table.version - 1)


def test_a_forced_move_goes_back_with_the_choice_before_it(services: MatchServices) -> None:
    table = sit(services)
    assert table.act("North", "piece", 1).at == 2
    assert table.undo("North").at == 0


def test_a_plan_is_taken_back_whole(services: MatchServices) -> None:
    table = sit(services, forced=False)
    plan = table.look("North").view.shortcuts[0]
    match_view = services.matches.act_all(table.match, table.key("North"), plan.actions, table.version)
    assert (match_view.can_undo, match_view.takes_back) == (True, plan.text)
    assert table.undo("North").at == 0
    piece = next(choice for choice in table.look("North").view.choices if choice.verb == "piece")
    assert table.act("North", "piece", piece.operand).takes_back == piece.text
    assert table.act("North", "go", FORD).takes_back == "Go to Ford"
    assert table.undo("North").at == 1, "what was chosen click by click goes back click by click"


def test_what_comes_after_a_reveal_in_a_plan_is_taken_back_without_it(services: MatchServices) -> None:
    table = sit(services, forced=False)
    services.matches.act_all(
        table.match, table.key("North"), [("show", 1), ("piece", 1), ("go", FORD)], table.version
    )
    assert table.undo("North").at == 1
    assert REVEALED.match(refusal(table, "North"))


def test_another_process_takes_a_plan_back_whole(services: MatchServices, store: Store) -> None:
    table = sit(services, forced=False)
    plan = table.look("North").view.shortcuts[0]
    services.matches.act_all(table.match, table.key("North"), plan.actions, table.version)
    other = Table(MatchServices(store), table.made)
    assert other.look("North").takes_back == plan.text
    assert other.undo("North").at == 0


def spies(services: MatchServices) -> Table:
    registry.register("spies", SPIES)
    return sit(services, "spies", forced=False)


def test_what_told_its_own_seat_a_secret_is_not_taken_back(services: MatchServices) -> None:
    table = spies(services)
    table.act("North", "spy", 4)
    assert REVEALED.match(refusal(table, "North"))


def test_what_told_its_own_seat_what_it_knew_is_taken_back(services: MatchServices) -> None:
    table = spies(services)
    table.act("North", "count", 0)
    assert table.undo("North").at == 0
    table.act("North", "spy", 3)
    assert table.undo("North").at == 0, "that troop was face up"


def test_what_others_were_told_in_private_is_not_taken_back(services: MatchServices) -> None:
    table = spies(services)
    table.act("North", "whisper", 0)
    assert REVEALED.match(refusal(table, "North"))


def test_another_process_knows_what_may_be_taken_back(store: Store, table: Table) -> None:
    table.act("North", "piece", 1)
    other = Table(MatchServices(store), table.made)
    assert other.look("North").can_undo
    assert other.undo("North").at == 0
    table.act("North", "show", 1)
    assert REVEALED.match(refusal(Table(MatchServices(store), table.made), "North"))


def test_undo_at_random_moments_leaves_a_match_that_replays(
    services: MatchServices, store: Store, parts: int
) -> None:
    random = Random(11)
    undone = 0
    for _ in range(-(-6 // parts)):
        table = sit(services, options={"days": 20}, forced=random.random() < 0.5)
        while table.step(random):
            while random.random() < 0.4:
                seen = [table.look(seat, 10_000) for seat in ("North", "South")]
                free = [match_view for match_view in seen if match_view.can_undo]
                if not free:
                    break
                undone += free[0].at - table.undo(str(free[0].seat)).at
        info = services.matches.info(table.match)
        assert store.snapshot(table.match, info.at) is not None
        assert services.archive.verify(table.match).ok
    assert undone > 50 // parts
    assert services.archive.audit() == []


def test_undo_across_a_whole_position(services: MatchServices, store: Store) -> None:
    """Every hundredth position is stored whole.

    An undone one is not found again, and no other depends on it.
    """
    table = spies(services)
    for _ in range(99):
        table.act("North", "count", 0)
    table.act("North", "count", 0)
    assert last_stored_position(store, table.match, 100) == (100, store.load(table.match)[0].state)  # type: ignore[index]
    assert [each.ply for each in store.snapshots(table.match) if each.base == each.ply] == [0, 100]
    table.undo("North")
    table.act("North", "piece", 1)
    at, data = last_stored_position(store, table.match, 100)
    assert at == 100
    assert SPIES.decode(data) == SPIES.decode(store.load(table.match)[0].state or b"")  # type: ignore[index]
    table.undo("North")
    table.undo("North")
    assert (table.look("North").at, last_stored_position(store, table.match, 200)[0]) == (98, 98)
    table.act("North", "rest", 0)
    assert services.archive.replay(table.match, "North", 98).view.pieces[0].space == f"s{ALDER}"
    assert services.archive.audit() == []
