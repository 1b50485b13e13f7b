"""Changes sent to pages in answers and events, encoded once; whole views where necessary."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import msgspec
import pytest

from loops import in_a_loop
from palatine.matches import MatchService, MatchServices, apply_changes, client_view_of
from palatine.web.live.hub import Hub, ThreadPools
from palatine.web.live.listener import HEARTBEAT_COMMENT, LETTERS_EVENT, MAX_BACKLOG_BYTES, Listener, ViewRequest
from palatine.web.live.sent_views import VERSIONS_PER_SEAT, SentViewCache
from web.helpers import Table

SEATS: tuple[str | None, ...] = ("North", "South", None)


def look(table: Table, seat: str | None, since: int = 0) -> Any:
    return table.get("view", seat, since=since, changes="true").json()


def post(table: Table, what: str, seat: str, version: int, **more: Any) -> Any:
    body = {"seat": seat, "version": version, **more}
    return table.client.post(f"{table.base}/{what}?changes=true", json=body, headers=table.headers(seat))


def whole(services: MatchServices, table: Table, seat: str | None) -> Any:
    """Return the view of a seat as it would be sent whole."""
    return json.loads(msgspec.json.encode(client_view_of(services.matches.view(table.match, seat)).view))


def first_move(view: Any, pick: int = 0) -> dict[str, Any]:
    choice = view["choices"][pick]
    return {"actions": [{"verb": choice["verb"], "operand": choice["operand"]}]}


def a_plan(view: Any) -> dict[str, Any]:
    return {"shortcut": {"space": view["detours"][0]}}


def test_who_does_not_ask_for_changes_is_answered_as_ever(table: Table) -> None:
    seen = table.view("North")
    assert all(plan["actions"] for plan in seen["view"]["shortcuts"])
    assert "goals" not in seen["view"]
    answer = table.step().json()
    assert "since" not in answer
    assert answer["view"] == table.view("North")["view"]


def test_answers_and_looks_tell_what_has_changed(services: MatchServices, table: Table) -> None:
    """Each seat's view is updated by changes alone and equals the whole view."""
    random = Random(3)
    known = {seat: look(table, seat) for seat in SEATS}
    for seat, seen in known.items():
        assert "since" not in seen, "first the whole"
        assert seen["view"] == whole(services, table, seat)
    changed = 0
    for _ in range(12):
        (seat,) = table.asked()
        view = known[seat]["view"]
        answer = post(table, "actions", seat, known[seat]["version"], **first_move(view, random.randrange(2) - 1))
        for each in SEATS:
            news = answer.json() if each == seat else look(table, each, known[each]["version"])
            changed += "since" in news
            known[each] = apply_changes(known[each], news) if "since" in news else news
            assert known[each]["view"] == whole(services, table, each)
    assert changed > 20


def test_undo_tells_what_has_changed(services: MatchServices, table: Table) -> None:
    seen = look(table, "North")
    assert seen["view"]["detours"]
    assert not any(plan["actions"] for plan in seen["view"].get("shortcuts", ()))
    answer = post(table, "actions", "North", seen["version"], **a_plan(seen["view"])).json()
    then = apply_changes(seen, answer)
    back = apply_changes(then, post(table, "undo", "North", then["version"]).json())
    assert back["view"] == seen["view"] == whole(services, table, "North")


def test_a_plan_is_played_by_its_goal_as_by_its_actions(table: Table, make_table: Any) -> None:
    other = make_table()
    plan = table.view("North")["view"]["shortcuts"][0]
    goal = {"space": plan["space"], "text": plan["text"]}
    one = table.post("actions", "North", seat="North", version=table.view("North")["version"], shortcut=goal).json()
    moves = [{"verb": verb, "operand": operand} for verb, operand in plan["actions"]]
    two = other.post("actions", "North", seat="North", version=other.view("North")["version"], actions=moves).json()
    spaces = [[piece["space"] for piece in seen["view"]["pieces"]] for seen in (one, two)]
    assert spaces[0] == spaces[1]
    assert one["takes_back"] == two["takes_back"] == plan["text"]


