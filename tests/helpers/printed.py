"""Find the text in a report that is meant to be copied."""


def printed_test(text: str) -> str:
    """The first test in a report: the lines after `paste` that are indented as much."""
    lines: list[str] = []
    for line in text.partition("\n  paste\n")[2].splitlines():
        if line and not line.startswith("    "):
            break
        lines.append(line[4:])
    return "\n".join(lines)
