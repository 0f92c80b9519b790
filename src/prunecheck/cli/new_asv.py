"""The files that `prunecheck new asv` writes: an asv benchmark suite that measures searches at each commit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from prunecheck.cli.workload_names import QUICK
from prunecheck.verify.options import Options, Use, having

CONFIGURATION: Final = """{{
    // what pip installs to measure a commit: prunecheck, and what your searches need; {{build_dir}} is the commit
    "install_command": ["in-dir={{env_dir}} python -m pip install --quiet prunecheck"],

    "version": 1,
    "project": "{project}",
    "project_url": "#",
    "show_commit_url": "#",
    "repo": ".",
    "dvcs": "git",
    "branches": ["HEAD"],
    "environment_type": "virtualenv",
    "matrix": {{"req": {{}}, "env_nobuild": {{"PYTHONHASHSEED": ["0"]}}}},

    // searches are loaded from the files of a commit: nothing needs to be built first
    "build_command": [],
    "uninstall_command": [],

    "benchmark_dir": "benchmarks",
    "env_dir": ".asv/env",
    "results_dir": ".asv/results",
    "html_dir": ".asv/html"
}}
"""

SUITE: Final = '''"""asv: the leaves that each search evaluates, exactly, and the time that it takes."""

import os
from pathlib import Path

from prunecheck import PrunecheckError
from prunecheck.asv import prepare

SEARCHES = {{  # and how each is called, if prunecheck cannot find out, such as {{"returns": "move-value"}}
{searches}
}}
TREES = [  # `prunecheck list workloads` shows more
{trees}
]
# a search that only plays its own game is measured on its starting calls, the others on trees
WORKLOADS = list(dict.fromkeys(on for said in SEARCHES.values() for on in said.get("start", TREES)))


class Searches:
    """One search of the root of each workload; its value is checked before."""

    params = (list(SEARCHES), WORKLOADS)
    param_names = ("search", "workload")
    version = "1"

    def setup(self, search, workload):
        if workload not in SEARCHES[search].get("start", TREES):
            raise NotImplementedError(f"{{search}} is not measured on {{workload}}")  # asv shows 'n/a'
        commit = checkout()
        os.chdir(commit or Path(__file__).resolve().parents[1])
        try:
            self.prepared = prepare(search, workload, **SEARCHES[search])
        except PrunecheckError as error:
            if commit is None:
                raise
            raise NotImplementedError(str(error)) from error  # this commit lacks the search: 'n/a'

    def track_leaves(self, search, workload):
        return self.prepared.leaves

    def time_search(self, search, workload):
        self.prepared.call()

    track_leaves.unit = "leaves"


def checkout():
    """The files of the commit that asv measures; None with --python=same, for the working tree."""
    environment = os.environ.get("ASV_ENV_DIR")
    return Path(environment, "project") if environment else None
'''


def asv_files(searches: Sequence[Options], project: str) -> dict[str, str]:
    """The text of each file in an asv benchmark suite for the given searches, by path."""
    listed = [f"    {search.search!r}: {_convention(search)!r}," for search in searches]
    trees = [f"    {name!r}," for name in QUICK]
    suite = SUITE.format(searches="\n".join(listed), trees="\n".join(trees))
    return {
        "asv.conf.json": CONFIGURATION.format(project=project),
        "benchmarks/__init__.py": "",
        "benchmarks/bench_searches.py": suite,
    }


def project_name(folder: Path) -> str:
    """Make a project's name from the name of its folder. '-' replaces each character that file names do not allow."""
    return (
        "".join(character if character.isalnum() or character in "-_." else "-" for character in folder.resolve().name)
        or "project"
    )


def _convention(wanted: Options) -> dict[str, str | list[str]]:
    """From a user's options, select the starting calls, and the options that describe how the search is called."""
    said = {name: getattr(wanted, name) for name in having(Use.CONVENTION)}
    starts = [start for start in wanted.start if isinstance(start, str)]
    return {name: word for name, word in said.items() if word is not None} | ({"start": starts} if starts else {})
