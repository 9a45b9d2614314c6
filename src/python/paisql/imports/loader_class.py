"""The base class of loaders, without importlib.abc where Python has it at a place that is quick to import."""

try:
    from importlib.util import Loader
except ImportError:  # of Python 3.9
    from importlib.abc import Loader

__all__ = ["Loader"]
