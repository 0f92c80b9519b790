"""A terminal that keeps what is printed on it."""

import io


class Screen(io.StringIO):
    """A text file that says that it is a terminal."""

    def isatty(self) -> bool:
        """True."""
        return True
