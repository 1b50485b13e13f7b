"""Numbered menus of actions: a match as a sequence of picks for learning programs.

At every decision a seat picks an entry of a menu by its number. A menu has at most `choices` entries. In games of
single actions it lists the legal actions in the order of `Game.actions`. In games of orders a sheet is written in
small steps. The entries then are: hand in the sheet as it is, go on to the next character, and the suggestions of
`OrdersGame.suggest` for the current one. If there are more entries than fit, the last number turns the page. Turning
costs nothing, and every action can be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from palatine import registry
from palatine.core import Board, Game, OrdersGame, Sheet, Suggestion, SyntaxProblem, Unknown
from palatine.core.refusal import PalatineError
from palatine.core.sheet import apply_suggestion
from palatine.core.text import view_text
from palatine.lab.selfplay import win_shares

T = TypeVar("T")
MAX_CHOICES = 256
"""Default maximum of entries in a menu.

Few decisions of the five games have more.
"""
MAX_ORDERS_EACH = 4
"""Largest number of suggestions that can be accepted for one character in a turn."""


class MenuEntry(msgspec.Struct, frozen=True):
    """An entry of a menu: an action or a suggestion, or one of "hand-in", "next" and "further"."""

    kind: str
    operand: int = 0
    suggestion: Suggestion | None = None


HAND_IN, NEXT, MORE = MenuEntry("hand-in"), MenuEntry("next"), MenuEntry("further")


class SheetDraftState(msgspec.Struct):
    """A sheet in progress: the characters, the current one, and the suggestions tried for it."""

    sheet: Sheet
    people: tuple[str | None, ...]
    person: int = 0
    tried: tuple[str, ...] = ()
    taken: int = 0


class MenuMatch:
    """A match of `game` played by picking menu entries.

    Raises Unknown if the game does not have the given scenario, seats or options, or `choices` is below 4.
    """

    def __init__(
        self,
        game: Game[Any],
        scenario: str | None = None,
        seats: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        choices: int = MAX_CHOICES,
    ) -> None:
        if choices < 4:
            raise Unknown(f"A list needs at least 4 entries, not {choices}.")
        self.game = game
        self.scenario = scenario
        self.seats = tuple(seats) if seats is not None else game.scenario(scenario).tables[0]
        self.options = dict(options or {})
        self.choices = choices
        self.reset(b"")

    def reset(self, seed: bytes) -> None:
        """Start a new match; the seed fixes every roll."""
        self.state = self.game.setup(self.scenario, self.seats, seed, self.options)
        self.drafts: dict[str, SheetDraftState] = {}
        self.pages: dict[str, int] = {}
        self._menus: dict[str, list[MenuEntry]] = {}
        self._seen: dict[str, Any] = {}

    def copy(self) -> MenuMatch:
        """Return an equal match that shares no mutable data with this one."""
        twin = object.__new__(MenuMatch)
        twin.__dict__ = {**self.__dict__, "state": self.state.copy(), "pages": dict(self.pages)}
        twin._clear_cache()
        twin.drafts = {seat: msgspec.structs.replace(draft) for seat, draft in self.drafts.items()}
        return twin

    def __deepcopy__(self, _: Any) -> MenuMatch:
        return self.copy()

    def sampled(self, seat: str, seed: bytes) -> MenuMatch:
        """Return a match that `seat` cannot distinguish from this one, without the others' drafts.

        Its hidden information and its dice follow from `seed`.
        """
        twin = self.copy()
        twin.state = self.game.determinize(self.state, seat, seed)
        twin.drafts = {each: draft for each, draft in twin.drafts.items() if each == seat}
        twin.pages = {each: page for each, page in twin.pages.items() if each == seat}
        return twin

    def __getstate__(self) -> dict[str, Any]:
        kept = {
            **self.__dict__,
            "game": self.game.name,
            "state": self.game.encode(self.state),
            "_menus": {},
            "_seen": {},
        }
        kept["drafts"] = {seat: _draft_key(self.game, draft) for seat, draft in self.drafts.items()}
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game = registry.load(kept["game"])
        self.__dict__ = {**kept, "game": game, "state": game.decode(kept["state"])}
        self.drafts = {
            seat: SheetDraftState(game.parse(text), *rest)  # type: ignore[attr-defined]
            for seat, (text, *rest) in kept["drafts"].items()
        }

    @property
    def seats_to_act(self) -> tuple[str, ...]:
        """The seats that must now pick; () when the match is over."""
        return self.game.actors(self.state)

    def menu(self, seat: str) -> list[MenuEntry]:
        """Return the menu of a seat; [] if the seat is not to act.

        The index of an entry is the number to pick.
        """
        found = self._menus.get(seat)
        if found is None:
            found = self._menus[seat] = self._page(seat, self._entries(seat)) if seat in self.seats_to_act else []
        return found

    def pick(self, seat: str, number: int) -> None:
        """Pick an entry of a seat's menu. Raises PalatineError if the number is not in the menu."""
        menu = self.menu(seat)
        if not 0 <= number < len(menu):
            raise PalatineError(f"{seat} has {len(menu)} choices, and no number {number}.")
        entry = menu[number]
        if entry is MORE:
            self.pages[seat] = self.pages.get(seat, 0) + 1
            self._menus.pop(seat)
            return
        self.pages.pop(seat, None)
        if isinstance(self.game, OrdersGame):
            self._write(self.game, seat, entry)
        else:
            self.game.take(self.state, seat, (entry.kind, entry.operand))
            self._clear_cache()

    def play(self, seat: str, action: Any) -> None:
        """Carry out an action or a sheet chosen by a bot, without checking it, instead of picks."""
        self.game.take(self.state, seat, action)
        self.drafts.pop(seat, None)
        self.pages.pop(seat, None)
        self._clear_cache()

    def _clear_cache(self) -> None:
        """Drop what was computed for the previous position."""
        self._menus, self._seen = {}, {}

    def cached(self, seat: str, compute: Callable[[], T]) -> T:
        """Return the result of `compute`, cached per seat and position.

        Writing a sheet does not change the position.
        """
        if seat not in self._seen:
            self._seen[seat] = compute()
        found: T = self._seen[seat]
        return found

    def observation_text(self, seat: str, boards: tuple[Board, ...]) -> str:
        """Return the seat's view, its sheet so far and its numbered choices as text."""
        lines = [view_text(boards, self.game.view(self.state, seat)), self.sheet_text(seat)]
        lines += [f"{number}: {self.entry_text(seat, number)}" for number in range(len(self.menu(seat)))]
        return "\n".join([line for line in lines if line])

    def entry_text(self, seat: str, number: int) -> str:
        """Return the text of a menu entry."""
        entry = self.menu(seat)[number]
        if entry is MORE:
            return "Show the further choices."
        if not isinstance(self.game, OrdersGame):
            return self.game.action_text(self.state, (entry.kind, entry.operand))
        if entry.suggestion is not None:
            return entry.suggestion.title or entry.suggestion.text
        whom = self._draft(self.game, seat)
        person = whom.people[whom.person] or "the rest"
        return "Hand in the sheet as it is." if entry is HAND_IN else f"No more for {person}."

    def sheet_text(self, seat: str) -> str:
        """Return the text of the sheet so far.

        It is "" in games of single actions and for seats that are not to act.
        """
        if not isinstance(self.game, OrdersGame) or seat not in self.seats_to_act:
            return ""
        return self.game.write(self._draft(self.game, seat).sheet)

    def win_shares(self) -> dict[str, float]:
        """Return each seat's share of the win.

        A win of several seats is split equally. All shares are 0 until the match ends.
        """
        outcome = self.game.outcome(self.state)
        return win_shares(outcome.winners if outcome else (), self.seats)

    # Lists

    def _entries(self, seat: str) -> list[MenuEntry]:
        if not isinstance(self.game, OrdersGame):
            return [MenuEntry(verb, operand) for verb, operand in self.game.actions(self.state, seat)]
        draft = self._draft(self.game, seat)
        offered = self.game.suggest(self.state, seat, draft.people[draft.person], draft.sheet)
        fresh = [MenuEntry("take", 0, each) for each in offered if each.text not in draft.tried]
        return [HAND_IN, NEXT, *fresh]

    def _page(self, seat: str, entries: list[MenuEntry]) -> list[MenuEntry]:
        rest = entries[self.pages.get(seat, 0) * (self.choices - 1) :]
        return rest if len(rest) <= self.choices else [*rest[: self.choices - 1], MORE]

    # Sheets

    def _draft(self, game: OrdersGame[Any], seat: str) -> SheetDraftState:
        draft = self.drafts.get(seat)
        if draft is None:
            people = (*game.characters(self.state, seat), None)
            draft = self.drafts[seat] = SheetDraftState(game.empty_sheet(self.state, seat), people)
        return draft

    def _write(self, game: OrdersGame[Any], seat: str, entry: MenuEntry) -> None:
        draft = self._draft(game, seat)
        self._menus.pop(seat)
        if entry.suggestion is not None:
            self._take_up(game, seat, draft, entry.suggestion)
        is_done = entry.suggestion is None or draft.taken >= MAX_ORDERS_EACH
        if is_done:
            draft.person, draft.tried, draft.taken = draft.person + 1, (), 0
        if entry is HAND_IN or draft.person >= len(draft.people):
            game.take(self.state, seat, draft.sheet)
            del self.drafts[seat]
            self._clear_cache()

    def _take_up(self, game: OrdersGame[Any], seat: str, draft: SheetDraftState, suggestion: Suggestion) -> None:
        """Add a suggestion to the sheet.

        A suggestion that does not fit the rest of the sheet is dropped and not offered again.
        """
        draft.tried = (*draft.tried, suggestion.text)
        try:
            longer = game.parse(apply_suggestion(game.write(draft.sheet), suggestion))
        except SyntaxProblem:
            return
        if all(problem.uncertain for problem in game.check(self.state, seat, longer)):
            draft.sheet = longer
            draft.taken += 1


def _draft_key(game: Any, draft: SheetDraftState) -> tuple[Any, ...]:
    return (game.write(draft.sheet), draft.people, draft.person, draft.tried, draft.taken)
