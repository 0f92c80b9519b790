"""Judge a search that only works on its own game, from a recording of its recursive calls.

Read `own_game_subject.py` first. Each of these folders only imports from the folders before it: `hooks`, `recording`,
`faults`, `learning`, `judging`. The folders `moves`, `notes`, `tables` and `rules_of_game` import from all of these,
but not from each other.
"""
