"""The command line as a user sees it: reports, exit statuses, and one-line errors."""

import contextlib
import io
import json
import re
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from printed import mistake
from prunecheck import cli
from prunecheck.catalog import VARIANTS, Need
from prunecheck.contracts.order import CONTRACTS
from prunecheck.trees.examples import TREES
from prunecheck.verify.catalogue import verify
from prunecheck.verify.plan import Plan, Progress
from prunecheck.verify.records import Report

Output = pytest.CaptureFixture[str]

JUNK_WORDS = st.sampled_from(
    ["[", "]", "{", "}", ",", ":", '"', "1", "-", "NaN", "inf", "null", "nodes", "[[]]", " ", "1/0"]
)
JUNK = st.text(max_size=40) | st.lists(JUNK_WORDS, max_size=12).map("".join)


@pytest.mark.slow
def test_a_quick_run_confirms_all_claims(capsys: Output) -> None:
    """The first line says that all claims hold, and the exit status is 0."""
    assert cli.run(["verify", "--quick", "--examples", "10"]) == 0
    lines = capsys.readouterr().out.rstrip().splitlines()
    right = [variant for variant in VARIANTS.values() if not variant.lossy]
    claims = sum(len(variant.claims) for variant in right)
    assert lines[0].startswith(f"PASS  {len(right)} variants: {claims} claims hold, ")
    assert lines[0].endswith("; 6 lossy variants: 3 right on the trees without skipped moves, 3 measured only")
    assert lines[-1].startswith("PASS  10 trees, ")
    for name in VARIANTS:
        assert any(line.startswith(name) for line in lines)


def test_the_claims_and_violations_counted_are_those_listed(capsys: Output) -> None:
    """Implied contracts have a line of their own, and several counterexamples to one contract each count."""
    assert cli.run(["verify", "--quick", "--examples", "1", "--variant", "hughes"]) == 0
    first, _, _, row, implied, *_ = capsys.readouterr().out.splitlines()
    satisfied, _, violated = row.removeprefix("hughes").strip().partition("; violates ")
    assert violated == "clamped, visits (in 2 ways), shallow-visits (in 2 ways)"
    listed = [*satisfied.split(", "), *implied.removeprefix("implied").strip().split(", ")]
    assert sorted(listed) == sorted(claim.contract for claim in VARIANTS["hughes"].claims)
    assert first.startswith(f"PASS  1 variant: {len(listed)} claims hold, {1 + 2 + 2} known violations confirmed")


