"""Check whether the packages of the extra `plot` are installed."""

from importlib.util import find_spec

from prunecheck.errors import PreconditionError, how_to_install


def check_installed(what: str, *packages: str, otherwise: str = "") -> None:
    """Check that the packages for plots are installed.

    The error message begins with `what`, such as 'PNG needs'. If `otherwise` is given, such as 'write SVG', the message
    ends with this advice.

    Raises: PreconditionError that names the first missing package.
    """
    for package in packages:
        if find_spec(package) is None:
            remedies = "; or ".join(filter(None, [how_to_install("plot"), otherwise]))
            raise PreconditionError(f"{what} the package `{package}`; {remedies}")
