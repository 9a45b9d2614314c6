"""Runs the script of a PyODPS node: python -m paisql.odps.node ARGUMENTS CODE

ARGUMENTS is a file of JSON: {"args": {name: value}, "program": […], "project": …, "bizdate": …,
"cyctime": …, "file": the user's}; CODE the script, as it runs. The script finds `o`, `odps`, `args`
and `DataFrame` among its globals, and modules `odps`, `odps.df`, `odps.models` and `odps.errors` to
import: those of PyODPS itself would look for a service of the platform.
"""

import json
import os
import runpy
import sys
import types

from paisql.odps import core, errors, reading, schema, tables
from paisql.odps.statements import Runner


class _Options:
    """odps.options: every name is taken, and means nothing."""

    def __init__(self):
        self.__dict__["verbose"] = True

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = _Options()
        self.__dict__[name] = made
        return made

    def __setattr__(self, name, value):
        self.__dict__[name] = value


def _module(name, **names):
    module = types.ModuleType(name, "The small face of PyODPS that nodes of workflows have here.")
    module.__dict__.update(names)
    sys.modules[name] = module
    return module


def install(o):
    """Makes the modules that a script imports."""
    models = _module("odps.models", Schema=schema.Schema, TableSchema=schema.Schema,
                     Column=schema.Column, Partition=schema.Partition, Record=schema.Record,
                     Table=tables.Table, Instance=reading.Instance)
    frames = _module("odps.df", DataFrame=tables.DataFrame)
    types_ = _module("odps.types", Column=schema.Column, Partition=schema.Partition,
                     Record=schema.Record, Schema=schema.Schema)
    root = _module("odps", ODPS=core.ODPS, DataFrame=tables.DataFrame, options=_Options(),
                   errors=errors, models=models, df=frames, types=types_, o=o)
    root.__path__ = []
    sys.modules["odps.errors"] = errors


def main(arguments, code):
    with open(arguments, encoding="utf-8") as file:
        told = json.load(file)
    os.remove(arguments)
    moments = ["--bizdate", told["bizdate"], "--cyctime", told["cyctime"]]
    o = core.ODPS(runner=Runner(told["program"], told["project"], moments))
    install(o)
    sys.argv = [told["file"]]
    sys.path[0] = os.path.dirname(told["file"])
    runpy.run_path(code, {"o": o, "odps": o, "args": told["args"], "DataFrame": tables.DataFrame},
                   "__main__")


if __name__ == "__main__":
    main(*sys.argv[1:])
