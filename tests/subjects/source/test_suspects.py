"""The suspect lines of wrong searches contain the bug, and right searches have none."""

from pathlib import Path
from textwrap import dedent, indent
from typing import Any, Final

import pytest
from benchmarks.zoo_trial import MARK, members, repaired

from prunecheck import verify_search
from prunecheck.subjects.source.suspects import Suspect, Topic, suspects, suspects_in
from prunecheck.subjects.subject import Definition
from prunecheck.verify.explain.suspect_line import UNSEEN, line_to_blame, suspect_lines
from prunecheck.verify.outcomes import Severity

FORMS: Final = Path(__file__).parents[3] / "src" / "prunecheck" / "variants" / "forms"

NEGAMAX: Final = """
def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    for child in node.children():
        if alpha >= beta:
            break
        alpha = max(alpha, child.lower_bound())
{body}
    return alpha
"""
MINIMAX: Final = """
def search(node, depth, alpha, beta, is_max):
    if depth == 0 or node.is_leaf():
        return node.value()
    if is_max:
        best = -math.inf
        for child in node.children():
            best = max(best, search(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = math.inf
    for child in node.children():
        beta = min(beta, best)
        if beta <= alpha:
            break
{body}
    return best
"""
IN_NEGAMAX: Final = {  # the last line of each key is the suspect one
    "alpha = max(alpha, -search(child, alpha, beta))": "passes on the window without negating it",
    "score = -1 * search(child, -alpha, -beta)": "negates the window without swapping the two ends",
    "alpha = max(alpha, search(child, -beta, -alpha))": "does not negate the child's value",
    "score = search(child, -beta, -alpha)": "does not negate the child's value",
    "alpha = max(alpha, search(child, beta, alpha))": "swaps the ends of the window",
    "score = -search(child, -beta, -alpha)\nif alpha <= beta:\n    return beta": None,  # its last line is not a test
    "alpha = -search(child, -beta, -alpha)": "sets `alpha` to each child's value",
    "score = -search(child, -beta, -alpha)\nreturn score": "returns inside the loop",
}
IN_MINIMAX: Final = {
    "best = min(best, search(child, depth - 1, alpha, beta, True))\nif best >= beta:\n    break": "best <= alpha",
    "v = search(child, depth - 1, alpha, beta, 1)\nif v < best:\n    best = v\nif beta > alpha:\n    break": "cuts",
    "best = min(best, search(child, depth, alpha, beta, True))": "passes on `depth` without reducing it",
    "best = min(best, search(child, depth - 3, alpha, beta, True))": "reduces `depth` by 3",
    "best = min(best, search(child, depth - 1, alpha, beta, is_max))": "passes on `is_max` unchanged",
    "best = min(best, search(child, depth - 1, alpha, beta, True))\nalpha = max(alpha, best)": "updates `alpha`",
}
RIGHT: Final = (
    "found = search(child, -beta, -alpha)\n        alpha = max(alpha, -found.score)",
    "value, move = search(child, -beta, -alpha)\n        alpha = max(alpha, -value)",
    "found = search(child, -beta, -alpha)\n        found[1] *= -1\n        alpha = max(alpha, found[1])",
    "score = -search(child, -alpha - 1, -alpha)\n        alpha = max(alpha, score)",
    "alpha = max(alpha, search(child, alpha, beta) if child.same else -search(child, -beta, -alpha))",
)


def lines(found: list[Suspect]) -> set[int]:
    """The lines of all suspects except initial values, which are only wrong if values lie beyond them."""
    return {suspect.line for suspect in found if suspect.topic is not Topic.INITIAL}


@pytest.mark.slow
def test_right_searches_have_no_suspect_line() -> None:
    for member in members("right"):
        assert lines(suspects(member.file.read_text(encoding="utf-8"), member.name)) == set(), member.title


def test_the_forms_of_the_catalogue_have_no_suspect_line() -> None:
    for file in FORMS.glob("*.py"):
        assert lines(suspects(file.read_text(encoding="utf-8"), file.stem)) == set()


def incomplete_loops(text: str) -> set[int]:
    """The lines of the `for` statements whose bodies lack a line, as a mark in the body says."""
    written, found = text.splitlines(), set[int]()
    for nth, line in enumerate(written):
        mark = MARK.match(line)
        if mark and mark[2] == "missing":
            shallower = (at for at in range(nth, 0, -1) if len(written[at]) - len(written[at].lstrip()) < len(mark[1]))
            found |= {at + 1 for at in [next(shallower)] if written[at].lstrip().startswith("for ")}
    return found


def unrepeated_searches(text: str) -> set[int]:
    """The lines of null-window searches, such as `(-alpha - 1, -alpha)`, with the mark of a fix within three lines."""
    written = text.splitlines()
    return {
        nth for nth, line in enumerate(written, 1) if " - 1, -" in line and any(map(MARK.match, written[nth : nth + 3]))
    }


