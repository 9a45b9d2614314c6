"""A network whose layers are texts: what Alink's KerasSequential components train."""
