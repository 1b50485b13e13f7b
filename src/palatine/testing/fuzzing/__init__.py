"""Random games played roughly, with everything watched.

`player`: who decides. `fuzzer`, and `orders` for secret orders: one game. `findings`: what was found, as a file that
replays. `soak`: many games on several processes.
"""
