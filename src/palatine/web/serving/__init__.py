"""The server of one process: how it is put together, how it listens, and how it treats its memory."""
