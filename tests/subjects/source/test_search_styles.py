"""Searches in the styles of textbooks, courses and tutorials are called correctly and judged."""

import sys
from pathlib import Path
from textwrap import dedent

import pytest

from prunecheck.errors import PreconditionError
from prunecheck.subjects.convention import Role
from prunecheck.subjects.find import find_subject
from prunecheck.subjects.presenting.adapter import binary, fits
from prunecheck.subjects.presenting.plain_data import array
from prunecheck.subjects.source.definitions import has_window
from prunecheck.subjects.source.meaning import Meaning, guess
from prunecheck.subjects.source.parameters import parameters
from prunecheck.subjects.source.vocabulary import vocabulary
from prunecheck.subjects.subject import Definition
from prunecheck.trees.nested import from_nested
from prunecheck.verify.plan import Plan
from prunecheck.verify.trial import verify_subject
from prunecheck.verify.trial_result import TrialResult
from styles import STYLES

pytestmark = pytest.mark.usefixtures("few_statistics")


def trial(text: str, tmp_path: Path) -> TrialResult:
    """The result of a run with 30 trees."""
    file = tmp_path / "style.py"
    file.write_text(text.replace("\\n", "\n"), encoding="utf-8")
    return verify_subject(find_subject(f"{file}:search"), Plan(examples=30))


@pytest.mark.fast_cases("the_player_by_name")
@pytest.mark.parametrize("style", STYLES)
def test_a_right_search_is_called_as_its_author_does_and_passes(style: str, tmp_path: Path) -> None:
    """The calling convention need not be declared."""
    assert trial(STYLES[style][0], tmp_path).sound


@pytest.mark.slow
def test_a_pacman_agent_may_use_the_names_of_another_course(tmp_path: Path) -> None:
    """In that class, the methods for moves and next positions have different names."""
    names = {"getLegalActions": "getAvailableActions", "generateSuccessor": "generateNextState"}
    text = STYLES["pacman"][0]
    assert all(name in text for name in names)
    for name, other in names.items():
        text = text.replace(name, other)
    assert trial(text, tmp_path).sound


@pytest.mark.slow_cases(
    "coroutine", "cut_off_test", "fourth_edition", "made_for_a_player", "made_with_the_tree", "pacman", "player_first"
)
@pytest.mark.parametrize("style", STYLES)
def test_the_same_search_with_a_bug_is_refuted(style: str, tmp_path: Path) -> None:
    """The reason is the value, the move or the leaves, and not failed detection."""
    text, right, wrong = (source.replace("\\n", "\n") for source in STYLES[style])
    assert text.count(right) >= 1
    done = trial(text.replace(right, wrong), tmp_path)
    assert not done.sound
    assert all(search.verdict.claims for search in done.searches)


def test_a_depth_limit_of_a_search_is_restored_after_the_search(tmp_path: Path) -> None:
    """During the search, the limit is the height of the tree, and the report says so."""
    file = tmp_path / "limited.py"
    file.write_text(
        "DEPTH = 2\n"
        "def search(node):\n"
        "    return inner(node, 0)\n"
        "def inner(node, ply):\n"
        "    if ply == DEPTH or node.is_leaf():\n"
        "        return node.value\n"
        "    return max(-inner(child, ply + 1) for child in node.children)\n",
        encoding="utf-8",
    )
    subject = find_subject(f"{file}:search")
    tree = from_nested([[[[5]]], 1])
    assert subject.search(tree, 0, -1000, 1000) == 5
    assert subject.traits.convention.limits == ("DEPTH",)
    assert subject.traits.convention.words().endswith("DEPTH set to the depth")
    module = sys.modules["prunecheck_subject_limited"]
    assert module.DEPTH == 2


