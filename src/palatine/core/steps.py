"""Steps: what the rules are in the middle of, each a frame on the flow of a state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, ClassVar, get_args

import msgspec

from palatine.core.refusal import Refusal
from palatine.core.state import Action, Frame


class Step(msgspec.Struct, Frame, frozen=True, tag=True, array_like=True, gc=False):
    """A frozen frame of the flow. Its fields are its local variables; to advance it is replaced or popped.

    If `needs_decision` is False the step runs: `run` is called at once. Otherwise the seat whose index is in its field
    `seat` chooses one of its `actions`, and `take` carries the choice out. `refuse` gives the reason against an action
    that is not one of them.
    """

    needs_decision: ClassVar[bool] = False
    is_interruptible: ClassVar[bool] = False
    """For steps that ask: whether one of the game's `interrupts` may come in between."""
    is_private: ClassVar[bool] = False
    """For steps that ask: whether others cannot tell that there is but one answer. It is then given, unasked, no
    sooner than a standing one, so that no haste tells it either."""
    hides_fields: ClassVar[bool] = False
    """Whether others do not know what its fields name: who is in a group, which spell is handed on."""
    needs_dealt_action: ClassVar[bool] = False
    """For steps that ask: whether a deal must leave it an action, because it chooses among what others do not see."""
    is_tactical: ClassVar[bool] = False
    """For steps that ask: whether much depends on one of few actions, so that a search weighs each of them."""
    verbs: ClassVar[dict[str, str]] = {}
    """For steps that ask: what a verb's operand names, "piece", "space" or "button"."""
    default_refusal: ClassVar[Refusal | None] = None
    """For steps that ask: what forbids all but its actions, where there is no more to say (else: `refuse`)."""

    may_roll: ClassVar[bool | tuple[str, ...]] = False
    """For steps that ask: the verbs after which dice may be rolled at once; True for all."""
    minor_verbs: ClassVar[tuple[str, ...]] = ()
    """For steps that ask: the verbs that change nothing but how things lie (`Choice.is_minor`)."""
    shown_as: ClassVar[str] = ""
    """For steps that ask: the name of the step that others take it for, while its purpose is a secret."""
    without_preview: ClassVar[str] = ""
    """For steps that ask: the reason why a player needs no preview."""
    without_decision: ClassVar[str] = ""
    """For steps that ask: the reason why a bot needs no rule, such as that one action is as good as another."""

    def run(self, s: Any) -> None:
        raise TypeError(f"{type(self).__name__} needs a decision; it does not run")

    def actions(self, s: Any) -> list[Action]:
        raise TypeError(f"{type(self).__name__} runs by itself; it needs no decision")

    def take(self, s: Any, action: Action) -> None:
        raise TypeError(f"{type(self).__name__} runs by itself; it needs no decision")

    def refuse(self, s: Any, action: Action) -> Refusal | None:
        """Return the rule that forbids an illegal action of one of this step's verbs; None for a general answer."""
        return self.default_refusal

    def message_case(self, s: Any) -> str:
        """Return which of several messages about the step fits now, as part of the key; "" for the usual one."""
        return ""

    def may_roll_after(self, verb: str) -> bool:
        """Return whether dice may be rolled at once after a choice with this verb, for all that its seat knows."""
        return self.may_roll is True or (self.may_roll is not False and verb in self.may_roll)


class MenuStep(Step, frozen=True):
    """A step that needs a decision, and whose actions the state caches (`cached_actions`) once they are computed.

    A change of the position drops the cache (`State.invalidate_actions`).
    """

    def actions(self, s: Any) -> list[Action]:
        if s.cached_actions is None:
            s.cached_actions = tuple(self.menu(s))
        return [*s.cached_actions]

    def menu(self, s: Any) -> Iterable[Action]:
        """Compute the actions."""
        raise NotImplementedError

    def has_choice(self, s: Any) -> bool:
        """Whether there is more to choose than one action that ends the step. Caches what it computed."""
        found = tuple(self.menu(s))
        s.cached_actions = found if len(found) > 1 else None
        return s.cached_actions is not None


class ChooseOne(Step, frozen=True):
    """A step that has its seat choose one of a list of pieces, spaces or kinds of anything, and is done.

        class AssignGroup(ChooseOne, frozen=True):
            seat: int
            group: int
            clause = "19.13a"
            verbs = {"assign": "button"}
            default_refusal = Refusal("19.13a", "why.not-your-power")

            def candidates(self, s: MyState) -> list[int]:
                return assignees(s, self.seat)

            def on_chosen(self, s: MyState, power: int) -> None:
                assign(s, self.group, power)

    The game gives the one verb, `candidates` and `on_chosen`; and `default_refusal`, or `refuse` for other reasons. A
    step that may also be ended by a button, or that is repeated, is an ordinary `Step`.
    """

    needs_decision: ClassVar[bool] = True

    def candidates(self, s: Any) -> Iterable[int]:
        """Return what can be chosen, in the order offered."""
        raise NotImplementedError

    def on_chosen(self, s: Any, choice: int) -> None:
        """Continue with the choice; the step has left the flow."""
        raise NotImplementedError

    def actions(self, s: Any) -> list[Action]:
        (verb,) = self.verbs
        return [(verb, choice) for choice in self.candidates(s)]

    def take(self, s: Any, action: Action) -> None:
        s.pop()
        self.on_chosen(s, action[1])


