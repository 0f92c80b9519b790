"""The options of `prunecheck verify` that replace random trees by one tree, a sequence of calls, or all small trees."""

from dataclasses import dataclass, replace

import click

from prunecheck.cli.arguments import read_calls, read_tree_to_depth
from prunecheck.exhaustive.scope import Scope, check_scope
from prunecheck.trees.protocol import Number
from prunecheck.trees.window import Window
from prunecheck.verify.plan import Plan


@dataclass(frozen=True, slots=True)
class CallOptions:
    """The tree or calls that the user gives. A field is None if the user does not give its option."""

    tree: str | None
    root: str | None
    depth: int | None
    window: Window[Number] | None
    calls: str | None
    exhaustive: int | None
    chains: int | None

    @property
    def one_call(self) -> bool:
        """True if the user gives a tree or a sequence of calls, so that no random trees are needed."""
        return self.tree is not None or self.calls is not None

    def plan(self, plan: Plan, subject: str | None) -> Plan:
        """Copy `plan` and add the user's tree or calls, for the search `subject` or (if None) for the catalogue.

        Raises: UsageError for options that exclude each other, or that need another option; PreconditionError if the
        set of all small trees is too large; and all errors of reading a tree or calls.
        """
        tree = None if self.tree is None else read_tree_to_depth(self.tree, self.root, self.depth)
        windows = () if self.window is None else (self.window,)
        if tree is None and (windows or self.root or self.depth is not None):
            name = "window" if windows else "root" if self.root else "depth"
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
