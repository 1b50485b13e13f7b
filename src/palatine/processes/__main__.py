"""Entry point of subprocesses: `FD` for a `Pool`, `ADDRESS PLACE` for a `LendingPool`."""

import socket
import sys
from pathlib import Path

from palatine.processes.work import run

if __name__ == "__main__":
    match sys.argv[1:]:
        case [number]:
            run(socket.socket(fileno=int(number)))
        case [address, place]:
            from palatine.processes.ray_client import lend  # Only a server with a Ray cluster has Ray.

            lend(address, Path(place))
