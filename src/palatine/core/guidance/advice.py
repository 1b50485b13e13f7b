"""Advice: what a bot would do, and why, in words."""

from __future__ import annotations

from typing import Literal

import msgspec

from palatine.core.state import Action


class AdviceReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reason, with its clause where a rule is behind it; `weight` says how much it counts, 1 the most."""

    text: str
    clause: str = ""
    weight: float = 1.0


class Alternative(msgspec.Struct, frozen=True, omit_defaults=True):
    """What it did not choose, and why not."""

    text: str
    reason: str
    clause: str = ""
    action: Action | None = None


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot would do now from what its seat knows, why, and what it did not do.

    Of single actions `actions` holds one, or the several of a march or a plan; of secret orders `sheet` is the text.
    """

    text: str
    """What it would do, as a sentence."""
    actions: tuple[Action, ...] = ()
    sheet: str = ""
    reasons: tuple[AdviceReason, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    sure: float = 0.0
    """How sure it is, from 0 to 1; 0 where it cannot say."""
    bot: str = ""
    kind: Literal["action", "sheet"] = "action"
    chance: float | None = None
    """The seat's chance of winning by it, from 0 to 1, as the marshal reckons from what the seat knows; None where
    nobody has reckoned."""
