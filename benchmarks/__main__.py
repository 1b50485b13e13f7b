"""All benchmarks, one after the other: `python -m benchmarks`."""

from benchmarks import selfplay, states

selfplay.main()
states.main()
