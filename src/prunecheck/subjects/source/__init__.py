"""Analyse a search's source text: parameter roles, vocabulary, annotations, depth limits."""
