"""Games, pure: no camera, no clock, no files."""
