"""Nothing here is a test: `tests/benchmarks/test_zoo.py` runs the wrong and the right searches."""

collect_ignore = ["wrong", "right"]
