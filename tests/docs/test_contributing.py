"""The examples in CONTRIBUTING work: in a copy of the repository, their changes have the described effect."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.generate import COUNTS, documents

from documents import HOME, section

WRONG = """
INF = float("inf")


def search(node, alpha, beta):
    if node.is_leaf():
        return node.value()
    best = -INF
    for child in node.children():
        low = max(alpha, best) if alpha == -INF else alpha
        best = max(best, -search(child, -beta, -low))
        if best >= beta:
            break
    return best
"""
FORM = '''"""Alpha-beta pruning, fail-soft, which asks before each child whether the rest can matter.

Source: the form `delayed_test`, with the best found in place of the bound.
"""

from prunecheck.trees.protocol import INF, N, Number, Tree


def delayed_soft(tree: Tree[N, Number], node: N, alpha: Number, beta: Number) -> Number:
    """Value of `node`, exact inside the window and a bound outside it.

    Viewpoint: bounds and result are from the point of view of the player to move at `node`; both bounds are exclusive.
    Run it on `mover(tree)`.
    Requires: alpha < beta; players alternate. Cost: at most one visit of each node.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`.
    Raises: nothing of its own; an error from `tree` passes through.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best: Number = -INF
    for child in tree.children(node):
        if best >= beta:
            break
        best = max(best, -delayed_soft(tree, child, -beta, -max(alpha, best)))
    return best
'''
CHANGES_FOR_A_FORM = """
```diff
--- src/prunecheck/catalog/forms.py
 from prunecheck.variants.forms.delayed_test import delayed_max, delayed_min
