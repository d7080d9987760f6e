"""How the networks were made; an extra of its own, never imported by the rest."""
