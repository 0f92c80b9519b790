"""The files that `prunecheck new asv` writes: an asv benchmark suite that measures searches at each commit."""

import json
import os
import shlex
import tomllib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from prunecheck.cli.workload_names import QUICK
from prunecheck.subjects.external.program_subject import is_program
from prunecheck.subjects.importing.places import is_file_name
from prunecheck.verify.options import Options, Use, having

CONFIGURATION: Final = """{{
    // what pip installs to measure a commit: prunecheck, and what your searches need; {{build_dir}} is the commit
    "install_command": [{compiler}
        {pip}
    ],

    "version": 1,
    "project": {project},
    "project_url": "#",
    "show_commit_url": "#",
    "repo": {repository},
    "dvcs": "git",
    "branches": ["HEAD"],
    "environment_type": "virtualenv",
    "matrix": {{"req": {{}}, "env_nobuild": {{"PYTHONHASHSEED": ["0"]}}}},

    // asv does not run this again for a commit that it has built before; use install_command
    "build_command": [],
    "uninstall_command": [],

    "benchmark_dir": "benchmarks",
    "env_dir": ".asv/env",
    "results_dir": ".asv/results",
    "html_dir": ".asv/html"
}}
"""

# asv does not run `build_command` again for a commit that it has built before, although it deletes untracked files
COMPILER: Final = """
        // asv finds the compiler of an external program only by its full path; the program must be built first:
        // "in-dir={build_dir} /usr/bin/g++ -O2 -o path/program path/program.cpp",
"""

SUITE: Final = '''"""asv: the leaves that each search evaluates, exactly, and the time that it takes."""

import os
import sys
from pathlib import Path

from prunecheck import PrunecheckError
from prunecheck.asv import prepare

SEARCHES = {{  # and how each is called, if prunecheck cannot find out, such as {{"returns": "move-value"}}
{searches}
}}
REPOSITORY = Path(__file__).resolve().parents[1] / {repository}
FOLDER = {folder}  # the folder in the repository from which the paths of searches start
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
        try:
            os.chdir((commit or REPOSITORY) / FOLDER)
            self.prepared = prepare(search, workload, **SEARCHES[search])
        except (PrunecheckError, FileNotFoundError) as error:
            if commit is None:
                raise
            print(error, file=sys.stderr)  # for asv run --show-stderr
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


def asv_files(searches: Sequence[Options], folder: Path) -> dict[str, str]:
    """Write an asv benchmark suite for some searches: return the text of each file in `folder`, by path.

    In the suite, paths of searches are relative to the current directory. Before a commit is measured, the suite
    changes to the corresponding directory in asv's checkout of that commit.
    """
    here = Path.cwd()
    repository = next((place for place in (here, *here.parents) if (place / ".git").exists()), here)
    path = json.dumps(Path(os.path.relpath(repository, folder.resolve())).as_posix())
    listed = [f"    {search.search!r}: {_convention(search)!r}," for search in searches]
    trees = [f"    {name!r}," for name in QUICK]
    suite = SUITE.format(
        searches="\n".join(listed),
        trees="\n".join(trees),
        repository=path,
        folder=json.dumps(here.relative_to(repository).as_posix()),
    )
    names = [search.search for search in searches]
    prunecheck = shlex.quote(installed_from() or "prunecheck").replace("{", "{{").replace("}", "}}")
    packages = [prunecheck, *(_package(here, repository) if any(map(_is_in_module, names)) else [])]
    configuration = CONFIGURATION.format(
        project=json.dumps(project_name(repository)),
        repository=path,
        compiler=COMPILER.rstrip() if any(map(is_program, names)) else "",
        pip=json.dumps(f"in-dir={{env_dir}} python -m pip install --quiet {' '.join(packages)}"),
    )
    return {"asv.conf.json": configuration, "benchmarks/__init__.py": "", "benchmarks/bench_searches.py": suite}


def installed_from() -> str:
    """The folder, file or URL from which prunecheck was installed; empty if prunecheck came from a package index."""
    try:
        text = distribution("prunecheck").read_text("direct_url.json")  # PEP 610
    except PackageNotFoundError:
        text = None
    if text is None:
        return ""
    origin = json.loads(text)
    url = str(origin["url"])
    if version := origin.get("vcs_info"):
        url = f"{version['vcs']}+{url}@{version['commit_id']}"
    elif url.startswith("file:"):
        return Path(url2pathname(urlsplit(url).path)).as_posix()
    return f"{url}#subdirectory={origin['subdirectory']}" if origin.get("subdirectory") else url


def _is_in_module(search: str) -> bool:
    """True for `module:name`, and False for `path/file.py:name`, an external program and a search of the catalogue."""
    place = search.rpartition(":")[0]
    return bool(place) and not is_program(search) and not is_file_name(place)


def _package(here: Path, repository: Path) -> list[str]:
    """List the folder that pip must install so that the searches in `here` can be imported.

    In the path of the folder, asv replaces `{build_dir}` by the folder with the files of the measured commit.

    Returns an empty list if pip can install neither `here` nor a folder above it.
    """
    folders = [place for place in (here, *here.parents) if place.is_relative_to(repository)]
    found = next((place for place in folders if _can_be_installed(place)), None)
    if found is None:
        return []
    below = found.relative_to(repository).as_posix()
    return ["{build_dir}" if below == "." else "{build_dir}/" + shlex.quote(below)]


def _can_be_installed(folder: Path) -> bool:
    """True if pip can install the folder.

    A `pyproject.toml` is only enough if it has a table `project` or `build-system`.
    """
    if (folder / "setup.py").is_file():
        return True
    try:
        written = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool({"project", "build-system"} & written.keys())


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
