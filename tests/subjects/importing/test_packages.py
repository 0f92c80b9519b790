"""Files of packages are loaded as an import by name would load them."""

from pathlib import Path

from prunecheck.subjects.importing.modules import load_module


def test_a_package_may_have_to_be_imported_before_its_file(tmp_path: Path) -> None:
    """If the file ran first, its package would import `package_rules` again, which is only half loaded then."""
    package = tmp_path / "first_package"
    package.mkdir()
    (package / "__init__.py").write_text("from .search import search\n")
    (package / "table.py").write_text("SIZE = 4\n")
    (package / "search.py").write_text(
        "from package_rules import value\nfrom .table import SIZE\n\n\ndef search(pile):\n    return value(pile)\n"
    )
    (tmp_path / "package_rules.py").write_text(
        "from first_package.table import SIZE\n\n\ndef value(position):\n    return position * SIZE\n"
    )
    loaded = load_module(str(package / "search.py"))
    assert loaded.module.search(3) == 12
    assert loaded.reload().search(3) == 12
