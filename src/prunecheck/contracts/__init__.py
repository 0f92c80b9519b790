"""The contracts (properties that a correct search must have), and which contract implies which.

This package imports none of the searches in the catalogue.
"""
