"""Draw the first counterexample (witness) of a report."""

from collections.abc import Sequence
from typing import Final

from prunecheck.errors import TreeError
from prunecheck.report.draw import picture
from prunecheck.report.layout import fit_text, text_width
from prunecheck.report.sheet import ReportRow, Sheet
from prunecheck.report.svg import as_text, picture_of, write
from prunecheck.report.witness_text import call_lines, static_values, story
from prunecheck.verify.counterexamples import Witness
from prunecheck.verify.explain.trace import trace_of

SIZE, MARGIN, HEIGHT = 15.0, 20.0, 60.0
STEP_SIZE, STEP_ROW = 14.0, 24.0
WIDEST: Final = 1000.0
MOST_STEPS: Final = 40


def as_svg(sheet: Sheet) -> str:
    """Draw the first counterexample as SVG. If the tree cannot be drawn, the picture contains lines of text.

    These lines list the calls of a sequence of searches. If it is unknown which leaves were evaluated, they show the
    call and the result. If no contract is violated, or the tree is too large, they say so.
    """
    for row in sheet.refuted:
        if row.witness is not None and row.witness.steps:
            return _listed(row, row.witness)
        if row.witness is not None and row.witness.read is None:
            return _lines([f"{row.search} {row.words}", *call_lines(row.witness)])
        if row.witness is not None:
            try:
                return picture(trace_of(row.witness, name=row.search), also=_to_a_depth(row.witness)).svg
            except TreeError as error:
                return _lines([f"{row.search} {row.words}: {error}"])
    return _lines(["; ".join(sheet.closing)])


def _to_a_depth(witness: Witness) -> tuple[str, ...]:
    """Text with the depth limit, the whole tree and its static values, since the picture ends at the depth limit."""
    if witness.depth is None:
        return ()
    said = (f"depth {witness.depth} of {witness.tree}",)
    return (*said, f"static values: {static_values(witness.tree)}") if witness.tree.has_static_values else said


def _listed(row: ReportRow, witness: Witness) -> str:
    steps = [f"{label}: {'; '.join(parts)}" for label, *parts in story(witness)]
    if len(steps) > MOST_STEPS:
        left = len(steps) - MOST_STEPS
        steps[MOST_STEPS // 2 : -(MOST_STEPS // 2)] = [f"... and {left} more lines"]
    return _lines([f"{row.search} {row.words}", *steps])


def _lines(lines: Sequence[str]) -> str:
    """Draw lines of text below each other. The first of several lines is bold."""
    told = [fit_text(line, SIZE, WIDEST) for line in lines]
    width = max(text_width(line, SIZE) for line in told) + 2 * MARGIN
    root = picture_of(width, HEIGHT + STEP_ROW * (len(told) - 1), "; ".join(lines))
    if len(told) == 1:
        write(root, told[0], width / 2, HEIGHT / 2, SIZE)
        return as_text(root)
    for nth, text in enumerate(told):
        look = {"text_anchor": "start", "font_weight": "normal" if nth else "bold"}
        write(root, text, MARGIN, HEIGHT / 2 + STEP_ROW * nth, STEP_SIZE if nth else SIZE, **look)
    return as_text(root)