LIMITED_BY_CLASSES = """
class Body:
    MAX_DEPTH = 2
    def search(self, node, ply=0):
        if ply == self.MAX_DEPTH or node.is_leaf():
            return node.value
        return max(-self.search(child, ply + 1) for child in node.children)

class Parent:
    depth = 1

class Child(Parent):
    __slots__ = ()
    def search(self, node, ply=0):
        if ply == self.depth or node.is_leaf():
            return node.value
        return max(-self.search(child, ply + 1) for child in node.children)

class Slots(Body):
    __slots__ = ("MAX_DEPTH",)
    def __init__(self):
        self.MAX_DEPTH = 2

class Static:
    DEPTH = 2
    @staticmethod
    def search(node, ply=0):
        if ply == Static.DEPTH or node.is_leaf():
            return node.value
        return max(-Static.search(child, ply + 1) for child in node.children)

    @classmethod
    def of_class(cls, node, ply=0):
        return Static.search(node, ply) if cls.DEPTH else None
"""


@pytest.mark.parametrize("name", ["Body", "Child", "Slots", "Static.search", "Static.of_class"])
def test_a_depth_limit_of_a_class_is_restored_after_the_search(name: str, tmp_path: Path) -> None:
    """The limit is in the class body, in the body of a base class, or in a slot of its instances."""
    file = tmp_path / "limits_of_classes.py"
    file.write_text(LIMITED_BY_CLASSES, encoding="utf-8")
    subject = find_subject(f"{file}:{name}")
    assert subject.search(from_nested([[[[5]]], 1]), 0, -1000, 1000) == 5
    assert len(subject.traits.convention.limits) == 1
    module = sys.modules["prunecheck_subject_limits_of_classes"]
    assert (module.Body.MAX_DEPTH, module.Parent.depth, module.Static.DEPTH) == (2, 1, 2)
    assert "MAX_DEPTH" not in vars(module.Body())


@pytest.mark.parametrize("name", ["LEVELS", "self.horizon"])
def test_a_limit_from_which_a_search_counts_down_may_have_any_name(name: str, tmp_path: Path) -> None:
    """The limit is passed on as the depth, and the search ends at depth 0."""
    file = tmp_path / "counts_down.py"
    file.write_text(
        "LEVELS = 2\n"
        "class Search:\n"
        "    def __init__(self):\n"
        "        self.horizon = self.beta = 2\n"
        "    def start(self, node):\n"
        f"        return max(-self.inner(child, {name} - 1, self.beta) for child in node.children)\n"
        "    def inner(self, node, left, beta):\n"
        "        if left == 0 or node.is_leaf():\n"
        "            return node.value\n"
        "        if beta == 0:\n"
        "            return 0\n"
        "        return max(-self.inner(child, left - 1, beta - 1) for child in node.children)\n",
        encoding="utf-8",
    )
    assert find_subject(f"{file}:Search.start").traits.convention.limits == (name.rpartition(".")[2],)


def test_an_array_of_leaves_has_the_value_of_its_tree() -> None:
    """A leaf above the last ply is repeated, and an only child is repeated as well."""
    tree = from_nested([[3], 7])
    assert fits(tree, 3)
    assert array(tree, 0, 3, mover=False) == [3, 3, 3, 3, 7, 7, 7, 7]
    assert array(tree, 0, 2, mover=True) == [3, 3, 7, 7]
    assert array(tree, 0, 3, mover=True) == [-3, -3, -3, -3, -7, -7, -7, -7]


@pytest.mark.parametrize("nested", [[1, 2, 3], [[[1]]]])
def test_trees_that_do_not_fit_an_array_are_cut(nested: list[object]) -> None:
    """Each node keeps at most two children, and the tree keeps at most as many plies as the array has."""
    tree = from_nested(nested)
    assert not fits(tree, 2)
    assert fits(binary(tree, 2), 2)


@pytest.mark.parametrize(
    "word, question",
    [
        ("evaluate_position_score", Meaning.VALUE),
        ("hasGameEnded", Meaning.TERMINAL),
        ("possiblePlies", Meaning.MOVES),
        ("drop_piece", Meaning.MAKE),
        ("resulting_board", Meaning.MAKE),
        ("undoDrop", Meaning.UNMAKE),
        ("take_back_piece", Meaning.UNMAKE),
        ("has_no_legal_moves", Meaning.TERMINAL),
        ("isBoardFull", Meaning.TERMINAL),
        ("fullmove_number", None),
        ("is_draw", None),
        ("best_moves", None),
        ("append", None),
    ],
)
def test_a_name_is_recognised_by_its_words(word: str, question: Meaning | None) -> None:
    """Only whole words of the name count."""
    assert guess(word) is question


