"""What a process of a job does before the script's first line: confinement, packages, the hook for TensorFlow."""
