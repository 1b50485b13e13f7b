"""What each command takes; which function carries it out stands beside its name."""
