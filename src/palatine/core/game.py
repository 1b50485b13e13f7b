"""The `Game` interface: the rules of a game as the rest of Palatine uses them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from palatine.core.clauses import Clause, RuleChange, Ruling, load_changes, load_clauses, load_rulings
from palatine.core.decisions import DecisionRegistry
from palatine.core.dice import dice_key
from palatine.core.guidance.advice import Advice
from palatine.core.guidance.base import Guidance
from palatine.core.guidance.lesson_dice import LessonDice, is_lesson_dice
from palatine.core.guidance.preview import PreviewItem
from palatine.core.guidance.preview_context import PreviewContext
from palatine.core.journal import Entry
from palatine.core.messages import Catalogue, Namer
from palatine.core.refusal import LimitExceeded, Refusal, Refused, Unknown, Unreadable
from palatine.core.scenario import REFEREE as REFEREE
from palatine.core.scenario import Option, Scenario
from palatine.core.search.searchable import Searchable
from palatine.core.state import MAX_STEPS, Action, Frame, State, is_action
from palatine.core.steps import Interrupt, Step, step_types
from palatine.core.view import AutoReply, Board, Choice, Layer, View, span_has_ended, with_all_known

S = TypeVar("S", bound=State)


class Bot(Protocol):
    """A program that plays a seat.

    It receives the true state but must use only what its seat may know.
    """

    def decide(self, state: Any, seat: str) -> Any:
        """Return an Action or, in a game of secret orders, a Sheet."""


class Adviser(Bot, Protocol):
    """A bot that can explain its decisions."""

    def advise(self, state: Any, seat: str) -> Advice:
        """Return what the bot would do and its reasons, from what its seat may know."""


BotFactory = Callable[["Game[Any]"], Bot]


Ranks = tuple[tuple[str, ...], ...]
"""Groups of seats in order of success, best first; seats with equal results share a group."""


class Outcome(msgspec.Struct, frozen=True):
    """The result of a match: the winners, the victory condition in words, and the clause.

    Several winners share the victory; no winner means a draw. `ranks` has each player's seat exactly once. If there are
    winners, they are its first group.
    """

    winners: tuple[str, ...]
    margin: str
    clause: str
    ranks: Ranks = ()


def rank_seats(winners: Collection[str], ranking_keys: Mapping[str, Any]) -> Ranks:
    """Return the winners, then the other seats in descending order of their ranking keys.

    Seats without a key are left out.
    """
    rest = {seat: key for seat, key in ranking_keys.items() if seat not in winners}
    first = tuple([seat for seat in ranking_keys if seat in winners])
    groups = [tuple([seat for seat in rest if rest[seat] == key]) for key in sorted(set(rest.values()))]
    return (*([first] if first else []), *reversed(groups))


def rank_last(ranks: Ranks, departed: Collection[str]) -> Ranks:
    """Return the same ranks, with the seats of players who have left in last place."""
    stayed = [tuple([seat for seat in group if seat not in departed]) for group in ranks]
    last = tuple([seat for group in ranks for seat in group if seat in departed])
    return tuple([group for group in (*stayed, last) if group])


class Game(Guidance[S], Searchable[S]):
    """The rules of a game and its interface to the rest of Palatine.

    Subclasses set the attributes below and define `begin`, `view`, `determinize`, `boards` and the texts. They bind
    functions of the game's package; a function that does not need the game is bound as a static method:

        class Elric(Game[ElricState]):
            view = views.view                                  # view(game: Game[ElricState], s, seat)
            position = positions.read                          # read(game, text)
            determinize = staticmethod(hidden.determinize)     # determinize(s, seat, seed)

    Thus everything that a game supports is listed in one place, and type checkers compare each function with the method
    it implements.
    """

    name: str
    title: str
    year: int
    story: str = ""
    """The subject of the game in a sentence or two; by default the first scenario's text."""
    notice: str = ""
    """The author and licence of the game, for its page; by default the notice of Palatine."""
    package: str
    """The dotted name of the package that holds the game's data."""
    turn_word: str = "turn"
    """The game's word for a turn, "turn" or "year"; pages need a message `client-WORD`."""
    orders: bool = False
    """True if the game is played by secret orders (`core.OrdersGame`) and not by single actions."""
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()
    state_type: type[S]
    steps: Any
    """The union of the game's step types, for decoding."""
    bots: Mapping[str, BotFactory] = {}
    exploits: Mapping[str, BotFactory] = {}
    """Scripts with a single idea, written to beat the game's own bot.

    They measure its worst result in a pool and are not offered to players.
    """
    namers: Mapping[str, Namer] = {}
    """Functions that format the game's numbers in messages, by kind of field."""
    interrupts: ClassVar[tuple[Interrupt, ...]] = ()
    """Actions that a seat may take while a step waits for a decision.

    Their verbs must not be verbs of a step.
    """
    interrupts_by_verb: ClassVar[Mapping[str, Interrupt]] = {}
    decisions: ClassVar[DecisionRegistry] = DecisionRegistry()
    """The rules for previews, costs and the bot's decisions."""
    preview_context: ClassVar[type[PreviewContext[Any]]] = PreviewContext
    int_range: tuple[int, int] = (-64, 4095)
    """The lowest and highest integers that a position may contain, except in `field_ranges`."""
    field_ranges: Mapping[str, tuple[int, int]] = {}
    """Ranges of other fields, by name or as "Type.field" (see `core.field_ranges`)."""

    def __init_subclass__(cls) -> None:
        """Raise TypeError if an interrupt has the same verb as another interrupt or a step."""
        super().__init_subclass__()
        cls.interrupts_by_verb = {each.verb: each for each in cls.interrupts}
        if len(cls.interrupts_by_verb) < len(cls.interrupts):
            raise TypeError(f"{cls.__name__}: two of {cls.interrupts} have one verb")
        for step in step_types(getattr(cls, "steps", None)) if cls.interrupts else ():
            if clash := step.verbs.keys() & cls.interrupts_by_verb.keys():
                raise TypeError(f"{cls.__name__}: {step.__name__} and an interrupt have one verb, {min(clash)!r}")

    # Beginning

    def setup(
        self,
        scenario: str | None = None,
        seats: Sequence[str] | None = None,
        seed: bytes = b"",
        options: Mapping[str, Any] | None = None,
        record: bool = False,
    ) -> S:
        """Return a new state, advanced to its first decision.

        `seed` determines all rolls. With `record`, the state keeps its journal and its rolls from the start. Raises
        Unknown for a scenario, seats or an option that the game does not have.
        """
        chosen = self.scenario(scenario)
        table = tuple(seats) if seats is not None else chosen.tables[0]
        if table not in chosen.tables:
            asked = ", ".join(table) or "none"
            raise Unknown(f"{chosen.title} is for {chosen.players}; the seats asked for are {asked}.")
        state = self.begin(chosen, table, dice_key(seed), self.complete_options(options or {}))
        if record:
            state.journal = []  # type: ignore[misc]
            state.dice.drawn = []  # type: ignore[misc]
        self.advance(state)
        return state

    def scenario(self, name: str | None) -> Scenario:
        """Return the scenario with this name, or by default the first one. Raises Unknown."""
        if name is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        names = ", ".join(each.name for each in self.scenarios)
        raise Unknown(f"{self.title} has no scenario {name!r}; it has {names}.")

    def complete_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value of every option, given or default. Raises Unknown for an unknown option."""
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise Unknown(f"{self.title} has no option {name!r}; it has {', '.join(known) or 'none'}.")
            known[name].check(value)
        return {name: chosen.get(name, option.default) for name, option in known.items()}

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> S:
        raise NotImplementedError

    # Deciding

    def actors(self, state: S) -> tuple[str, ...]:
        """Return the seats that must now decide; () when the match is over."""
        flow = state.flow
        return (state.seats[flow[-1].seat],) if flow else ()  # type: ignore[attr-defined]

    def actions(self, state: S, /, seat: str) -> list[Action]:
        """Return all legal actions of `seat`, in a fixed order.

        A seat that is not to act has only interrupts.
        """
        flow = state.flow
        if not flow:
            return []
        top: Any = flow[-1]
        found: list[Action] = top.actions(state) if state.seats[top.seat] == seat else []
        if top.is_interruptible and self.interrupts and (more := self.interrupt_actions(state, seat)):
            return [*found, *more]
        return found

    def forced_action(self, state: S, /, reader: str) -> tuple[str, Action] | None:
        """Return a seat to act and its only action, if `reader` can see that it has no other.

        Otherwise return None.
        """
        step: Any = state.flow[-1] if state.flow else None
        for seat in self.actors(state):
            is_seen = seat == reader or not step.is_private
            if is_seen and len(found := self.actions(state, seat)) == 1:
                return seat, found[0]
        return None

    def interrupt_actions(self, state: S, /, seat: str | None) -> list[Action]:
        """Return the actions that a seat may now take by one of the `interrupts`, in their order."""
        top: Any = state.flow[-1] if state.flow and self.interrupts else None
        if top is None or not top.is_interruptible or seat not in state.seats:
            return []
        at = state.seats.index(seat)
        return [action for interrupt in self.interrupts for action in interrupt.actions(state, at)]

    def play(self, state: S, seat: str, action: Action) -> S:
        """Return the state after `action`, without changing the given state.

        If the state keeps a journal, the journal of the new state has the entries of this action only. Raises Refused
        if the action is not legal.
        """
        refusal = self.explain(state, seat, action)
        if refusal is not None:
            raise Refused(refusal.clause, refusal.reason)
        after = state.copy()
        if state.journal is not None:
            after.journal = []  # type: ignore[misc]
        self.take(after, seat, action)
        return after

    def take(self, state: S, seat: str, action: Action) -> None:
        """Carry out a legal action in place, without checks, up to the next decision. For search."""
        flow = state.flow
        if action[0] in self.interrupts_by_verb:
            self.interrupts_by_verb[action[0]].take(state, state.seats.index(seat), action)
        else:
            flow[-1].take(state, action)  # type: ignore[attr-defined]
        for _ in range(MAX_STEPS):  # `advance`, without a call
            if not flow:
                return
            top = flow[-1]
            if top.needs_decision:  # type: ignore[attr-defined]
                return
            top.run(state)  # type: ignore[attr-defined]
        raise LimitExceeded(f"{MAX_STEPS} steps without a decision")

    def advance(self, state: S) -> None:
        """Run the steps that need no decision. Raises LimitExceeded if no decision is reached."""
        flow = state.flow
        for _ in range(MAX_STEPS):
            if not flow or flow[-1].needs_decision:  # type: ignore[attr-defined]
                return
            flow[-1].run(state)  # type: ignore[attr-defined]
        raise LimitExceeded(f"{MAX_STEPS} steps without a decision")

    def phasing(self, state: S, /) -> str:
        """Return the seat whose phase or player-turn it is, from the state's field `phasing`.

        Return "" if it is no seat's phase.
        """
        at: int | None = getattr(state, "phasing", None)
        return "" if at is None else state.seats[at]

    def auto_replies(self, state: S, /, seat: str) -> tuple[AutoReply, ...]:
        """Return the automatic replies that a seat may set for the decision it now has to make."""
        return ()

    def has_ended(self, state: S, /, duration_key: str) -> bool:
        """Return whether an automatic reply that was set earlier is no longer offered."""
        return span_has_ended(duration_key, {"turn": getattr(state, "turn", 0)})

    def explain(self, state: S, seat: str, action: Action) -> Refusal | None:
        """Return why `seat` may not take this action now, with the clause; None if it is legal."""
        if seat not in state.seats:
            return self._refusal("", "why.no-seat", seat=seat)
        if not state.flow:
            return self._refusal("", "why.over")
        top: Any = state.flow[-1]
        interrupt = self.interrupts_by_verb.get(action[0]) if is_action(action) else None
        if interrupt is not None:
            if action in self.interrupt_actions(state, seat):
                return None
            if found := interrupt.refuse(state, state.seats.index(seat), action):
                return self._refusal(found.clause, found.reason, **found.data)
        if state.seats[top.seat] != seat:
            return self._refusal(self.public_clause_of(top), "why.not-asked", seat=state.seats[top.seat])
        if not is_action(action) or action[0] not in top.verbs:
            return self._general_refusal(state, self.clause_of(top), "why.other-step")
        if action in top.actions(state):
            return None
        found = top.refuse(state, action) or Refusal(self.clause_of(top), "why.not-now")
        if found.reason == "why.not-now":
            return self._general_refusal(state, found.clause, found.reason)
        return self._refusal(found.clause, found.reason, **found.data)

    def _general_refusal(self, state: S, clause: str, reason: str) -> Refusal:
        """Refuse an action for a general reason, with the verbs and the prompt of the current step."""
        top: Any = state.flow[-1]
        data: dict[str, Any] = {"verbs": list(top.verbs)}
        if "prompt" in self.words.field_names(reason):
            data["prompt"] = self.prompt(state, state.seats[top.seat])
        return self._refusal(clause, reason, **data)

    def _refusal(self, clause: str, reason: str, **data: Any) -> Refusal:
        return Refusal(clause, self.words.say(reason, **data))

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, in the rulebook's words; None while it goes on."""
        if (found := state.outcome) is None:
            return None
        ranks = rank_seats(found.winners, self.ranking_keys(state))
        return Outcome(found.winners, self.words.say("outcome." + found.margin, **found.data), found.clause, ranks)

    def ranking_keys(self, state: S, /) -> Mapping[str, Any]:
        """Return sort keys that rank the players of a finished match below its winners.

        Larger keys are better. A referee has none.
        """
        return dict.fromkeys([seat for seat in state.seats if seat != REFEREE], 0)

    def remove_player(self, state: S, /, seat: str) -> None:
        """Apply, in place, what happens to the possessions of a player who has left for good.

        The other players continue. The game may apply its rulebook's provision immediately or as soon as possible: a
        side becomes neutral, a realm lies fallow. A bot decides for the seat as long as it must act, which includes
        games without this method.
        """

    # Previewing

    def consequences(self, sampled_state: S, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        """Yield the preview of an action: warnings, notes, odds, and options that it leaves unused.

        `sampled_state` is sampled from what `seat` knows. The result must not depend on the hidden parts of the sample.
        """
        return self.decisions.consequences(self.preview_context(self, sampled_state, seat, action))

    # Seeing

    def view(self, state: S, /, seat: str | None) -> View:
        """Return all that `seat` may see (None: a spectator)."""
        raise NotImplementedError

    def view_without_shortcuts(self, state: S, /, seat: str | None) -> View:
        """Return the view of `seat`, from which a game may omit shortcuts that no list shows.

        The spaces of the omitted shortcuts are in `shortcut_spaces`. The shortcuts are computed when a client requests
        them.
        """
        return self.view(state, seat)

    def view_of_everything(self, state: S, /) -> View:
        """Return the view of a spectator from whom nothing is hidden, for the time after a match."""
        return with_all_known(self.view(state, None), [self.view(state, seat) for seat in state.seats])

    def base_view(self, state: S, seat: str | None) -> View:
        """Return a view with only the seats to act, the clause, the verbs and the outcome.

        A game's `view` fills in the rest with `msgspec.structs.replace`. The prompt is empty until the match is over,
        and then holds the outcome. `verbs` is empty if and only if the seat has nothing to choose.
        """
        asked = self.actors(state)
        outcome = self.outcome(state)
        step: Any = state.flow[-1] if state.flow else None
        verbs = dict(step.verbs) if step is not None and seat in asked else {}
        clause = "" if step is None else self.clause_of(step) if seat in asked else self.public_clause_of(step)
        may_interrupt = {verb for verb, _ in self.interrupt_actions(state, seat)}
        verbs |= {each.verb: each.operand_kind for each in self.interrupts if each.verb in may_interrupt}
        return View(
            game=self.name, seat=seat, heading="", prompt=outcome.margin if outcome else "",
            clause=clause, asked=asked, pieces=(), verbs=verbs,
            outcome={"winners": list(outcome.winners), "margin": outcome.margin, "clause": outcome.clause}
            if outcome else None,
        )  # fmt: skip

    def boards(self, state: S, /) -> tuple[Board, ...]:
        """Return the boards of this match, the main board first."""
        raise NotImplementedError

    def layers(self, state: S, /, seat: str | None) -> tuple[Layer, ...]:
        """Return overlays for the boards, from what `seat` (None: a spectator) may see."""
        return ()

    def determinize(self, state: S, /, seat: str | None, seed: bytes) -> S:
        """Return a random state consistent with what `seat` knows, with new dice.

        None stands for a spectator.
        """
        raise NotImplementedError

    # Saving

    @cached_property
    def _codec(self) -> tuple[msgspec.msgpack.Encoder, msgspec.msgpack.Decoder[S]]:
        encoder = msgspec.msgpack.Encoder()
        steps: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(self.steps)

        def frame(kind: type, value: Any) -> Any:
            if kind is Frame:
                return steps.decode(encoder.encode(value))
            raise TypeError(kind)

        return encoder, msgspec.msgpack.Decoder(self.state_type, dec_hook=frame)

    def encode(self, state: S) -> bytes:
        """Return the state as bytes."""
        return self._codec[0].encode(state)

    def decode(self, data: bytes) -> S:
        """Return the state encoded in these bytes. Raises Unreadable if they are not a valid state."""
        try:
            state = self._codec[1].decode(data)
        except (msgspec.MsgspecError, TypeError) as error:
            raise Unreadable(f"This is not a saved position of {self.title}.") from error
        if is_lesson_dice(state.dice):
            state.dice = LessonDice(state.dice.key, state.dice.count)
        return state

    def read_position(self, text: str) -> S:
        """Return the state that a position text describes. Raises Unreadable, which names the line."""
        raise NotImplementedError

    def write_position(self, state: S, /) -> str:
        """Return a position as human-readable text; `read_position` reads it back."""
        raise NotImplementedError

    # Words

    @cached_property
    def words(self) -> Catalogue:
        """The messages of `data/`, with the game's `namers`; `{key:message}` inserts another."""
        words = Catalogue.load(self.package, self.namers)
        words.namers["message"] = words.say
        return words

    def prose(self, entry: Entry) -> str:
        """Return a journal entry as a sentence."""
        return self.words.say("journal." + entry.kind, **entry.data)

    def merged_entry(self, earlier: Entry, later: Entry) -> Entry | None:
        """Return one entry in place of two consecutive ones if they describe one event.

        An example is the steps of a march. Otherwise return None.
        """
        return None

    def may_merge(self, later: Entry) -> bool:
        """Return whether an entry may merge with the one before it.

        If not, `merged_entry` is not called.
        """
        return True

    def tally_lines(self, entry: Entry) -> list[str]:
        """Return lines with the dice of an entry and every modifier of its tally."""
        tally = entry.tally
        if tally is None:
            return []
        lines = [self.words.say("tally.dice", dice=list(tally.dice), total=tally.rolled)] if tally.dice else []
        for part in tally.parts:
            reason = self.words.say("tally." + part.reason)
            lines.append(self.words.say("tally.part", amount=part.amount, reason=reason, clause=part.clause))
        return lines

    def message_data(self, state: S, /, step: Step | Interrupt) -> dict[str, Any]:
        """Return the values that messages about a step may use: by default, its fields."""
        return {field: getattr(step, field) for field in step.__struct_fields__}

    def _first_message(self, state: S, step: Step | Interrupt, keys: Iterable[str], **known: Any) -> str:
        """Return the first existing message of these keys, filled in with data of the step."""
        key = self.words.first_key(*keys)
        fields = self.words.field_names(key)
        data = known if fields <= known.keys() else {**self.message_data(state, step), **known}
        return self.words.say(key, **{field: data[field] for field in fields if field in data})

    def action_text(self, state: S, /, action: Action) -> str:
        """Return a legal action as a phrase, distinct from those of all other legal actions.

        The text is the first existing message of `action.STEP.VERB.OPERAND`, `action.STEP.CASE.VERB` (see
        `Step.message_case`), `action.STEP.VERB` and `action.VERB`, in which the field `x` is the operand.
        """
        verb, operand = action
        step: Any = self.interrupts_by_verb.get(verb) or state.flow[-1]
        name = type(step).__name__
        keys = [f"action.{name}.{verb}.{operand}", f"action.{name}.{verb}", f"action.{verb}"]
        if (name, verb) in self._actions_by_case:
            keys.insert(1, f"action.{name}.{step.message_case(state)}.{verb}")
        return self._first_message(state, step, keys, x=operand)

    @cached_property
    def _actions_by_case(self) -> set[tuple[str, str]]:
        """The pairs of step name and verb that have messages by case."""
        keys = [key.split(".") for key in self.words.messages if key.startswith("action.")]
        return {(key[1], key[3]) for key in keys if len(key) == 4}

    def action_cost(self, state: S, /, seat: str, action: Action) -> str:
        """Return what an action costs or may cause, for display beside its text; "" for nothing."""
        verb, operand = action
        step: Any = self.interrupts_by_verb.get(verb) or state.flow[-1]
        rule = self.decisions.cost_of(type(step), verb)
        return "" if rule is None else rule(self.words, state, step, operand, state.seats.index(seat))

    def choices(self, state: S, /, seat: str) -> list[Choice]:
        """Return the actions of a seat with their texts and costs."""
        found = []
        for action in self.actions(state, seat):
            verb, operand = action
            interrupt = self.interrupts_by_verb.get(verb)
            step: Any = state.flow[-1]
            on = interrupt.operand_kind if interrupt else step.verbs[verb]
            text, cost = self.action_text(state, action), self.action_cost(state, seat, action)
            found.append(Choice(verb, operand, text, on, cost, is_minor=verb in (interrupt or step).minor_verbs))
        return found

    def prompt(self, state: S, /, seat: str | None) -> str:
        """Return one line that says what a seat must decide, or what it waits for.

        For the seat to act, the message is `prompt.STEP.CASE` or `prompt.STEP`. For others it is `waiting.other`, with
        the optional fields `seat`, the seat to act, and `what`, the message `waits.STEP`.
        """
        step: Any = state.flow[-1]
        name, asked = type(step).__name__, state.seats[step.seat]
        if seat == asked:
            return self._first_message(state, step, (f"prompt.{name}.{step.message_case(state)}", f"prompt.{name}"))
        if "what" not in self.words.field_names("waiting.other"):
            return self.words.say("waiting.other", seat=asked)
        return self.words.say("waiting.other", seat=asked, what=self.words.say(f"waits.{step.shown_as or name}"))

    def clause_of(self, step: Step) -> str:
        """Return the clause of a step's decision: its `clause`, a class attribute or a field."""
        return str(getattr(step, "clause", ""))

    def public_clause_of(self, step: Step) -> str:
        """Return the clause of a step's decision that all seats may know.

        It differs from `clause_of` while the purpose of the decision is secret (`Step.shown_as`).
        """
        return self.clause_of(self._steps_by_name[step.shown_as] if step.shown_as else step)

    @cached_property
    def _steps_by_name(self) -> dict[str, Any]:
        return {step.__name__: step for step in step_types(self.steps)}

    # The rulebook

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        return load_clauses(self.package)

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        return load_rulings(self.package)

    @cached_property
    def changes(self) -> tuple[RuleChange, ...]:
        """The changes between versions of the implemented rules, in order of version."""
        return load_changes(self.package)

    @property
    def rules_version(self) -> str:
        """The version of the implemented rules; a match stores the one it is played under."""
        return self.changes[-1].version if self.changes else "1"
