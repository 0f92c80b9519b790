"""What the text of a search says: parameter roles, vocabulary, annotations, depth limits."""
