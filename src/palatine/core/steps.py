"""Steps, the frames of a state's flow: what the rules are currently carrying out."""

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
    """A frozen frame of the flow, whose fields are its local variables.

    To advance, it is replaced or popped. If `needs_decision` is False, `run` is called immediately. Otherwise the seat
    whose index is in the field `seat` chooses one of the `actions`, and `take` carries out the choice. `refuse` gives
    the reason against an action that is not legal. All attributes below except `needs_decision` and `hides_fields`
    apply to steps that need a decision.
    """

    needs_decision: ClassVar[bool] = False
    is_interruptible: ClassVar[bool] = False
    """True if the game's `interrupts` may be used before the decision."""
    is_private: ClassVar[bool] = False
    """True if others cannot tell that there is only one possible answer.

    The answer is then given automatically, with the same delay as an automatic reply, so that the timing reveals
    nothing.
    """
    hides_fields: ClassVar[bool] = False
    """True if others do not know its fields, such as the members of a group."""
    needs_dealt_action: ClassVar[bool] = False
    """True if a sampled state must leave it an action, because it chooses among hidden things."""
    is_tactical: ClassVar[bool] = False
    """True if much depends on one of few actions, so that a search evaluates each of them."""
    verbs: ClassVar[dict[str, str]] = {}
    """The kind of each verb's operand: "piece", "space" or "button"."""
    default_refusal: ClassVar[Refusal | None] = None
    """The refusal of all other actions, if no better reason is known (otherwise: `refuse`)."""

    may_roll: ClassVar[bool | tuple[str, ...]] = False
    """The verbs after which dice may be rolled immediately; True for all."""
    minor_verbs: ClassVar[tuple[str, ...]] = ()
    """The verbs that only rearrange pieces (`Choice.is_minor`)."""
    shown_as: ClassVar[str] = ""
    """The name of the step that others see instead, while its purpose is secret."""
    without_preview: ClassVar[str] = ""
    """The reason why players need no preview."""
    without_decision: ClassVar[str] = ""
    """The reason why a bot needs no rule, for example that all actions are equally good."""

    def run(self, s: Any) -> None:
        raise TypeError(f"{type(self).__name__} needs a decision; it does not run")

    def actions(self, s: Any) -> list[Action]:
        raise TypeError(f"{type(self).__name__} runs by itself; it needs no decision")

    def take(self, s: Any, action: Action) -> None:
        raise TypeError(f"{type(self).__name__} runs by itself; it needs no decision")

    def refuse(self, s: Any, action: Action) -> Refusal | None:
        """Return the refusal of an illegal action with one of its verbs; None for a general one."""
        return self.default_refusal

    def message_case(self, s: Any) -> str:
        """Return the case that selects one of several messages about the step; "" for the usual one."""
        return ""

    def may_roll_after(self, verb: str) -> bool:
        """Return whether, as far as the seat knows, this verb may roll dice immediately."""
        return self.may_roll is True or (self.may_roll is not False and verb in self.may_roll)


class MenuStep(Step, frozen=True):
    """A step whose actions are cached in the state (`cached_actions`) once they are computed.

    A change of the position must drop the cache (`State.invalidate_actions`).
    """

    def actions(self, s: Any) -> list[Action]:
        if s.cached_actions is None:
            s.cached_actions = tuple(self.menu(s))
        return [*s.cached_actions]

    def menu(self, s: Any) -> Iterable[Action]:
        """Compute the actions."""
        raise NotImplementedError

    def has_choice(self, s: Any) -> bool:
        """Return whether there is more than one action. Caches the actions if so."""
        found = tuple(self.menu(s))
        s.cached_actions = found if len(found) > 1 else None
        return s.cached_actions is not None


class ChooseOne(Step, frozen=True):
    """A step at which a seat chooses one of a list of pieces, spaces or other numbered things.

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

    The game defines the single verb, `candidates`, `on_chosen`, and `default_refusal` or `refuse`. A step that may also
    be ended by a button, or that is repeated, is an ordinary `Step`.
    """

    needs_decision: ClassVar[bool] = True

    def candidates(self, s: Any) -> Iterable[int]:
        """Return what can be chosen, in the order offered."""
        raise NotImplementedError

    def on_chosen(self, s: Any, choice: int) -> None:
        """Continue with the choice, after the step has been popped."""
        raise NotImplementedError

    def actions(self, s: Any) -> list[Action]:
        (verb,) = self.verbs
        return [(verb, choice) for choice in self.candidates(s)]

    def take(self, s: Any, action: Action) -> None:
        s.pop()
        self.on_chosen(s, action[1])


