"""Reports on a user's search: each format is valid, and text from the search cannot inject anything."""

import html
import json
import re
import signal
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from claims import refutation
from own_searches import FILE, wrong
from prunecheck import FULL, INF, Window, cli, from_nested, verify_search
from prunecheck.failures import BadReply
from prunecheck.report.ci_formats import as_annotations, as_junit, as_markdown, as_sarif, fence_code
from prunecheck.report.data import as_json, subjects_as_json
from prunecheck.report.sheet import Sheet, Standing, sheet_of_subjects
from prunecheck.report.subject_text import subject_text
from prunecheck.report.witness_svg import as_svg
from prunecheck.report.witness_text import witness_lines
from prunecheck.verify.counterexamples import LeafStatus, LeafVerdict, Step, Witness
from prunecheck.verify.outcomes import Status
from prunecheck.verify.records import Report
from prunecheck.verify.trial_result import TrialResult

Output = pytest.CaptureFixture[str]

HOSTILE = (
    "\x1b[2J\x1b]0;title\x07",
    "<script>alert(1)</script>",
    "]]><x/>",
    "%0A::error file=a.py::b",
    "\n::error file=a.py::b\r\n::stop-commands::x",
    "##[add-matcher]a.json ##vso[task.complete]",
    "\ud800 lone",
    "`````",
    "| a | **b** | [c](javascript:d) |",
    "&amp;&#60; $x$ $$y$$",
    "\u202egnp.exe",
    "\x00\x0b\ufffe",
    "'\"\\",
    "www.evil.com https://evil.com ftp://evil.com a@b.com mailto:a@b.com @octocat #1",
)


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a file of searches."""
    (tmp_path / "reported_engine.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def hostile(text: str) -> TrialResult:
    """The result for a search with this text in its name and its errors; the search fails if a leaf is negative."""

    def search(node: Any, alpha: Any, beta: Any) -> Any:
        if node.is_leaf():
            if not -100 < node.value() < 100:
                raise type(f"Error{text}".replace("\x00", ""), (Exception,), {})(text * 200)
            return node.value()
        return max(-search(child, -beta, -alpha) for child in node.children())

    search.__qualname__ = f"{text} search"
    found = verify_search(search, examples=10).tried
    assert not found.sound
    return found


@pytest.fixture(scope="module", params=HOSTILE, ids=ascii)
def told(request: pytest.FixtureRequest) -> TrialResult:
    """The results of checks in which each name or message is a hostile text."""
    return hostile(request.param)


def texts(element: Element) -> list[str]:
    """All texts and attribute values below an element."""
    return [text for part in element.iter() for text in (part.text or "", *part.attrib.values())]


def harmless(text: str) -> bool:
    """True if `text` contains nothing that a terminal or a log service acts on, except for line breaks."""
    return all(character.isprintable() or character == "\n" for character in text) and not re.search(
        r"##[\w-]*\[", text
    )


def test_the_text_has_no_control_characters(told: TrialResult) -> None:
    """Control characters are escaped; every line begins with our text, so that none is a workflow command."""
    text = subject_text(told)
    assert harmless(text)
    assert "rerun" not in text  # the search cannot be found by its name, whatever that looks like
    assert not any(line.startswith("::") for line in text.splitlines())
    assert max(map(len, text.splitlines())) < 1_000


def test_json_is_ascii_or_printable(told: TrialResult) -> None:
    """The JSON can be parsed again, and written as UTF-8."""
    text = subjects_as_json([told])
    assert harmless(text)
    (row, *_) = json.loads(text)["variants"]
    assert row["findings"][0]["severity"] == "wrong"
    assert "search" in row["name"]


def test_json_writes_values_beyond_its_range_as_strings() -> None:
    """Examples are infinities, fractions, and integers beyond 64 bits; a step without a tree is a `clear`."""
    tree = from_nested([Fraction(1, 3), [1 << 70]], max_at_root=False)
    leaf = LeafVerdict((0,), Fraction(1, 3), LeafStatus.BEYOND, "")
    steps = (Step(tree, found=1), Step(None, failure=BadReply("it fell")))
    seen = Witness(tree, Window(-INF, 1 << 64), Fraction(1, 3), 2, None, (leaf,), 1, steps=steps)
    (row,) = json.loads(as_json(Report(0, 1, False, 1, 1, 0.12345, 0.1, (refutation("a.py:b", "exact", seen)[0],))))[
        "variants"
    ]
    found = row["claims"][0]["witness"]
    assert (found["tree"], found["root_player"]) == (["1/3", [str(1 << 70)]], "MIN")
    assert (found["window"], found["true"], found["found"]) == (["-inf", str(1 << 64)], "1/3", 2)
    assert found["leaves"] == [{"path": [0], "value": "1/3", "status": "below the depth limit", "law": ""}]
    assert [(step["ask"], step["root_player"], step["error"]) for step in found["steps"]] == [
        ("search", "MIN", None),
        ("clear", None, "invalid answer: it fell"),
    ]
    assert (row["origin"], row["reused"]) == ("named", False)


def test_equal_steps_are_one_line_with_their_number() -> None:
    """The step after equal steps keeps its own number."""
    tree = from_nested([1])
    steps = (*(Step(tree, found=1, truth=1) for _ in range(4)), Step(None), Step(tree, found=0, truth=1))
    told = witness_lines(Witness(tree, FULL, 1, 0, None, (), 1, steps=steps), leaves=False)
    assert told == [
        "step 1  [1]    MAX to move    full window    got 1, which is right",
        "step 2  same tree as step 1    full window    got 1, which is right    3 times",
        "step 5  clear",
        "step 6  same tree as step 1    full window    got 0, minimax value 1",
    ]


def test_junit_is_valid_xml(told: TrialResult) -> None:
    """A parser accepts the report, which only has JUnit's elements and no control characters."""
    root = fromstring(as_junit(sheet_of_subjects([told])))  # noqa: S314  # it is our own
    assert {element.tag for element in root.iter()} <= {
        "testsuites",
        "testsuite",
        "testcase",
        "failure",
        "skipped",
        "system-out",
    }
    assert all(map(harmless, texts(root)))
    assert root.attrib["failures"] == str(len(root.findall(".//failure")))


