"""Sign-in methods: passkeys, codes by mail, passwords, OIDC, a second device, recovery.

Each method identifies an account; the session that follows is opened by `accounts.sessions`. Times are passed as text
(`matches.clock.stamp`). Secrets are stored only as hashes.
"""
