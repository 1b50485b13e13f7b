"""SET-UP (SET, ADV, DIS): `founding` the lands before the first turn and the founding of the nations, `setup_rules`
what a set-up has to satisfy."""
