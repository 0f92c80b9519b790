"""The page on the architecture names the phases and the files that exist."""

import re

from docs.measured import measured_tables

from documents import DOCUMENTS, HOME, tables
from prunecheck.verify.catalogue import CATALOGUE_PHASES
from prunecheck.verify.trial import SUBJECT_PHASES

PAGE = "docs/architecture.md"
SOURCE = HOME / "src" / "prunecheck"


def test_the_phases_are_listed_in_their_order() -> None:
    """The phases of a user's search come first, then the phases that only the catalogue has."""
    names = dict.fromkeys(phase.name for phase in (*SUBJECT_PHASES, *CATALOGUE_PHASES))
    (rows,) = tables(measured_tables()["phases"])
    assert [row["phase"] for row in rows] == list(names)
    assert all((SOURCE / row["file"]).is_file() and row["what it does"] for row in rows)


def test_each_file_that_is_named_exists() -> None:
    """Paths of two or more parts begin below the package."""
    named = set(re.findall(r"`([a-z_]+/(?:[a-z_]+/?)+(?:\.py)?)`", DOCUMENTS[PAGE]))
    assert len(named) > 20
    assert [path for path in sorted(named) if not (SOURCE / path).exists()] == []
