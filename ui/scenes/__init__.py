"""The scenes of the screen, one file a scene."""
