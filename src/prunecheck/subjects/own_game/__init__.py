"""Judge a search that only works on its own game: record its recursive calls, and check the recording.

Read `own_game_subject.py` first. The folders `hooks`, `recording`, `faults`, `learning` and `judging` are listed in
order: each only imports from those before it. `moves`, `notes`, `tables` and `rules_of_game` import from all five, but
not from each other.
"""
