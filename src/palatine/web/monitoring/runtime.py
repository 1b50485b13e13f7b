"""Background components of one process, for readiness and metrics."""

from __future__ import annotations

from dataclasses import dataclass

from palatine.processes import Pool
from palatine.web.background.bot_worker import BotWorker


@dataclass
class Runtime:
    """The components that only a running server has; None in tests and commands."""

    bots: BotWorker | None = None
    pool: Pool | None = None
    """Where bots think."""
    is_stopping: bool = False
    """True if the process is stopping: `/readyz` sends clients elsewhere."""
