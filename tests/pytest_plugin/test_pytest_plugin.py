"""The pytest plugin: each contract of a search is a test with the user's Hypothesis profile, and without tracebacks."""

import re
from contextlib import chdir
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from marked_searches import MARKED, closing, marked, profile
from own_searches import FILE
from piles import HEAD, MINIMAX
from prunecheck import Window, cli, from_nested, verify_search
from prunecheck.pytest_trial import outcome, trial
from prunecheck.verify.options import Options, read_options
from prunecheck.verify.plan import Plan

pytest_plugins = ["pytester", "user_repository"]


@pytest.mark.slow
def test_a_marked_search_has_a_test_for_each_contract(folder: pytest.Pytester) -> None:
    """Without claims, these are the contracts that any search must satisfy; others are skipped, with the reason."""
    folder.makepyfile(test_it=marked("right", "(examples=20)"))
    result = folder.runpytest("-v", "-rs")
    result.assert_outcomes(passed=4, skipped=3)
    for contract in ("exact", "knuth", "repeatable", "pruning"):
        result.stdout.fnmatch_lines([f"test_it.py::test_search::{contract} PASSED*"])
    result.stdout.fnmatch_lines(["SKIPPED*it returns no move"])


@pytest.mark.slow
def test_claims_are_tested_with_implied_contracts(folder: pytest.Pytester) -> None:
    """Claims are arguments of the marker, or given by `claims`."""
    folder.makepyfile(test_it=marked("right", '("fishburn", examples=20)'))
    folder.runpytest().assert_outcomes(passed=3)
    folder.makepyfile(test_it=marked("right", '(claims=["clamped"], examples=20)'))
    result = folder.runpytest()
    result.assert_outcomes(failed=1, skipped=3)  # the run ends before the others are fully checked
    result.stdout.fnmatch_lines(["FAILED test_it.py::test_search::clamped*"])


@pytest.mark.slow
def test_a_failure_shows_the_verdict_and_no_traceback(folder: pytest.Pytester) -> None:
    """The failure shows the witness, the command to repeat it, and the seed, but no line of our source."""
    folder.makepyfile(test_it=marked("wrong", "(examples=30, seed=3)"))
    result = folder.runpytest()
    result.assert_outcomes(failed=1, skipped=6)
    result.stdout.fnmatch_lines(
        [
            "*test_search satisfies exact*",
            "plugged_engine.py:wrong wrong value: got *",
            "  tree    *",
            "  rerun   prunecheck verify plugged_engine.py:wrong --claims exact *",
            "FAIL  plugged_engine.py:wrong  wrong value: got * (*; seed 3)",
        ]
    )
    text = result.stdout.str()
    assert "Traceback" not in text
    assert "prunecheck/" not in text.split("FAILURES")[1].split("short test summary")[0]


@pytest.mark.slow
def test_missing_pruning_fails_the_visits_test(folder: pytest.Pytester) -> None:
    """The search takes a window and prunes nothing."""
    folder.makepyfile(test_it=marked("wasteful", "(examples=30)"))
    result = folder.runpytest()
    result.assert_outcomes(passed=3, failed=1, skipped=3)
    result.stdout.fnmatch_lines(["plugged_engine.py:wasteful no pruning: *"])


@pytest.mark.fast_cases("code0")
@pytest.mark.parametrize(
    "code",
    [
        "@pytest.mark.prunecheck(examples=5)\ndef mine(node, alpha, beta):\n    return engine.right(node, alpha, beta)",
        "@pytest.mark.prunecheck(examples=5)\nclass Search(engine.Engine):\n    pass",
        "@pytest.mark.prunecheck(examples=5)\ndef test_factory():\n    return engine.Engine().search",
        "@pytest.mark.prunecheck(examples=5)\ndef test_class():\n    return engine.Engine",
        "@pytest.mark.prunecheck(examples=5)\ndef test_name():\n    return 'plugged_engine.py:Engine'",
    ],
)
def test_a_marked_object_is_a_search_or_returns_one(code: str, folder: pytest.Pytester) -> None:
    """The object may be a function with parameters, a class, a factory, or a function that returns a class or name."""
    folder.makepyfile(test_it=f"import pytest\nimport plugged_engine as engine\n\n{code}\n")
    folder.runpytest().assert_outcomes(passed=4, skipped=3)


@pytest.mark.slow
def test_other_markers_apply(folder: pytest.Pytester) -> None:
    """A search can be skipped or expected to fail; `-m prunecheck` selects."""
    code = marked("wrong", "(examples=30)").replace("@pytest", '@pytest.mark.xfail(reason="known")\n@pytest', 1)
    folder.makepyfile(test_it=f"{code}\ndef test_other():\n    pass\n")
    folder.runpytest("-m", "prunecheck").assert_outcomes(xfailed=1, skipped=6, deselected=1)


