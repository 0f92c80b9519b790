"""The plot of SCOUT against alpha-beta in the forward model, and what the page says about it."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from documents import section
from prunecheck import cli
from prunecheck.plots import crossover, sheet
from prunecheck.theory.forward import leaves_by_depth_forward, scout_wins_from

drawing = pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")


@drawing
def test_each_line_is_the_ratio_of_two_means() -> None:
    """Each number of children and of values has a line with its own style, with a ring at the crossing."""
    (axes,) = crossover.figure().axes
    lines: list[Any] = list(axes.lines)
    shown = {line.get_label(): list(zip(line.get_xdata(), line.get_ydata(), strict=True)) for line in lines}
    for branching, values in crossover.MODELS:
        scout = leaves_by_depth_forward(branching, crossover.DEEPEST, values, "scout")
        plain = leaves_by_depth_forward(branching, crossover.DEEPEST, values)
        expected = [(depth, scout[depth] / plain[depth]) for depth in range(1, crossover.DEEPEST + 1)]
        assert shown[f"{branching} children, {values} values"] == expected
        depth = scout_wins_from(branching, crossover.DEEPEST, values)
        if depth is not None:
            assert shown[f"_from {depth}"] == [expected[depth - 1]]
            assert expected[depth - 1][1] < 1 <= expected[depth - 2][1]
    looks = {(str(line._unscaled_dash_pattern), line.get_marker()) for line in lines if line.get_label()[0] != "_"}
    assert len(looks) == len(crossover.MODELS)


@drawing
def test_the_command_draws_the_crossover(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The picture is the same each time; names of searches or files are refused."""
    target = tmp_path / "drawn.svg"
    assert cli.run(["plot", "crossover", "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == sheet.as_svg(crossover.figure(), "plot")
    assert cli.run(["plot", "crossover", "--variant", "f1", "-o", str(target)]) == 2
    assert "drop FROM and --variant" in capsys.readouterr().err


def test_the_page_names_the_limits_of_the_ratio() -> None:
    """The page gives the crossings in the figure, and the ratios that the other two lines approach."""
    text = " ".join(section("docs/plots.md", "The depth from which SCOUT is better than alpha-beta").split())
    assert f"from depth {scout_wins_from(3, 60, 5)} on with three children and five possible leaf values" in text
    assert f"from depth {scout_wins_from(2, 40, 10)} on with two children and ten values" in text
    assert f"rises towards {crossover.ratios(2, 2, 200)[-1]:.2f}" in text
    assert f"but only to {crossover.ratios(2, 3, 200)[-1]:.2f}" in text
