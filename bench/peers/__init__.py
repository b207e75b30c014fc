"""Other libraries' card games, timed beside the kernel in one interleaved run.

`contest` runs the entrants in turn, each in a process of its own (`child`); `open_spiel`, `pgx`, `rlcard` and
`pettingzoo` drive one library each; `field` lists who takes part and what is promised of Karat; `report` and `chart`
show what came of it. Nothing here imports a peer: only its child does.
"""
