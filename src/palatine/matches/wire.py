"""What goes over the wire to a page: a whole client view, or its changes since a version that the page has.

A client view is what a seat sees of a match, its shortcuts as goals. A page that has one version is sent the changes to
the next. They know the shape of a view: lists are told by the parts of the old one that stay, what is kept by space
is told by space, any other field whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from palatine.core import View
from palatine.matches.responses import JournalLine, MatchView

LISTS = ("pieces", "choices", "shortcuts", "panels", "goals", "detours")
"""The fields of a view that are sent by parts."""
BY_KEY = ("marks", "seen")
"""Those told key by key; in which order their keys come says nothing."""
ABOUT = ("match", "seat", "version", "view", "entries")
"""The fields of a client view that `Changes.fields` does not hold."""

Part = tuple[Any, ...]
"""A part of a list: from where to where what stays is taken from the old list, then what is new."""


class SentView(View, frozen=True, omit_defaults=True):
    """A view whose `shortcuts` are those that lists show, without their actions."""

    goals: tuple[int, ...] = ()
    """The spaces, by the number actions call them by, to which a shortcut leads that goes on with what is asked; twice
    where there are two such shortcuts."""
    detours: tuple[int, ...] = ()
    """The same of shortcuts that turn to something else first."""


class ClientView(MatchView, frozen=True):
    """What a seat sees, as a page is sent it: shortcuts as goals, which are played by `shortcut`."""

    view: SentView


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has changed of a seat's view from version `since` to `version`. See `applied` for how it is read."""

    match: str
    seat: str | None
    since: int
    version: int
    entries: tuple[JournalLine, ...] = ()
    """The lines of the journal above version `since`."""
    fields: dict[str, Any] = {}
    """Fields of the client view besides `view`."""
    view: dict[str, Any] = {}
    """Fields of the view; null for one that is left out again."""
    keys: dict[str, dict[str, Any]] = {}
    """By field of the view, what has changed by key; null for what is gone."""
    lists: dict[str, tuple[Part, ...]] = {}
    """By field of the view its new list, part after part: `[from, to, ...]`, so many of the old list, then new ones."""


def client_view_of(seen: MatchView) -> ClientView:
    """What is sent of what a seat sees."""
    view, fields = seen.view, msgspec.structs.asdict
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
    return ClientView(**fields(seen) | {"view": sent})


def changes(old: ClientView, new: ClientView) -> Changes:
    """What has changed between two client views of the same seat; `new` has the lines above the version of `old`."""
    was, now = old.view, new.view
    told: dict[str, dict[str, Any]] = {"view": {}, "keys": {}, "lists": {}}
    values = msgspec.structs.astuple
    for (name, default), before, after in zip(defaults(SentView).items(), values(was), values(now), strict=True):
        if before is after or before == after:
            continue
        if after == default:
            told["view"][name] = None
        elif name in LISTS and before:
            told["lists"][name] = parts(before, after)
        elif name in BY_KEY and before:
            told["keys"][name] = by_key(before, after)
        else:
            told["view"][name] = after
    fields = zip(new.__struct_fields__, values(old), values(new), strict=True)
    about = {name: after for name, before, after in fields if name not in ABOUT and before != after}
    return Changes(new.match, new.seat, old.version, new.version, new.entries, about, **told)


@cache
def defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """By field what it holds when it is left out; of one that never is, something it never holds."""
    return {
        field.name: field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
        for field in msgspec.structs.fields(kind)
    }


def parts(old: Sequence[Any], new: Sequence[Any]) -> tuple[Part, ...]:
    """A list by the parts of an older one that stay, in their order, and what is new after each."""
    head = common(old, new)
    tail = common(old[head:][::-1], new[head:][::-1])
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


def common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """With how many of the same two lists begin."""
    least, most = 0, min(len(one), len(other))
    while least < most:  # comparing many at once is quicker than one after the other
        half = (least + most + 1) // 2
        if one[least:half] == other[least:half]:
            least = half
        else:
            most = half - 1
    return least


def by_key(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What of `new` is not as in `old`; None for what is gone."""
    gone: dict[str, Any] = dict.fromkeys(old.keys() - new.keys())
    return {key: value for key, value in new.items() if old.get(key) != value} | gone


def applied(seen: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A client view with changes carried out, both as they come out of JSON; neither is altered.

    Raises ValueError when the changes start from another version or are another seat's.
    """
    if (seen["match"], seen["seat"], seen["version"]) != (changes["match"], changes["seat"], changes["since"]):
        raise ValueError(f"Changes since version {changes['since']} do not fit version {seen['version']}.")
    view = dict(seen["view"])
    for name, value in changes.get("view", {}).items():
        put(view, name, value)
    for name, values in changes.get("keys", {}).items():
        view[name] = dict(view[name])
        for key, value in values.items():
            put(view[name], key, value)
    for name, list_parts in changes.get("lists", {}).items():
        old = view[name]
        view[name] = [item for start, end, *fresh in list_parts for item in (*old[start:end], *fresh)]
    return {
        **seen,
        **changes.get("fields", {}),
        "version": changes["version"],
        "view": view,
        "entries": changes.get("entries", []),
    }


def put(values: dict[str, Any], name: str, value: Any) -> None:
    """Set the changed fields; empty ones are left out."""
    if value is None:
        values.pop(name, None)
    else:
        values[name] = value
