"""The module that Python processors of PAI-EAS are written with.

A processor is a class of BaseProcessor in a script app.py:

    class MyProcessor(allspark.BaseProcessor):
        def initialize(self): …                  # once in each process
        def process(self, data): …               # bytes -> (bytes, status)

    MyProcessor(worker_threads=10).run()

The script runs unchanged under `paisql serve --processor app.py`, which starts it, gives it requests
over a socket, and starts it again when it ends.
"""

from allspark._processor import BaseProcessor
from allspark._properties import Properties, default_properties

__all__ = ["BaseProcessor", "Properties", "default_properties"]
