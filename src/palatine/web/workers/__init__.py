"""Many processes that serve one house together: a front that keeps them alive, and workers that hold matches.

Each match is held by one worker, found by the hash of its id; a connection that asks another for it is handed over to
that one whole. Told to operators in docs/workers.md.
"""
