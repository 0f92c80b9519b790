"""The options of `prunecheck verify`: how a search is called, and how it is checked.

Each option is defined once, with its type, default, allowed words, help, parser and uses. The command-line options, the
keys of `[tool.prunecheck]`, the arguments of the pytest marker, and the options in commands that repeat a check are all
made from the fields of `Options`. `verify_search` lists the options a second time, for editors and type checkers; a
test compares the two lists.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from enum import Enum, Flag, auto
from typing import Any, Final, TypeAlias

from prunecheck.errors import PreconditionError, UnknownNameError
from prunecheck.subjects.convention import DepthRule, Domain, Returns, Role, Turns, Viewpoint
from prunecheck.subjects.sandbox.budget import DEFAULT
from prunecheck.subjects.source.constants import arguments_in
from prunecheck.verify.budgets import EFFORTS, Effort
from prunecheck.verify.outcomes import FAIL_ON, USUAL

MOST_SECONDS: Final = 86_400  # most seconds for one answer: a day
VIEWPOINTS: Final = {"max": Viewpoint.MAX, "mover": Viewpoint.MOVER}


class OptionError(PreconditionError):
    """Raised if a user gives an option a wrong value. The message says where the value was given."""


# a function that converts a value; it takes the value and the place where it was found. Raises: OptionError with the
# place, or UnknownNameError.
Reader: TypeAlias = Callable[[Any, str], Any]
Start: TypeAlias = str | Callable[[], object]  # an expression, or a function that makes the call


def read_text(value: Any, place: str) -> str:
    """Check that `value`, which the user gave for an option, is a string, and return it."""
    if not isinstance(value, str):
        raise OptionError(f"{place} is {value!r}, not a string")
    return value


def read_texts(value: Any, place: str) -> list[str]:
    """Check that the user's `value` is a list (or other iterable) of strings, and return the strings."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise OptionError(f"{place} is {value!r}, not a list of strings")
    return [read_text(text, f"{place}[{nth}]") for nth, text in enumerate(value)]


def read_contracts(value: Any, place: str) -> tuple[str, ...]:
    """Read a list of contract names, and remove names that occur twice."""
    from prunecheck.contracts.order import contract  # noqa: PLC0415  # pytest reads this module each time it starts

    return tuple(dict.fromkeys(contract(name).name for name in read_texts(value, place)))


def read_starts(value: Any, place: str) -> tuple[Start, ...]:
    """Read the calls that start a search: one or several Python expressions or functions."""
    if isinstance(value, str) or callable(value):
        return (value,)
    if isinstance(value, list | tuple) and all(map(callable, value)):
        return tuple(value)
    return tuple(read_texts(value, place))


def read_list(value: Any, place: str) -> str:
    """Read a list of words. `value` is a string with comma-separated words, or a list of strings."""
    return ",".join(read_texts(value, place)) if isinstance(value, list) else read_text(value, place)


def read_arguments(value: Any, place: str) -> str:
    """Check that `value` is a string with keyword arguments as in a Python call, and return it."""
    text = read_text(value, place)
    try:
        arguments_in(text)
    except PreconditionError as error:
        raise OptionError(f"{place}: {error}") from None
    return text


@dataclass(frozen=True, slots=True)
class WholeFrom:
    """Reads an option whose value must be a whole number, at least `least`."""

    least: int

    def __call__(self, value: Any, place: str) -> int:
        """Check that `value` is a whole number of at least `least`, and return it."""
        if isinstance(value, bool) or not isinstance(value, int) or value < self.least:
            raise OptionError(f"{place} is {value!r}, not a whole number of at least {self.least}")
        return value


def read_seconds(value: Any, place: str, *, least: float = 0.0) -> float:
    """Read a time limit for one call in seconds: above 0, at least `least`, and at most a day."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or value <= 0 or not least <= value <= MOST_SECONDS:  # this comparison is also false for NaN
        raise OptionError(
            f"{place} is {value!r}, not a number of seconds {f'of at least {least:g}' if least else 'above 0'} "
            f"and at most {MOST_SECONDS} (a day)"
        )
    return float(value)


class Use(Flag):
    """A use of an option: a command or file that accepts the option, or what the option controls."""

    NONE = 0
    LIST = auto()  # may also be given in pyproject.toml as a default for all searches
    CATALOGUE = auto()  # `verify` accepts it for the catalogue as well
    DIVIDE = auto()  # `divide` accepts it as well
    RERUN = auto()  # a rerun command and a pasted test repeat it
    CONVENTION = auto()  # describes how the search is called, or which values and turn order it accepts
    TREES = auto()  # decides what kind of trees are drawn
    CALL = DIVIDE | RERUN | CONVENTION


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Everything about one option, a field of `Options`, besides its type and default."""

    help: str = ""  # the help text on the command line
    metavar: str = ""
    read: Reader = read_text
    kind: str = ""  # the name, in error messages, for a word of this option
    words: Mapping[str, Any] = field(default_factory=dict)  # allowed words -> values; if empty, any word is allowed
    uses: Use = Use.NONE

    @property
    def is_number(self) -> bool:
        """True if the option's value needs no quotes in Python source code."""
        return self.read is read_seconds or isinstance(self.read, WholeFrom)

    @property
    def is_repeatable(self) -> bool:
        """True if the option may be given several times on the command line."""
        return self.read in (read_contracts, read_starts)

    def meaning(self, said: str) -> Any:
        """Convert the text that the user gave for the option: words to values, or keyword arguments to a dictionary.

        Raises: UnknownNameError if a word is unknown; the message suggests the nearest known word.
        """
        if self.read is read_arguments:
            return arguments_in(said)
        if self.read is read_list:
            return [self._meaning(word.strip()) for word in said.split(",")]
        return self._meaning(said)

    def _meaning(self, word: str) -> Any:
        if word not in self.words:
            raise UnknownNameError(self.kind, word, self.words)
        return self.words[word]


