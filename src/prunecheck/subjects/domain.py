"""The values that a search in Python says it takes."""

from enum import Enum


class Domain(Enum):
    """Which values the drawn trees have. A search is not blamed for what lies outside."""

    SMALL = "whole numbers from -3 to 3"
    WHOLE = "whole numbers from -30,000 to 30,000"
    ANY = "infinities, fractions, integers of any size, and floats one unit apart, too"
