"""Views: trees derived from another tree, such as cut, recorded, ordered or negated."""