def test_what_shortcuts_are_called_is_told_to_the_seat_alone(table: Table) -> None:
    plans = table.view("North")["view"]["shortcuts"]
    told = table.get("shortcuts", "North").json()
    assert told["version"] == table.view("North")["version"]
    assert [plan["text"] for plan in told["shortcuts"]] == [plan["text"] for plan in plans]
    (one,) = table.get("shortcuts", "North", space=plans[0]["space"]).json()["shortcuts"]
    assert one == {"space": plans[0]["space"], "text": plans[0]["text"]}
    assert table.get("shortcuts").status_code == 400
    assert table.client.get(f"{table.base}/shortcuts?seat=North").status_code == 403


def test_a_plan_that_is_not_offered_is_refused_and_one_of_another_version_a_conflict(table: Table) -> None:
    seen = look(table, "North")
    answer = post(table, "actions", "North", seen["version"], shortcut={"space": 8, "text": "Home"})
    assert (answer.status_code, answer.json()["detail"]) == (422, "No shortcut does that.")
    table.step()
    late = post(table, "actions", "North", seen["version"], **a_plan(seen["view"]))
    assert late.status_code == 409
    assert not any(plan["actions"] for plan in late.json()["view"]["view"].get("shortcuts", ()))
    assert late.json()["view"]["version"] > seen["version"]


def test_either_actions_or_a_plan(table: Table) -> None:
    version = table.view("North")["version"]
    for what in ({}, {"actions": [{"verb": "rest", "operand": 0}], "shortcut": {"space": 1}}):
        assert post(table, "actions", "North", version, **what).status_code == 400


def test_after_a_version_that_is_not_known_the_whole_is_told(table: Table) -> None:
    old = look(table, "North")["version"]
    for _ in range(VERSIONS_PER_SEAT + 1):
        table.step()
        look(table, "North")
    assert "since" not in look(table, "North", old)
    assert "since" not in look(table, "North", 1_000)


def test_without_a_view_the_whole_is_told_even_if_version_0_is_known(services: MatchServices, table: Table) -> None:
    """A player who reloads the page after waiting has no view to apply changes to."""
    views, now = SentViewCache(), services.matches.view(table.match, "North")
    views.message_for(msgspec.structs.replace(now, version=0), "North", 0)
    for _ in range(2):
        assert views.message_for(now, "North", 0).kind == "view"


def test_the_same_is_written_once_for_answer_and_events(services: MatchServices, table: Table) -> None:
    views, version = SentViewCache(), table.view("North")["version"]
    views.message_for(services.matches.view(table.match, "North"), "North", 0)
    table.step()
    one = views.message_for(services.matches.view(table.match, "North", version), "North", version)
    two = views.message_for(services.matches.view(table.match, "North", version), "North", version)
    assert one.kind == "changes"
    assert one.data is two.data


def test_one_seat_is_never_told_what_has_changed_for_another(services: MatchServices, table: Table) -> None:
    """This includes a spectator, which the stream of a departed player becomes."""
    views, version = SentViewCache(), table.view("North")["version"]
    views.message_for(services.matches.view(table.match, "North"), "North", 0)
    table.step()
    assert views.message_for(services.matches.view(table.match, "South", version), "South", version).kind == "view"
    assert views.message_for(services.matches.view(table.match, None, version), "North", version).kind == "view"


def test_to_a_listener_that_falls_behind_the_whole_is_sent_instead_of_what_waits() -> None:
    listener = Listener("North", 3, changes=True)
    assert listener.view_request == ViewRequest("North", 3, changes=True, whole=False)
    listener.put_letters()
    listener.put_letters()
    listener.put(b"x" * MAX_BACKLOG_BYTES, 4)
    assert listener.view_request == ViewRequest("North", 3, changes=True, whole=True), "from what it has been sent"
    listener.put(b"all", 7, replaces_waiting=True)
    assert list(listener.waiting) == [LETTERS_EVENT, b"all"]
    assert listener.view_request == ViewRequest("North", 7, changes=True, whole=False)


