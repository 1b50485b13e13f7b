"""What works beside the requests of one process, for whoever asks whether it does."""

from __future__ import annotations

from dataclasses import dataclass

from palatine.processes import Pool
from palatine.processes.shared import SharedPool
from palatine.web.background.bot_worker import BotWorker


@dataclass
class Runtime:
    """The parts that only a served house has; None of one that is only looked at."""

    bots: BotWorker | None = None
    pool: Pool | SharedPool | None = None
    """Where bots think; a worker knows but what it has asked for."""
    is_stopping: bool = False
    """Whether the process has been told to stop: whoever asks is sent elsewhere."""
