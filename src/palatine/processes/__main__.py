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
            from palatine.processes.ray_client import serve_cluster  # Only a server with a Ray cluster has Ray.

            serve_cluster(address, Path(place))
