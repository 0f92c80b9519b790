"""Quote arguments of shell commands that messages show, so that users can copy the commands."""

import re
import shlex


def quoted(word: str) -> str:
    r"""Quote `word` as one argument for a POSIX shell. Use double quotes if the word contains single quotes.

    >>> print(quoted("search"), quoted("search([3, 5])"), quoted("minimax(['X', ' '])"))
    search 'search([3, 5])' "minimax(['X', ' '])"
    """
    if "'" in word and not re.search(r'["$`\\!]', word):
        return f'"{word}"'
    return shlex.quote(word)
