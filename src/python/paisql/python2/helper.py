"""The name under which converted files find what means Python 2 (operations.py)."""

HELPER = "_python2"
