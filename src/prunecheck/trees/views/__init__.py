"""Views: trees that are derived from another tree: cut, recorded, ordered, negated and more."""