@pytest.mark.slow
def test_json_lists_every_variant_with_claims_and_known_breaks(capsys: Output) -> None:
    """The data name all variants, the five sources, and each claim's evidence."""
    assert cli.run(["verify", "--quick", "--examples", "10", "--seed", "7", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["status"], report["seed"], report["schema"]) == ("held", 7, 4)
    rows = {row["name"]: row for row in report["variants"]}
    assert set(rows) == set(VARIANTS)
    assert {row["source_id"] for row in rows.values()} >= {"000", "001", "002", "003", "004"}
    for name, row in rows.items():
        assert [claim["contract"] for claim in row["claims"]] == [claim.contract for claim in VARIANTS[name].claims]
        assert all(claim["outcome"] == "held" and claim["trees"] <= claim["calls"] for claim in row["claims"])
        if Need.STATIC_VALUES not in VARIANTS[name].needs:
            assert {claim["trees"] for claim in row["claims"]} == {10}
        assert all(known["confirmed"] for known in row["known_breaks"])
        if "exact" not in {claim["contract"] for claim in row["claims"]}:
            assert not row["games"]
        elif row["lossy"] is None:
            assert row["games"][0]["true"] == 0
        assert all(game["found"] == game["true"] and not game["broken"] for game in row["games"])


def test_a_refuted_claim_is_reported_in_full(capsys: Output) -> None:
    """The report has the tree, the window, got and expected, the unnecessary leaf and why, a command and a test."""
    assert cli.run(["verify", "--variant", "002", "--claims", "visits"]) == 1
    text = capsys.readouterr().out
    assert "FAIL  strict_test  extra leaves: 1 unnecessary leaf\n" in text
    assert "tree    [0, 0]    MAX to move    window (-inf, 0)    minimax value 0" in text
    assert "count   2 leaf evaluations; at least 1 is needed" in text
    assert "leaf    [1] = 0  unnecessary: alpha 0 from [0] >= beta 0" in text
    assert "rerun   prunecheck verify --variant strict_test --claims visits --tree '[0,0]' --window -inf 0" in text
    assert text.startswith("FAIL  strict_test  ")


def test_the_pasted_test_and_command_fail_again(capsys: Output) -> None:
    """The test and the command show the same failure as the report."""
    cli.run(["verify", "--variant", "two_functions", "--claims", "fail-hard", "-v"])
    lines = capsys.readouterr().out.splitlines()
    source = "\n".join(line[4:] for line in lines[lines.index("  paste") + 1 :] if line.startswith("    ") or not line)
    space: dict[str, object] = {}
    exec(source, space)  # noqa: S102  # the text is our own, and that it runs is what is tested
    test = space["test_two_functions_satisfies_clamped"]
    assert callable(test)
    with pytest.raises(AssertionError):
        test()
    again = next(line for line in lines if line.startswith("  rerun")).split()
    assert cli.run([word.strip("'") for word in again[2:]]) == 1


def test_a_single_tree_is_judged_in_a_single_window(capsys: Output) -> None:
    """`--tree` takes JSON, a name or a file, `--root` the player, and `--window` the only window."""
    assert cli.run(["verify", "--tree", "[[3, 5], [2, 9]]", "--root", "MIN", "--window", "-1/2", "inf", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    without = [row for row in VARIANTS.values() if Need.STATIC_VALUES not in row.needs]
    assert (report["trees"], report["calls"]) == (1, len(without))
    assert cli.run(["verify", "--tree", "blog", "--variant", "f2"]) == 0


def test_a_tree_comes_from_a_file_or_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A file and standard input give the same report."""
    text = '[1, ["1/3", "-inf"]]'
    (tmp_path / "tree.json").write_text(text, encoding="utf-8")
    assert cli.run(["verify", "--tree", str(tmp_path / "tree.json"), "--json"]) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert cli.run(["verify", "--tree", "-", "--json"]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["variants"] == second["variants"]


def test_standard_input_that_is_not_text_is_a_usage_error(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Bytes that are not UTF-8 are reported as such."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"[\xff]"), encoding="utf-8"))
    assert cli.run(["verify", "--tree", "-"]) == 2
    assert "standard input: 'utf-8' codec can't decode byte 0xff" in mistake(capsys)


@pytest.mark.slow_cases("random trees")
@pytest.mark.parametrize("phase", ["random trees", "shrinking"])
def test_an_interrupt_leaves_a_valid_partial_report(
    phase: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """After Ctrl-C, the results so far are reported. The exit status is 130 if nothing has been refuted, else 1."""
    # in the background jobs of a shell, Ctrl-C is ignored at first
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted(plan: Plan, _: object) -> Report:
        def press(at: Progress) -> None:
            if at.stage == phase and (at.done == 5 or phase != "random trees"):
                signal.raise_signal(signal.SIGINT)

        return verify(plan, press)

    monkeypatch.setattr(cli.verify_variants, "verify", interrupted)
    words = ["verify", "--variant", "f1", "--json"] + (["--claims", "visits"] if phase != "random trees" else [])
    assert cli.run(words) == (130 if phase == "random trees" else 1)
    report = json.loads(capsys.readouterr().out)
    outcomes = {claim["outcome"] for row in report["variants"] for claim in row["claims"]}
    if phase == "random trees":
        assert (report["status"], report["trees"], outcomes) == ("interrupted", 5, {"undecided"})
    else:
        assert (report["status"], outcomes) == ("refuted", {"refuted"})
        assert report["variants"][0]["claims"][0]["witness"]["leaves"]


def test_a_tree_whose_players_do_not_alternate_needs_forms_that_allow_it(capsys: Output) -> None:
    """Forms that need alternation are left out, or named in the error if the user requested them."""
    nodes = '[{"id":0,"children":[1,2]},{"id":1,"value":1},{"id":2,"children":[3],"player":"MAX"},{"id":3,"value":2}]'
    tree = f'{{"prunecheck":"tree","version":1,"nodes":{nodes}}}'
    assert cli.run(["verify", "--tree", tree, "--json"]) == 0
    names = {row["name"] for row in json.loads(capsys.readouterr().out)["variants"]}
    assert names == {name for name, row in VARIANTS.items() if not row.needs & {Need.ALTERNATION, Need.STATIC_VALUES}}
    assert cli.run(["verify", "--tree", tree, "--variant", "f2"]) == 2
    assert "f2 needs a tree whose players alternate" in mistake(capsys)


@pytest.mark.parametrize("kind, names", [("variants", VARIANTS), ("contracts", CONTRACTS), ("trees", TREES)])
def test_list_names_everything_with_its_source(kind: str, names: dict[str, object], capsys: Output) -> None:
    """Each row has a name and a source, in text and in JSON."""
    assert cli.run(["list", kind]) == 0
    text = capsys.readouterr().out
    assert all(any(line.startswith(name) for line in text.splitlines()) for name in names)
    assert cli.run(["list", kind, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row[kind.removesuffix("s")] for row in rows] == list(names)
    assert all(row["source"] for row in rows)


def test_a_list_with_numbers_of_sources_says_what_they_are(capsys: Output) -> None:
    """Below the trees, each number has the name of its text."""
    assert cli.run(["list", "trees"]) == 0
    last = capsys.readouterr().out.rsplit("\n\n", 1)[1]
    assert last.startswith("sources: 000 ICS 180A 1997; 001 encyclopaedia write-up; 002 ")
    numbers = {number for tree in TREES.values() for number in re.findall(r"\b00\d\b", tree.source)}
    assert all(number in last for number in numbers)


def test_list_names_has_the_names_that_a_search_may_use(capsys: Output) -> None:
    """Parameters and methods of positions, each with its meaning and all names."""
    assert cli.run(["list", "names", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert {"alfa", "lower_bound"} <= set(rows["parameter: alpha"]["names"].split(", "))
    assert "get_legal_moves" in rows["method of positions: moves"]["names"].split(", ")
    assert all(row["says"] for row in rows.values())


MISTAKES = [
    (["verify", "--tree", "[1, NaN]"], "NaN at character 5 cannot be compared"),
    (["verify", "--tree", '[1, "nan"]'], 'the leaf at [1] is "nan", not a number; NaN cannot be compared'),
    (["verify", "--tree", "[Infinity]"], 'Infinity at character 2 is not a number in JSON; write "inf"'),
    (
        ["verify", "--tree", "[1, []]"],
        "the node at [1] is an empty list, which has no value; give it a child or a value",
    ),
    (["verify", "--tree", "[1, 2"], "not a tree in JSON: it ends too early"),
    (["verify", "--tree", "[1, true]"], "the leaf at [1] is true, not a number"),
    (["verify", "--tree", "[" * 201 + "1" + "]" * 201], "JSON nested deeper than 200 levels at character 201"),
    (["verify", "--tree", "[1e999]"], "[0]"),
    (
        ["verify", "--tree", '{"prunecheck":"tree","version":1,"nodes":[{"id":"a"}]}'],
        "node 'a' has neither children nor",
    ),
    (
        ["verify", "--tree", '{"prunecheck":"tree","version":1,"nodes":[{"id":1,"children":[1]}]}'],
        "the tree has a cycle",
    ),
    (["verify", "--tree", "no/such.json"], "no/such.json: No such file or directory"),
    (["verify", "--tree", "blogg"], "unknown tree 'blogg'; did you mean 'blog'?"),
    (["verify", "--tree", "[1]", "--window", "3", "3"], "window (3, 3) is empty: alpha must be below beta"),
    (["verify", "--tree", "[1]", "--window", "5", "-inf"], "window (5, -inf) is empty"),
    (["verify", "--tree", "[1]", "--window", "nan", "3"], "alpha of --window is 'nan', not a number"),
    (["verify", "--window", "0", "3"], "--window needs --tree"),
    (["verify", "--root", "MIN"], "--root needs --tree"),
    (["verify", "--variant", "fail_sotf"], "unknown variant 'fail_sotf'; did you mean 'fail_soft'?"),
    (["verify", "--contract", "clampd"], "unknown contract 'clampd'; did you mean 'clamped'?"),
    (["verify", "--claims", "knut"], "unknown contract 'knut'; did you mean 'knuth'?"),
    (
        ["verify", "--variant", "f2", "--contract", "every-leaf"],
        "the catalogue does not say whether every-leaf holds for f2; use --claims to check it",
    ),
    (["verify", "--examples", "0"], "--examples is 0, not a whole number of at least 1"),
    (["verify", "--exmples", "3"], "unknown option '--exmples' in `prunecheck verify`; did you mean '--examples'?"),
    (["verfy"], "unknown command 'verfy'; did you mean 'verify'?"),
    (["verify", "--search", "a.py:f"], "verify takes the search without --search, as in prunecheck verify engine.py:"),
    (["divide", "--search", "a.py:f"], "divide takes the search without --search, as in prunecheck divide engine.py:"),
    (
        ["verify", "--tree", "[1]", "--window", "0", "--json"],
        "beta of --window is '--json', not a number; --window needs",
    ),
    (["list"], "list needs KIND: variants, contracts, theorems, beliefs, trees, workloads or names; for examples, see"),
    (["list", "variant"], "unknown list 'variant'; did you mean 'variants'?"),
]


@pytest.mark.parametrize("arguments, says", MISTAKES, ids=[" ".join(words)[:40] for words, _ in MISTAKES])
def test_a_usage_error_is_one_line_that_names_the_input(arguments: list[str], says: str, capsys: Output) -> None:
    """The message is on standard error, and the exit status is 2."""
    assert cli.run(arguments) == 2
    assert says in mistake(capsys)


@pytest.mark.slow
@given(junk=JUNK)
@example(junk="\0")
@example(junk="a" * 5000)
@example(junk="1" * 5000)
@example(junk="[" + "1" * 5000 + "]")
@example(junk="[\x1b[31m]")
@example(junk='["\\u001b[31m"]')
@settings(max_examples=150)
def test_junk_for_a_tree_never_ends_in_a_traceback(junk: str) -> None:
    """For any text after `--tree`, the output is a verdict or a one-line error."""
    status, error = _run_apart(["verify", "--variant", "f2", f"--tree={junk}"])
    assert status == 0 or (status == 2 and error.count("\n") == 1 and "\x1b" not in error)


@pytest.mark.slow
@given(
    junk=st.text(max_size=30), option=st.sampled_from(["--variant", "--contract", "--claims", "--examples", "--seed"])
)
@settings(max_examples=150)
def test_junk_for_a_name_never_ends_in_a_traceback(junk: str, option: str) -> None:
    """For any text after an option with a name or a number, the output is a verdict or a one-line error."""
    status, error = _run_apart(["verify", "--tree", "[1, 2]", f"{option}={junk}"])
    assert status in (0, 1) or (status == 2 and error.count("\n") == 1)


def _run_apart(arguments: list[str]) -> tuple[int, str]:
    """Run the command with captured output, because Hypothesis does not allow a function-scoped fixture."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.run(arguments)
    return status, err.getvalue()
