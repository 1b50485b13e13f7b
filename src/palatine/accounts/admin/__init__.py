"""What those do who run a house and keep order in it: moderation, its ledger, merging, erasing, exporting, health."""
