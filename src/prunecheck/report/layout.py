"""Compute the positions of nodes in a drawing of a tree, and estimate the width of text.

Idea: E. M. Reingold and J. S. Tilford, "Tidier drawings of trees", IEEE Transactions on Software Engineering 7 (1981):
neighbouring subtrees are pushed together until their outlines touch. Here, unlike in the paper, each node has its own
width.
"""

from collections.abc import Sequence
from unicodedata import east_asian_width

WIDE, SIGNS, NARROW = frozenset("mwMW@%…"), frozenset("<>=+~^#_"), frozenset("ijlftr.,:;!|'-()[] ")


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """Compute the horizontal centre of each node of a tree. The left edge of the drawing is at 0.

    Nodes are numbered so that a parent comes before its children; `widths` contains the width of each node. Nodes on
    one level keep their order and are at least `gap` apart. A parent is midway between its first and its last child.
    The children between the first and the last are spread out, instead of being pushed to the left.
    """
    # for each subtree, its left and right outline by level
    outlines: list[list[tuple[float, float]]] = [[] for _ in children]
    offsets = [0.0] * len(children)  # horizontal offset of each node from its parent
    for node in reversed(range(len(children))):
        below = children[node]
        outline = [(-widths[node] / 2, widths[node] / 2)]
        if below:
            places = _packed([outlines[child] for child in below], gap)
            middle = places[-1] / 2
            for child, place in zip(below, places, strict=True):
                offsets[child] = place - middle
            for level in range(max(len(outlines[child]) for child in below)):
                reaching = [child for child in below if len(outlines[child]) > level]
                outline.append(
                    (
                        min(offsets[child] + outlines[child][level][0] for child in reaching),
                        max(offsets[child] + outlines[child][level][1] for child in reaching),
                    )
                )
        outlines[node] = outline
    centres = [-min(left for left, _ in outlines[0])] * len(children)
    for node, below in enumerate(children):
        for child in below:
            centres[child] = centres[node] + offsets[child]
    return centres


def _packed(outlines: Sequence[Sequence[tuple[float, float]]], gap: float) -> list[float]:
    """Place sibling subtrees side by side, as close together as they fit.

    The first subtree is at 0. Each later subtree is placed in the middle of the range of positions in which it overlaps
    no sibling subtree.
    """
    count = len(outlines)
    apart = [
        [
            max(right + gap - left for (_, right), (left, _) in zip(outlines[first], outlines[second], strict=False))
            for second in range(first + 1, count)
        ]
        for first in range(count)
    ]  # apart[i][j - i - 1] is how far to the right of i child j must stand
    leftmost = [0.0] * count
    for second in range(1, count):
        leftmost[second] = max(leftmost[first] + apart[first][second - first - 1] for first in range(second))
    rightmost = [leftmost[-1]] * count
    for first in reversed(range(count - 1)):
        rightmost[first] = min(
            rightmost[second] - apart[first][second - first - 1] for second in range(first + 1, count)
        )
    return [(low + high) / 2 for low, high in zip(leftmost, rightmost, strict=True)]


def text_width(text: str, size: float) -> float:
    """Estimate the width of `text` in common sans-serif fonts of the given size.

    The estimate is more likely to be too large than too small.
    """
    return size * sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if letter in WIDE or east_asian_width(letter) in "WFA":
        return 1.05
    if letter in NARROW:
        return 0.42
    return 0.85 if letter in SIGNS or letter.isupper() or not letter.isascii() else 0.65


def shorten(text: str, most: int) -> str:
    """Shorten `text` to `most` letters, and add an ellipsis if letters are dropped."""
    return text if len(text) <= most else text[: most - 1] + "…"


def fit_text(text: str, size: float, width: float) -> str:
    """Shorten `text` to the given width, and add an ellipsis if letters are dropped."""
    most = len(text)
    while most > 1 and text_width(shorten(text, most), size) > width:
        most -= 1
    return shorten(text, most)
