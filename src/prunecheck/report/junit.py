"""A report as JUnit XML, which CI services read: a test case for each contract of a search."""

from xml.etree.ElementTree import Element, SubElement, tostring

from prunecheck.errors import printable
from prunecheck.report.sheet import Row, Sheet, Standing

UNJUDGED = {Standing.FOLLOWS, Standing.UNDECIDED}


def as_junit(sheet: Sheet) -> str:
    """The sheet as XML in plain ASCII. Notes are in the output of the suite, not in test cases."""
    cases = sheet.cases
    counts = {
        "tests": str(len(cases)),
        "failures": str(len(sheet.refuted)),
        "errors": "0",
        "skipped": str(sum(row.standing in UNJUDGED for row in cases)),
        "time": f"{sheet.seconds:.3f}",
    }
    root = Element("testsuites", {"name": "prunecheck", **counts})
    suite = SubElement(root, "testsuite", {"name": "prunecheck", **counts})
    for row in cases:
        _add(suite, row)
    SubElement(suite, "system-out").text = "\n".join(printable(line) for line in [*sheet.notes, *sheet.closing])
    written: bytes = tostring(root, encoding="us-ascii", xml_declaration=True)
    return written.decode("ascii") + "\n"


def _add(suite: Element, row: Row) -> None:
    case = SubElement(suite, "testcase", {"classname": printable(row.search), "name": printable(row.contract)})
    if row.depth_rule:
        properties = SubElement(case, "properties")
        SubElement(properties, "property", {"name": "depth rule", "value": row.depth_rule})
    if row.standing is Standing.REFUTED:
        failure = SubElement(case, "failure", {"message": printable(row.words), "type": "refuted"})
        failure.text = "\n".join(map(printable, row.lines))
    elif row.standing in UNJUDGED:
        words = row.words if row.standing is Standing.FOLLOWS else "inconclusive: too few trees exercised it"
        SubElement(case, "skipped", {"message": printable(words)})
