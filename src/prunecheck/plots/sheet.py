"""Create empty figures in the project's style, and write figures as reproducible SVG or PNG files.

Matplotlib, an optional extra, is only imported when the first figure is made. Figures are independent objects: no
windows open, and global settings do not change.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from xml.etree.ElementTree import Element, fromstring, tostring

from prunecheck.errors import PrunecheckError
from prunecheck.measure.comparison import ALPHA_BETA
from prunecheck.plots import installed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Picture: TypeAlias = "Figure"  # the type of figures, for modules that do not import matplotlib

STYLE: Final[dict[str, Any]] = {
    "axes.axisbelow": True,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "figure.titlesize": 11,
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "Helvetica"],
    "font.size": 9,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "savefig.bbox": "tight",  # includes what is drawn outside the axes
    "savefig.dpi": 150,
    "savefig.facecolor": "white",
    "savefig.pad_inches": 0.1,
    "svg.fonttype": "none",  # keeps text as text
    "text.parse_math": False,  # names are not formulas
}
SUFFIXES: Final = (".svg", ".png")
SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
MOST_LETTERS: Final = 44  # the most letters of a name in a picture


def check_installed() -> None:
    """Check that plots can be drawn. Raises: PreconditionError if matplotlib is not installed."""
    installed.check_installed("plots need", "matplotlib")


@contextmanager
def style(salt: str = "prunecheck") -> Iterator[None]:
    """Within a `with` block, make matplotlib ignore the user's settings, and draw in prunecheck's style.

    SVG ids depend on `salt`.

    Raises: PreconditionError if matplotlib is not installed.
    """
    check_installed()
    import matplotlib as mpl  # noqa: PLC0415 -- an extra: loaded by those who draw

    with mpl.rc_context():
        mpl.rcdefaults()
        settings: Any = mpl.rcParams
        settings.update(STYLE | {"svg.hashsalt": salt})
        yield


def blank(width: float, height: float) -> "Figure":
    """An empty figure with this size in inches.

    Call this function, and draw in the figure, within a `style()` block.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 -- as above

    return Figure(figsize=(width, height))


def short(name: str) -> str:
    """A name, shortened to fit into a picture.

    >>> short("x" * 99)[-3:]
    'xx…'
    """
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"


def shared_label(names: Sequence[str]) -> str:
    """The label of a row that several searches share: one name, two names, or one name followed by "and N more".

    >>> shared_label(["f1", "fail_soft"]), shared_label(["f2", "clamped", "fail_soft"])
    ('fail_soft, f1', 'fail_soft and 2 more')
    """
    first = ALPHA_BETA if ALPHA_BETA in names else names[0]
    others = [name for name in names if name != first]
    return f"{short(first)} and {len(others)} more" if len(others) > 1 else ", ".join(map(short, [first, *others]))


def as_svg(figure: "Figure", name: str, *, title: str = "") -> str:
    """The figure as an SVG element. All ids begin with `name`, since one page can contain several figures.

    `title` is the text for screen readers.
    """
    buffer = BytesIO()
    with style(name):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    root = fromstring(buffer.getvalue())  # noqa: S314 -- written one line above
    for element in list(root):
        if element.tag == f"{SVG}metadata":
            root.remove(element)
    for definitions in list(root.iter(f"{SVG}defs")):
        for element in list(definitions):
            if (
                element.tag == f"{SVG}style"
            ):  # the style would apply to the whole page; attributes of the root element replace it
                definitions.remove(element)
    for element in root.iter():
        _rename(element, name)
    root.attrib |= {
        "xmlns": SVG[1:-1],
        "xmlns:xlink": XLINK[1:-1],
        "stroke-linejoin": "round",
        "stroke-linecap": "butt",
        "role": "img",
    }
    if title:
        root.insert(0, Element("title"))
        root[0].text = title
    return tostring(root, encoding="unicode") + "\n"


def _rename(element: Element, name: str) -> None:
    """Remove the SVG namespace from the tags in `element`, since the root element declares it.

    Put `name` before all ids, and before all references to ids.
    """
    element.tag = element.tag.removeprefix(SVG)
    for key, value in list(element.attrib.items()):
        del element.attrib[key]
        if key == "id":
            value = f"{name}-{value}"  # noqa: PLW2901
        elif key == f"{XLINK}href" and value.startswith("#"):
            key, value = "xlink:href", f"#{name}-{value[1:]}"  # noqa: PLW2901
        element.attrib[key] = value.replace("url(#", f"url(#{name}-")


def save(figure: "Figure", path: Path) -> None:
    """Write the figure to a file, as SVG or PNG, depending on the file's suffix.

    Raises: PrunecheckError if the file name has another suffix, or if the file cannot be written.
    """
    kind = known_suffix(path)
    try:
        if kind == ".svg":
            path.write_text(as_svg(figure, "plot"), encoding="utf-8")
        else:
            with style():
                figure.savefig(path, format="png", metadata={"Software": None})
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PrunecheckError(f"cannot write {str(path)!r}: {reason}; choose another file") from None


def known_suffix(path: Path) -> str:
    """The suffix of a path, in lower case. Raises: PrunecheckError if the suffix is neither SVG nor PNG."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise PrunecheckError(f"{str(path)!r} does not end in .svg or .png; choose another name")
    return suffix