@pytest.mark.slow
def test_the_suspect_lines_of_a_wrong_search_are_those_that_its_repair_replaces() -> None:
    named = 0
    for member in members("wrong"):
        text = member.file.read_text(encoding="utf-8")
        marked = {nth for nth, line in enumerate(text.splitlines(), 2) if MARK.match(line)}
        marked |= incomplete_loops(text) | unrepeated_searches(text)
        found = lines(suspects(text, member.name))
        assert found <= marked, member.title
        assert lines(suspects(repaired(text), member.name)) == set(), member.title
        named += len(found) == 1
    assert named >= 20


@pytest.mark.parametrize(
    ("form", "body", "says"),
    [*((NEGAMAX, *case) for case in IN_NEGAMAX.items()), *((MINIMAX, *case) for case in IN_MINIMAX.items())],
    ids=[*IN_NEGAMAX, *IN_MINIMAX],
)
def test_a_mistake_is_found_in_several_ways_of_writing_it(form: str, body: str, says: str | None) -> None:
    found = suspects(form.format(body=indent(body, " " * 8)), "search")
    if says is None:
        assert [suspect.says.partition(";")[0] for suspect in found] == ["cuts off although alpha is still below beta"]
    else:
        assert any(says in suspect.says for suspect in found), found
        assert len({suspect.line for suspect in found}) == 1


@pytest.mark.parametrize(
    ("test", "says"),
    [
        ("if score >= beta: return alpha", ["returns `alpha` when `score` reaches `beta`; return `score` or `beta`"]),
        ("if score <= alpha: return beta", ["returns `beta` when `score` reaches `alpha`; return `score` or `alpha`"]),
        ("if score >= beta: return beta", []),
        ("alpha = max(alpha, score)\n  if score >= beta: return alpha", []),
    ],
)
def test_the_wrong_bound_returned_at_a_cutoff_is_suspect(test: str, says: list[str]) -> None:
    lines_before = f"def f(n, alpha, beta):\n for c in n:\n  score = f(c, alpha, beta)\n  {test}\n"
    text = f"{lines_before}  if score > alpha: alpha = score\n return alpha"
    assert [suspect.says for suspect in suspects(text, "f")] == says


def test_a_child_window_that_is_not_negated_explains_missing_cutoffs(tmp_path: Path) -> None:
    """With a wide window at the root, alpha never reaches beta, and all values are right."""
    file = tmp_path / "engine.py"
    file.write_text(NEGAMAX.format(body="        alpha = max(alpha, -search(child, alpha, beta))"), encoding="utf-8")
    blamed = line_to_blame(Definition(str(file), "search"), Severity.PRUNING, "", None)
    assert blamed is not None
    assert blamed.says.startswith("passes on the window without negating it")


def test_a_board_that_is_named_b_is_not_taken_for_beta() -> None:
    text = """
def search(b, depth, alpha, beta):
    for move in b.moves():
        b.push(move)
        alpha = max(alpha, -search(b, depth - 1, -beta, -alpha))
        b.pop()
        if alpha >= beta:
            break
    return alpha
"""
    assert suspects(text, "search") == []


@pytest.mark.parametrize("body", RIGHT)
def test_a_value_negated_elsewhere_is_not_suspect(body: str) -> None:
    assert suspects(NEGAMAX.format(body=f"        {body}"), "search") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("INF = 1000\ndef f(n, a=-INF, b=INF):\n    return max(-f(c, -b, -a) for c in n)", {1}),
        ("def f(n, a=-10**4, b=10**4):\n    return max(-f(c, -b, -a) for c in n)", {1}),
        ("def g(n):\n    return f(n, -9999, 9999)\ndef f(n, a, b):\n    return max(-f(c, -b, -a) for c in n)", {2}),
        ("def f(n):\n    best, at = 0, None\n    for c in n:\n        best = max(best, -f(c))\n    return best", {2}),
        ("def f(n):\n    best = -9\n    for c in n:\n        v = -f(c)\n        if v > best: best = v\n    return best", {2}),  # noqa: E501
        ("def f(n):\n    count = 0\n    for c in n:\n        v = -f(c)\n        count += 1\n    return v", set()),
        ("def f(n):\n    best = float('-inf')\n    for c in n:\n        best = max(best, -f(c))\n    return best", set()),  # noqa: E501
    ],
)  # fmt: skip
def test_finite_initial_values_are_suspect(text: str, line: set[int]) -> None:
    assert {suspect.line for suspect in suspects(text, "g" if "def g" in text else "f")} == line


