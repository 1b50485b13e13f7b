"""The life of a match: seats, acting, undo, replay, branch, verify.

`house` is the one façade. Below it, each room asking only those after it: `files`, `replaying`, `guiding`, `orders`
(secret ones), `play` (seating, acting, bots), `matches` (a match at a version); then what all share: `storage` (the
interface of whatever keeps matches), `responses`, `errors`, `clock`, `fairness`, `pubsub`, `text`, `wording`.

    from palatine.store import Store
    from palatine.matches import House

    house = House(Store.open("palatine.db"))
    made = house.create("demonlord", players={"Demon": {"kind": "bot"}})
    for seat, key in made.keys.items():
        house.take_seat(made.match, key, "Ann", "my lucky number")
    seen = house.look(made.match, seat)
    choice = seen.view.choices[0]
    seen = house.act(made.match, key, (choice.verb, choice.operand), seen.version)
"""

from palatine.matches.errors import Conflict, Forbidden, Missing, StaleDraft, Stuck, TurnOver, Unsaved
from palatine.matches.files.matchfile import from_text as file_from_text
from palatine.matches.files.matchfile import to_text as file_to_text
from palatine.matches.files.verify import verify_file
from palatine.matches.guidance.answers import Chapter, Expected, KeyDecision, SheetForesight, Story
from palatine.matches.play.lessons import Move as LessonMove
from palatine.matches.pubsub import Announcer, LocalAnnouncer, Subscription
from palatine.matches.responses import (
    Finding,
    JournalLine,
    LessonInfo,
    LessonView,
    LetterInfo,
    MatchCreated,
    MatchView,
    RulesOfMatch,
    SeatInfo,
    SheetCheck,
    SheetDraft,
    TableInfo,
    Verification,
)
from palatine.matches.runtime.context import Writing
from palatine.matches.seat_owners import Holder, SeatKey
from palatine.matches.service import House
from palatine.matches.strengths import Strength, strength, strengths
from palatine.matches.text import echo
from palatine.matches.wire import Changes, SentView, Sight, applied, changes, sight_of

__all__ = [
    "Announcer",
    "Changes",
    "Chapter",
    "Conflict",
    "Expected",
    "Finding",
    "Forbidden",
    "Holder",
    "House",
    "JournalLine",
    "KeyDecision",
    "LessonInfo",
    "LessonMove",
    "LessonView",
    "LetterInfo",
    "LocalAnnouncer",
    "MatchCreated",
    "MatchView",
    "Missing",
    "RulesOfMatch",
    "SeatInfo",
    "SeatKey",
    "SentView",
    "SheetCheck",
    "SheetDraft",
    "SheetForesight",
    "Sight",
    "StaleDraft",
    "Story",
    "Strength",
    "Stuck",
    "Subscription",
    "TableInfo",
    "TurnOver",
    "Unsaved",
    "Verification",
    "Writing",
    "applied",
    "changes",
    "echo",
    "file_from_text",
    "file_to_text",
    "sight_of",
    "strength",
    "strengths",
    "verify_file",
]  # fmt: skip
