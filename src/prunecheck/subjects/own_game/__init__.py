"""Judge a search that only works on its own game: record the search's recursive calls, and check the recording.

Read `own_game_subject.py` first. Each of the folders `hooks`, `recording`, `faults`, `learning` and `judging` only
imports from folders that come before it in this list. The folders `moves`, `notes`, `tables` and `rules_of_game` do not
import from each other.
"""
