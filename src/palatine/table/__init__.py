"""The life of a match: seats, acting, undo, replay, branch, verify.

from palatine.store import Store
from palatine.table import House

house = House(Store.open("palatine.db"))
made = house.create("demonlord", players={"Demon": {"kind": "bot"}})
for seat, key in made.keys.items():
    house.take_seat(made.match, key, "Ann", "my lucky number")
sight = house.look(made.match, seat)
choice = sight.view.choices[0]
sight = house.act(made.match, key, (choice.verb, choice.operand), sight.version)
"""

from palatine.table.announcer import Announcer, LocalAnnouncer, Subscription
from palatine.table.errors import Conflict, Forbidden, Missing, TurnOver, Unsaved
from palatine.table.house import House
from palatine.table.matchfile import from_text as file_from_text
from palatine.table.matchfile import to_text as file_to_text
from palatine.table.shapes import (
    Checked,
    Finding,
    Line,
    Made,
    Mail,
    Seated,
    Sight,
    TableInfo,
    Verification,
    Written,
)
from palatine.table.verify import verify_file

__all__ = [
    "Announcer", "Checked", "Conflict", "Finding", "Forbidden", "House", "Line", "LocalAnnouncer", "Made", "Mail",
    "Missing", "Seated", "Sight", "Subscription", "TableInfo", "TurnOver", "Unsaved", "Verification", "Written",
    "file_from_text", "file_to_text", "verify_file",
]  # fmt: skip
