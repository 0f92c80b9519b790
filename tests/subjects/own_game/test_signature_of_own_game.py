"""The signature of a search on its own game does not say whose scores it returns: that is learned from its calls."""

from pathlib import Path

from piles import HEAD, NEGAMAX
from prunecheck.subjects.own_game.own_game_subject import own_game_subject


def test_a_negamax_is_not_said_to_return_scores_for_max(tmp_path: Path) -> None:
    """The signature names the parameters and the result."""
    file = tmp_path / "signed.py"
    file.write_text(HEAD + NEGAMAX, encoding="utf-8")
    words = own_game_subject(f"{file}:negamax", ["negamax(7, -inf, inf)"]).traits.convention.words()
    assert words == "(pile, alpha, beta) -> value; runs on positions of the search's own game"
