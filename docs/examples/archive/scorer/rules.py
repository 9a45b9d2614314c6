"""The rules of main.py, in a module beside it."""


def score(amount, age):
    """0 for a customer to look at, 1 for one to trust."""
    return min(1.0, age / 10.0) if amount < 1000 else min(0.5, age / 20.0)
