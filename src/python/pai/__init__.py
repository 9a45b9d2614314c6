"""pai, the platform's own additions to TensorFlow (pai-table-io: 6)."""

from pai import data, distribute

__all__ = ["data", "distribute"]
