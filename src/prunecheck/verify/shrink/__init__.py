"""Make a failure smaller: one shrinker, with named passes over trees and over sequences of searches."""
