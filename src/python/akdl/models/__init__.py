"""Models that scripts call by their main."""
