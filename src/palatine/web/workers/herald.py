"""The herald: what the workers of other machines have to know at once goes through the database, as its notifications.

Nothing rests on them. What one misses, while the database or its connection is away, the looks of each worker find.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
from sqlalchemy import text

from palatine.matches.errors import StorageError
from palatine.store.engine import Database
from palatine.store.machines import NEWS, RIGHTS, heard, own_connection
from palatine.web.workers.roads import News, Wake

log = logging.getLogger(__name__)

Word = News | Wake
AGAIN = 1.0
"""Seconds until the database is tried again."""
SILENCE = 5.0
"""Seconds of silence after which it is seen whether there is anything else to do."""
_decode = msgspec.json.Decoder(Word).decode


class Herald:
    """Tells and hears, in threads of its own; calls back in one of them."""

    def __init__(
        self, database: Database, on_word: Callable[[Word], object], on_right_gone: Callable[[], object]
    ) -> None:
        self._database = database
        self._on_word = on_word
        self._on_right_gone = on_right_gone
        self._end = threading.Event()
        self._telling = ThreadPoolExecutor(1, "herald")

    def start(self) -> None:
        threading.Thread(target=self._run, name="herald", daemon=True).start()

    def close(self) -> None:
        self._end.set()
        self._telling.shutdown(wait=False, cancel_futures=True)

    def tell(self, word: Word) -> None:
        """Tell the workers of all machines, from any thread."""
        if not self._end.is_set():
            self._telling.submit(self._tell, word)

    def _tell(self, word: Word) -> None:
        told = {"channel": NEWS, "word": msgspec.json.encode(word).decode()}
        try:
            with own_connection(self._database.engine) as connection:
                connection.execute(text("SELECT pg_notify(:channel, :word)"), told)
        except Exception as error:
            log.info("Other machines could not be told of %s: %s", word.match, error)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                with own_connection(self._database.engine, NEWS, RIGHTS) as connection:
                    while not self._end.is_set():
                        for channel, said in heard(connection, SILENCE):
                            self._hear(channel, said)
            except StorageError as error:
                log.info("Other machines cannot be heard: %s", error)
                self._end.wait(AGAIN)

    def _hear(self, channel: str, said: str) -> None:
        if channel == RIGHTS:
            self._on_right_gone()
            return
        try:
            self._on_word(_decode(said))
        except msgspec.DecodeError:
            log.info("A machine of another version has said what this one does not know")
