"""The contracts that searches are checked for, and which contract implies which. Imports no variant."""
