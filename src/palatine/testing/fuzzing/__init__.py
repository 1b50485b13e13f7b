"""The fuzzer: random games with illegal input, checked for errors.

`player`: the players. `fuzzer`, and `orders` for secret orders: one game. `endgame`: late positions. `findings`: errors
found, as files that can be replayed. `soak`: many games in several processes.
"""
