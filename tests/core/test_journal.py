"""Journal entries, and merging of entries about one event."""

from __future__ import annotations

from palatine.core import Entry
from palatine.core.journal import merge_entries


def test_two_entries_are_told_as_one() -> None:
    earlier = Entry("march", {"unit": 3, "from": 7, "to": 8}, ("5.1", "5.2"))
    later = Entry("march", {"unit": 3, "from": 8, "to": 9}, ("5.2", "5.4"))
    found = merge_entries(earlier, later, "march-on", to=9, hexes=2)
    assert found == Entry("march-on", {"unit": 3, "from": 7, "to": 9, "hexes": 2}, ("5.1", "5.2", "5.4"))
    assert earlier.data["to"] == 8
