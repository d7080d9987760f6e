"""Camera sources, one file a kind."""
