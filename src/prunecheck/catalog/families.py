"""The table of all variants: the contracts that each variant claims or violates, with the smallest counterexamples.

Claims were found by experiment and then recorded; `prunecheck verify` and the tests check every claim and known
violation.
"""

from typing import Final

from prunecheck.catalog.drivers import DRIVERS
from prunecheck.catalog.field_names import FIELD_NAMES
from prunecheck.catalog.forms import FORMS
from prunecheck.catalog.memory import MEMORY
from prunecheck.catalog.null_windows import MTD, NULL_WINDOWS
from prunecheck.catalog.ordering import ORDERING
from prunecheck.catalog.records import Variant
from prunecheck.catalog.selective import SELECTIVE
from prunecheck.catalog.state_space import STATE_SPACE
from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number

FAMILIES: Final[dict[str, tuple[Variant, ...]]] = {  # the order of all lists and tables
    "forms": FORMS,
    "null windows": (*NULL_WINDOWS, *MTD),
    "state space": STATE_SPACE,
    "memory": MEMORY,
    "drivers": DRIVERS,
    "ordering": ORDERING,
    "selective": SELECTIVE,
}
VARIANTS: Final[dict[str, Variant]] = {row.name: row for rows in FAMILIES.values() for row in rows}


def variant(name: str) -> Variant:
    """Find a variant by its name, by its name in the literature, or by its number in `docs/sources.md`.

    Upper and lower case do not matter, and '_' is the same as '-' and as a space.

    Raises: UnknownNameError, which suggests the nearest name, or all variants that the name can mean.

    >>> variant("002").name, variant("SSS*").name
    ('strict_test', 'sss_star')
    """
    plain, meanings = _plain(name), meanings_of(name)
    for row in VARIANTS.values():
        if plain in (row.name, row.source_id) or meanings == (row.name,):
            return row
    numbers = (form.source_id for form in VARIANTS.values() if form.source_id)
    raise UnknownNameError("variant", name, [*VARIANTS, *numbers], meanings=meanings)


def meanings_of(name: str) -> tuple[str, ...]:
    """The names of all variants that the literature calls `name`.

    >>> meanings_of("MTD(f)"), meanings_of("alphabeta")
    (('mtd_f',), ('fail_soft', 'f2', 'clamped'))
    """
    return FIELD_NAMES.get(_plain(name), ())


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def family(name: str) -> str:
    """The family of the variant with this name, such as 'null windows'.

    Returns an empty text if no variant has this name.

    >>> family("negascout"), family("engine.py:search")
    ('null windows', '')
    """
    return next((found for found, rows in FAMILIES.items() if any(row.name == name for row in rows)), "")


def fitting(chosen: tuple[Variant, ...], tree: ExplicitTree[Number], *, named: bool) -> tuple[Variant, ...]:
    """The chosen variants that can search `tree`, because the tree satisfies their preconditions.

    Raises: PreconditionError if `named` is True (the user chose the variants by name) and one of them cannot search the
    tree.
    """
    unfit = [
        variant
        for variant in chosen
        if not variant.fits(alternates=tree.alternates, static_values=tree.has_static_values)
    ]
    if unfit and named:
        if not unfit[0].fits(alternates=tree.alternates, static_values=True):
            raise PreconditionError(f"{unfit[0].name} needs a tree whose players alternate; in this tree, they do not")
        raise PreconditionError(
            f"{unfit[0].name} needs a static value at each interior node; write the tree in the flat JSON format, "
            "which has room for these values"
        )
    return tuple(variant for variant in chosen if variant not in unfit)