+from prunecheck.variants.forms.delayed_soft import delayed_soft
@@
     form(
-        name="explicit_stack",
+        name="delayed_soft",
+        title="negamax alpha-beta, asks before each child",
+        source="a test",
+        search=for_mover(delayed_soft),
+        claims=claiming("fishburn", *MANNERS, "visits"),
+        breaks=(RAW_LEAF,),
+        needs=MOVER | {Need.INFINITY},
+    ),
+    form(
+        name="explicit_stack",
```
```diff
--- tests/helpers/searches.py
-    "fail_soft": ("fail_soft", "inherited_bounds", "explicit_stack"),
+    "fail_soft": ("fail_soft", "inherited_bounds", "delayed_soft", "explicit_stack"),
```
"""
LESS_TO_COUNT = {  # four plies of tic-tac-toe, because the whole game takes most of the time
    '"the game", TicTacToe)': '"the game", lambda: cut(TicTacToe(), 4), version=2)',
    "lambda: TicTacToe(order=CENTRE_FIRST),\n": "lambda: cut(TicTacToe(order=CENTRE_FIRST), 4),\nversion=2,\nwindow=",
}
COPIED = ("src", "tests", "docs", "benchmarks", "pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "_build", "_generated", "_api", "_plots")
ABOUT = re.compile(r"from searches|\b(VARIANTS|FORMS)\b")  # in every test file that goes through all forms
ABOUT_FORMS = ("table_of_forms", "cut_off_tests", "shown_without", "table_of_counts", "has_a_page", "delayed_soft")
AFFECTED = ("narrow_window_not_narrowed", "order_of_contracts", "contracts_on_values", "all_contracts_are_in_the_table")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the repository."""
    home = tmp_path / "copy"
    home.mkdir()
    for name in COPIED:
        if (HOME / name).is_dir():
            shutil.copytree(HOME / name, home / name, ignore=LEFT_OUT)
        else:
            shutil.copy(HOME / name, home / name)
    return home


def run_in(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in the copy, with the package of the copy."""
    environment = os.environ | {"PYTHONPATH": str(home / "src"), "COLUMNS": "200"}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)  # noqa: S603


def changed_files(text: str, home: Path) -> list[str]:
    """Make the changes that a section of CONTRIBUTING shows, and return the new and changed files.

    A new file is named in brackets above its block. Parts of a diff are located by their own lines.
    """
    done = []
    for name, content in re.findall(r"\(a new file, `(\S+)`\):\n\n```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        assert not (home / name).exists()
        (home / name).write_text(content, encoding="utf-8")
        done.append(name)
    for name, content in re.findall(r"^```diff\n--- (\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        changed = (home / name).read_text(encoding="utf-8")
        for part in content.split("@@\n"):
            lines = part.splitlines(keepends=True)
            before, after = ("".join(line[1:] for line in lines if line[0] in sign) for sign in (" -", " +"))
            assert changed.count(before) == 1, before
            changed = changed.replace(before, after)
        (home / name).write_text(changed, encoding="utf-8")
        done.append(name)
    return done


@pytest.mark.slow
def test_the_generated_pages_are_current() -> None:
    """`python -m benchmarks.generate` would change none; `test_exact_counts` and CI check the same for the counts."""
    written = {name: (HOME / name).read_text(encoding="utf-8") for name in documents()}
    assert {name for name, text in documents().items() if text != written[name]} == set()


@pytest.mark.slow
def test_a_new_form_needs_a_file_a_row_and_a_test_group(copy: Path) -> None:
    """`python -m benchmarks.generate` does the rest: it counts the form, and adds it to every table and page."""
    (copy / "src" / "prunecheck" / "variants" / "forms" / "delayed_soft.py").write_text(FORM, encoding="utf-8")
    assert len(changed_files(CHANGES_FOR_A_FORM, copy)) == 2
    workloads = copy / "src" / "prunecheck" / "workloads" / "catalog.py"
    for whole, short in LESS_TO_COUNT.items():
        text = workloads.read_text(encoding="utf-8")
        assert text.count(whole) == 1
        workloads.write_text(text.replace(whole, short), encoding="utf-8")
    made = run_in(copy, "benchmarks.generate")
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines()[1:] == ["wrote docs/forms.md"]
    assert '"delayed_soft"' in (copy / COUNTS).read_text(encoding="utf-8")
    forms = (copy / "docs" / "forms.md").read_text(encoding="utf-8")
    assert "| `delayed_soft` | mover | the best found | the best found | `best >= beta`, before each child |" in forms
    assert "<!-- code: fail_soft, inherited_bounds, explicit_stack, delayed_soft -->\n" in forms
    tests = [path for path in (copy / "tests").rglob("test_*.py") if ABOUT.search(path.read_text(encoding="utf-8"))]
    names = [str(path.relative_to(copy)) for path in tests]
    again = run_in(copy, "pytest", "-q", "-p", "no:cacheprovider", "-k", " or ".join(ABOUT_FORMS), *names)
    assert again.returncode == 0, again.stdout


@pytest.mark.slow
def test_a_contract_of_a_new_kind_changes_at_most_five_files(copy: Path) -> None:
    """The contract is listed, judged for our searches and a user's, reported, documented, and finds its mutant."""
    files = changed_files(section("CONTRIBUTING.md", "An example: a contract of a new kind"), copy)
    assert 1 < len(files) <= 5
    assert "nested-visits" in run_in(copy, "prunecheck", "list", "contracts").stdout
    held = run_in(copy, "prunecheck", "verify", "--claims", "nested-visits", "--variant", "fail_soft", "--quick")
    assert held.returncode == 0
    assert held.stdout.startswith("PASS  1 variant: 1 claim holds\n")
    (copy / "wrong.py").write_text(WRONG, encoding="utf-8")
    refuted = run_in(copy, "prunecheck", "verify", "wrong.py:search", "--claims", "nested-visits")
    assert refuted.returncode == 1
    assert "in the window (-inf, inf) it does not evaluate: 0" in refuted.stdout
    unclaimed = run_in(copy, "prunecheck", "verify", "wrong.py:search", "--effort", "quick", "--json")
    assert "differs from the optional contract `nested-visits`" in json.dumps(json.loads(unclaimed.stdout))
    folders = {"mutants": "mutants", "contracts": "tree_contracts", "docs": "documents", "catalog": "catalog"}
    tests = [f"tests/{folder}/test_{name}.py" for folder, name in folders.items()]
    tested = run_in(copy, "pytest", "-q", "-p", "no:cacheprovider", "-k", " or ".join(AFFECTED), *tests)
    assert tested.returncode == 0, tested.stdout
