"""The main loop of a worker process: run calls until the connection closes."""

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

EXTRA_PROCESSOR_SECONDS = 2
"""Processor seconds allowed beyond the caller's time limit."""
NICENESS = 5
"""Niceness of workers, so that processes that serve users have priority."""
_calls = msgspec.msgpack.Decoder(WorkCall)


@cache
def function_of(kind: str) -> Callable[[bytes], bytes]:
    """Return the function named by a kind of work, `module:function`."""
    module, _, name = kind.partition(":")
    found: Callable[[bytes], bytes] = getattr(import_module(module), name)
    return found


def serve(connection: socket.socket) -> None:
    """Run calls one by one; after the first, which is a warm-up, at a lower priority."""
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
    except Exception as error:  # Report any error to the caller.
        return WorkAnswer(error=f"{type(error).__name__}: {error}"[:2000])


def limit_memory(megabytes: int) -> None:
    """Limit the address space of this process, in MB; 0 removes the limit as far as allowed."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes * 1024 * 1024 if megabytes else most
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


def limit_processor(seconds: float) -> None:
    """Limit the processor time of this process from now, in seconds.

    The caller normally ends it sooner, unless the caller has died.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = int(process_time() + seconds) + EXTRA_PROCESSOR_SECONDS
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_CPU, (wanted, most))


def run(connection: socket.socket) -> None:
    """Run a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    path, preload = msgspec.msgpack.decode(receive(connection), type=tuple[list[str], list[str]])
    sys.path[:] = path
    for module in preload:
        import_module(module)
    serve(connection)
