"""A per-match cache of view computations that are still valid for a changed state.

A function decorated with `memoized_view` receives, in place of the state, a proxy that records which fields are read.
The cached result is valid as long as all these fields are unchanged. Dependencies are thus recorded automatically and
none can be forgotten. Without a cache, as in search and in most tests, everything is computed each time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from inspect import signature
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

MAX_RESULTS = 6
"""Maximum number of cached results per function, one per combination of other arguments.

Results keep alive the values that were read, mostly those of the latest state.
"""
_NOTHING: tuple[Any, ...] = ()


class _CacheEntry:
    """A cached value, and the values of the state fields read to compute it."""

    __slots__ = ("keyed", "read", "value", "values")

    def __init__(self, read: Callable[[Any], tuple[Any, ...]], values: tuple[Any, ...], value: Any) -> None:
        self.read, self.values, self.value = read, values, value
        self.keyed = tuple([at for at, each in enumerate(values) if _keys(each)])
        """The indices of the values that contain dicts, whose key order counts."""

    def holds(self, state: Any) -> bool:
        """Return whether a state has the same values in the fields read.

        If so, its values replace the stored ones, so that older states can be freed.
        """
        was, now = self.values, self.read(state)
        if was != now or (self.keyed and any([_keys(was[at]) != _keys(now[at]) for at in self.keyed])):
            return False
        self.values = now
        return True


class ViewCache:
    """The view cache of one match. States viewed with it must not be changed afterwards.

    It may be used by several threads and with positions in any order, including those of other branches and sampled
    states.
    """

    def __init__(self) -> None:
        self._kept: dict[Callable[..., Any], dict[tuple[Any, ...], _CacheEntry]] = {}

    def view(self, compute: Callable[[Any, str | None], T], state: Any, seat: str | None) -> T:
        """Return the result of a game's `view` or `view_without_shortcuts`, using this cache."""
        state.view_cache = self
        try:
            return compute(state, seat)
        finally:
            state.view_cache = None

    def get(self, compute: Callable[..., T], index: int, arguments: tuple[Any, ...]) -> T:
        """Return the result of `compute`, cached or new; `index` is the state's index in `arguments`."""
        state, about = arguments[index], (*arguments[:index], *arguments[index + 1 :])
        known = self._kept.setdefault(compute, {})
        kept = known.get(about)
        if kept is not None and kept.holds(state):
            return cast(T, kept.value)
        kind: Any = type(state)
        stand_in = _stand_in(kind)(state)
        made = compute(*arguments[:index], stand_in, *arguments[index + 1 :])
        if kept is not None and kept.value == made:
            made = kept.value  # The same object makes later comparisons fast.
        elif kept is None and len(known) >= MAX_RESULTS:
            known.clear()
        read = _reader(tuple([name for name in vars(stand_in) if name in stand_in.fields]))
        known[about] = _CacheEntry(read, read(state), made)
        return made


def memoized_view(function: Callable[P, T]) -> Callable[P, T]:
    """Cache a function of the state, its parameter `s`, in the view cache of the match.

    The caller must not change the result. All other arguments must be hashable, and the result must depend on nothing
    but the arguments.
    """
    place = list(signature(function).parameters).index("s")

    @wraps(function)
    def cached(*given: P.args, **named: P.kwargs) -> T:
        memory: ViewCache | None = cast(Any, given[place]).view_cache
        return function(*given, **named) if memory is None else memory.get(function, place, given)

    return cached


class _ReadTracker:
    """A proxy of a state that records which of its fields are read.

    It has the methods of the state, but not the attributes that a state keeps outside its fields.
    """

    __slots__ = ("__dict__", "_state")
    fields: frozenset[str] = frozenset()

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        if name not in self.fields:
            raise AttributeError(f"{type(self).__name__} has no {name!r}")
        value = self.__dict__[name] = getattr(self._state, name)
        return value


@cache
def _stand_in(kind: type) -> type[_ReadTracker]:
    """Return the proxy class for a state class."""
    fields: frozenset[str] = frozenset(kind.__struct_fields__)  # type: ignore[attr-defined]
    own = [base for base in reversed(kind.__mro__) if hasattr(base, "view_cache")]
    members = {
        name: member
        for base in own
        for name, member in vars(base).items()
        if not name.startswith("__") and name not in fields
    }
    return type(f"StandIn{kind.__name__}", (_ReadTracker,), {"__slots__": (), **members, "fields": fields})


@cache
def _reader(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads these fields of a state as a tuple."""
    if not names:
        return lambda _: _NOTHING
    return attrgetter(names[0], *names)  # With one name, attrgetter would not return a tuple.


def _keys(value: Any) -> list[Any]:
    """Return the keys of a dict, or of the dicts in a tuple, in their order."""
    if type(value) is dict:
        return [*value]
    return [[*each] for each in value] if type(value) is tuple and value and type(value[0]) is dict else []