def _option(default: Any, help: str = "", metavar: str = "", **known: Any) -> Any:  # noqa: A002  # as click calls it
    return field(default=default, metadata={"option": Option(help=help, metavar=metavar, **known)})


def _word(
    kind: str, words: Mapping[str, Any], says: str, metavar: str = "WORD", *, uses: Use = Use.CALL, **known: Any
) -> Any:
    """Define an option whose value is one of the words for `kind`, or several words with commas between them.

    If the user does not give the option, prunecheck detects the value.
    """
    return _option(None, says, metavar, kind=kind, words=words, uses=uses, **known)


def _by_name(words: type[Enum]) -> dict[str, Enum]:
    return {word.name.lower(): word for word in words}


@dataclass(frozen=True, slots=True)
class Options:
    """The options that a user gives for a check. If an option is None, its value is detected, or depends on `effort`.

    `search` is `path/file.py:name` or `module:name`; `takes` lists what each parameter of the search means, separated
    by commas. `said` contains the names of the options that the user gave, even if they have the default value.
    """

    search: str = _option("")
    claims: tuple[str, ...] = _option(
        (),
        "Check this contract; for the catalogue, check it for every variant.",
        "NAME",
        read=read_contracts,
        uses=Use.LIST | Use.CATALOGUE,
    )
    effort: str = _option("default", "How thoroughly to check SUBJECT.", kind="effort", words=EFFORTS, uses=Use.LIST)
    examples: int | None = _option(
        None,
        "Number of random trees (1000; with --quick 200, or 100 for each variant of the catalogue).",
        "N",
        read=WholeFrom(1),
        uses=Use.LIST | Use.CATALOGUE,
    )
    seed: int = _option(0, "Seed of the random trees (0).", "N", read=WholeFrom(0), uses=Use.LIST | Use.CATALOGUE)
    seconds: float = _option(
        DEFAULT.seconds,
        "Time limit for one answer of SUBJECT (2).",
        "S",
        read=read_seconds,
        uses=Use.LIST | Use.DIVIDE | Use.RERUN,
    )
    takes: str | None = _word(
        "role",
        {role.value: role for role in Role},
        "What the parameters of SUBJECT are, in order, such as node,depth,alpha,beta,maximising.",
        "ROLES",
        read=read_list,
    )
    values: str | None = _word(
        "point of view", VIEWPOINTS, "Point of view of evaluations: max, or mover for the side to move.", "VIEW"
    )
    answers: str | None = _word(
        "point of view",
        VIEWPOINTS,
        "Point of view of the window and the returned value: max, or mover for the side to move.",
        "VIEW",
    )
    returns: str | None = _word(
        "return value",
        {returns.value.replace(" and ", "-"): returns for returns in Returns},
        "What SUBJECT returns: value, value-move, move-value or move.",
        "WHAT",
    )
    give: str | None = _option(
        None,
        "Constant arguments of SUBJECT, as in a call: \"player='X', size=3\".",
        "NAME=EXPR",
        read=read_arguments,
        uses=Use.CALL,
    )
    domain: str | None = _word(
        "domain",
        _by_name(Domain),
        "Values for which SUBJECT must be right: small (-3 to 3), whole (-30000 to 30000), bigint (integers of any "
        "size) or any (also fractions and infinities).",
        uses=Use.RERUN | Use.CONVENTION | Use.TREES,
    )
    turns: str | None = _word(
        "turns",
        _by_name(Turns),
        "Turns in SUBJECT's trees: alternate, or any if a player may move twice in a row.",
        uses=Use.DIVIDE | Use.CONVENTION | Use.TREES,  # a rerun command adds the value that its tree needs
    )
    start: tuple[Start, ...] = _option(
        (),
        ("For a search that plays its own game: the starting call, such as 'minimax(Board(), 4, -inf, inf, True)'."),
        "CALL",
        read=read_starts,
        uses=Use.DIVIDE | Use.RERUN,
    )
    game: str | None = _option(
        None,
        "For a search that plays its own game: the rules to compare it with, a class or object.",
        "FILE:NAME",
        uses=Use.DIVIDE | Use.RERUN,
    )
    depth_rule: str | None = _word(
        "depth rule",
        _by_name(DepthRule),
        "With a depth limit, accept only exact values (exact), or also values from deeper table entries (deeper, "
        "the default).",
        uses=Use.DIVIDE,  # a rerun command adds the rule that was violated
    )
    fail_on: str = _option(
        USUAL,
        (
            "Fail only on wrong results (wrong), also on missing pruning (pruning, the default), or also on "
            "notes (notes)."
        ),
        kind="severity",
        words=FAIL_ON,
        uses=Use.LIST,
    )
    said: frozenset[str] = field(default=frozenset(), compare=False)

    def declared(self) -> dict[str, Any]:
        """The options that the user gave on how the search is called, which values it accepts, and the turn order.

        Raises: UnknownNameError if a word is unknown; the message suggests the nearest known word.
        """
        said = {name: getattr(self, name) for name in having(Use.CONVENTION)}
        return {name: OPTIONS[name].meaning(word) for name, word in said.items() if word is not None}

    @property
    def calling(self) -> tuple[tuple[str, str], ...]:
        """The options that a command must repeat to run the same check again (calling convention, time limit)."""
        usual = Options()
        names = [name for name in having(Use.RERUN) if getattr(self, name) != getattr(usual, name)]
        said = [(name, word) for name in names for word in _words(getattr(self, name))]
        return tuple((name, str(word)) for name, word in said if not callable(word))

    @property
    def chosen_depth_rule(self) -> DepthRule:
        """The rule that says which values are right at a depth limit. Raises: UnknownNameError if a word is unknown."""
        if self.depth_rule is None:
            return DepthRule.DEEPER
        found: DepthRule = OPTIONS["depth_rule"].meaning(self.depth_rule)
        return found

    @property
    def budget(self) -> tuple[int, float]:
        """The maximum number of random trees, and the time limit in seconds."""
        effort: Effort = OPTIONS["effort"].meaning(self.effort)
        return self.examples or effort.trees, effort.seconds

    def check_words(self) -> None:
        """Check the options that take words. Raises: UnknownNameError if a word is unknown."""
        for name, option in OPTIONS.items():
            if option.words and getattr(self, name) is not None:
                option.meaning(getattr(self, name))


