"""A registry of rules per step for previews, costs and bot decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, TypeVar

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.core.guidance.preview_context import PreviewContext
from palatine.core.steps import modules_below

F = TypeVar("F", bound=Callable[..., Any])
PreviewRule = Callable[..., Iterable[Any]]
"""A function that previews one action.

It is called with the game's `PreviewContext`; for an order, with the arguments that the game chooses.
"""
CostRule = Callable[[Any, Any, Any, int, int], str]
"""A function that returns what an action costs or may cause, from public information only.

Its arguments are the messages, the state, the step, the operand and the index of the seat.
"""
DecisionRule = Callable[[Any, Any, Any], Any]
"""A function that decides a step.

Its arguments are the bot's perception, the step and its actions, of which there are several.
"""


class DecisionRegistry:
    """A game's rules for previews, costs and decisions, by type of step, interrupt or order.

    A game has one registry, in a module that its previews and its bot import, and lists the packages or modules to
    load:

        DECISIONS = DecisionRegistry()                          # decisions.py
        cost, decides, preview = DECISIONS.cost, DECISIONS.decides, DECISIONS.preview

        @preview(March, "go")                                   # preview/movement.py
        def preview_go(context: PreviewContext) -> Iterator[PreviewItem]: ...

        @cost(March, "go")                                      # view/costs.py
        def march_cost(words: Catalogue, s: MyState, step: March, hex: int, seat: int) -> str: ...

        @decides(March)                                         # bot/execution.py
        def decide_march(perception: Perception, step: March, actions: list[Action]) -> Action: ...

        decisions = DECISIONS.load(preview, bot)                # referee.py

    A rule also holds for subclasses that have no rule of their own. Registering a second rule for the same key raises
    TypeError.
    """

    def __init__(self) -> None:
        self.previews: dict[tuple[type, str], PreviewRule] = {}
        """By type and verb; the verb is "" for all verbs that have no rule of their own."""
        self.costs: dict[tuple[type, str], CostRule] = {}
        self.decided: dict[type, DecisionRule] = {}
        self._nearest: dict[tuple[type, str, bool], Any] = {}

    def preview(self, kind: type, *verbs: str) -> Callable[[F], F]:
        """Return a decorator that registers a preview for these verbs of a step, or for all verbs.

        Raises TypeError for a verb that the step does not have.
        """
        return self._for_verbs(self.previews, kind, verbs)

    def cost(self, kind: type, *verbs: str) -> Callable[[F], F]:
        """Return a decorator that registers a cost rule for these verbs of a step, or for all verbs.

        Raises TypeError for a verb that the step does not have.
        """
        return self._for_verbs(self.costs, kind, verbs)

    def _for_verbs(self, rules: dict[Any, Any], kind: type, verbs: tuple[str, ...]) -> Callable[[F], F]:
        def register(rule: F) -> F:
            for verb in verbs or ("",):
                if verb and verb not in getattr(kind, "verbs", ()):
                    raise TypeError(f"{kind.__name__} has no verb {verb!r}")
                _add(rules, (kind, verb), rule)
            self._nearest.clear()
            return rule

        return register

    def decides(self, *kinds: type) -> Callable[[F], F]:
        """Return a decorator that registers a bot's rule for these steps, interrupts or orders."""

        def register(rule: F) -> F:
            for kind in kinds:
                _add(self.decided, kind, rule)
            return rule

        return register

    def load(self, *packages: ModuleType) -> DecisionRegistry:
        """Import these packages and every module below them to register their rules; return self."""
        for package in packages:
            for _ in modules_below(package):
                pass
        return self

    def preview_of(self, kind: type, verb: str = "") -> PreviewRule | None:
        """Return the preview rule for a verb of a step or of the nearest class it derives from."""
        rule: PreviewRule | None = self._find(self.previews, kind, verb)
        return rule

    def cost_of(self, kind: type, verb: str) -> CostRule | None:
        """Return the cost rule for a verb of a step or of the nearest class it derives from."""
        rule: CostRule | None = self._find(self.costs, kind, verb)
        return rule

    def _find(self, rules: dict[Any, Any], kind: type, verb: str) -> Any:
        key = (kind, verb, rules is self.costs)
        if key not in self._nearest:
            found = [rules.get((each, name)) for each in kind.__mro__ for name in (verb, "")]
            self._nearest[key] = next((rule for rule in found if rule is not None), None)
        return self._nearest[key]

    def decision_of(self, kind: type) -> DecisionRule | None:
        """Return the decision rule for a step or for the nearest class it derives from."""
        for each in kind.__mro__:
            if each in self.decided:
                return self.decided[each]
        return None

    def consequences(self, context: PreviewContext[Any]) -> Iterator[PreviewItem]:
        """Yield the preview of an action, and `Irrevocable` if it may roll dice immediately."""
        rule = self.preview_of(type(context.step), context.verb)
        if rule is not None:
            yield from rule(context)
        if context.step is not None and context.step.may_roll_after(context.verb):
            yield Irrevocable(context.step.clause)


def _add(rules: dict[Any, Any], key: Any, rule: Callable[..., Any]) -> None:
    earlier = rules.setdefault(key, rule)
    if earlier is not rule:
        names = [f"{each.__module__}.{each.__qualname__}" for each in (earlier, rule)]
        raise TypeError(f"{key} has two rules, {names[0]} and {names[1]}")
