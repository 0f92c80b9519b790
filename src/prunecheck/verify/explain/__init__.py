"""From a failure to its explanation: witness, trace, diagnosis, divide."""
