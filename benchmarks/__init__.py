"""How fast Palatine is, measured beside its peers in one run."""
