"""A report in GitLab's Code Quality format: an issue for each violated contract."""

import json
from typing import Final

from prunecheck.report.place import Place, place_of
from prunecheck.report.sarif import fingerprint, rule_id, text_of
from prunecheck.report.sheet import READS, Sheet

HEAD: Final = '[{"check_name": "prunecheck '
NONE: Final = "[]\n"


def as_gitlab(sheet: Sheet) -> str:
    """The sheet as a JSON list on one line. If the file of a search is not known, the search's name is the location."""
    issues = []
    for row in sheet.refuted:
        place = place_of(row.verdict) or Place(row.search)
        issues.append(
            {
                "check_name": f"prunecheck {rule_id(row)}",
                "description": text_of(row),
                "fingerprint": fingerprint(row),
                "severity": "minor" if row.contract == READS else "major",
                "location": {"path": place.file, "lines": {"begin": place.line}},
            }
        )
    return json.dumps(issues) + "\n"
