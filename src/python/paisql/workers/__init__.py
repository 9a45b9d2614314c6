"""Processes that answer in frames (src/workers): the protocol in Python, for workers and for owners."""
