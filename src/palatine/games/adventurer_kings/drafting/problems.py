"""What may be wrong with a line of orders: for certain, or as far as its King can know (3, 5, 11.2)."""

from __future__ import annotations

from typing import Any

Fault = tuple[str, str, bool, dict[str, Any]]
"""A clause; the key of the reason (of `check` unless it has a dot); whether it is uncertain; what it names."""


def wrong(clause: str, reason: str, /, **data: Any) -> Fault:
    return clause, reason, False, data


def doubtful(clause: str, reason: str, /, **data: Any) -> Fault:
    return clause, reason, True, data
