"""Accounts, sign-in, seat ownership and the social services of a server.

The package is independent of the rules of games, and matches know only the id of an account. `principals` is the
façade. `accounts`, `names`, `sessions` and `tokens` identify users, `auth` holds the sign-in methods, `invitations`
and `match_terms` cover joining matches, and `admin` administration.
"""
