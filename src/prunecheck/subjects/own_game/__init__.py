"""Judge a search that only works on its own game, from a recording of its recursive calls.

Read `own_game_subject.py` first. The folders import each other in this order: `hooks`, `recording`, `faults`,
`learning`, `judging`, and then `moves`, `notes`, `tables` and `rules_of_game`, which do not know each other.
"""
