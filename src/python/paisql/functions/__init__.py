"""Functions of users in Python (src/udf): the process that computes them, and what `import odps` gives there."""
