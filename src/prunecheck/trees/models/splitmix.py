"""Random numbers that only depend on a seed and a place in a tree, made by splitmix64 with access to any output.

Source: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA (2014), with the
constants of their mixing function as published for 64 bits. The state grows by a fixed odd step, so output number n
only depends on the seed and n. Therefore, a node's random number does not depend on how and when the node is reached,
and nothing is stored. In this folder, 'random' and 'independent' numbers are outputs of splitmix64.

The code computes with plain 64-bit integers. Every shift is masked and every constant is signed. Compiled code, whose
integers wrap around, therefore computes the same bits if `WORD` is -1.
"""

from typing import Final

WORD: Final = 2**64 - 1
STEP: Final = 0x9E3779B97F4A7C15 - 2**64
FACTOR: Final = 0xBF58476D1CE4E5B9 - 2**64
SECOND_FACTOR: Final = 0x94D049BB133111EB - 2**64

MOST_CHOICES: Final = 2**31  # so that `below` stays within 63 bits


def mixed(z: int) -> int:
    """Mix the bits of `z`.

    All 64 result bits depend on all bits of `z`, and different inputs give different outputs.
    """
    z = (z ^ (z >> 30 & 0x3FFFFFFFF)) * FACTOR & WORD
    z = (z ^ (z >> 27 & 0x1FFFFFFFFF)) * SECOND_FACTOR & WORD
    return z ^ (z >> 31 & 0x1FFFFFFFF)


def output(seed: int, nth: int) -> int:
    """Output number `nth`, counted from 0, of splitmix64 with this seed. The seed is used modulo 2**64.

    >>> [output(1234567, nth) for nth in range(2)]
    [6457827717110365317, 3203168211198807973]
    """
    return mixed(seed + (nth + 1) * STEP & WORD)


def bits_at(seed: int, ply: int, place: int) -> int:
    """The 64 bits of the node `place` steps from the left, `ply` plies below the root.

    Each ply has its own splitmix64; its seed is an output of the splitmix64 that starts at `seed`. If a node needs
    several numbers, its bits can be the seed of another splitmix64. The probability that two of these sequences
    overlap, and so repeat numbers, is about their total length divided by 2**64.
    """
    return output(output(seed, ply), place)


def unit(bits: int) -> float:
    """A random multiple of 2**-53 in [0, 1). All multiples are equally likely."""
    return (bits >> 11 & 0x1FFFFFFFFFFFFF) * 2.0**-53


def below(bits: int, choices: int) -> int:
    """A random number among 0, 1,..., choices - 1. All numbers have exactly the same probability.

    Requires: 1 <= choices <= 2**31. Source: D. Lemire, "Fast random integer generation in an interval" (2019). Bits
    that would make some choice more likely are rejected, and new bits are drawn.
    """
    product = (bits >> 32 & 0xFFFFFFFF) * choices
    while product & 0xFFFFFFFF < 0x100000000 % choices:
        bits = output(bits, 0)
        product = (bits >> 32 & 0xFFFFFFFF) * choices
    return product >> 32
