"""All benchmarks, one after the other: `python -m benchmarks`."""

from benchmarks import load, selfplay, states

selfplay.main()
states.main()
load.main()
