"""A class that a decorator registers can be loaded, even if it is registered already."""

from pathlib import Path

from own_programs import assert_right
from prunecheck.subjects.importing.modules import module_loader
from prunecheck.subjects.own_game.own_game_subject import own_game_subject

REGISTRY = """
known = {}

def register(name):
    def decorate(kind):
        if name in known:
            raise AssertionError(f"{name} is already registered")
        known[name] = kind
        return kind
    return decorate
"""
AGENT = """
from agents.registry import register

@register("piles")
class Agent:
    def search(self, piles, depth, is_max):
        if depth == 0 or not any(piles):
            return 2 * piles[0] - 3 * piles[1] + piles[2]
        values = []
        for nth in range(3):
            if piles[nth]:
                below = list(piles)
                below[nth] -= 1
                values.append(self.search(below, depth - 1, not is_max))
        return max(values) if is_max else min(values)
"""


def package(folder: Path) -> Path:
    """Write a package that imports its agent. Return the file with the agent."""
    (folder / "agents").mkdir()
    (folder / "agents" / "__init__.py").write_text("from .taker import Agent\n", encoding="utf-8")
    (folder / "agents" / "registry.py").write_text(REGISTRY, encoding="utf-8")
    file = folder / "agents" / "taker.py"
    file.write_text(AGENT, encoding="utf-8")
    return file


def test_a_class_that_its_package_registers_is_checked(tmp_path: Path) -> None:
    subject = own_game_subject(f"{package(tmp_path)}:Agent.search", ["Agent().search([2, 1, 2], 3, True)"])
    assert_right(subject)


def test_skipped_decorators_are_reported(tmp_path: Path) -> None:
    """The decorator fails because the package has already loaded the file."""
    loader = module_loader(str(package(tmp_path)))
    assert [loader.load().module.Agent.__name__ for _ in range(2)] == ["Agent"] * 2
    skipped = "skipped the decorators of `Agent` (line 5): they fail with AssertionError: piles is already registered"
    assert skipped in loader.notes()
