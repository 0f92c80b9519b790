"""Random numbers from splitmix64 that only depend on a seed and on a node's place in a tree.

Source: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA (2014), with the
constants of their mixing function as published for 64 bits. The state of the generator grows by a fixed odd number, so
output number n depends on nothing but the seed and n. Therefore, a node's random number does not depend on how and when
the node is reached, and nothing is stored. Wherever this folder calls numbers random or independent, they are outputs
of splitmix64.

The code computes with 64-bit integers, masks every shift, and writes every constant as a signed number. Compiled code,
in which integers overflow at 64 bits, therefore computes the same bits as Python if the mask `WORD` is -1.
"""

from typing import Final

WORD: Final = 2**64 - 1
STEP: Final = 0x9E3779B97F4A7C15 - 2**64
FACTOR: Final = 0xBF58476D1CE4E5B9 - 2**64
SECOND_FACTOR: Final = 0x94D049BB133111EB - 2**64

MOST_CHOICES: Final = 2**31  # so that `below` stays within 63 bits


def mixed(z: int) -> int:
    """Mix the 64 bits of `z`, as splitmix64 does.

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
    """64 random bits for the node with index `place`, from the left, in ply `ply`.

    For each ply, there is a separate splitmix64 generator, whose seed is an output of the generator with the seed
    `seed`. If a node needs several numbers, its bits can be the seed of another splitmix64. The sequences of two
    generators overlap only with a tiny probability: about the total length of all sequences, divided by 2**64.
    """
    return output(output(seed, ply), place)


def unit(bits: int) -> float:
    """A random multiple of 2**-53 that is at least 0 and below 1; all such multiples are equally likely."""
    return (bits >> 11 & 0x1FFFFFFFFFFFFF) * 2.0**-53


def below(bits: int, choices: int) -> int:
    """A random number among 0, 1,..., choices - 1. All numbers have exactly the same probability.

    Requires: 1 <= choices <= 2**31. Source: D. Lemire, "Fast random integer generation in an interval" (2019). Bits
    that would make some choice more likely are rejected and replaced by new bits.
    """
    product = (bits >> 32 & 0xFFFFFFFF) * choices
    while product & 0xFFFFFFFF < 0x100000000 % choices:
        bits = output(bits, 0)
        product = (bits >> 32 & 0xFFFFFFFF) * choices
    return product >> 32