@pytest.mark.parametrize("name", ["NULL_MOVE_DEPTH", "min_depth", "depth_reached", "MAX_NODES"])
def test_a_number_that_is_not_a_limit_is_not_changed(name: str, tmp_path: Path) -> None:
    """An attribute may have 'depth' in its name and still be something else."""
    file = tmp_path / "numbers.py"
    file.write_text(
        f"{name} = 3\ndef search(node):\n    return max(map(search, node.children), default=node.value * {name})\n",
        encoding="utf-8",
    )
    assert find_subject(f"{file}:search").traits.convention.limits == ()


def test_winning_is_not_the_same_as_being_over(tmp_path: Path) -> None:
    """Positions cannot say who has won, so that question gets no answer."""
    file = tmp_path / "won.py"
    file.write_text("def search(board):\n    return 1 if board.is_win() else 0\n", encoding="utf-8")
    with pytest.raises(PreconditionError, match="is_win"):
        find_subject(f"{file}:search")


@pytest.mark.parametrize(
    "asked, answered",
    [
        ("if board.winner(): pass", True),
        ("while not board.outcome: pass", True),
        ("over = board.winner() is None or board.is_full()", True),
        ("if board.winner() == 1: pass", False),
        ("won = board.winner()\nif won is None: pass", True),
        ("if depth == 0 or not board.winner(): pass", True),
        ("won = board.winner()\nif won: print(won)", False),
        ("won = board.winner()\nbefore = won\nif before: pass", False),
        ("value = board.winner() or 0\nprint(value)", False),
        ("print(board.winner())", False),
        ("if board.winner: print(board.winner)", False),
    ],
)
def test_a_winner_is_answered_if_only_its_presence_matters(asked: str, answered: bool) -> None:
    """Positions know no winner, and answer None until the game is over."""
    assert vocabulary(asked).asks(Meaning.WINNER) is answered


@pytest.mark.parametrize(
    ("loop", "pairs"),
    [
        ("for move, child in state.successors(): pass", True),
        ("for nth, (move, child) in enumerate(state.successors()): pass", True),
        ("for nth, (_, child) in enumerate(state.children, 1): pass", True),
        ("for nth, child in enumerate(state.successors()): pass", False),
        ("for nth, (move, child) in enumerate(zip(moves, children)): pass", False),
    ],
)
def test_children_are_pairs_with_their_moves_if_a_loop_unpacks_them(loop: str, pairs: bool) -> None:
    assert vocabulary(loop).pairs is pairs


def test_an_unknown_method_of_a_position_is_named(tmp_path: Path) -> None:
    """The message has a remedy."""
    file = tmp_path / "asks.py"
    file.write_text("def search(node):\n    return node.whatever\n", encoding="utf-8")
    with pytest.raises(PreconditionError, match=r"Rename `whatever` to a name that 'prunecheck list names' shows"):
        find_subject(f"{file}:search")


def test_an_optional_function_is_omitted() -> None:
    """A parameter with the default None is still passed."""

    def search(node: object, depth: int, evaluate: object = len, is_terminal: object = None) -> None:
        """Do nothing."""

    roles, by_name = parameters(search)
    assert [role for role, _ in roles] == [Role.NODE, Role.DEPTH, Role.OVER]
    assert by_name == {Role.OVER}


def test_a_method_of_positions_is_not_a_part_of_the_search(tmp_path: Path) -> None:
    """The file also has a class whose recursive method, which takes a window, has the same name."""
    file = tmp_path / "same_name.py"
    text = """
    def search(node):
        return max(map(search, node.children()), default=node.value())

    class Agent:
        def value(self, node, alpha, beta):
            return max(-self.value(child, -beta, -alpha) for child in node.children())
    """
    file.write_text(dedent(text), encoding="utf-8")
    assert not has_window(Definition(str(file), "search"))
    assert has_window(Definition(str(file), "Agent"))
