"""Find bugs that recorded calls show by themselves: state that is not restored, and wrong entries in tables."""
