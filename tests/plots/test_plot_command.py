"""The command `prunecheck plot`: what it measures, its errors, and the page about it."""

import re
import signal
from importlib.util import find_spec
from pathlib import Path

import pytest

from documents import DOCUMENTS, table
from prunecheck import cli
from prunecheck.cli.plot import KINDS

drawing = pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
Output = pytest.CaptureFixture[str]


@pytest.mark.slow
@drawing
def test_the_command_measures_if_it_gets_no_file(tmp_path: Path) -> None:
    """The command measures only the named variants, and alpha-beta."""
    assert cli.run(["plot", "growth", "--variant", "f1", "-o", str(tmp_path / "a.svg")]) == 0
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert ">f1<" in text
    assert ">fail_soft<" in text
    assert "choose_move" not in text


@drawing
def test_an_interrupted_plot_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After an interrupt, a message says that nothing was written, and the exit status is 130."""

    def interrupted(*_: object, **__: object) -> None:
        signal.default_int_handler(signal.SIGINT, None)

    monkeypatch.setattr("prunecheck.measure.session.outcome", interrupted)
    file = tmp_path / "a.svg"
    assert cli.run(["plot", "growth", "-o", str(file)]) == 130
    assert capsys.readouterr().err == f"Interrupted; {file} is not written\n"
    assert not file.exists()


@drawing
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["places?", "-o", "a.svg"], "unknown plot 'places?'; did you mean 'places'?"),
        (["places", "-o", "a.pdf"], "'a.pdf' does not end in .svg or .png; choose another name"),
        (["places", "missing.json", "-o", "a.svg"], "missing.json: No such file"),
        (["ordering", "missing.json", "-o", "a.svg"], "drop FROM"),
        (["growth", "--to", "fewest", "-o", "a.svg"], "--to only applies to a heat map, not to growth"),
        (["heatmap", "--to", "fewst", "-o", "a.svg"], "unknown value of --to 'fewst'; did you mean 'fewest'?"),
        (["places", "a.json", "--variant", "f1", "-o", "a.svg"], "drop one of them"),
        (["ordering", "--variant", "best_half", "-o", "a.svg"], "best_half needs static values"),
        (["places", "-o", "a.svg", "--variant", "f1x"], "unknown variant 'f1x'"),
        (["growth"], "plot needs --output; for examples, see prunecheck help plot"),
    ],
)
def test_a_usage_error_is_one_line_before_any_work(arguments: list[str], says: str, capsys: Output) -> None:
    """The message names the place and the remedy, and the exit status is 2."""
    assert cli.run(["plot", *arguments]) == 2
    printed = capsys.readouterr().err
    assert says in printed
    assert printed.count("\n") == 1


def test_every_kind_is_described() -> None:
    """`docs/plots.md` lists the kinds in their order."""
    assert [row["kind"] for row in table("docs/plots.md", "kind")] == list(KINDS)


def test_every_picture_of_the_page_has_the_command_that_draws_it() -> None:
    """The command has no FROM, and stands in the block before the picture."""
    text = DOCUMENTS["docs/plots.md"]
    pictures = re.findall(r"^prunecheck plot .*-o (\S+)\n```\n\n```\{image\} _plots/(\S+)$", text, re.MULTILINE)
    assert len(pictures) == text.count("_plots/") == 5
    assert all(drawn == shown for drawn, shown in pictures)
