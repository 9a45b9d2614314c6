"""Runs the script of a PyODPS node: python -m paisql.odps.node ARGUMENTS CODE [ARGUMENT]...

ARGUMENTS is a file of JSON: {"args": {name: value}, "program": […], "project": …, "bizdate": …,
"cyctime": …, "file": the user's, "python2": "on", "off" (python2/script.py)}; CODE the script, as it
runs. The script finds `o`, `odps`, `args`, `options` and `DataFrame` among its globals, and modules
`odps`, `odps.df`, `odps.models`, `odps.types`, `odps.errors` and `odps.tunnel` to import: those of
PyODPS itself would look for a service of the platform.
"""

import json
import os
import sys
import types

from paisql.odps import core, errors, frames, options, partitions, reading, resources, schema, tables, tunnel
from paisql.odps.statements import Runner
from paisql.python2 import script


class _Module(types.ModuleType):
    """A module of PyODPS; a name that it does not have here is reported by its own name."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"{self.__name__}.{name} is not offered here (docs/flows.md, PyODPS)")


def _module(name, **names):
    module = _Module(name, "The small face of PyODPS that nodes of workflows have here.")
    module.__dict__.update(names)
    sys.modules[name] = module
    return module


def install(o):
    """Makes the modules that a script imports."""
    columns = {
        "Column": schema.Column,
        "Partition": schema.Partition,
        "Record": schema.Record,
        "Schema": schema.Schema,
        "TableSchema": schema.Schema,
        "OdpsSchema": schema.Schema,
        "PartitionSpec": partitions.PartitionSpec,
    }
    models = _module(
        "odps.models", Table=tables.Table, Instance=reading.Instance, Resource=resources.Resource, **columns
    )
    root = _module(
        "odps",
        ODPS=core.ODPS,
        DataFrame=frames.DataFrame,
        options=options.options,
        errors=errors,
        models=models,
        o=o,
        __version__="0.12.6",
        df=_module("odps.df", DataFrame=frames.DataFrame),
        types=_module("odps.types", **columns),
        tunnel=_module("odps.tunnel", TableTunnel=tunnel.TableTunnel),
    )
    root.__path__ = []
    sys.modules["odps.errors"] = errors
    sys.modules["odps.options"] = options


def main(arguments, code, *words):
    with open(arguments, encoding="utf-8") as file:
        told = json.load(file)
    os.remove(arguments)
    moments = ["--bizdate", told["bizdate"], "--cyctime", told["cyctime"]]
    o = core.ODPS(runner=Runner(told["program"], told["project"], moments))
    install(o)
    sys.argv = [told["file"], *words]
    sys.path[0] = os.path.dirname(told["file"])
    script.run(
        told["python2"],
        told["file"],
        code,
        {"o": o, "odps": o, "args": told["args"], "DataFrame": frames.DataFrame, "options": options.options},
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
