"""The server of one process: options, sockets, start and stop, and garbage collection."""
