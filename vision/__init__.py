"""Pictures to readings: frame in, reading out; pure."""
