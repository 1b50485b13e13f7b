"""The ways in: passkeys, codes by mail, passwords, an account elsewhere (OIDC), a second device, recovery.

Each settles which account somebody may have; what follows from it, a session of their own, is `people.sessions`.
Times are given as text (`table.clock.stamp`), secrets are kept as hashes alone.
"""
