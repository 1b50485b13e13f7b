"""Benchmarks of Palatine's speed, each measured beside comparable projects in the same run."""
