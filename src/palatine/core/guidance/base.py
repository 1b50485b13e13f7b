"""The part of a game that guides players who do not know it: previews, recaps, measures, a glossary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from palatine.core.data import PackageData
from palatine.core.guidance import preview, recap
from palatine.core.guidance.glossary import Glossary, load_glossary
from palatine.core.guidance.lessons import Lessons, load_lessons
from palatine.core.guidance.measures import Measure
from palatine.core.guidance.pictures import Pictures, load_pictures
from palatine.core.guidance.preview import Preview, PreviewItem
from palatine.core.guidance.puzzles import Puzzles, load_puzzles
from palatine.core.guidance.recap import Recap, RecapItem
from palatine.core.journal import Entry
from palatine.core.scenario import FirstMatch
from palatine.core.state import Action, State
from palatine.core.view import Observation

S = TypeVar("S", bound=State)


class Guidance(Generic[S]):
    """The part of `core.Game` that guides players. A game gives what it has; without that there is a sensible least."""

    package: str

    # What a game may give

    def recap_item(self, entry: Entry, /, seat: str | None) -> RecapItem | None:
        """An entry as a recap item to be shown on the map; None for what need not be told."""
        return RecapItem(entry.kind, self.prose(entry), clauses=entry.clauses, is_private=entry.readers is not None)

    def measures(self, state: S, /) -> tuple[Measure, ...]:
        """A few numbers by which one can see how the match goes, the one that decides it first."""
        return ()

    def observation(self, state: S, /, seat: str | None) -> Observation | None:
        """Return what the seat sees in numbers, which is much quicker to make than a view; None where a game has only
        views. It is the same in all positions that the seat cannot tell apart."""
        return None

    def unit_counts(self, state: S, /) -> dict[str, int]:
        """Return how many units each seat commands; a law checks with it that nobody loses units without a warning."""
        return {}

    def is_setting_up(self, state: S, /, seat: str) -> bool:
        """Whether what `seat` is asked now belongs to setting up, so that a bot may do it all for it."""
        return False

    def seat_title(self, seat: str) -> str:
        """What a seat is called where no position tells more (`View.names`): before a match, in lists of matches."""
        return seat

    @cached_property
    def glossary(self) -> Glossary:
        """An entry for everything a player can meet, by key: `data/glossary`, and what the game makes from its data."""
        return load_glossary(self.package)

    @cached_property
    def lessons(self) -> Lessons:
        """The lessons of `data/lessons`, in their order. Raises LessonError for one that is not as they are written."""
        return load_lessons(self.package)

    @cached_property
    def puzzles(self) -> Puzzles:
        """The puzzles of `data/puzzles`, in their order. Raises LessonError for one that is not as they are written."""
        return load_puzzles(self.package)

    @cached_property
    def pages(self) -> dict[str, str]:
        """What a newcomer should read, by name: the texts of `data/pages`, in Markdown."""
        folder = PackageData(self.package).folder / "pages"
        found = sorted(folder.iterdir(), key=lambda path: path.name) if folder.is_dir() else []
        return {path.name.removesuffix(".md"): path.read_text(encoding="utf-8") for path in found}

    @cached_property
    def first_match(self) -> FirstMatch:
        """The match to begin with, from `data/first-match.toml`; without that the usual one from its first seat."""
        data = PackageData(self.package)
        if not (data.folder / "first-match.toml").is_file():
            return FirstMatch()
        return msgspec.convert(data.read_toml("first-match.toml"), FirstMatch)

    @cached_property
    def pictures(self) -> Pictures:
        """The pictures of its page of rules, by name, from `data/pictures.toml`; none where there is no such file."""
        return load_pictures(self.package)

    # What follows

    def preview(self, state: S, seat: str, action: Action, *, plays_forced: bool = True) -> Preview:
        """Return the preview of a legal action of `seat`, from nothing but what the seat may know; where the match
        `plays_forced` answers, with those that follow."""
        return preview.preview(self, state, seat, action, plays_forced=plays_forced)

    def preview_plan(self, state: S, seat: str, actions: Sequence[Action], *, plays_forced: bool = True) -> Preview:
        """Return the preview of several actions one after the other, up to the first roll, and of the forced answers
        that follow where the match `plays_forced` ones."""
        return preview.preview_plan(self, state, seat, actions, plays_forced=plays_forced)

    def recap(self, entries: Iterable[Entry], seat: str | None) -> Recap:
        """What happened since `seat` last looked, item by item, from entries that it may read."""
        return recap.recap(self, entries, seat)

    # Of the game

    def consequences(self, sampled_state: S, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        """Return warnings and notes about an action, odds, and what an action that ends something leaves undone."""
        raise NotImplementedError

    def prose(self, entry: Entry) -> str:
        """A journal entry as a sentence."""
        raise NotImplementedError

    def merged_entry(self, earlier: Entry, later: Entry) -> Entry | None:
        """One entry in place of two that follow each other, when they tell of one thing."""
        raise NotImplementedError

    def actions(self, state: S, /, seat: str) -> list[Action]:
        """The legal actions of `seat`."""
        raise NotImplementedError

    def take(self, state: S, seat: str, action: Action) -> None:
        """Carry out a legal action in place."""
        raise NotImplementedError

    def forced_action(self, state: S, /, reader: str) -> tuple[str, Action] | None:
        """Return a seat that is asked and its only action, if `reader` can see that it has no other; else None."""
        raise NotImplementedError

    def determinize(self, state: S, /, seat: str | None, seed: bytes) -> S:
        """A random state that `seat` cannot tell from the true one."""
        raise NotImplementedError

    def view(self, state: S, /, seat: str | None) -> Any:
        """All that `seat` may see."""
        raise NotImplementedError
