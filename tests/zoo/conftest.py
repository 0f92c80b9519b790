"""The files here are not collected: `test_zoo.py` and `test_zoo_hardwired*.py` run their wrong and right searches."""

collect_ignore = ["wrong", "right", "hardwired_wrong", "hardwired_right"]
