"""Processes that others begin: python -m palatine.processes FD, of a `Pool`; ADDRESS PLACE, of a `LendingPool`."""

import socket
import sys
from pathlib import Path

from palatine.processes.work import run

if __name__ == "__main__":
    match sys.argv[1:]:
        case [number]:
            run(socket.socket(fileno=int(number)))
        case [address, place]:
            from palatine.processes.ray_client import lend  # as only a server on a cluster has Ray

            lend(address, Path(place))
