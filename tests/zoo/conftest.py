"""Nothing here is a test: the wrong searches and the right ones are loaded by the trial of the zoo, each on its own."""

collect_ignore = ["wrong", "right"]
