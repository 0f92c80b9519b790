"""Judge a search that only works on its own game, from a recording of its recursive calls.

Read `own_game_subject.py` first. The folders `hooks`, `recording`, `faults`, `learning`, `judging` only import from
those before them; `moves`, `notes`, `tables` and `rules_of_game` import from all of these, but not from each other.
"""