def test_a_window_that_is_not_passed_on_and_a_break_in_the_inner_loop_are_suspect() -> None:
    text = dedent("""
        def f(board, alpha, beta):
            for row in board.rows():
                for move in row:
                    alpha = max(alpha, -f(board.play(move), -INF, INF))
                    if alpha >= beta:
                        break
            return alpha
    """)
    assert [(suspect.line, suspect.topic) for suspect in suspects(text, "f")] == [
        (5, Topic.PRUNING),
        (7, Topic.PRUNING),
    ]


@pytest.mark.parametrize(
    ("body", "line", "says"),
    [
        ("v = f(child, True, alpha, beta)\nbest = min(best, v)\nalpha = min(alpha, v)\nif beta <= alpha: break", 12, "lowers"),  # noqa: E501
        ("v = f(child, True, alpha, beta)\nif v < best: best, at = v, child\nbeta = max(beta, v)\nif beta <= alpha: break", 12, "raises `beta`"),  # noqa: E501
        ("v = f(child, True, alpha, beta)\nif v < best: best, at = v, child\nalpha = min(alpha, v)\nif beta <= alpha: break", 12, "lowers"),  # noqa: E501
        ("v = f(child, True, alpha, beta)\nbest = min(best, v)\nbeta = min(beta, v)", 9, "never cuts off"),
        ("v = f(child, True, alpha, beta)\nbest = min(best, v)\nif best <= alpha: break", 9, "never updates"),
        ("v = f(child, True)\nbest = min(best, v)\nbeta = min(beta, v)\nif beta <= alpha: break", 10, "without"),
        ("v = f(child, True, alpha, beta)\nbest = min(best, v)\nbeta = min(beta, v)\nif beta <= alpha: break", 0, ""),
        ("v = f(child, True, alpha, min(beta, best))\nbest = min(best, v)\nif best <= alpha: break", 0, ""),
        ("v = f(child, True, alpha, beta)\nbest = min(best, v)\nbeta = min(beta, v)\nif cut(beta): break", 0, ""),
    ],
)  # fmt: skip
def test_what_prevents_cutoffs_of_one_player_is_suspect(body: str, line: int, says: str) -> None:
    text = dedent("""\
        def f(node, maximizing, alpha=-INF, beta=INF):
            if maximizing:
                best = -INF
                for child in node:
                    best = max(best, f(child, False, max(alpha, best), beta))
                    if best >= beta: break
                return best
            best = INF
            for child in node:
                {body}
            return best
    """)
    found = suspects(text.replace("        {body}", indent(body, " " * 8)), "f")
    assert [(suspect.line, suspect.topic) for suspect in found] == ([(line, Topic.PRUNING)] if line else [])
    assert all(says in suspect.says for suspect in found)


def test_a_mutable_board_as_a_table_key_is_suspect() -> None:
    text = dedent("""
        class Engine:
            def f(self, board, depth):
                for move in board.moves():
                    board.push(move)
                    self.best[move] = -self.f(board, depth - 1)
                    board.pop()
                self.table[board, depth] = max(self.best)
    """)
    assert [(suspect.line, suspect.topic) for suspect in suspects(text, "Engine.f")] == [(8, Topic.KEYS)]
    assert suspects(text.replace("[board,", "[board.key(),"), "Engine.f") == []


