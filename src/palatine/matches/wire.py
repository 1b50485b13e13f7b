"""Wire format of match views: a complete client view, or changes since a known version.

A client view is what a seat sees of a match, with shortcuts as goals. Changes are calculated from the shape of a
view: lists are sent as ranges of the old list and new items, fields by space as changed keys, and other fields as a
whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from palatine.core import View
from palatine.matches.responses import JournalLine, MatchView

LIST_FIELDS = ("pieces", "choices", "shortcuts", "panels", "goals", "detours")
"""Fields of a view that are sent as list parts."""
KEYED_FIELDS = ("marks", "seen")
"""Fields that are sent by key. The order of their keys has no meaning."""
HEADER_FIELDS = ("match", "seat", "version", "view", "entries")
"""Fields of a client view that `Changes.fields` does not contain."""

Part = tuple[Any, ...]
"""A part of a list: start and end of a range of the old list, then new items."""


class SentView(View, frozen=True, omit_defaults=True):
    """A view whose `shortcuts` are only those shown in lists, without their actions."""

    goals: tuple[int, ...] = ()
    """Space numbers that a shortcut of the current decision leads to.

    A space is repeated if two such shortcuts lead there.
    """
    detours: tuple[int, ...] = ()
    """Space numbers of shortcuts that first change to another decision."""


class ClientView(MatchView, frozen=True):
    """A seat's view of a match as sent to clients; shortcuts are goals, played by `shortcut`."""

    view: SentView


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The changes of a seat's view from version `since` to `version`.

    See `apply_changes` for their meaning.
    """

    match: str
    seat: str | None
    since: int
    version: int
    entries: tuple[JournalLine, ...] = ()
    """The journal lines after version `since`."""
    fields: dict[str, Any] = {}
    """Changed fields of the client view, except `view`."""
    view: dict[str, Any] = {}
    """Changed fields of the view; null for one that is now omitted."""
    keys: dict[str, dict[str, Any]] = {}
    """Changed values by field of the view and key; null for removed keys."""
    lists: dict[str, tuple[Part, ...]] = {}
    """New lists by field of the view, as parts `[from, to, ...]`.

    Each part is a range of the old list, followed by new items.
    """


def client_view_of(match_view: MatchView) -> ClientView:
    """Return the client view of what a seat sees."""
    view, fields = match_view.view, msgspec.structs.asdict
    onward = {verb for verb, operand in view.verbs.items() if operand == "space"}
    leading = [shortcut for shortcut in view.shortcuts if shortcut.space >= 0]
    goals = [*view.shortcut_spaces, *[shortcut.space for shortcut in leading if shortcut.actions[-1][0] in onward]]
    detours = [shortcut.space for shortcut in leading if shortcut.actions[-1][0] not in onward]
    listed = [msgspec.structs.replace(shortcut, actions=()) for shortcut in view.shortcuts if shortcut.is_listed]
    sent = SentView(
        **fields(view) | {"shortcuts": tuple(listed), "shortcut_spaces": ()},
        goals=tuple(sorted(goals)),
        detours=tuple(sorted(detours)),
    )
    return ClientView(**fields(match_view) | {"view": sent})


def diff_views(old: ClientView, new: ClientView) -> Changes:
    """Return the changes between two client views of the same seat.

    `new` has the journal lines after the version of `old`.
    """
    was, now = old.view, new.view
    told: dict[str, dict[str, Any]] = {"view": {}, "keys": {}, "lists": {}}
    values = msgspec.structs.astuple
    for (name, default), before, after in zip(
        field_defaults(SentView).items(), values(was), values(now), strict=True
    ):
        if before is after or before == after:
            continue
        if after == default:
            told["view"][name] = None
        elif name in LIST_FIELDS and before:
            told["lists"][name] = diff_lists(before, after)
        elif name in KEYED_FIELDS and before:
            told["keys"][name] = diff_keys(before, after)
        else:
            told["view"][name] = after
    fields = zip(new.__struct_fields__, values(old), values(new), strict=True)
    about = {name: after for name, before, after in fields if name not in HEADER_FIELDS and before != after}
    return Changes(new.match, new.seat, old.version, new.version, new.entries, about, **told)


@cache
def field_defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the default of each field; for a required field, a value that it never has."""
    return {
        field.name: field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
        for field in msgspec.structs.fields(kind)
    }


def diff_lists(old: Sequence[Any], new: Sequence[Any]) -> tuple[Part, ...]:
    """Return a list as ranges of an older list, each followed by new items."""
    head = common_prefix_length(old, new)
    tail = common_prefix_length(old[head:][::-1], new[head:][::-1])
    fresh, rest = new[head : len(new) - tail], len(old) - tail
    place = {item: i for i, item in enumerate(old)} if fresh else {}
    found: list[list[Any]] = [[0, head]]
    for item in fresh:
        run = found[-1]
        at = place.get(item)
        if at is None:
            run.append(item)
        elif len(run) == 2 and run[1] < len(old) and old[run[1]] == item:
            run[1] += 1
        else:
            found.append([at, at + 1])
    if len(found[-1]) == 2 and found[-1][1] == rest:
        found[-1][1] = len(old)
    else:
        found.append([rest, len(old)])
    return tuple([tuple(run) for run in found if run[1] > run[0] or len(run) > 2])


def common_prefix_length(first: Sequence[Any], second: Sequence[Any]) -> int:
    """Return the length of the common beginning of two lists."""
    least, most = 0, min(len(first), len(second))
    while least < most:  # Comparing slices is faster than comparing items.
        half = (least + most + 1) // 2
        if first[least:half] == second[least:half]:
            least = half
        else:
            most = half - 1
    return least


def diff_keys(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the values of `new` that differ from `old`; None for removed keys."""
    gone: dict[str, Any] = dict.fromkeys(old.keys() - new.keys())
    return {key: value for key, value in new.items() if old.get(key) != value} | gone


def apply_changes(client_view: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a client view with changes applied, both as decoded JSON; neither is modified.

    Raises `ValueError` if the changes start from another version or belong to another seat.
    """
    if (client_view["match"], client_view["seat"], client_view["version"]) != (
        changes["match"],
        changes["seat"],
        changes["since"],
    ):
        raise ValueError(f"Changes since version {changes['since']} do not fit version {client_view['version']}.")
    view = dict(client_view["view"])
    for name, value in changes.get("view", {}).items():
        set_field(view, name, value)
    for name, values in changes.get("keys", {}).items():
        view[name] = dict(view[name])
        for key, value in values.items():
            set_field(view[name], key, value)
    for name, list_parts in changes.get("lists", {}).items():
        old = view[name]
        view[name] = [item for start, end, *fresh in list_parts for item in (*old[start:end], *fresh)]
    return {
        **client_view,
        **changes.get("fields", {}),
        "version": changes["version"],
        "view": view,
        "entries": changes.get("entries", []),
    }


def set_field(values: dict[str, Any], name: str, value: Any) -> None:
    """Set a field; the value None removes it."""
    if value is None:
        values.pop(name, None)
    else:
        values[name] = value