def test_the_picture_is_valid_svg(told: TrialResult) -> None:
    """A parser accepts the picture, which has no scripts or links."""
    root = fromstring(as_svg(sheet_of_subjects([told])))  # noqa: S314  # it is our own
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg", "title", "rect", "text", "g", "polyline", "polygon",
    }  # fmt: skip
    assert all(map(harmless, texts(root)))


def test_an_annotation_is_one_line(told: TrialResult) -> None:
    """Every line is one of our commands, and its properties end correctly."""
    lines = as_annotations(sheet_of_subjects([told])).splitlines()
    assert lines
    for line in lines:
        found = re.fullmatch(r"::error title=([^:,\n]*)::(.*)", line)
        assert found is not None
        assert not re.search("%(?!25|0A|0D|3A|2C)", line)
        assert harmless(line)


def test_markdown_contains_no_foreign_markup(told: TrialResult) -> None:
    """Outside fenced blocks, all HTML, links, tables and emphasis are ours."""
    text = as_markdown(sheet_of_subjects([told]))
    assert harmless(text)
    outside, inside = [], False
    fence = ""
    for line in text.splitlines():
        if not inside and line.startswith("```"):
            inside, fence = True, line.removesuffix("text")
        elif inside and line == fence:
            inside = False
        elif not inside:
            outside.append(line)
    assert not inside
    ours = ("| search | contract | verdict |", "| --- | --- | --- |")
    for line in outside:
        if line not in ours:
            bare = re.sub(r"^(#+|-) |^\| | \|$|\*\*FAIL\*\*| \| ", " ", line)
            assert not re.search(r"[<>`*_\[\]|.@#$]|:(?! )", re.sub("&#[0-9]+;", "", bare)), line
            assert not re.search(r"[@#](?!\u2060)", html.unescape(bare)), line
    assert "search" in html.unescape(text)


def test_a_fence_is_longer_than_any_in_the_block() -> None:
    """With a short fence, a block that contains a fence would end too early."""
    assert fence_code("a\n````\nb") == "`````text\na\n````\nb\n`````"


