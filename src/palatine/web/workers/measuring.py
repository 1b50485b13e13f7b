"""Whoever is asked for measures asks the other workers for theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import count

from prometheus_client import Metric

from palatine.web.workers.families import Family, add_up, written
from palatine.web.workers.roads import Answer, Question, Roads

PATIENCE = 2.0
"""Seconds to wait for all; who has not answered by then is left out."""


class Measuring:
    """Asks others, and answers them; within the loop."""

    def __init__(self, roads: Roads, measures: Callable[[], Awaitable[list[Metric]]]) -> None:
        self._roads = roads
        self._measures = measures
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[list[Family]]] = {}

    async def all_of(self, workers: Iterable[int]) -> list[Metric]:
        """The measures of these workers and our own as those of one."""
        return add_up([written(await self._measures()), *await self.ask(workers)])

    async def ask(self, workers: Iterable[int]) -> list[list[Family]]:
        """The measures of these workers."""
        asked = [self._ask(worker) for worker in workers]
        if not asked:
            return []
        done, late = await asyncio.wait([asyncio.ensure_future(each) for each in asked], timeout=PATIENCE)
        for each in late:
            each.cancel()
        return [each.result() for each in done]

    async def _ask(self, worker: int) -> list[Family]:
        n = next(self._numbers)
        answered = self._waiting[n] = asyncio.get_running_loop().create_future()
        try:
            return await answered if self._roads.send(worker, Question(self._roads.number, n)) else []
        finally:
            del self._waiting[n]

    def hear(self, answer: Answer) -> None:
        """Another has answered."""
        waiting = self._waiting.get(answer.n)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer.families)

    async def answer(self, question: Question) -> None:
        """Another has asked."""
        self._roads.send(question.by, Answer(question.n, written(await self._measures())))
