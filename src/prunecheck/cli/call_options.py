"""The options of `prunecheck verify` that replace random trees: one tree, a sequence of calls, or all small trees."""

from dataclasses import dataclass, replace

import click

from prunecheck.cli.arguments import read_calls, read_tree_to_depth, read_window
from prunecheck.exhaustive.scope import Scope, check_scope
from prunecheck.verify.plan import Plan


@dataclass(frozen=True, slots=True)
class CallOptions:
    """The trees or calls that the user gives, as text; each field is None if its option is not given."""

    tree: str | None
    root: str | None
    depth: int | None
    window: tuple[str, str] | None
    calls: str | None
    exhaustive: int | None
    chains: int | None

    @property
    def one_call(self) -> bool:
        """True if a tree or a sequence of calls is given, in place of many trees."""
        return self.tree is not None or self.calls is not None

    def plan(self, plan: Plan, subject: str | None) -> Plan:
        """A copy of `plan` with these trees or calls, for the search `subject` or (if it is None) for the catalogue.

        Raises: UsageError for options that exclude each other, or that need another option; PreconditionError for a
        scope that is too large; and the errors raised while a tree, a window or calls are read.
        """
        tree = None if self.tree is None else read_tree_to_depth(self.tree, self.root, self.depth)
        windows = (read_window(*self.window),) if self.window else ()
        if tree is None and (windows or self.root or self.depth is not None):
            name = "window" if self.window else "root" if self.root else "depth"
            raise click.UsageError(f"--{name} needs --tree: it does not apply to random trees")
        if self.calls is not None and subject is None:
            raise click.UsageError("--calls needs SUBJECT: prunecheck verify path/file.py:name")
        if self.calls is not None and tree is not None:
            raise click.UsageError("--calls and --tree cannot be used together, since calls contain their own trees")
        self._check_scope()
        return replace(
            plan,
            tree=tree,
            depth=self.depth,
            windows=windows,
            calls=() if self.calls is None else read_calls(self.calls),
            exhaustive=self.exhaustive or 0,
            chains=self.chains or 0,
            small_trees=not self.exhaustive,
        )

    def _check_scope(self) -> None:
        if self.exhaustive is None:
            if self.chains is not None:
                example = "prunecheck verify path/file.py:name --exhaustive 4"
                raise click.UsageError(f"--chains needs --exhaustive: {example}")
            return
        if self.one_call:
            raise click.UsageError("--exhaustive checks all small trees; drop --tree and --calls")
        check_scope(Scope(self.exhaustive, chains=self.chains or 0))
