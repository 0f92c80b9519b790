"""Views: trees that are derived from another tree, such as cut, recorded, ordered or negated trees."""
