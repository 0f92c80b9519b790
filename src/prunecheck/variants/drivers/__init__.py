"""Drivers: what calls a form, at the root or again and again, and any form will do."""
