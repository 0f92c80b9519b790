"""Judge a search that only works on its own game, from a recording of its recursive calls.

Read `own_game_subject.py` first. Each of the folders `hooks`, `recording`, `faults`, `learning` and `judging` only
imports from folders that this list names before it. `moves`, `notes`, `tables` and `rules_of_game` import from all
five, but not from each other.
"""
