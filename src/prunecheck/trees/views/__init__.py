"""Views: a tree seen in another way, cut, counted, sorted or with its signs changed."""
