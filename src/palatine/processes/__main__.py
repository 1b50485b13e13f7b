"""A process of the pool: python -m palatine.processes FD, begun by `Pool` alone."""

import socket
import sys

from palatine.processes.work import run

if __name__ == "__main__":
    run(socket.socket(fileno=int(sys.argv[1])))
