"""Code that no judged run executes is named in a note, since nothing is known about it."""

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from own_programs import assert_right, own_subject
from prunecheck import verify_search
from prunecheck.errors import PreconditionError
from prunecheck.subjects.own_game.notes.quiescence_notes import searches_not_checked
from prunecheck.subjects.own_game.own_game_subject import own_game_subject
from prunecheck.verify.outcomes import Severity

PASSING: Final = dedent("""\
    def moves(stones):
        return [] if stones % 4 == 1 and stones > 1 else [taken for taken in (2, 3) if taken <= stones]

    def search(stones, depth, alpha, beta):
        if depth == 0 or stones < 2:
            return stones * 7 % 5 - 2
        found = moves(stones)
        if not found:
            return -search(stones - 1, depth - 1, WINDOW)
        for taken in found:
            alpha = max(alpha, -search(stones - taken, depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha
""")
NULL_WINDOWS: Final = dedent("""\
    def search(stones, depth, alpha, beta):
        if depth == 0 or stones < 2:
            return stones * 7 % 5 - 2
        for taken in (1, 2, 3):
            if taken > stones:
                break
            if taken == 1:
                score = -search(stones - taken, depth - 1, -beta, -alpha)
            else:
                score = -search(stones - taken, depth - 1, -alpha - 1, -alpha)
                if alpha < score < beta:
                    score = -search(
                        stones - taken, depth - 1, -beta, -score
                    )
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return alpha
""")


def notes(file: Path, text: str, start: str) -> list[str]:
    """The notes on calls that were not made, in a verdict without a failure."""
    file.write_text(text, encoding="utf-8")
    verdict = verify_search(f"{file}:search", start=start, examples=30)
    assert all(finding.severity in (Severity.NOTE, Severity.FACT) for finding in verdict.findings), verdict
    return [finding.words for finding in verdict.findings if "never ran" in finding.words]


@pytest.mark.slow_cases("alpha, beta")
@pytest.mark.parametrize("window", ["-beta, -alpha", "alpha, beta"])
def test_a_call_that_is_not_reached_is_noted(window: str, tmp_path: Path) -> None:
    """Nobody passes within two plies of 10 stones: the wrong window of a pass cannot be seen."""
    said = "code in line 9 never ran, so it was not checked"
    text = PASSING.replace("WINDOW", window)
    assert [note.partition(";")[0] for note in notes(tmp_path / "engine.py", text, "search(10, 2, -9, 9)")] == [said]


def test_a_call_that_only_later_positions_reach_is_noted(tmp_path: Path) -> None:
    """Lines of moves to the end of the game reach the pass, but only two plies are judged."""
    text = PASSING.replace("WINDOW", "alpha, beta").replace("% 4", "% 8")
    (tmp_path / "engine.py").write_text(text, encoding="utf-8")
    subject = own_game_subject(f"{tmp_path / 'engine.py'}:search", ["search(15, 2, -9, 9)"])
    assert any(doubt.startswith("code in line 9 never ran") for doubt in subject.doubts)


@pytest.mark.slow
def test_no_call_is_noted_if_all_are_made(tmp_path: Path) -> None:
    text = PASSING.replace("WINDOW", "-beta, -alpha")
    assert notes(tmp_path / "engine.py", text, "search(12, 5, -9, 9)") == []


