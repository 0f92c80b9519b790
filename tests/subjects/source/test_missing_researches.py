"""A null-window search without a re-search is the likely cause of a wrong value, and its line is named."""

import ast
from pathlib import Path
from typing import Final

import pytest

from prunecheck import verify_search
from prunecheck.subjects.source.missing_researches import missing_researches
from prunecheck.subjects.source.recursion import recursive_functions

PVS: Final = """
def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    for nth, child in enumerate(node.children()):
        if nth == 0:
            value = -search(child, -beta, -alpha)
        else:
            value = -search(child, -alpha - 1, -alpha)
            AGAIN
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha
"""
RESEARCH: Final = "if alpha < value < beta:\n                value = -search(child, -beta, -value)"
SCOUT: Final = """
def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    bound = beta
    for nth, child in enumerate(node.children()):
        value = -search(child, -bound, -alpha)
        AGAIN
        alpha = max(alpha, value)
        if alpha >= beta:
            return alpha
        bound = alpha + EPSILON
    return alpha
"""
MISSING: Final = {
    "no second search": PVS.replace("AGAIN", ""),
    "only beyond beta": PVS.replace("AGAIN", RESEARCH.replace("alpha < value < beta", "value >= beta")),
    "a bound in a variable": SCOUT.replace("AGAIN", ""),
}
RIGHT: Final = {
    "a second search": PVS.replace("AGAIN", RESEARCH),
    "a bound in a variable": SCOUT.replace("AGAIN", RESEARCH.replace("if", "if nth and", 1).replace(" " * 4, "", 1)),
    "the null window in the test": """
def search(node, alpha, beta):
    for nth, child in enumerate(node.children()):
        if nth == 0 or -search(child, -alpha - 1, -alpha) > alpha:
            alpha = max(alpha, -search(child, -beta, -alpha))
    return alpha
""",
    "a null move": """
def search(node, alpha, beta):
    if -search(node.passed(), -beta, -beta + 1) >= beta:
        return beta
    for child in node.children():
        alpha = max(alpha, -search(child, -beta, -alpha))
    return alpha
""",
    "only null windows": """
def search(node, alpha, beta):
    return max(-search(child, -alpha - 1, -alpha) for child in node.children())
""",
}


def _lines(text: str) -> list[int]:
    return [line for function in recursive_functions(ast.parse(text)) for line, _ in missing_researches(function)]


@pytest.mark.parametrize("text", MISSING.values(), ids=MISSING)
def test_a_missing_second_search_is_found(text: str) -> None:
    (line,) = _lines(text)
    assert "search(" in text.splitlines()[line - 1]


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_a_search_that_searches_again_is_right(text: str) -> None:
    assert _lines(text) == []


def test_the_report_names_the_missing_second_search(tmp_path: Path) -> None:
    """Without this rule, the cause is what changes from one child to the next."""
    file = tmp_path / "pvs.py"
    file.write_text(MISSING["no second search"], encoding="utf-8")
    (finding,) = [
        fault for searched in verify_search(f"{file}:search", examples=30).searches for fault in searched.faults
    ]
    assert finding.cause == "re-search"
    assert finding.code is not None
    assert finding.code.line == 9
