"""Open the database of counterexamples that a team or a cluster shares: a folder, or a Redis server."""

from pathlib import Path
from typing import Final

from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase

from prunecheck.errors import PreconditionError, how_to_install

PREFIX: Final = b"prunecheck:"  # prefix of the keys in Redis
SCHEMES: Final = ("redis://", "rediss://", "unix://")
SECONDS: Final = 5.0  # seconds to reach a server


def open_database(place: str) -> ExampleDatabase | None:
    """Open the database at the path of a folder, or at a URL such as redis://HOST:6379. Returns None for an empty text.

    Raises: PreconditionError if the server does not answer, or the package `redis` is not installed.
    """
    if not place:
        return None
    if place.startswith(SCHEMES):
        return _redis(place)
    if "://" in place:
        raise PreconditionError(
            f"--database {place!r} is neither a folder nor the URL of a Redis server, such as redis://HOST:6379"
        )
    if Path(place).exists() and not Path(place).is_dir():
        raise PreconditionError(f"--database {place!r} is a file; give a folder, or a URL such as redis://HOST:6379")
    return DirectoryBasedExampleDatabase(place)


def _redis(url: str) -> ExampleDatabase:
    try:
        from hypothesis.extra.redis import RedisExampleDatabase  # noqa: PLC0415  # an extra
        from redis import Redis, RedisError  # noqa: PLC0415
    except ImportError:
        raise PreconditionError(
            f"--database with a redis:// URL needs the package redis; {how_to_install('fleet')}"
        ) from None
    try:
        server = Redis.from_url(url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS)
        server.ping()
    except (RedisError, ValueError) as error:
        raise PreconditionError(
            f"--database {url}: {error}; start a server with 'redis-server', or fix the URL"
        ) from None
    return RedisExampleDatabase(server, key_prefix=PREFIX)