@pytest.mark.slow
def test_a_wrong_window_of_a_call_that_is_made_fails(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text(PASSING.replace("WINDOW", "alpha, beta"), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search(12, 5, -9, 9)", examples=30)
    assert any(finding.severity is Severity.WRONG for finding in verdict.findings)


@pytest.mark.slow
def test_a_second_search_in_a_wider_window_counts_as_made(tmp_path: Path) -> None:
    """Open windows never lead to the second search, but the windows in which searches are judged do."""
    assert notes(tmp_path / "engine.py", NULL_WINDOWS, "search(9, 5, -9, 9)") == []


QUIESCENCE: Final = dedent("""\
    def quiet(stones, alpha, beta):
        best = stones * 7 % 5 - 2
        for taken in (3, 5):
            if taken > stones or best >= beta:
                break
            alpha = max(alpha, best)
            best = max(best, -quiet(stones - taken, -beta, -alpha))
        return best

    def search(stones, depth, alpha, beta):
        if depth == 0 or stones < 2:
            return LEAF
        best = -99
        for taken in (1, 2):
            best = max(best, -search(stones - taken, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
""")


@pytest.mark.parametrize(("leaf", "noted"), [("quiet(stones, alpha, beta)", True), ("stones % 3", False)])
def test_quiescence_that_the_search_calls_is_said_to_be_unchecked(leaf: str, noted: bool, tmp_path: Path) -> None:
    """The quiescence search never calls the search above it, and each of its positions has a value of its own."""
    file = tmp_path / "stones.py"
    file.write_text(QUIESCENCE.replace("LEAF", leaf), encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search(9, 4, -99, 99)", examples=15)
    assert verdict.sound, str(verdict)
    assert ("prunecheck did not check `quiet` (line 1), but treated it as the evaluation" in str(verdict)) == noted


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("max(best, -quiet(", "max(best, quiet(", "its value depends on the window: for one position, it is "),
        ("LEAF", "quiet(stones, beta, alpha)", "in the full window, its value is inf for all positions"),
        ("LEAF", "quiet(stones, alpha, beta)", ""),
    ],
)
def test_quiescence_whose_values_contradict_each_other_is_noted(old: str, new: str, says: str, tmp_path: Path) -> None:
    """A search that is not negated has other values in other windows; one that gets its window swapped has none."""
    text = QUIESCENCE.replace(old, new).replace("LEAF", "quiet(stones, alpha, beta)")
    file = tmp_path / "stones.py"
    file.write_text(text.replace("best = stones * 7 % 5 - 2", "best = alpha = max(alpha, stones * 7 % 5 - 2)", 1))
    subject = own_game_subject(f"{file}:search", ["search(9, 4, -99, 99)"])
    (note,) = searches_not_checked(subject.games[0])
    assert says in note
    assert ("did not check" in note) == (not says)


VISITED = """
    def play(left, right, depth):
        seen = set()

        def search(left, right, depth, mine, alpha, beta):
            if depth == 0:
                return 0
            best = -9 if mine else 9
            for position in ((left - 1, right), (left, right - 1), (left - 2, right), (left, right - 2)):
                {skip}
                value = search(*position, depth - 1, not mine, alpha, beta)
                seen.add((position, depth))
                if mine:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if beta < alpha:
                    break
            return best

        return search(left, right, depth, True, -9, 9)
"""


@pytest.mark.slow
def test_a_search_may_not_skip_positions_that_it_has_visited(tmp_path: Path) -> None:
    """Which positions it skips depends on its cutoffs. All values of its game are equal, so nothing is cut off."""
    assert_right(own_subject(tmp_path, VISITED.format(skip="pass"), "play", "play(20, 20, 4)"))
    skips = VISITED.format(skip="if (position, depth) in seen: continue")
    with pytest.raises(
        PreconditionError,
        match="`search` searches different moves in the same position, depending on which",
    ):
        own_subject(tmp_path, skips, "play", "play(20, 20, 4)")


CAPTURES: Final = dedent("""\
    def search(stones, depth, alpha, beta):
        if stones <= 0:
            return -9
        if depth == 0:
            return stones * 7 % 5 - 2
        best = -99
        for taken in (1, 2, 3):
            if taken > stones:
                raise ValueError
            value = -search(stones - taken, depth - 1, -beta, -alpha)
            if stones == 4:
                value += 1
            if value > best: best = value
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
""")


def test_code_that_combines_values_is_noted_if_it_never_runs(tmp_path: Path) -> None:
    """Within two plies of 12 stones, no position has the wrong bonus. The game's end and the error are not noted."""
    (note,) = notes(tmp_path / "engine.py", CAPTURES, "search(12, 2, -99, 99)")
    assert note.startswith("code in line 12 never ran, so it was not checked; give a starting call that reaches it")


@pytest.mark.slow
def test_the_starting_call_of_the_note_finds_the_bug(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text(CAPTURES, encoding="utf-8")
    verdict = verify_search(f"{file}:search", start="search(6, 3, -99, 99)", examples=30)
    assert any(finding.severity is Severity.WRONG for finding in verdict.findings)
