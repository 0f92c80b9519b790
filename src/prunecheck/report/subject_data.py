"""Verdicts on strangers' searches as data: the records of a report, with what was found and what was read."""

from collections.abc import Sequence

import msgspec

from prunecheck.report.data import FindingData, ReadingData, ReportData, VariantData, as_data
from prunecheck.verify.findings import Finding
from prunecheck.verify.reading import Reading
from prunecheck.verify.stranger import Searched, Tried, status_of


def subjects_as_json(all_tried: Sequence[Tried]) -> str:
    """The verdicts as one line of JSON."""
    return msgspec.json.encode(subjects_as_data(all_tried)).decode()


def subjects_as_data(all_tried: Sequence[Tried]) -> ReportData:
    """The verdicts as one report: numbers are sums, the seed is that of the first search."""
    parts = [as_data(each.report) for each in all_tried]
    rows = [
        _with_findings(row, searched)
        for part, each in zip(parts, all_tried, strict=True)
        for row, searched in zip(part.variants, each.searches, strict=True)
    ]
    return ReportData(
        prunecheck=parts[0].prunecheck,
        schema=parts[0].schema,
        status=status_of(all_tried),
        seed=parts[0].seed,
        examples=sum(part.examples for part in parts),
        trees=sum(part.trees for part in parts),
        calls=sum(part.calls for part in parts),
        seconds=round(sum(part.seconds for part in parts), 3),
        drawing_seconds=round(sum(part.drawing_seconds for part in parts), 3),
        variants=tuple(rows),
    )


def _with_findings(row: VariantData, searched: Searched) -> VariantData:
    return msgspec.structs.replace(
        row, findings=tuple(map(_finding, searched.findings)), reading=_reading(searched.reading)
    )


def _finding(finding: Finding) -> FindingData:
    return FindingData(finding.weight.value, finding.words, finding.contract, finding.slip)


def _reading(reading: Reading | None) -> ReadingData | None:
    if reading is None:
        return None
    return ReadingData(
        trees=reading.trees,
        read=reading.read,
        alpha_beta=reading.alpha_beta,
        fewest=reading.fewest,
        leaves=reading.leaves,
        again=reading.again,
        missed=reading.missed,
        out_of_order=reading.out_of_order,
        needless=reading.needless,
    )
