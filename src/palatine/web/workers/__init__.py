"""The server of one process: how it listens, and how it treats its memory."""
