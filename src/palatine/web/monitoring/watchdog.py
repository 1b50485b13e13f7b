"""Notifications to the service manager (sd_notify): ready, stopping, and event loop alive.

A process whose event loop is blocked or that is stopped sends nothing, and the service manager kills it.
"""

from __future__ import annotations

import asyncio
import os
import socket

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
NOTIFICATIONS_PER_INTERVAL = 3
"""Number of notifications that the event loop sends within the watchdog interval."""


def notify(state: str) -> None:
    """Send a state to the service manager named by `NOTIFY_SOCKET`, if any."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    place = f"\0{address[1:]}" if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sending:
        try:
            sending.sendto(state.encode(), place)
        except BlockingIOError:
            return  # The service manager has unread notifications and does not need this one.


def watchdog_seconds() -> float:
    """Return the watchdog interval of the service manager in seconds; 0 without a watchdog."""
    for_us = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000 if for_us else 0.0


async def notify_forever() -> None:
    """Notify the service manager from the event loop until cancelled, if it has a watchdog."""
    every = watchdog_seconds() / NOTIFICATIONS_PER_INTERVAL
    while every:
        notify(ALIVE)
        await asyncio.sleep(every)
