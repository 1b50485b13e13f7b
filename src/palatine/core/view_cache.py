"""What was made of earlier positions of a match and still holds, so that a view need not be made wholly anew.

A function of a position that is `remembered` is handed, in place of the state, a stand-in that notes what is read of
it. As long as all of that is as it was, what was made is what it would make again. So nothing has to be named as what
it rests on, and nothing can be forgotten there. Only who keeps a memory has this; without one, as in search and in
most tests, everything is made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from inspect import signature
from operator import attrgetter
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

MOST = 6
"""So much is kept of one function, each asked something else besides the state; it holds on to what was read, mostly of
the latest state."""
_NOTHING: tuple[Any, ...] = ()


class _CacheEntry:
    """What was made, and what had been read for it."""

    __slots__ = ("keyed", "read", "value", "values")

    def __init__(self, read: Callable[[Any], tuple[Any, ...]], values: tuple[Any, ...], value: Any) -> None:
        self.read, self.values, self.value = read, values, value
        self.keyed = tuple([at for at, each in enumerate(values) if _keys(each)])
        """Which of the values have keys, whose order counts."""

    def holds(self, state: Any) -> bool:
        """Whether a state has the same where it was read; its values are kept then, so that older states can go."""
        was, now = self.values, self.read(state)
        if was != now or (self.keyed and any([_keys(was[at]) != _keys(now[at]) for at in self.keyed])):
            return False
        self.values = now
        return True


class ViewCache:
    """The memory of one match. A state that is shown with it must not be changed afterwards.

    It may be asked by several threads, and about positions in any order, other branches and dealt ones among them.
    """

    def __init__(self) -> None:
        self._kept: dict[Callable[..., Any], dict[tuple[Any, ...], _CacheEntry]] = {}

    def view(self, make: Callable[[Any, str | None], T], state: Any, seat: str | None) -> T:
        """What `make`, a game's `view` or `view_without_shortcuts`, makes with this memory at hand."""
        state.memory = self
        try:
            return make(state, seat)
        finally:
            state.memory = None

    def get(self, make: Callable[..., T], place: int, given: tuple[Any, ...]) -> T:
        """What `make` makes of what is given; the state stands at `place`."""
        state, about = given[place], (*given[:place], *given[place + 1 :])
        known = self._kept.setdefault(make, {})
        kept = known.get(about)
        if kept is not None and kept.holds(state):
            return cast(T, kept.value)
        kind: Any = type(state)
        stand_in = _stand_in(kind)(state)
        made = make(*given[:place], stand_in, *given[place + 1 :])
        if kept is not None and kept.value == made:
            made = kept.value  # equal by identity, so a comparison need not examine it
        elif kept is None and len(known) >= MOST:
            known.clear()
        read = _reader(tuple([name for name in vars(stand_in) if name in stand_in.fields]))
        known[about] = _CacheEntry(read, read(state), made)
        return made


def memoized_view(make: Callable[P, T]) -> Callable[P, T]:
    """A function whose parameter `s` is a state, and which is asked again and again while that is hardly changed.

    What it makes must not be changed by anybody, what else it is given must be hashable, and it must take all it needs
    from these: nothing else may decide.
    """
    place = list(signature(make).parameters).index("s")

    @wraps(make)
    def cached(*given: P.args, **named: P.kwargs) -> T:
        memory: ViewCache | None = cast(Any, given[place]).memory
        return make(*given, **named) if memory is None else memory.get(make, place, given)

    return cached


class _ReadTracker:
    """In place of a state: notes which of its fields are read. It has the methods of the state, and none of what a
    state keeps beside its fields."""

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
    """The class of the stand-ins for states of a kind."""
    fields: frozenset[str] = frozenset(kind.__struct_fields__)  # type: ignore[attr-defined]
    own = [base for base in reversed(kind.__mro__) if hasattr(base, "memory")]
    members = {
        name: member
        for base in own
        for name, member in vars(base).items()
        if not name.startswith("__") and name not in fields
    }
    return type(f"StandIn{kind.__name__}", (_ReadTracker,), {"__slots__": (), **members, "fields": fields})


@cache
def _reader(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Reads these fields of a state."""
    if not names:
        return lambda _: _NOTHING
    return attrgetter(names[0], *names)  # of one name it would give no tuple


def _keys(value: Any) -> list[Any]:
    """The keys of a dict, or of the dicts of a tuple, in their order."""
    if type(value) is dict:
        return [*value]
    return [[*each] for each in value] if type(value) is tuple and value and type(value[0]) is dict else []
