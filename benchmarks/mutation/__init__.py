"""Our own searches with each small mutation that a machine can make: a test notices it, or it changes nothing."""
