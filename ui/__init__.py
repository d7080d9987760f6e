"""Drawing and touch: the table on a screen."""