class ChooseButton(Step, frozen=True):
    """A step that has its seat press one of the same few buttons, whatever the position: yes or no, stay or go.

        class AskTruceTalks(ChooseButton, frozen=True):
            seat: int
            asked: int
            buttons = (TALK, BREAK)
            default_refusal = Refusal("END-08", "why.no-button")

            def take(self, s: MyState, action: Action) -> None:
                ...

    The game gives the `buttons`, each an action, in the order offered; `verbs` follow from them.
    """

    needs_decision: ClassVar[bool] = True
    buttons: ClassVar[tuple[Action, ...]] = ()

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        cls.verbs = {verb: "button" for verb, _ in cls.buttons}

    def actions(self, s: Any) -> list[Action]:
        return [*self.buttons]


class Sequence(Step, frozen=True):
    """Walks a tuple of step types, pushing each in turn, as a rulebook's outline of the turn does.

    A game's own sequence names the types in `order`, and how to make one in `stage`.
    """

    at: int = 0
    order: ClassVar[tuple[type[Step], ...]] = ()

    def run(self, s: Any) -> None:
        if self.at == len(self.order):
            self.done(s)
            return
        s.replace_top(msgspec.structs.replace(self, at=self.at + 1))
        s.push(self.stage(s, self.order[self.at]))

    def stage(self, s: Any, kind: type[Step]) -> Step:
        return kind()

    def done(self, s: Any) -> None:
        s.pop()


class Interrupt(msgspec.Struct, frozen=True):
    """An action that a seat may take while a step asks that is interruptible, whichever seat it asks.

        class OpenGate(Interrupt, frozen=True):
            verb = "gate"
            clause = "MAG-32"

            def actions(self, s: MyState, seat: int) -> list[Action]:
                return [GATE] if may_open_gate(s, seat) else []

            def take(self, s: MyState, seat: int, action: Action) -> None:
                open_gate(s, seat)

    A game lists its own in `Game.interrupts`. Previews, bots and messages know it by its class, as they know steps.
    """

    verb: ClassVar[str]
    operand_kind: ClassVar[str] = "button"
    """What the operand names: "piece", "space" or "button"."""
    clause: ClassVar[str] = ""
    default_refusal: ClassVar[Refusal | None] = None
    """What forbids all but its actions, where there is no more to say (else: `refuse`)."""
    may_roll: ClassVar[bool] = False
    minor_verbs: ClassVar[tuple[str, ...]] = ()
    without_preview: ClassVar[str] = ""
    without_decision: ClassVar[str] = ""

    verbs: ClassVar[dict[str, str]] = {}
    """Its verb and kind of operand, as of a step."""

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        cls.verbs = {cls.verb: cls.operand_kind}

    def actions(self, s: Any, seat: int) -> list[Action]:
        """Return what the seat may do now."""
        raise NotImplementedError

    def take(self, s: Any, seat: int, action: Action) -> None:
        """Carry out one of the actions, in place."""
        raise NotImplementedError

    def refuse(self, s: Any, seat: int, action: Action) -> Refusal | None:
        """Return the rule that forbids an action of its verb that is not legal; None for a general answer."""
        return self.default_refusal

    def message_case(self, s: Any) -> str:
        return ""

    def may_roll_after(self, verb: str) -> bool:
        return self.may_roll


class StoredNames(dict[str, str]):
    """The names under which renamed types are stored in matches, by today's name. A game has one such table.

    Saved positions name a step by the `tag` of its type, which is the name of the class. A renamed class takes the
    table of its game as its `tag`, and so keeps the name that it is stored under:

        STORED_NAMES = StoredNames(ChooseSiegeMethod="Method")

        class ChooseSiegeMethod(ChooseButton, frozen=True, tag=STORED_NAMES): ...

    A subclass inherits the table, not the name. Fields of an array-like struct are stored without names.
    """

    def __call__(self, name: str) -> str:
        return self.get(name, name)


def types_in(steps: Any) -> tuple[type[Step], ...]:
    """Return the step types of a game from their union (`Game.steps`)."""
    return get_args(steps) or ((steps,) if isinstance(steps, type) else ())


def stored_name(kind: type) -> str:
    """Return the name under which objects of a tagged type are stored."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def steps_of(*modules: ModuleType) -> tuple[type[Step], ...]:
    """Every step type that is defined in these modules, by name; a package stands for all modules below it.

    A game whose chapters lie in the package `rules` and whose frames lie beside it says, for decoding:

        steps: Any = Union[steps_of(rules, setup, sequence)]  # noqa: UP007

    A package is walked and every module below it imported, so a step in a new module is never forgotten. The order
    follows from the names alone. Raises TypeError for two step types of one name.
    """
    found: dict[str, type[Step]] = {}
    for module in (each for given in modules for each in modules_below(given)):
        own = [thing for thing in vars(module).values() if getattr(thing, "__module__", "") == module.__name__]
        for step in [thing for thing in own if isinstance(thing, type) and issubclass(thing, Step)]:
            if found.setdefault(step.__name__, step) is not step:
                raise TypeError(f"{step!r} and {found[step.__name__]!r} have one name")
    return tuple([found[name] for name in sorted(found)])


def modules_below(module: ModuleType) -> Iterator[ModuleType]:
    """Return a module and, of a package, all modules below it, which are imported."""
    yield module
    for below in walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
        yield import_module(below.name)
