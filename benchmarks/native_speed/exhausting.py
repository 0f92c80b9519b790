"""CPU seconds of judging all small trees with compiled searches: `python -m benchmarks.native_speed.exhausting`."""

import json
from time import process_time
from typing import Final

from prunecheck.catalog import variant
from prunecheck.errors import PreconditionError
from prunecheck.exhaustive.judge import JUDGED, run_shard
from prunecheck.exhaustive.scope import Scope, shards

SCOPES: Final = {"two_functions": Scope(6), "fail_soft": Scope(5, signed=True), "scout": Scope(6)}


def name_of(form: str) -> str:
    """The description of what is measured."""
    scope = SCOPES[form]
    return f"exhaustive: {form}, {scope.leaves} leaves{', signed' if scope.signed else ''}"


def main() -> None:
    """Print the seconds for each form as JSON, without the time for compiling. Without Numba, print an empty object."""
    try:
        seconds = {name_of(form): _seconds(form, scope) for form, scope in SCOPES.items()}
    except PreconditionError:
        seconds = {}
    print(json.dumps(seconds))  # noqa: T201


def _seconds(form: str, scope: Scope) -> float:
    searched = variant(form)
    claims = [claim for claim in searched.claims if claim.contract in JUDGED]
    every = shards(scope)
    run_shard(searched, every[0], claims)  # compiles the search
    started = process_time()
    for shard in every:
        assert not run_shard(searched, shard, claims).exposed
    return process_time() - started


if __name__ == "__main__":
    main()
