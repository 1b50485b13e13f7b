"""A game: its rules as a referee uses them, and its whole interface to the rest of Palatine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from palatine.core.clauses import Clause, RuleChange, Ruling, load_changes, load_clauses, load_rulings
from palatine.core.decisions import DecisionRegistry
from palatine.core.dice import key_of
from palatine.core.guidance.advice import Advice
from palatine.core.guidance.base import Guidance
from palatine.core.guidance.lesson_dice import LessonDice, is_of_lesson
from palatine.core.guidance.preview import PreviewItem
from palatine.core.guidance.preview_context import PreviewContext
from palatine.core.journal import Entry
from palatine.core.messages import Catalogue, Namer
from palatine.core.refusal import Endless, Refusal, Refused, Unknown, Unreadable
from palatine.core.scenario import REFEREE as REFEREE
from palatine.core.scenario import Option, Scenario
from palatine.core.search.searchable import Searchable
from palatine.core.state import MOST_STEPS, Action, Frame, State, is_action
from palatine.core.steps import Interrupt, Step, types_in
from palatine.core.view import AutoReply, Board, Choice, Layer, View

S = TypeVar("S", bound=State)


class Bot(Protocol):
    """A player that is a program. It sees the true state but thinks only in what its seat may know."""

    def decide(self, state: Any, seat: str) -> Any:
        """An Action; of a game of secret orders a Sheet."""


class Adviser(Bot, Protocol):
    """A bot that can say why."""

    def advise(self, state: Any, seat: str) -> Advice:
        """What it would do, with its reasons, from nothing that its seat may not know."""


BotFactory = Callable[["Game[Any]"], Bot]


Ranks = tuple[tuple[str, ...], ...]
"""The seats by how well they did, best first; those that did alike stand together."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: the winning seats (several share it, none is a draw), by what, in words, and the clause.

    `ranks` has every player's seat once; where there are winners, they are the first of them.
    """

    winners: tuple[str, ...]
    margin: str
    clause: str
    ranks: Ranks = ()


def ranked(winners: Collection[str], ranking_keys: Mapping[str, Any]) -> Ranks:
    """The winners, then all others by their ranking keys, the largest first; a seat without a key has no rank."""
    rest = {seat: key for seat, key in ranking_keys.items() if seat not in winners}
    first = tuple([seat for seat in ranking_keys if seat in winners])
    groups = [tuple([seat for seat in rest if rest[seat] == key]) for key in sorted(set(rest.values()))]
    return (*([first] if first else []), *reversed(groups))


def ranked_last(ranks: Ranks, left: Collection[str]) -> Ranks:
    """The same, but that those who have left come last."""
    stayed = [tuple([seat for seat in group if seat not in left]) for group in ranks]
    last = tuple([seat for group in ranks for seat in group if seat in left])
    return tuple([group for group in (*stayed, last) if group])


class Game(Guidance[S], Searchable[S]):
    """A ruleset. Subclasses give the facts below, `begin`, `view`, `determinize`, `boards` and the texts.
    They bind the game's own functions; one that has no need of the game is bound as a static method:

        class Elric(Game[ElricState]):
            view = views.view                                  # view(game: Game[ElricState], s, seat)
            position = positions.read                          # read(game, text)
            determinize = staticmethod(hidden.determinize)     # determinize(s, seat, seed)

    So what a game can do is listed in one place, and type checkers hold each function against the method it is.
    """

    name: str
    title: str
    year: int
    story: str = ""
    """What it is about, in a sentence or two; where there is none, the first scenario's text tells it."""
    package: str
    """The dotted package that holds the game's data."""
    turn_word: str = "turn"
    """What the game calls its turns, if the words of the pages know it (`client-WORD`): "turn" or "year"."""
    orders: bool = False
    """Whether it is played by secret orders (`core.OrdersGame`) instead of single actions."""
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()
    state_type: type[S]
    steps: Any
    """The union of the game's step types, for decoding."""
    bots: Mapping[str, BotFactory] = {}
    namers: Mapping[str, Namer] = {}
    """How messages name the game's numbers, by the kind of field."""
    interrupts: ClassVar[tuple[Interrupt, ...]] = ()
    """What may be done though nobody waits for it. No step has their verbs."""
    interrupts_by_verb: ClassVar[Mapping[str, Interrupt]] = {}
    decisions: ClassVar[DecisionRegistry] = DecisionRegistry()
    """Its rules for previews and for the bot that decides by step."""
    preview_context: ClassVar[type[PreviewContext[Any]]] = PreviewContext
    int_range: tuple[int, int] = (-64, 4095)
    """The least and the largest number that a position may hold, ..."""
    field_ranges: Mapping[str, tuple[int, int]] = {}
    """... except in these fields, by name or as "Type.field" (see `core.field_ranges`)."""

    def __init_subclass__(cls) -> None:
        """Raise TypeError for an interrupt whose verb is another's or a step's."""
        super().__init_subclass__()
        cls.interrupts_by_verb = {each.verb: each for each in cls.interrupts}
        if len(cls.interrupts_by_verb) < len(cls.interrupts):
            raise TypeError(f"{cls.__name__}: two of {cls.interrupts} have one verb")
        for step in types_in(getattr(cls, "steps", None)) if cls.interrupts else ():
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
        """A new state, ready for its first decision.

        `seed` fixes every roll. With `record` the state keeps its journal and its rolls from the start.
        Raises Unknown for a scenario, seats or an option the game does not have.
        """
        chosen = self.scenario(scenario)
        table = tuple(seats) if seats is not None else chosen.tables[0]
        if table not in chosen.tables:
            asked = ", ".join(table) or "none"
            raise Unknown(f"{chosen.title} is for {chosen.players}; the seats asked for are {asked}.")
        state = self.begin(chosen, table, key_of(seed), self.settle_options(options or {}))
        if record:
            state.journal = []  # type: ignore[misc]
            state.dice.drawn = []  # type: ignore[misc]
        self.advance(state)
        return state

    def scenario(self, name: str | None) -> Scenario:
        """The scenario of that name, or the first."""
        if name is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        names = ", ".join(each.name for each in self.scenarios)
        raise Unknown(f"{self.title} has no scenario {name!r}; it has {names}.")

    def settle_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with the value given or its default."""
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise Unknown(f"{self.title} has no option {name!r}; it has {', '.join(known) or 'none'}.")
            known[name].check(value)
        return {name: given.get(name, option.default) for name, option in known.items()}

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> S:
        raise NotImplementedError

    # Deciding

    def actors(self, state: S) -> tuple[str, ...]:
        """The seats that must now decide; () when the match is over."""
        flow = state.flow
        return (state.seats[flow[-1].seat],) if flow else ()  # type: ignore[attr-defined]

    def actions(self, state: S, /, seat: str) -> list[Action]:
        """The legal actions of `seat`, exactly, in a fixed order; of one that is not asked, only interrupts."""
        flow = state.flow
        if not flow:
            return []
        top: Any = flow[-1]
        found: list[Action] = top.actions(state) if state.seats[top.seat] == seat else []
        if top.is_interruptible and self.interrupts and (more := self.interrupt_actions(state, seat)):
            return [*found, *more]
        return found

    def forced_action(self, state: S, /, reader: str) -> tuple[str, Action] | None:
        """Return a seat that is asked and its only action, if `reader` can see that it has no other; else None."""
        step: Any = state.flow[-1] if state.flow else None
        for seat in self.actors(state):
            is_seen = seat == reader or not step.is_private
            if is_seen and len(found := self.actions(state, seat)) == 1:
                return seat, found[0]
        return None

    def interrupt_actions(self, state: S, /, seat: str | None) -> list[Action]:
        """Return what a seat may do by one of the `interrupts` now, in their order."""
        top: Any = state.flow[-1] if state.flow and self.interrupts else None
        if top is None or not top.is_interruptible or seat not in state.seats:
            return []
        at = state.seats.index(seat)
        return [action for interrupt in self.interrupts for action in interrupt.actions(state, at)]

    def play(self, state: S, seat: str, action: Action) -> S:
        """The state after `action`; the given state is not touched. Raises Refused when it is not legal.

        If the state keeps a journal, the new one's holds the entries of this action.
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
        """Carry out a legal action in place, unchecked, up to the next decision. For search."""
        flow = state.flow
        if action[0] in self.interrupts_by_verb:
            self.interrupts_by_verb[action[0]].take(state, state.seats.index(seat), action)
        else:
            flow[-1].take(state, action)  # type: ignore[attr-defined]
        for _ in range(MOST_STEPS):  # `advance`, without a call
            if not flow:
                return
            top = flow[-1]
            if top.needs_decision:  # type: ignore[attr-defined]
                return
            top.run(state)  # type: ignore[attr-defined]
        raise Endless(f"{MOST_STEPS} steps without a decision")

    def advance(self, state: S) -> None:
        """Run the steps that ask nobody, up to the next decision. Raises Endless when none comes."""
        flow = state.flow
        for _ in range(MOST_STEPS):
            if not flow or flow[-1].needs_decision:  # type: ignore[attr-defined]
                return
            flow[-1].run(state)  # type: ignore[attr-defined]
        raise Endless(f"{MOST_STEPS} steps without a decision")

    def phasing(self, state: S, /) -> str:
        """The seat whose phase or player-turn it is, by number the `phasing` of the state; "" where nobody's is."""
        at: int | None = getattr(state, "phasing", None)
        return "" if at is None else state.seats[at]

    def auto_replies(self, state: S, /, seat: str) -> tuple[AutoReply, ...]:
        """Return the answers that a seat may give in advance, for a span of play, to what it is asked now."""
        return ()

    def explain(self, state: S, seat: str, action: Action) -> Refusal | None:
        """Why `seat` may not do this now, with the clause; None exactly when the action is legal."""
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
            return self._refusal(self.open_clause_of(top), "why.not-asked", seat=state.seats[top.seat])
        if not is_action(action) or action[0] not in top.verbs:
            return self._general_refusal(state, self.clause_of(top), "why.other-step")
        if action in top.actions(state):
            return None
        found = top.refuse(state, action) or Refusal(self.clause_of(top), "why.not-now")
        if found.reason == "why.not-now":
            return self._general_refusal(state, found.clause, found.reason)
        return self._refusal(found.clause, found.reason, **found.data)

    def _general_refusal(self, state: S, clause: str, reason: str) -> Refusal:
        """Refuse an action of another step, or one against which there is no more to say, with what is asked."""
        top: Any = state.flow[-1]
        data: dict[str, Any] = {"verbs": list(top.verbs)}
        if "prompt" in self.words.fields(reason):
            data["prompt"] = self.prompt(state, state.seats[top.seat])
        return self._refusal(clause, reason, **data)

    def _refusal(self, clause: str, reason: str, **data: Any) -> Refusal:
        return Refusal(clause, self.words.say(reason, **data))

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, in the rulebook's words; None while it goes on."""
        if (found := state.outcome) is None:
            return None
        ranks = ranked(found.winners, self.ranking_keys(state))
        return Outcome(found.winners, self.words.say("outcome." + found.margin, **found.data), found.clause, ranks)

    def ranking_keys(self, state: S, /) -> Mapping[str, Any]:
        """What ranks players in a match that is over, beyond who has won: the more, the better; none for a referee."""
        return dict.fromkeys([seat for seat in state.seats if seat != REFEREE], 0)

    def remove_player(self, state: S, /, seat: str) -> None:
        """What becomes, in place, of what a player had who has left for good, while the others play on.

        The game may do what its rulebook has for it, at once or as soon as the moment allows: a side is neutral, a
        realm lies fallow. As long as the seat is asked, and so without this method, a bot decides for it.
        """

    # Previewing

    def consequences(self, sampled_state: S, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        """Return warnings and notes about an action, odds, and what an action that ends something leaves undone.

        `sampled_state` is dealt from what `seat` knows; nothing may rest on how it was dealt.
        """
        return self.decisions.consequences(self.preview_context(self, sampled_state, seat, action))

    # Seeing

    def view(self, state: S, /, seat: str | None) -> View:
        """All that `seat` may see (None: a spectator)."""
        raise NotImplementedError

    def view_without_shortcuts(self, state: S, /, seat: str | None) -> View:
        """Return the same view, in which a game may leave out shortcuts of several actions that no list shows; it gives
        the spaces to which they lead as `shortcut_spaces`. They are made when they are requested."""
        return self.view(state, seat)

    def base_view(self, state: S, seat: str | None) -> View:
        """A view in which nothing stands but what is asked of whom, by which clause, or how the match ended.

        A game's `view` fills in the rest with `msgspec.structs.replace`. The prompt is empty until the match is over,
        and then the outcome; `verbs` is empty exactly when the seat has nothing to choose.
        """
        asked = self.actors(state)
        outcome = self.outcome(state)
        step: Any = state.flow[-1] if state.flow else None
        verbs = dict(step.verbs) if step is not None and seat in asked else {}
        clause = "" if step is None else self.clause_of(step) if seat in asked else self.open_clause_of(step)
        may_interrupt = {verb for verb, _ in self.interrupt_actions(state, seat)}
        verbs |= {each.verb: each.operand_kind for each in self.interrupts if each.verb in may_interrupt}
        return View(
            game=self.name, seat=seat, heading="", prompt=outcome.margin if outcome else "",
            clause=clause, asked=asked, pieces=(), verbs=verbs,
            outcome={"winners": list(outcome.winners), "margin": outcome.margin, "clause": outcome.clause}
            if outcome else None,
        )  # fmt: skip

    def boards(self, state: S, /) -> tuple[Board, ...]:
        """The drawings of this match, the main one first."""
        raise NotImplementedError

    def layers(self, state: S, /, seat: str | None) -> tuple[Layer, ...]:
        """Figures that may be laid over the boards, made of nothing but what `seat` (None: a spectator) may see."""
        return ()

    def determinize(self, state: S, /, seat: str | None, seed: bytes) -> S:
        """A random state that `seat` (None: a spectator) cannot tell from the true one, with dice of its own."""
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
        """The state as bytes."""
        return self._codec[0].encode(state)

    def decode(self, data: bytes) -> S:
        """The state of those bytes. Raises Unreadable when they are none."""
        try:
            state = self._codec[1].decode(data)
        except (msgspec.MsgspecError, TypeError) as error:
            raise Unreadable(f"This is no saved position of {self.title}.") from error
        if is_of_lesson(state.dice):
            state.dice = LessonDice(state.dice.key, state.dice.count)
        return state

    def position(self, text: str) -> S:
        """The state that a position's text describes. Raises Unreadable with the line that is wrong."""
        raise NotImplementedError

    def write_position(self, state: S, /) -> str:
        """A position as a person would write it down; `position` reads it back."""
        raise NotImplementedError

    # Words

    @cached_property
    def words(self) -> Catalogue:
        """The messages of `data/`, with the game's `namers`; `{key:message}` is another message."""
        words = Catalogue.load(self.package, self.namers)
        words.namers["message"] = words.say
        return words

    def prose(self, entry: Entry) -> str:
        """A journal entry as a sentence."""
        return self.words.say("journal." + entry.kind, **entry.data)

    def merged_entry(self, earlier: Entry, later: Entry) -> Entry | None:
        """Return one entry for two that follow each other, if they are about one thing (the steps of a march)."""
        return None

    def may_merge(self, later: Entry) -> bool:
        """Return whether an entry may merge with the one before it at all; if not, `merged_entry` is not called."""
        return True

    def tally_lines(self, entry: Entry) -> list[str]:
        """The dice of an entry and every part reckoned with them, a line each."""
        tally = entry.tally
        if tally is None:
            return []
        lines = [self.words.say("tally.dice", dice=list(tally.dice), total=tally.rolled)] if tally.dice else []
        for part in tally.parts:
            reason = self.words.say("tally." + part.reason)
            lines.append(self.words.say("tally.part", amount=part.amount, reason=reason, clause=part.clause))
        return lines

    def message_data(self, state: S, /, step: Step | Interrupt) -> dict[str, Any]:
        """Return what messages about a step may name: its fields. A game adds what else they want to name."""
        return {field: getattr(step, field) for field in step.__struct_fields__}

    def _say_of(self, state: S, step: Step | Interrupt, keys: Iterable[str], **known: Any) -> str:
        """Return the first message there is of these keys, filled in with what it names of a step."""
        key = self.words.first(*keys)
        fields = self.words.fields(key)
        data = known if fields <= known.keys() else {**self.message_data(state, step), **known}
        return self.words.say(key, **{field: data[field] for field in fields if field in data})

    def action_text(self, state: S, /, action: Action) -> str:
        """Return a legal action as a phrase, distinct from all others of the moment.

        It is the first message of `action.STEP.VERB.OPERAND`, `action.STEP.CASE.VERB` (`Step.message_case`),
        `action.STEP.VERB` and `action.VERB`, where the field `x` is the operand.
        """
        verb, operand = action
        step: Any = self.interrupts_by_verb.get(verb) or state.flow[-1]
        name = type(step).__name__
        keys = [f"action.{name}.{verb}.{operand}", f"action.{name}.{verb}", f"action.{verb}"]
        if (name, verb) in self._actions_by_case:
            keys.insert(1, f"action.{name}.{step.message_case(state)}.{verb}")
        return self._say_of(state, step, keys, x=operand)

    @cached_property
    def _actions_by_case(self) -> set[tuple[str, str]]:
        """The names of the steps, with the verbs, whose actions have a message for a case."""
        keys = [key.split(".") for key in self.words.messages if key.startswith("action.")]
        return {(key[1], key[3]) for key in keys if len(key) == 4}

    def action_cost(self, state: S, /, seat: str, action: Action) -> str:
        """Return what an action costs or may bring, as it is shown beside its text; "" for nothing."""
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
        """Return in one line what a seat is to decide, or what it waits for.

        The message is `prompt.STEP.CASE` or `prompt.STEP`; for others `waiting.other`, which may name the `seat` that
        decides and `what`: the message `waits.STEP`.
        """
        step: Any = state.flow[-1]
        name, asked = type(step).__name__, state.seats[step.seat]
        if seat == asked:
            return self._say_of(state, step, (f"prompt.{name}.{step.message_case(state)}", f"prompt.{name}"))
        if "what" not in self.words.fields("waiting.other"):
            return self.words.say("waiting.other", seat=asked)
        return self.words.say("waiting.other", seat=asked, what=self.words.say(f"waits.{step.shown_as or name}"))

    def clause_of(self, step: Step) -> str:
        """The clause under which a step asks what it asks: its own `clause`, a class attribute or a field."""
        return str(getattr(step, "clause", ""))

    def open_clause_of(self, step: Step) -> str:
        """The clause that all may know while a seat is asked: another, where what it is asked for is a secret yet."""
        return self.clause_of(self._steps_by_name[step.shown_as] if step.shown_as else step)

    @cached_property
    def _steps_by_name(self) -> dict[str, Any]:
        return {step.__name__: step for step in types_in(self.steps)}

    # The rulebook

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        return load_clauses(self.package)

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        return load_rulings(self.package)

    @cached_property
    def changes(self) -> tuple[RuleChange, ...]:
        """What has changed in the rules as implemented, version by version."""
        return load_changes(self.package)

    @property
    def rules(self) -> str:
        """The version of the rules as implemented; a match remembers those it was played under."""
        return self.changes[-1].version if self.changes else "1"
