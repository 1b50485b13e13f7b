"""The part of a game that guides new players: previews, recaps, measures, a glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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
from palatine.core.messages import say
from palatine.core.scenario import FirstMatch, SideCard
from palatine.core.state import Action, State
from palatine.core.validation import ProvenanceCount, count_provenances
from palatine.core.view import Observation

S = TypeVar("S", bound=State)
COUNT = re.compile(r"\{(\w+)\}")
"""A placeholder of a provenance page: a word of the data, whose counts replace it."""


class Guidance(Generic[S]):
    """The part of `core.Game` that guides players; everything a game may give has a default."""

    package: str
    seat_styles: Mapping[str, str] = {}
    """By seat: the style of its boards that has the seat's colours."""
    pile_seats: Mapping[str, str] = {}
    """By `Piece.pile`: the seat that owns its pieces, if colours and badges do not show it."""

    # Optional methods and data

    def recap_item(self, entry: Entry, /, seat: str | None) -> RecapItem | None:
        """Return an entry as a recap item to be shown on the map; None if it need not be shown."""
        return RecapItem(entry.kind, self.prose(entry), clauses=entry.clauses, is_private=entry.readers is not None)

    def measures(self, state: S, /) -> tuple[Measure, ...]:
        """Return a few numbers that show the progress of the match, the decisive one first."""
        return ()

    def observation(self, state: S, /, seat: str | None) -> Observation | None:
        """Return what the seat sees as numbers, much faster than a view; None if unsupported.

        It is the same in all positions that the seat cannot distinguish.
        """
        return None

    def unit_counts(self, state: S, /) -> dict[str, int]:
        """Return the number of units of each seat, to test that losses are preceded by warnings."""
        return {}

    def is_setting_up(self, state: S, /, seat: str) -> bool:
        """Return whether the seat's current decision is part of setup, which a bot can do for it."""
        return False

    def seat_title(self, seat: str) -> str:
        """Return the name of a seat where no position gives one (`View.names`), as in match lists."""
        return seat

    @cached_property
    def glossary(self) -> Glossary:
        """Entries by key for everything a player can meet, from `data/glossary` and the game's data."""
        return load_glossary(self.package)

    @cached_property
    def lessons(self) -> Lessons:
        """The lessons of `data/lessons`, in order. Raises LessonError for an invalid one."""
        return load_lessons(self.package)

    @cached_property
    def puzzles(self) -> Puzzles:
        """The puzzles of `data/puzzles`, in order. Raises LessonError for an invalid one."""
        return load_puzzles(self.package)

    @cached_property
    def pages(self) -> dict[str, str]:
        """The introductory texts of `data/pages` by name, in Markdown."""
        folder = PackageData(self.package).folder / "pages"
        found = sorted(folder.iterdir(), key=lambda path: path.name) if folder.is_dir() else []
        pages = {path.name.removesuffix(".md"): path.read_text(encoding="utf-8") for path in found}
        if "provenance" in pages:
            pages["provenance"] = COUNT.sub(self._counted, pages["provenance"])
        return pages

    @cached_property
    def provenance(self) -> dict[str, ProvenanceCount]:
        """The counts of each provenance in the TOML files of `data`, the most frequent first."""
        data = PackageData(self.package)
        names = [path.name for path in data.folder.iterdir() if path.name.endswith(".toml")]
        found = count_provenances([data.read_toml(name) for name in names])
        return dict(sorted(found.items(), key=lambda each: (-each[1].entries, -each[1].values)))

    def _counted(self, match: re.Match[str]) -> str:
        """Return the text for a placeholder of the provenance page, the counts of one word."""
        count = self.provenance[match[1]]
        key = "entries-and-values" if count.values and count.entries else "values" if count.values else "entries"
        return say(f"provenance.{key}", **count._asdict())

    @cached_property
    def first_match(self) -> FirstMatch:
        """The recommended first match, from `data/first-match.toml`.

        Without the file it is the usual match, from its first seat.
        """
        data = PackageData(self.package)
        if not (data.folder / "first-match.toml").is_file():
            return FirstMatch()
        return msgspec.convert(data.read_toml("first-match.toml"), FirstMatch)

    @cached_property
    def sides(self) -> dict[str, SideCard]:
        """The sides by seat, from `data/sides.toml`; none without the file."""
        data = PackageData(self.package)
        if not (data.folder / "sides.toml").is_file():
            return {}
        found = msgspec.convert(data.read_toml("sides.toml")["side"], list[SideCard])
        return {each.seat: each for each in found}

    @cached_property
    def pictures(self) -> Pictures:
        """The pictures of the rules page by name, from `data/pictures.toml`; none without the file."""
        return load_pictures(self.package)

    # Derived methods

    def preview(self, state: S, seat: str, action: Action, *, plays_forced: bool = True) -> Preview:
        """Return the preview of a legal action of `seat`, from what the seat may know.

        If the match `plays_forced` answers, the preview includes those that follow.
        """
        return preview.preview(self, state, seat, action, plays_forced=plays_forced)

    def preview_plan(self, state: S, seat: str, actions: Sequence[Action], *, plays_forced: bool = True) -> Preview:
        """Return the preview of several consecutive actions, up to the first roll.

        If the match `plays_forced` answers, the preview includes those that follow.
        """
        return preview.preview_plan(self, state, seat, actions, plays_forced=plays_forced)

    def recap(self, entries: Iterable[Entry], seat: str | None) -> Recap:
        """Return what happened since `seat` last looked, from entries that it may read."""
        return recap.recap(self, entries, seat)

    # Defined by `core.Game`

    def consequences(self, sampled_state: S, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        """Yield warnings, notes and odds of an action, and options that it leaves unused."""
        raise NotImplementedError

    def prose(self, entry: Entry) -> str:
        """Return a journal entry as a sentence."""
        raise NotImplementedError

    def merged_entry(self, earlier: Entry, later: Entry) -> Entry | None:
        """Return one entry in place of two consecutive ones if they describe one event."""
        raise NotImplementedError

    def actions(self, state: S, /, seat: str) -> list[Action]:
        """Return the legal actions of `seat`."""
        raise NotImplementedError

    def take(self, state: S, seat: str, action: Action) -> None:
        """Carry out a legal action in place."""
        raise NotImplementedError

    def forced_action(self, state: S, /, reader: str) -> tuple[str, Action] | None:
        """Return a seat to act and its only action, if `reader` can see that it has no other."""
        raise NotImplementedError

    def determinize(self, state: S, /, seat: str | None, seed: bytes) -> S:
        """Return a random state consistent with all that `seat` knows."""
        raise NotImplementedError

    def view(self, state: S, /, seat: str | None) -> Any:
        """Return all that `seat` may see."""
        raise NotImplementedError