@pytest.mark.parametrize(
    "marker, says",
    [
        ("(claim=['exact'])", "unknown key of the marker prunecheck on test_search 'claim'; did you mean 'claims'?"),
        ("(claims=['exat'])", "the marker prunecheck on test_search.claims: unknown contract 'exat'"),
        ("(examples='many')", "the marker prunecheck on test_search.examples is 'many', not a whole number"),
    ],
)
def test_an_invalid_marker_is_a_one_line_error(marker: str, says: str, folder: pytest.Pytester) -> None:
    """The error is a collection error that says what is wrong."""
    folder.makepyfile(test_it=marked("right", marker))
    result = folder.runpytest()
    result.assert_outcomes(errors=1)
    assert says in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


@pytest.mark.slow
def test_a_search_that_cannot_be_loaded_is_a_one_line_error(folder: pytest.Pytester) -> None:
    """The error for an unknown search suggests the nearest name, without a traceback."""
    folder.makepyfile(
        test_it=marked("right").replace("return plugged_engine.right", 'return "plugged_engine.py:rigth"')
    )
    result = folder.runpytest()
    result.assert_outcomes(failed=1, skipped=6)
    result.stdout.fnmatch_lines(["unknown name 'rigth' in plugged_engine.py; did you mean 'right'?"])
    skips = "\n".join(folder.runpytest("-rs").outlines)
    assert "not checked, for the reason given in the test of exact" in skips


@pytest.mark.slow
def test_a_listed_search_that_cannot_be_checked_is_reported_with_its_place(folder: pytest.Pytester) -> None:
    """The error names the entry of the search in the list."""
    rows = '[{ search = "plugged_engine.py:right", claims = ["exact"] }, { search = "plugged_engine.py:rigth" }]'
    folder.makepyprojecttoml(f"[tool.prunecheck]\nexamples = 20\nsubjects = {rows}\n")
    result = folder.runpytest("pyproject.toml")
    result.assert_outcomes(passed=1, failed=1, skipped=6)
    result.stdout.fnmatch_lines(["pyproject.toml: tool.prunecheck.subjects?1?: unknown name 'rigth' in*; did you*"])


def test_a_marked_function_that_returns_nothing_is_reported(folder: pytest.Pytester) -> None:
    """The error names the function, and says what it should return."""
    folder.makepyfile(test_it=marked("right").replace("return plugged_engine.right", "plugged_engine.right"))
    result = folder.runpytest()
    result.assert_outcomes(failed=1, skipped=6)
    result.stdout.fnmatch_lines(["test_search() returns None, not a search; return the search, or its name"])


@pytest.mark.slow
def test_the_profile_says_how_many_trees(folder: pytest.Pytester) -> None:
    """The number is `max_examples`, unless the marker has one; with `derandomize` the seed is always the same."""
    profile(folder, "max_examples=33, derandomize=True")
    folder.makepyfile(test_it=marked("wasteful"))
    first, second = (closing(folder.runpytest()) for _ in range(2))
    assert first == second
    assert all(line.endswith("; seed 0)") for line in first)
    folder.makepyfile(test_it=marked("wasteful", "(examples=44)"))
    third = closing(folder.runpytest())
    assert trees(third[0]) == trees(first[0]) + 11


def trees(line: str) -> int:
    """The number of trees in the last line of a verdict, which includes the hard trees before the drawn ones."""
    return int(re.findall(r"\((\d+) trees?,", line)[0])


@pytest.mark.slow
def test_the_seed_of_the_command_line_is_used(folder: pytest.Pytester) -> None:
    """`--hypothesis-seed` sets the seed of the run. Without it, each run has a different seed."""
    profile(folder, "max_examples=30, database=None, derandomize=False")
    folder.makepyfile(test_it=marked("wrong"))
    assert all(line.endswith("; seed 77)") for line in closing(folder.runpytest("--hypothesis-seed=77")))
    seeds = {closing(folder.runpytest())[0].rpartition(" ")[2] for _ in range(2)}
    assert len(seeds) == 2


