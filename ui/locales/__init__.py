"""The message catalogues of the screen."""