@pytest.mark.slow
def test_output_of_a_search_does_not_mix_with_the_report(tmp_path: Path, capsys: Output) -> None:
    """JSON stays one line, whatever the search prints."""
    loud = FILE.replace("def wasteful(node, alpha, beta):", "def wasteful(node):\n    print('::error::x')")
    loud = loud.replace("child, -beta, -alpha", "child")
    (tmp_path / "loud_engine.py").write_text(loud, encoding="utf-8")
    assert cli.run(["verify", "loud_engine.py:wasteful", "--examples", "5", "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert json.loads(out)["status"] == "held"


@pytest.mark.fast_cases("wrong-*")
@pytest.mark.parametrize(
    "name, status, word, verdict",
    [("right", 0, "held", "PASS"), ("wrong", 1, "refuted", "FAIL"), ("wasteful", 1, "refuted", "FAIL")],
)
def test_all_formats_agree(name: str, status: int, word: str, verdict: str, capsys: Output) -> None:
    """JSON, JUnit, Markdown, annotations and the exit status have the same outcome."""
    files = ["--junit", "j.xml", "--markdown", "m.md", "--svg", "w.svg"]
    words = ["verify", f"reported_engine.py:{name}", "--examples", "30", *files]
    assert cli.run([*words, "--json"]) == status
    report = json.loads(capsys.readouterr().out)
    assert report["status"] == word
    found = [finding["severity"] for row in report["variants"] for finding in row["findings"]]
    assert any(severity in {"wrong", "pruning"} for severity in found) is (status == 1)
    suite = fromstring(Path("j.xml").read_text(encoding="ascii"))  # noqa: S314  # it is our own
    assert {element.attrib["type"] for element in suite.findall(".//failure")} == ({"fail"} if status else set())
    assert Path("m.md").read_text(encoding="utf-8").startswith(f"## prunecheck: {verdict}\n")
    assert Path("w.svg").read_text(encoding="ascii").startswith("<svg ")
    assert cli.run([*words, "--github"]) == status
    annotations = [line for line in capsys.readouterr().out.splitlines() if line.startswith("::")]
    assert bool(annotations) is (status == 1)
    line = next(nth for nth, text in enumerate(FILE.splitlines(), 1) if text.startswith(f"def {name}("))
    lines = {int(number) for annotation in annotations for number in re.findall(",line=([0-9]+),", annotation)}
    assert lines == ({line} if name == "wasteful" else lines & set(range(line + 1, line + 10)))


@pytest.mark.slow
def test_a_workflow_on_github_gets_annotations_and_a_summary(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """No option is needed; `--github` changes nothing, `--no-github` switches them off, and JSON stays JSON."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    words = ["verify", "reported_engine.py:wrong", "--examples", "20"]
    assert cli.run([*words, "--no-github"]) == 1
    assert "::error" not in capsys.readouterr().out
    assert not Path("summary.md").exists()
    assert cli.run(words) == 1
    assert "::error file=reported_engine.py" in capsys.readouterr().out
    first = Path("summary.md").read_text(encoding="utf-8")
    assert first.startswith("## prunecheck: FAIL\n")
    assert cli.run([*words, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "refuted"
    assert cli.run([*words, "--github"]) == 1
    assert Path("summary.md").read_text(encoding="utf-8") == 3 * first


@pytest.mark.slow
def test_an_annotation_for_a_coroutine_is_at_its_definition(capsys: Output) -> None:
    """The annotation is at the coroutine's definition, as for any other search."""
    text = "# an engine\n\n\nasync def zero(node):\n    return sum(each.is_leaf() for each in node.children())\n"
    Path("awaited_engine.py").write_text(text, encoding="utf-8")
    assert cli.run(["verify", "awaited_engine.py:zero", "--examples", "20", "--github"]) == 1
    assert "::error file=awaited_engine.py,line=4,title=" in capsys.readouterr().out


@pytest.mark.slow
def test_the_picture_is_that_of_the_witness(capsys: Output) -> None:
    """The title of the picture has the result; for a search that passes, a line of text replaces it."""
    assert cli.run(["verify", "reported_engine.py:wrong", "--examples", "30", "--svg", "wrong.svg", "--json"]) == 1
    witness = json.loads(capsys.readouterr().out)["variants"][0]["claims"][0]["witness"]
    title = f"reported_engine.py:wrong returns {witness['found']}, but the minimax value is {witness['true']}"
    assert title in Path("wrong.svg").read_text(encoding="ascii")
    assert cli.run(["verify", "reported_engine.py:right", "--examples", "20", "--svg", "right.svg"]) == 0
    assert re.search(r"PASS\s+reported_engine.py:right", Path("right.svg").read_text(encoding="ascii"))


def test_the_catalogue_has_the_same_reports(capsys: Output) -> None:
    """A refuted claim of a variant is a failure and an annotation; its known breaks are passing cases."""
    words = ["verify", "--quick", "--examples", "40", "--junit", "j.xml", "--markdown", "m.md", "--svg", "w.svg"]
    assert cli.run([*words, "--variant", "f1", "--claims", "visits", "--github"]) == 1
    assert "::error title=f1 visits::extra leaves: 1 unnecessary leaf" in capsys.readouterr().out
    assert "f1 returns 0" in Path("w.svg").read_text(encoding="ascii")
    assert cli.run([*words, "--variant", "f2"]) == 0
    junit = fromstring(Path("j.xml").read_text(encoding="ascii"))  # noqa: S314
    names = [element.attrib["name"] for element in junit.iter("testcase")]
    assert "fishburn" in names
    assert "known violation of clamped" in names


def test_a_contract_that_another_one_implies_is_reported_once() -> None:
    """The implying contract refers to it, and it is not a separate failure."""
    sheet = sheet_of_subjects([verify_search(wrong, examples=30).tried])
    (first,) = sheet.refuted
    assert first.contract == "exact"
    assert first.lines
    (other,) = (row for row in sheet.rows if row.standing is Standing.FOLLOWS)
    assert (other.contract, other.words, other.lines) == ("knuth", "also violated; see exact", ())
    assert as_annotations(sheet).count("::error") == 1


FORMS: dict[str, Callable[[Sheet], str]] = {
    "junit": as_junit,
    "markdown": as_markdown,
    "svg": as_svg,
    "github": as_annotations,
    "sarif": as_sarif,
}


@pytest.mark.parametrize("at", [0, 4])
def test_an_interrupt_leaves_every_report_valid(at: int, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Ctrl-C may come before or during the run: the status is 130, and each file has the results so far."""
    # in the background jobs of a shell, Ctrl-C is ignored at first
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    def press(_run: object, _stage: str, done: int = 0, *_: object) -> None:
        if done == at:
            signal.raise_signal(signal.SIGINT)

    if at:
        monkeypatch.setattr("prunecheck.verify.run.Run.report", press)
    else:
        monkeypatch.setattr("prunecheck.verify.isolated.run_in_child", pressed)
    files = ["--junit", "j.xml", "--markdown", "m.md", "--svg", "w.svg"]
    assert cli.run(["verify", "reported_engine.py:right", "--json", *files]) == 130
    report = json.loads(capsys.readouterr().out)
    assert (report["status"], report["trees"]) == ("interrupted", at)
    suite = fromstring(Path("j.xml").read_text(encoding="ascii"))  # noqa: S314  # it is our own
    assert suite.attrib["failures"] == "0"
    assert (suite.attrib["skipped"] != "0") is (at > 0)
    assert "INTERRUPTED" in (suite.findtext(".//system-out") or "")
    assert Path("m.md").read_text(encoding="utf-8").startswith("## prunecheck: INTERRUPTED\n")
    assert "INTERRUPTED" in Path("w.svg").read_text(encoding="ascii")


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_sheet_without_rows_is_a_valid_report(form: Callable[[Sheet], str]) -> None:
    """The report says that nothing was checked."""
    assert "Interrupted" in html.unescape(form(Sheet(Status.INTERRUPTED, ("Interrupted: a <b>",), (), 0.0)))


@pytest.mark.parametrize(
    "words, says",
    [
        (["--github", "--json"], "--github and --json both write to standard output"),
        (["--junit", "a", "--svg", "a"], "'a' is already used as input or for another output"),
        (["--junit", "no/such/folder"], "cannot write 'no/such/folder'"),
        (["--svg", "x.png"], "cannot write 'x.png': --svg writes a picture in SVG, not .png; use .svg"),
        (["--sarif", "x.xml"], "cannot write 'x.xml': --sarif writes a SARIF report, not .xml; use .sarif"),
    ],
    ids=str,
)
def test_reports_that_cannot_be_written_are_a_usage_error(words: list[str], says: str, capsys: Output) -> None:
    """The error is one line, with exit status 2."""
    assert cli.run(["verify", "reported_engine.py:right", "--examples", "3", *words]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.slow
def test_notes_are_neither_passed_nor_failed() -> None:
    """The report of a search that passes has notes, but no row in which the search fails."""
    sheet = sheet_of_subjects([verify_search(lambda node: wrong(node, -1, 1) * 0 + _value(node), examples=20).tried])
    assert sheet.refuted == ()
    assert Standing.NOTE in {row.standing for row in sheet.rows}


def _value(node: Any) -> Any:
    return node.value() if node.is_leaf() else max(-_value(child) for child in node.children())


class _Loud(int):
    """An integer whose text is a terminal command."""

    def __str__(self) -> str:
        return "\x1b[2J"

    __repr__ = __str__

    def __neg__(self) -> "_Loud":
        return _Loud(-int(self))


def _loud(node: Any) -> Any:
    return _Loud(node.value() + 1) if node.is_leaf() else max(-_loud(child) for child in node.children())


def test_a_number_is_written_as_a_number() -> None:
    """The text of an integer subclass is ignored, in the text report and in JSON."""
    done = verify_search(_loud, examples=30).tried
    assert "\\x1b" not in subject_text(done)
    (claim, *_) = json.loads(subjects_as_json([done]))["variants"][0]["claims"]
    assert isinstance(claim["witness"]["found"], int)
