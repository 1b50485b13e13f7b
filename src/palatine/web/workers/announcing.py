"""News of matches goes to whoever holds them, where their listeners are, whoever wrote it."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.matches.pubsub import LocalAnnouncer
from palatine.web.workers.herald import Herald
from palatine.web.workers.roads import News, Roads
from palatine.web.workers.standing import Standing


class HouseAnnouncer(LocalAnnouncer):
    """Announces what was written here; of a match that another worker holds, to that one as well."""

    def __init__(self, standing: Standing, roads: Roads, herald: Herald | None = None) -> None:
        super().__init__()
        self._standing = standing
        self._roads = roads
        self._herald = herald

    def publish(self, match: str, version: int, letters: Iterable[str] = ()) -> None:
        boxes = tuple(letters)
        self.publish_here(match, version, boxes)
        holder = self._standing.holder(match)
        if holder and holder != self._standing.number:  # where nobody is, whoever comes reads it from the database
            self._roads.tell(holder, News(match, version, boxes))
        elif self._herald is not None and self._standing.elsewhere(match):
            self._herald.tell(News(match, version, boxes))

    def publish_here(self, match: str, version: int, letters: Iterable[str] = ()) -> None:
        """Tell whoever listens in this process."""
        super().publish(match, version, letters)