class ChooseButton(Step, frozen=True):
    """A step at which a seat presses one of a fixed set of buttons: yes or no, stay or go.

        class AskTruceTalks(ChooseButton, frozen=True):
            seat: int
            asked: int
            buttons = (TALK, BREAK)
            default_refusal = Refusal("END-08", "why.no-button")

            def take(self, s: MyState, action: Action) -> None:
                ...

    The game defines the `buttons`, each an action, in the order offered. `verbs` follow from them.
    """

    needs_decision: ClassVar[bool] = True
    buttons: ClassVar[tuple[Action, ...]] = ()

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        cls.verbs = {verb: "button" for verb, _ in cls.buttons}

    def actions(self, s: Any) -> list[Action]:
        return [*self.buttons]


class Sequence(Step, frozen=True):
    """A step that pushes step types one after another, such as the outline of a turn.

    A game's sequence lists the types in `order` and creates each step in `stage`.
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
    """An action that any seat may take while an interruptible step waits for a decision.

        class OpenGate(Interrupt, frozen=True):
            verb = "gate"
            clause = "MAG-32"

            def actions(self, s: MyState, seat: int) -> list[Action]:
                return [GATE] if may_open_gate(s, seat) else []

            def take(self, s: MyState, seat: int, action: Action) -> None:
                open_gate(s, seat)

    A game lists its interrupts in `Game.interrupts`. Previews, bots and messages refer to them by class, as with steps.
    """

    verb: ClassVar[str]
    operand_kind: ClassVar[str] = "button"
    """The kind of the operand: "piece", "space" or "button"."""
    clause: ClassVar[str] = ""
    default_refusal: ClassVar[Refusal | None] = None
    """The refusal of its actions, if no better reason is known (otherwise: `refuse`)."""
    may_roll: ClassVar[bool] = False
    minor_verbs: ClassVar[tuple[str, ...]] = ()
    without_preview: ClassVar[str] = ""
    without_decision: ClassVar[str] = ""

    verbs: ClassVar[dict[str, str]] = {}
    """Its verb and kind of operand, as in a step."""

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
        """Return the refusal of an illegal action with its verb; None for a general one."""
        return self.default_refusal

    def message_case(self, s: Any) -> str:
        return ""

    def may_roll_after(self, verb: str) -> bool:
        return self.may_roll


class StoredNames(dict[str, str]):
    """The names under which renamed types of a game are stored in matches, by current name.

    Saved positions identify a step by the `tag` of its type, by default the name of the class. A renamed class uses the
    table of its game as its `tag`, so that its stored name stays the same:

        STORED_NAMES = StoredNames(ChooseSiegeMethod="Method")

        class ChooseSiegeMethod(ChooseButton, frozen=True, tag=STORED_NAMES): ...

    A subclass inherits the table, not the stored name. Fields of an array-like struct are stored without names.
    """

    def __call__(self, name: str) -> str:
        return self.get(name, name)


def step_types(steps: Any) -> tuple[type[Step], ...]:
    """Return the step types of a game from their union (`Game.steps`)."""
    return get_args(steps) or ((steps,) if isinstance(steps, type) else ())


def stored_name(kind: type) -> str:
    """Return the name under which objects of a tagged type are stored."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def step_types_in(*modules: ModuleType) -> tuple[type[Step], ...]:
    """Return every step type defined in these modules and their submodules, sorted by name.

    A game that defines its steps in the package `rules` and in two modules beside it writes, for decoding:

        steps: Any = Union[steps_of(rules, setup, sequence)]  # noqa: UP007

    All submodules are imported, so steps of new modules are included automatically. Raises TypeError if two step types
    have the same name.
    """
    found: dict[str, type[Step]] = {}
    for module in (each for given in modules for each in modules_below(given)):
        own = [thing for thing in vars(module).values() if getattr(thing, "__module__", "") == module.__name__]
        for step in [thing for thing in own if isinstance(thing, type) and issubclass(thing, Step)]:
            if found.setdefault(step.__name__, step) is not step:
                raise TypeError(f"{step!r} and {found[step.__name__]!r} have one name")
    return tuple([found[name] for name in sorted(found)])


def modules_below(module: ModuleType) -> Iterator[ModuleType]:
    """Yield a module and, if it is a package, all modules below it, importing them."""
    yield module
    for below in walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
        yield import_module(below.name)
