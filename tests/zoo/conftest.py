"""Nothing here is a test: `test_zoo.py` and `test_zoo_hardwired.py` run the wrong and the right searches."""

collect_ignore = ["wrong", "right", "hardwired_wrong", "hardwired_right"]
