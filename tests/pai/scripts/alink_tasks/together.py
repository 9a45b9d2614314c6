"""Runs the cases of the modules beside it that the arguments name. Prints {case: traceback}."""

import importlib
import sys

from cases import main

for name in sys.argv[1:]:
    importlib.import_module(name)
main()