def _words(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


OPTIONS: Final[dict[str, Option]] = {
    entry.name: entry.metadata["option"] for entry in fields(Options) if "option" in entry.metadata
}
# all options except the search
ARGUMENTS: Final = tuple(name for name in OPTIONS if name != "search")


def having(use: Use) -> tuple[str, ...]:
    """The names of all options that have this use, in the order of their definition."""
    return tuple(name for name, option in OPTIONS.items() if use in option.uses)


def read_options(
    entries: Mapping[str, Any], place: str = "", *, start: Options | None = None, names: Iterable[str] = tuple(OPTIONS)
) -> Options:
    """Read the options in `entries`, which the user gave at `place`. Options not in `entries` are as in `start`.

    Only the options in `names` are allowed.

    >>> read_options({"effort": "quick", "claims": ["fail_soft"]}).claims
    ('fishburn',)

    Raises: OptionError, which names the place, or UnknownNameError, which suggests the nearest name, for invalid
    entries.
    """
    allowed = tuple(names)
    read: dict[str, Any] = {}
    for said, value in entries.items():
        key = said.replace("-", "_")
        if key not in allowed:
            raise UnknownNameError(f"key of {place}", said, allowed)
        spot = f"{place}.{said}" if place else said
        try:
            read[key] = OPTIONS[key].read(value, spot)
        except UnknownNameError as error:
            raise OptionError(f"{spot}: {error}") if place else error from None
    start = start or Options()
    options = replace(start, **read, said=start.said | read.keys())
    try:
        options.check_words()
    except UnknownNameError as error:
        raise OptionError(f"{place}: {error}") if place else error from None
    return options


@contextmanager
def keywords_in_errors() -> Iterator[None]:
    """A context manager: inside it, error messages name options as keyword arguments, since the caller uses Python."""
    try:
        yield
    except PreconditionError as error:
        error.args = (as_keywords(str(error)),)
        raise


_FLAG: Final = re.compile(r"""--([a-z]+(?:-[a-z]+)*)(?: ("[^"]*"|'[^']*'|[\w?]+(?:,[\w?]+)*))?""")


def as_keywords(text: str) -> str:
    """Rewrite command-line options in a text as keyword arguments of `verify_search`.

    >>> as_keywords("use --turns any, or --takes node,?; allow more time with --seconds; --exhaustive stays")
    "use turns='any', or takes='node,?'; allow more time with seconds=...; --exhaustive stays"
    >>> as_keywords('give it with --give "size=..."')
    'give it with give="size=..."'
    """

    def keyword(found: re.Match[str]) -> str:
        name, value = found[1].replace("-", "_"), found[2] or ""
        if name not in ARGUMENTS:
            return found[0]
        if value[:1] in ("'", '"'):
            return f"{name}={value}"
        if value and all(word == "?" or word in OPTIONS[name].words for word in value.split(",")):
            return f"{name}={value!r}"
        return f"{name}=..." + (f" {value}" if value else "")

    return _FLAG.sub(keyword, text)
