"""`from pyalink.alink import *`, as programs for PyAlink have it."""

from paisql.alink import *  # noqa: F401,F403
from paisql.alink import __all__, __getattr__  # noqa: F401