@pytest.mark.slow
def test_the_deadline_of_the_profile_is_the_time_limit_of_an_answer(folder: pytest.Pytester) -> None:
    """A slower search is reported as a timeout; without a deadline, our own longer limit applies."""
    head = "def right(node, alpha, beta):"
    thinks = "    if len(node.children()) == 4:\n        time.sleep(0.06)"
    folder.makepyfile(plugged_engine=FILE.replace(head, f"import time\n{head}\n{thinks}"))
    folder.makepyfile(test_it=marked("right", "('exact', examples=1)"))
    profile(folder, "deadline=50")
    result = folder.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*timeout: no answer within 0.05 s*"])
    profile(folder, "deadline=None")
    assert "within 0.05 s" not in folder.runpytest().stdout.str()


@pytest.mark.fast_cases("(effort='quick')")
@pytest.mark.parametrize("marker", ["(effort='quick')", "('fishburn', effort='quick')", "('repeatable',)"])
def test_a_crash_fails_a_test_whatever_is_claimed(
    marker: str, folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The crash is reported once, and contracts that can then not be checked are skipped."""
    monkeypatch.setattr("prunecheck.verify.repeating.CRASH_SHRINKING", 1)
    crash = folder.path / "crashing_engine.py"
    crash.write_text(
        "import os\n\ndef search(node, alpha, beta):\n    if len(node.children()) > 3:\n        os._exit(7)\n"
        "    return node.value() if node.is_leaf() else max(-search(x, -beta, -alpha) for x in node.children())\n",
        encoding="utf-8",
    )
    folder.makepyfile(test_it=MARKED.format(marker, "'crashing_engine.py:search'"))
    result = folder.runpytest("-rs")
    assert result.parseoutcomes()["failed"] == 1
    assert "passed" not in result.parseoutcomes()
    result.stdout.fnmatch_lines(["*crash: ended with exit status 7"])
    result.stdout.no_fnmatch_line("*it takes no window*")


def test_an_inconclusive_contract_is_skipped() -> None:
    """A passing test must have evidence."""
    done = verify_search(
        "docs/examples/searches.py:right", claims=["exact"], tree=from_nested([3, 1]), window=Window(0, 1)
    )
    assert done.status == "inconclusive"
    with pytest.raises(pytest.skip.Exception, match=r"inconclusive: the tree that you gave cannot decide it$"):
        outcome(done.tried, "exact", ["exact"])


@pytest.mark.parametrize(
    ("said", "examples", "most"),
    [
        ({}, 100, 100),
        ({"effort": "thorough"}, 100, 10_000),
        ({"effort": "thorough"}, 7, 7),
        ({"effort": "quick"}, 100, 200),
    ],
)
def test_a_chosen_effort_has_priority_over_defaults(
    said: dict[str, str], examples: int, most: int, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """Hypothesis's default number of examples is not the user's choice."""
    plans: list[Plan] = []

    def seen(search: object, wanted: Options, plan: Plan) -> None:
        plans.append(plan)
        raise KeyboardInterrupt

    monkeypatch.setattr("prunecheck.pytest_trial.judge_search", seen)
    monkeypatch.setattr("prunecheck.pytest_trial.settings", lambda: settings(max_examples=examples, database=None))
    with pytest.raises(KeyboardInterrupt):
        trial("a.py:b", read_options(said, "here"), pytestconfig, "there")
    assert plans[0].examples == most


@pytest.mark.slow
def test_a_listed_seed_is_used_even_if_it_is_the_default(folder: pytest.Pytester) -> None:
    """The list has priority over the profile."""
    profile(folder, "max_examples=30, database=None, derandomize=False")
    folder.makepyprojecttoml('[tool.prunecheck]\nseed = 0\nsubjects = [{ search = "plugged_engine.py:wrong" }]\n')
    assert all(line.endswith("; seed 0)") for line in closing(folder.runpytest("pyproject.toml")))


@pytest.mark.slow
def test_the_searches_of_pyproject_are_collected(folder: pytest.Pytester) -> None:
    """Pytest collects them from the folder of the file, and each search has its contracts."""
    rows = '[{ search = "plugged_engine.py:right", claims = ["exact"] }, { search = "plugged_engine.py:wrong" }]'
    folder.makepyprojecttoml(f"[tool.prunecheck]\nexamples = 20\nsubjects = {rows}\n")
    result = folder.runpytest("-v", "pyproject.toml")
    result.assert_outcomes(passed=1, failed=1, skipped=6)
    result.stdout.fnmatch_lines(["pyproject.toml::plugged_engine.py:right::exact PASSED*"])
    folder.runpytest().assert_outcomes(passed=1, failed=1, skipped=6)


@pytest.mark.slow
def test_a_pyproject_below_a_project_is_collected_by_name(folder: pytest.Pytester) -> None:
    """Pytest is given the file, from its own folder or from the folder above.

    Otherwise, the file does not belong to the project.
    """
    folder.makepyprojecttoml("[tool.pytest.ini_options]\n")
    below = folder.mkdir("below")
    listed = (
        '[tool.prunecheck]\nexamples = 5\nsubjects = [{ search = "plugged_engine.py:right", claims = ["exact"] }]\n'
    )
    (below / "pyproject.toml").write_text(listed, encoding="utf-8")
    (folder.path / "plugged_engine.py").rename(below / "plugged_engine.py")
    folder.runpytest("below/pyproject.toml").assert_outcomes(passed=1)
    folder.runpytest("below").assert_outcomes()
    with chdir(below):
        folder.runpytest("pyproject.toml").assert_outcomes(passed=1)


@pytest.mark.slow
def test_an_invalid_pyproject_is_a_one_line_error(folder: pytest.Pytester) -> None:
    """The error is that of the command line; a file without a list is ignored."""
    folder.makepyprojecttoml("[tool.prunecheck]\nsubject = 1\n")
    result = folder.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["unknown key of pyproject.toml: tool.prunecheck 'subject'; did you mean 'subjects'?"])
    folder.makepyprojecttoml("[tool.other]\n")
    folder.makepyfile(test_it="def test_other():\n    pass\n")
    folder.runpytest().assert_outcomes(passed=1)


@pytest.mark.slow
def test_the_plugin_can_be_switched_off(folder: pytest.Pytester) -> None:
    """With `-p no:prunecheck` the marker means nothing, and pyproject.toml is not collected."""
    folder.makepyprojecttoml('[tool.prunecheck]\nsubjects = [{ search = "missing.py:search" }]\n')
    folder.makepyfile(test_it="def test_other():\n    pass\n")
    folder.runpytest_subprocess("-p", "no:prunecheck").assert_outcomes(passed=1)


@pytest.mark.slow
def test_nothing_heavy_is_imported_without_a_marked_search(folder: pytest.Pytester) -> None:
    """The plugin imports neither Hypothesis nor the judge; a marked search imports them when it runs."""
    heavy = {"hypothesis", "rich", "msgspec", "prunecheck.verify.judge"}
    loaded = f"import sys\n\ndef test_loaded():\n    assert not {heavy} & set(sys.modules)\n"
    folder.makepyfile(test_it=loaded)
    quiet = ("-p", "no:hypothesispytest", "-p", "no:benchmark", "-p", "no:cov")
    folder.runpytest_subprocess(*quiet).assert_outcomes(passed=1)
    folder.makepyfile(test_zz=marked("right", "('exact', examples=5)"))
    folder.runpytest_subprocess(*quiet, "test_it.py", "test_zz.py").assert_outcomes(passed=2)


@pytest.mark.slow
def test_check_works_in_a_test_of_three_lines(folder: pytest.Pytester) -> None:
    """The verdict is the failure message, without any frame of ours."""
    code = (
        "from prunecheck import check\nimport plugged_engine\ndef test_it(): check(plugged_engine.wrong, examples=30)\n"
    )
    folder.makepyfile(test_it=code)
    result = folder.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *FAIL  plugged_engine.py:wrong  wrong value: got *"])
    assert "api.py" not in result.stdout.str()


@pytest.mark.slow
def test_the_generated_test_file_is_collected(folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is the one that `prunecheck new test` writes."""
    monkeypatch.chdir(folder.path)
    assert cli.run(["new", "test", "--search", "plugged_engine.py:wrong"]) == 0
    assert Path("test_prunecheck.py").is_file()
    folder.runpytest("--hypothesis-seed=1").assert_outcomes(failed=1, skipped=6)


DRIVER: Final = """
def choose(pile):
    best, move = -inf, 0
    for take in moves(pile):
        value = minimax(pile - take, -inf, inf, False)
        if value > best:
            best = value
        move = take
    return move
"""


@pytest.mark.slow
def test_a_wrong_move_of_a_starting_call_fails_the_test_of_the_best_move(folder: pytest.Pytester) -> None:
    """The values of the search are right, so the test of values passes."""
    folder.makepyfile(piles=HEAD + MINIMAX + DRIVER)
    mark = '@pytest.mark.prunecheck(start="choose(6)", examples=20)'
    folder.makepyfile(test_it=f'import pytest\n\n{mark}\ndef test_choose():\n    return "piles.py:choose"\n')
    result = folder.runpytest("-v")
    result.stdout.fnmatch_lines(["*test_choose::exact PASSED*", "*test_choose::best-move FAILED*"])
    assert "wrong move: `choose(6)`" in result.stdout.str()
