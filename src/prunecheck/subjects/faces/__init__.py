"""Our trees as the games of other libraries, so that their own searches are judged as they are."""
