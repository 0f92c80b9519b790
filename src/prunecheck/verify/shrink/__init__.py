"""Shrink failures: one shrinker, with named passes over trees and over sequences of searches."""