def test_listeners_of_one_seat_at_different_versions_each_get_what_they_lack(
    services: MatchServices, table: Table
) -> None:
    hub = Hub(services.matches, ThreadPools())
    first = table.view("North")["version"]
    hub.messages_for(table.match, [ViewRequest("North", 0, changes=True, whole=False)])
    second = table.step().json()["version"]
    hub.messages_for(table.match, [ViewRequest("North", first, changes=True, whole=False)])
    third = table.step().json()["version"]
    wants = [ViewRequest("North", since, changes, False) for since in (first, second) for changes in (True, False)]
    told = hub.messages_for(table.match, wants)
    assert {version for _, version in told.values()} == {third}
    for want in wants:
        data = json.loads(told[want][0].split(b"data: ")[1])
        assert data.get("since") == (want.since if want.changes else None)
    whole = hub.messages_for(table.match, [ViewRequest("North", first, changes=True, whole=True)])
    assert all(b"event: view" in data for data, _ in whole.values())


def test_while_much_happens_a_listener_hears_one_unbroken_tale(services: MatchServices, table: Table) -> None:
    async def listen() -> Any:
        hub = Hub(services.matches, ThreadPools())
        stream = await hub.listen(table.match, "North", 0, changes=True)
        seen: Any = None
        async for piece in stream:
            for told in piece.decode().split("\n\n"):
                data = next((line[6:] for line in told.splitlines() if line.startswith("data: ")), None)
                if data is None:
                    continue
                news = json.loads(data)
                seen = apply_changes(seen, news) if "since" in news else news
            if seen and seen["view"] == whole(services, table, "North"):
                if seen["version"] > 12:
                    break
                await asyncio.to_thread(table.step)
        await stream.aclose()
        hub.close()
        return seen

    seen = in_a_loop(asyncio.wait_for(listen(), 20))
    assert seen["view"] == whole(services, table, "North")


def test_what_is_told_of_the_match_is_never_older_than_the_view_beside_it(
    services: MatchServices, make_table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An action comes between reading the match and its position; no later event would repeat it."""
    table = make_table(pace={"name": "steady"})
    hub, look_all = Hub(services.matches, ThreadPools()), services.matches.views

    def after_an_action(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(services.matches, "views", look_all)
        table.step()
        return look_all(*given, **more)

    monkeypatch.setattr(services.matches, "views", after_an_action)
    before = services.matches.info(table.match).version
    wanted = ViewRequest("North", 0, changes=True, whole=True)
    data, version = hub.messages_for(table.match, [wanted])[wanted]
    told = json.loads(data.partition(b"event: info\ndata: ")[2].partition(b"\n")[0])
    assert version > before
    assert told["version"] == version


def test_nothing_is_made_for_who_has_it(
    services: MatchServices, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, version = Hub(services.matches, ThreadPools()), table.view("North")["version"]
    has_it = ViewRequest("North", version, changes=True, whole=False)
    with monkeypatch.context() as patch:
        patch.delattr(MatchService, "views")
        assert hub.messages_for(table.match, [has_it]) == {has_it: (b"", version)}
    behind = has_it._replace(whole=True)
    assert hub.messages_for(table.match, [behind])[behind][0].startswith(b"id: "), (
        "but for who cannot be told otherwise"
    )


def test_a_silence_is_broken_by_a_comment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palatine.web.live.listener.HEARTBEAT_SECONDS", 0.01)

    async def listen() -> list[bytes]:
        listener = Listener("North", 3)
        pieces = aiter(listener)
        heard = [await asyncio.wait_for(anext(pieces), 5) for _ in range(2)]
        listener.put(b"news", 4)
        heard.append(await asyncio.wait_for(anext(pieces), 5))
        await pieces.aclose()  # type: ignore[attr-defined]
        return heard

    first, second, third = in_a_loop(listen())
    assert first == second == HEARTBEAT_COMMENT
    assert third.endswith(b"news")


def test_while_a_commit_takes_its_time_others_look_and_nobody_is_told(
    services: MatchServices, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An action is answered after its commit; readers do not wait for it."""
    action_queue, is_writing, go = table.client.app.state.hub.action_queue, threading.Event(), threading.Event()
    append_all = action_queue._write_all

    def slow(changes: Any) -> Any:
        is_writing.set()
        assert go.wait(20)
        return append_all(changes)

    monkeypatch.setattr(action_queue, "_write_all", slow)
    before = table.view("North")
    with ThreadPoolExecutor(1) as pool:
        acting = pool.submit(table.step)
        assert is_writing.wait(20)
        assert table.view("North") == before
        assert not acting.done()
        go.set()
        assert acting.result(20).json()["version"] > before["version"]
