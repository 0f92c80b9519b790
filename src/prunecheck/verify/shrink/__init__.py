"""Shrink failures by named passes over trees and over sequences of searches."""
