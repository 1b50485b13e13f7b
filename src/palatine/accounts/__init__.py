"""Accounts, sign-in, seats of accounts, and the social services of a server.

Nothing here knows a rule of a game; the table knows of a person an account's id and nothing else. `people` is the
façade; `accounts`, `names`, `sessions` and `tokens` say who somebody is, `ways` how they show it, `invitations` and
`match_terms` how seats become theirs.
"""
