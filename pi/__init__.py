"""The program and its hardware: command line, companion loop, cameras, pins, journal."""
