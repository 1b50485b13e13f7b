"""Matches: seats, actions, undo, clocks, secret orders, replay, branching and verification.

`MatchServices` bundles the services over one storage. Below them, each package uses only those after it: `files`,
`replay`, `guidance`, `orders` (secret orders), `play` (seats, actions, bots) and `runtime` (a match at a version). All
share `storage` (the storage interface), `responses`, `errors`, `clock`, `fairness`, `pubsub`, `text` and `wording`.

    from palatine.store import Store
    from palatine.matches import MatchServices

    services = MatchServices(Store.open("palatine.db"))
    made = services.matches.create("demonlord", players={"Demon": {"kind": "bot"}})
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, "Ann", "my lucky number")
    seen = services.matches.view(made.match, seat)
    choice = seen.view.choices[0]
    seen = services.matches.act(made.match, key, (choice.verb, choice.operand), seen.version)
"""

from palatine.matches.errors import Conflict, Forbidden, MatchStuck, NotFound, StaleDraft, StorageError, TurnOver
from palatine.matches.files.matchfile import from_text as file_from_text
from palatine.matches.files.matchfile import to_text as file_to_text
from palatine.matches.files.verify import verify_file
from palatine.matches.guidance.answers import BoardPicture, Chapter, Expected, KeyDecision, SheetPreview, Story
from palatine.matches.play.lessons import LessonMove
from palatine.matches.pubsub import Announcer, LocalAnnouncer, Subscription
from palatine.matches.responses import (
    Finding,
    JournalLine,
    LessonInfo,
    LessonView,
    LetterInfo,
    MatchCreated,
    MatchInfo,
    MatchView,
    RulesOfMatch,
    SeatInfo,
    SheetCheck,
    SheetDraft,
    Verification,
)
from palatine.matches.runtime.context import Writing
from palatine.matches.seat_owners import SeatKey, SeatOwner
from palatine.matches.services import (
    ArchiveService,
    ClockService,
    GuidanceService,
    MatchService,
    MatchServices,
    OrdersService,
    ProposalService,
    SeatService,
)
from palatine.matches.strengths import Strength, strength_text, strengths
from palatine.matches.text import truncate_echo
from palatine.matches.wire import Changes, ClientView, SentView, apply_changes, client_view_of, diff_views
from palatine.matches.wording import turn_name

__all__ = [
    "Announcer",
    "ArchiveService",
    "BoardPicture",
    "Changes",
    "Chapter",
    "ClientView",
    "ClockService",
    "Conflict",
    "Expected",
    "Finding",
    "Forbidden",
    "GuidanceService",
    "JournalLine",
    "KeyDecision",
    "LessonInfo",
    "LessonMove",
    "LessonView",
    "LetterInfo",
    "LocalAnnouncer",
    "MatchCreated",
    "MatchInfo",
    "MatchService",
    "MatchServices",
    "MatchStuck",
    "MatchView",
    "NotFound",
    "OrdersService",
    "ProposalService",
    "RulesOfMatch",
    "SeatInfo",
    "SeatKey",
    "SeatOwner",
    "SeatService",
    "SentView",
    "SheetCheck",
    "SheetDraft",
    "SheetPreview",
    "StaleDraft",
    "StorageError",
    "Story",
    "Strength",
    "Subscription",
    "TurnOver",
    "Verification",
    "Writing",
    "apply_changes",
    "client_view_of",
    "diff_views",
    "file_from_text",
    "file_to_text",
    "strength_text",
    "strengths",
    "truncate_echo",
    "turn_name",
    "verify_file",
]  # fmt: skip
