"""The table: which variant claims which contract, and which it is known to break, with the smallest witness.

Claims were found by search, then recorded; `prunecheck verify` and the tests check each claim and each known break.
"""

from typing import Final

from prunecheck.catalog.drivers import DRIVERS
from prunecheck.catalog.forms import FORMS
from prunecheck.catalog.records import Break, Claim, Need, Variant
from prunecheck.errors import UnknownNameError

VARIANTS: Final[dict[str, Variant]] = {each.name: each for each in (*FORMS, *DRIVERS)}


def variant(name: str) -> Variant:
    """The variant of that name, or of that number of a source; '-' and capitals are as good as '_' and small letters.

    Raises: UnknownNameError, with the nearest name.

    >>> variant("002").name
    'strict_test'
    """
    plain = name.strip().lower().replace("-", "_")
    for each in VARIANTS.values():
        if plain in (each.name, each.source_id):
            return each
    raise UnknownNameError(
        "variant", name, [*VARIANTS, *(each.source_id for each in VARIANTS.values() if each.source_id)]
    )


__all__ = ["VARIANTS", "Break", "Claim", "Need", "Variant", "variant"]
