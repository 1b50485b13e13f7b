"""What goes on in a process of the pool: what is asked for is done, until nobody is there to ask."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import count
from time import process_time

import msgspec

from palatine.processes.framing import WorkAnswer, WorkCall, receive, send

SPARE = 2
"""Processor seconds beyond those that the caller would wait."""
NICENESS = 5
"""Those who serve people go first."""
_calls = msgspec.msgpack.Decoder(WorkCall)


@cache
def function_of(kind: str) -> Callable[[bytes], bytes]:
    """The function that a kind of work is named after, `module:function`."""
    module, _, name = kind.partition(":")
    found: Callable[[bytes], bytes] = getattr(import_module(module), name)
    return found


def serve(connection: socket.socket) -> None:
    """Do what is asked, one thing after the other; after the first, by which a process gets ready, with less haste."""
    for number in count():
        if number == 1:
            os.nice(NICENESS)
        try:
            answer = _carry_out(_calls.decode(receive(connection)))
            send(connection, msgspec.msgpack.encode(answer))
        except (EOFError, OSError):
            return
        if answer.ends:
            return


def _carry_out(call: WorkCall) -> WorkAnswer:
    limit_memory(call.megabytes)
    limit_processor(call.seconds)
    try:
        return WorkAnswer(function_of(call.kind)(call.data))
    except MemoryError:
        limit_memory(0)
        return WorkAnswer(error=f"it takes more than {call.megabytes} MB of memory", ends=True)
    except RecursionError as error:
        return WorkAnswer(error=f"RecursionError: {error}", ends=True)
    except Exception as error:  # whatever it was, the caller receives it
        return WorkAnswer(error=f"{type(error).__name__}: {error}"[:2000])


def limit_memory(megabytes: int) -> None:
    """Let this process have so much address space; 0 for as much as it may have at all."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes * 1024 * 1024 if megabytes else most
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


def limit_processor(seconds: float) -> None:
    """Let this process work for that many seconds from now; the caller ends it sooner, unless it has died."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = int(process_time() + seconds) + SPARE
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_CPU, (wanted, most))


def run(connection: socket.socket) -> None:
    """All that such a process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    path, preload = msgspec.msgpack.decode(receive(connection), type=tuple[list[str], list[str]])
    sys.path[:] = path
    for module in preload:
        import_module(module)
    serve(connection)
