"""Functions for the worker processes of a pool."""

from __future__ import annotations

import os
import signal
import time

from palatine import registry
from palatine.testing.examples.ford import GAME as FORD
from palatine.testing.examples.tithe import GAME as TITHE

registry.register("ford", FORD)
registry.register("tithe", TITHE)


def pid(data: bytes) -> bytes:
    return str(os.getpid()).encode()


def fail(data: bytes) -> bytes:
    raise ValueError(data.decode())


def hang(data: bytes) -> bytes:
    while True:
        pass


def wait(data: bytes) -> bytes:
    time.sleep(float(data))
    return data


def grow(data: bytes) -> bytes:
    return str(len(bytes(int(data)))).encode()


def die(data: bytes) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return data


def die_once(data: bytes) -> bytes:
    """Create the file of this name and kill the process, unless the file exists."""
    if os.path.exists(data):
        return data
    with open(data, "w"):
        return die(data)
