"""The report says if time ran out after few trees."""

from typing import Any

import pytest

from prunecheck import verify_search
from prunecheck.verify.hunt.tree_judge import TreeJudge

FEW = "note         only 12 trees could be searched in the time limit, so rare bugs may have been missed; give more"


def search(node: Any, alpha: float, beta: float) -> Any:
    """Negamax."""
    if node.is_leaf():
        return node.value()
    for child in node.children():
        alpha = max(alpha, -search(child, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


@pytest.mark.parametrize(("trees", "few"), [(12, True), (60, False)])
def test_few_trees_in_the_time_get_a_note(trees: int, few: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow search may pass, although most trees were not searched."""
    monkeypatch.setattr(TreeJudge, "in_time", property(lambda judge: judge.trees < trees))
    assert (FEW in str(verify_search(search, examples=100))) == few


def test_few_examples_get_no_note() -> None:
    """The user asked for few trees."""
    assert "could be searched in the time limit" not in str(verify_search(search, examples=12))