def from_zero(node: Any, alpha: float, beta: float) -> float:
    """Negamax whose best value starts at 0."""
    if node.is_leaf():
        return float(node.value())
    best = 0.0
    for child in node.children():
        best = max(best, -from_zero(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def test_the_verdict_names_the_line_if_there_is_only_one() -> None:
    verdict = verify_search(from_zero, effort="quick")
    finding = verdict.findings[0]
    assert finding.code is not None
    first = from_zero.__code__.co_firstlineno
    assert (Path(finding.code.file), finding.code.line) == (Path(__file__), first + 4)
    assert f"test_suspects.py:{first + 4} starts from 0.0, not from an infinity" in str(verdict)


def test_of_several_suspect_lines_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    calls = "alpha = max(alpha, -search(child, alpha, beta))\nalpha = max(alpha, search(child, -beta, -alpha))"
    file.write_text(NEGAMAX.format(body=indent(calls, " " * 8)), encoding="utf-8")
    assert line_to_blame(Definition(str(file), "search"), Severity.WRONG, "order", None) is None
    file.write_text(NEGAMAX.format(body=indent(calls.splitlines()[0], " " * 8)), encoding="utf-8")
    assert line_to_blame(Definition(str(file), "search"), Severity.WRONG, "order", None) is not None
    assert line_to_blame(Definition(str(file), "search"), Severity.WRONG, "turns", None) is None


def test_lines_with_the_same_mistake_are_named_together(tmp_path: Path) -> None:
    """For example, MAX and MIN both search their children in the full window."""
    file = tmp_path / "engine.py"
    calls = "alpha = max(alpha, -search(child, alpha, beta))\nalpha = max(alpha, -search(child, alpha, beta))"
    file.write_text(NEGAMAX.format(body=indent(calls, " " * 8)), encoding="utf-8")
    blamed = line_to_blame(Definition(str(file), "search"), Severity.WRONG, "order", None)
    assert blamed is not None
    assert blamed.says.endswith(f"write `-beta, -alpha`. Line {blamed.line + 1} does the same")


def test_an_infinity_beyond_all_values_is_not_blamed(tmp_path: Path) -> None:
    """The infinity is only wrong for the counterexample if one of its values is as large."""
    file = tmp_path / "engine.py"
    file.write_text("INF = 2**31 - 1\ndef f(n, a=-INF, b=INF):\n    return max(-f(c, -b, -a) for c in n)")
    place = Definition(str(file), "f")
    assert line_to_blame(place, Severity.WRONG, "large-values", None, largest=30_000) is None
    assert line_to_blame(place, Severity.WRONG, "large-values", None, largest=2**31) is not None


def test_another_method_of_the_class_is_not_suspected() -> None:
    """Only methods that the search uses may be suspect."""
    body = "if node.is_leaf():\n    return node.value()\nreturn max(CALL for child in node.children())"
    both = "".join(
        f"    def {name}(self, node, alpha, beta):\n{indent(body.replace('CALL', call), ' ' * 8)}\n"
        for name, call in (("right", "-self.right(child, -beta, -alpha)"), ("wrong", "-self.wrong(child, alpha, beta)"))
    )
    text = f"class Engine:\n{both}    def play(self, node):\n        return self.wrong(node, -9, 9)\n"
    assert not suspects(text, "Engine.right")
    assert [suspect.line for suspect in suspects(text, "Engine.wrong")] == [9]
    assert suspects(text, "Engine.play") == suspects(text, "Engine")


@pytest.mark.parametrize(
    ("test", "suspect"),
    [
        ("ply == depth", []),
        ("ply is depth", []),
        ("depth == 0", ["passes on `depth` without reducing it; write `depth - 1`"]),
        ("depth == 4", ["passes on `depth` without increasing it; write `depth + 1`"]),
    ],
)
def test_a_depth_that_plies_are_counted_up_to_is_passed_on(test: str, suspect: list[str]) -> None:
    """Such a depth is a limit. If nothing is compared with it, the search forgets to reduce it."""
    text = f"""
    def search(node, depth, ply, alpha, beta):
        if {test} or node.is_leaf():
            return node.value()
        for child in node.children():
            alpha = max(alpha, -search(child, depth, ply + 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha
    """
    assert [found.says for found in suspects(dedent(text), "search")] == suspect


ROUNDS = """
def high(state, depth, agent):
    if depth == 0 or state.over():
        return state.score()
    best = -999_999
    for each in state.actions(agent):
        best = max(best, low(state.after(agent, each), depth, agent + 1))
    return best


def low(state, depth, agent):
    if state.over():
        return state.score()
    best = 999_999
    for each in state.actions(agent):
        if agent + 1 == state.agents():
            best = min(best, high(state.after(agent, each), depth - 1, 0))
        else:
            best = min(best, low(state.after(agent, each), depth, agent + 1))
    return best
"""


@pytest.mark.parametrize(("reduced", "is_sure"), [("depth - 1", False), ("depth + 1", False), ("depth", True)])
def test_a_depth_in_rounds_is_only_passed_on_by_most_agents(reduced: str, *, is_sure: bool, tmp_path: Path) -> None:
    """Such a line may explain a failure, but is not a mistake by itself, unless no function changes the depth."""
    file = tmp_path / "agents.py"
    file.write_text(ROUNDS.replace("depth - 1", reduced), encoding="utf-8")
    found = [suspect for suspect in suspects_in(str(file), "high") if "depth" in suspect.says]
    assert found
    assert {suspect.topic for suspect in found} == {Topic.DEPTH if is_sure else Topic.ROUNDS}
    assert any("depth" in line.says for line in suspect_lines(Definition(str(file), "high"), UNSEEN)) is is_sure


@pytest.mark.parametrize(("sign", "lines"), [("-", []), ("", [13])])
def test_a_pass_negates_the_value_of_the_opponent(sign: str, lines: list[int]) -> None:
    """A value must not be returned as it is if its window is negated."""
    text = f"""
    def search(node, depth, alpha, beta):
        if depth == 0:
            return node.value()
        best = None
        for child in node.children():
            score = -search(child, depth - 1, -beta, -alpha)
            best = score if best is None else max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                return best
        if best is None:
            return {sign}search(node.after_pass(), depth - 1, -beta, -alpha)
        return best
    """
    assert [suspect.line for suspect in suspects(dedent(text), "search")] == lines
