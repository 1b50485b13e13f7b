"""Permissions of every route for every kind of visitor, as in `authorization.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from web.authorization import DOCUMENT, TABLE, Row, page
from web.visitors import Answer, Visited

PROGRAMS = {"reader": "owner", "player": "owner"}


EVERYBODY = [*TABLE.groups["everybody"], "reader", "player", "revoked"]


def expected(row: Row, principal: str) -> int:
    """Return the expected status for a visitor of a multi-user server."""
    if principal == "revoked":
        return 403
    if principal in PROGRAMS:
        is_looking = row.method == "GET"
        is_open = row.programs == "play" or (is_looking and row.programs == "look")
        if not is_open or (principal == "reader" and not is_looking):
            return 403
        principal = PROGRAMS[principal]
    if principal in row.others:
        return row.others[principal]
    if principal in TABLE.groups[row.may]:
        return row.ok
    return row.no_known or row.no if principal in TABLE.groups["known"] else row.no


def asked(visited: Visited, row: Row, principal: str, headers: dict[str, str]) -> Answer:
    """Send the row's request as a visitor and return the answer."""

    def filled(text: str) -> str:
        def word(found: re.Match[str]) -> str:
            return principal if found[1] == "visitor" else visited.word(found[1])

        return re.sub(r"\$([a-z_-]+)", word, text)

    def all_filled(data: Any) -> Any:
        if isinstance(data, str):
            return filled(data)
        if isinstance(data, dict):
            return {name: all_filled(value) for name, value in data.items()}
        return data

    named = {"match": "$match", "game": "ford"} | row.with_
    method, path = row.ask.split(" ")
    path = re.sub(r"\{(\w+)\}", lambda found: filled(named[found[1]]), path)
    body = all_filled(row.body)
    visited.remember(thoroughly=principal in ("nobody", "suspended") and method != "GET")
    return visited.app_client.ask(method, path + row.query, headers, body)


@pytest.fixture(scope="module")
def open_services() -> Iterator[Visited]:
    visited = Visited("open")
    yield visited
    visited.close()


@pytest.fixture(scope="module")
def closed_site() -> Iterator[Visited]:
    visited = Visited("invite")
    yield visited
    visited.close()


@pytest.fixture(scope="module")
def one_machine() -> Iterator[Visited]:
    visited = Visited("local")
    yield visited
    visited.close()


def test_every_route_has_a_row(open_services: Visited) -> None:
    routes = {
        f"{method} {route.path_format}"
        for route in open_services.app.routes
        for method in route.methods
        if method != "OPTIONS"
    }
    assert {row.ask for row in TABLE.rows} == {route for route in routes if " /static/" not in route}


def wrong(visited: Visited, row: Row, principal: str, headers: dict[str, str], status: int) -> str:
    """Return what is wrong with a cell of the table, or "".

    A refused request must change nothing and create no account.
    """
    answer = asked(visited, row, principal, headers)
    changed = visited.has_changed()
    if row.ask == "DELETE /api/session":
        visited.come_back(principal)
    if answer.status != status:
        return f"{principal}: {answer.status} instead of {status}: {answer.body[:160]!r}"
    refused = status != row.ok
    if (refused or (row.method == "GET" and not row.probes)) and changed:
        return f"{principal}: was {'refused' if refused else 'looking'}, and yet something was written"
    if refused and "palatine=" in answer.headers.get("set-cookie", "") and status != 303:
        return f"{principal}: was refused, and yet is somebody new"
    return ""


def some(visitors: Sequence[str], row: Row, parts: int) -> list[str]:
    """Return the first visitor, and of the others those who belong to this row's part."""
    others = visitors[1:]
    return [visitors[0], *others[TABLE.rows.index(row) % parts :: parts]]


def test_the_routes_of_an_open_server(open_services: Visited, parts: int) -> None:
    found = []
    for row in TABLE.rows:
        visitors = some(["nobody", "reader", "revoked"] if row.few else EVERYBODY, row, parts)
        cells = [(each, expected(row, each)) for each in visitors]
        cells.sort(key=lambda cell: cell[1] == row.ok)
        for each, status in cells:
            found.append((row, wrong(open_services, row, each, open_services.shown[each], status)))
    assert not described(found)


def test_the_routes_of_a_closed_server(closed_site: Visited, parts: int) -> None:
    found = []
    for row in TABLE.rows:
        visitors = ["nobody"] if row.few else some(["nobody", "suspended", "elsewhere", "owner"], row, parts)
        cells = {each: expected(row, each) for each in visitors}
        if row.uninvited:
            cells |= {"nobody": row.uninvited, "suspended": row.uninvited}
        for each, status in cells.items():
            found.append((row, wrong(closed_site, row, each, closed_site.shown[each], status)))
    assert not described(found)


def test_the_routes_on_one_machine(one_machine: Visited, parts: int) -> None:
    """Each route is requested without a key and with one; the short run alternates."""
    found = []
    for number, row in enumerate(TABLE.rows):
        if not row.local:
            continue
        match = row.with_.get("match", "$match").removeprefix("$")
        keys = one_machine.shown.get(f"key {match}", one_machine.shown["key match"])
        without, opened = {"open": (row.ok, row.ok), "key": (403, row.ok), "shut": (403, 403), "none": (422, 422),
            "nothing": (204, 204)}[row.local]  # fmt: skip
        if parts == 1 or number % 2:
            found.append((row, wrong(one_machine, row, "nobody", {}, without)))
        if parts == 1 or not number % 2:
            found.append((row, wrong(one_machine, row, "key", keys, opened)))
    assert not described(found)


def described(found: list[tuple[Row, str]]) -> list[str]:
    """Return a line for each cell of the table in which something is wrong."""
    return [f"{row}: {fault}" for row, fault in found if fault]


def test_the_document_says_what_the_table_says() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == page(), "python tests/web/authorization.py writes it anew"
