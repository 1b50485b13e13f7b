"""Rehearsals of a sheet for its seat: `check` what is wrong with it and what it would bring, `suggest` what could be
ordered,
`suggest_setup` nations to begin with, `form` a sheet to be filled in by whoever plays by mail."""
