"""Operators that change the form of values: JSON, vectors and tensors, which are texts in tables."""
