"""The functions of a recursion are found by the names that they mention, and each gets a hook."""

import ast
from textwrap import dedent

import pytest

from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.subjects.own_game.hooks.rewrite import Recursion, recursion, rewritten


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("def f(n): f(n - 1)", "f", Recursion(("f",))),
        ("def f(n): g(n)\ndef g(n): h(n)\ndef h(n): g(n)", "f", Recursion(("g", "h"), "f")),
        ("f = lambda n: f(n - 1)", "f", Recursion(("f",))),
        ("class A:\n def f(self): self.f()\nclass B:\n def f(self): pass", "A.f", Recursion(("A.f",))),
        ("class A:\n def go(self): self.f()\n def f(self): self.f()", "A", Recursion(("A.f",), "A.go")),
        ("def f(n):\n def g(n): g(n - 1)\n return g(n)", "f", Recursion(("f.g",), "f")),
        ("def f(n): return max(g(n))\ndef g(n): yield f(n - 1)", "f", Recursion(("f",))),
        ("def f(n): yield from f(n - 1)", "f", Recursion(("f",))),
        (
            "def f(n):\n def move(): yield 1, f(n - 1)\n for move, value in move(): return value",
            "f",
            Recursion(("f",)),
        ),
        (
            "class A:\n def pop(self): self.a.pop()\ndef f(n): n.pop(); g(n)\ndef g(n): g(n)",
            "f",
            Recursion(("g",), "f"),
        ),
        (
            "class A(B):\n def __init__(self): super().__init__()\n def go(self): self.f()\n def f(self): self.f()",
            "A",
            Recursion(("A.f",), "A.go"),
        ),
        ("def f(n): pass", "f", Recursion()),
        (
            "def best(b): return rate(b) + go(b)\ndef rate(b): rate(b)\ndef go(b, depth=3): go(b, depth - 1)",
            "best",
            Recursion(("go",), "best"),
        ),
    ],
)
def test_a_recursion_is_found_by_its_names(text: str, name: str, found: Recursion) -> None:
    """If the named function only calls the recursion, it belongs to it."""
    assert recursion(ast.parse(text), name) == found


def test_a_recursion_of_coroutines_or_a_missing_name_is_refused() -> None:
    """The error gives the reason. Generators that use values sent to them are refused as well."""
    with pytest.raises(PreconditionError, match="`f` is a coroutine"):
        recursion(ast.parse("async def f(n): await f(n - 1)"), "f")
    with pytest.raises(PreconditionError, match="`f` uses values sent to it"):
        recursion(ast.parse("def f(n):\n low = yield\n yield from f(n - low)"), "f")
    with pytest.raises(UnknownNameError, match="did you mean 'minimax'"):
        recursion(ast.parse("def minimax(n): minimax(n)"), "minmax")


def test_a_hook_is_outside_of_a_cache_and_inside_of_a_static_method() -> None:
    """A hook in this place also sees calls that a cache answers."""
    text = "class A:\n @staticmethod\n @cache\n def f(n):\n  A.f(n)"
    assert ast.unparse(rewritten(ast.parse(text), ("A.f",))).splitlines()[2:5] == [
        "    @staticmethod",
        "    @__prunecheck_hook__('A.f')",
        "    @cache",
    ]


def test_a_lambda_with_a_name_does_not_call_itself() -> None:
    """The lambda contains its own name only because it is assigned to that name."""
    text = """
        def best(board, most):
            over = lambda board, depth: depth >= most or not board
            def search(board, depth):
                return 0 if over(board, depth) else -search(board[1:], depth + 1)
            return search(board, 0)
    """
    assert recursion(ast.parse(dedent(text)), "best").functions == ("best.search",)
    assert recursion(ast.parse("count = lambda pile: pile and 1 + count(pile - 1)"), "count").functions == ("count",)
