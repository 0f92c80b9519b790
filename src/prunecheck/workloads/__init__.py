"""Workloads: trees and windows with a name and a version, the same on every machine and every version of Python."""
