"""The log played again: `replayer` record by record, `history` to look at and branch from, `audit` of all matches."""
