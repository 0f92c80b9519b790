"""The reference: one page for each package of prunecheck, with the documentation of its modules."""

from collections.abc import Iterator
from pathlib import Path
from pkgutil import ModuleInfo, walk_packages
from typing import Final

from pages import write_files

import prunecheck

# modules that only other programs run
LEFT_OUT: Final = ("prunecheck.__main__", "prunecheck.pytest_plugin", "prunecheck.pytest_trial")
PUBLIC: Final = "prunecheck"


def packages() -> dict[str, list[str]]:
    """Each package of ours with the modules directly in it."""
    found: list[ModuleInfo] = list(walk_packages(prunecheck.__path__, "prunecheck."))
    members: dict[str, list[str]] = {PUBLIC: []} | {package.name: [] for package in found if package.ispkg}
    for module in found:
        if not module.ispkg and module.name not in LEFT_OUT:
            members[module.name.rpartition(".")[0]].append(module.name)
    return members


def page(package: str, modules: list[str]) -> str:
    """The page of one package: its purpose, then each of its modules with its members."""
    return "\n".join([f"# {package}\n", _automodule(package, members=False), *_sections(modules)])


def _sections(modules: list[str]) -> Iterator[str]:
    for module in modules:
        yield f"## {module}\n\n{_automodule(module, members=True)}"


def _automodule(module: str, *, members: bool) -> str:
    return f"```{{eval-rst}}\n.. automodule:: {module}\n{'   :members:' * members}\n```\n"


def write_reference(folder: Path) -> None:
    """Write a page for each package into `folder`."""
    write_files(folder, {f"{package}.md": page(package, modules) for package, modules in packages().items()})


def packages_listed() -> str:
    """The table of contents of the reference: every package except the one that users import from."""
    return "\n".join(f"_api/{package}" for package in packages())
