"""What a report prints to be copied."""


def printed_test(text: str) -> str:
    """The first test to paste in a report, from the line after `paste` to the first that is not indented as much."""
    lines: list[str] = []
    for line in text.partition("\n  paste\n")[2].splitlines():
        if line and not line.startswith("    "):
            break
        lines.append(line[4:])
    return "\n".join(lines)
