"""Runs a function of PyODPS that reads a component's tables; test_client_tables.py starts it in the clients' environment.

Standard input is JSON: {module, function, tables: {port: {columns, rows}}}, in the order of the tables. Standard output
is what the function gives, as JSON; objects are their attributes.
"""

import importlib
import json
import sys
from types import SimpleNamespace

import numpy


class Row(list):
    """A row as the client's result frames give it: by position, by name, and with `values`."""

    def __init__(self, names, values):
        super().__init__(values)
        self._names = names

    def __getitem__(self, item):
        return super().__getitem__(self._names.index(item) if isinstance(item, str) else item)

    @property
    def values(self):
        return list(self)

    def keys(self):
        return self._names

    def iteritems(self):
        return zip(self._names, self)


class Tables(list):
    """The names of the tables: by position and by port."""

    def __init__(self, ports):
        super().__init__(ports)
        self.__dict__.update({port: port for port in ports})


def plain(value):
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    if isinstance(value, map):
        return list(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return value._asdict()
    if type(value).__name__ == "BinaryClassEvaluationResult":
        return dict(vars(value), tp=value.tp, fp=value.fp, thresh=value.thresh, records=len(value.records))
    names = [name for name in dir(value) if not name.startswith("_") and name != "parent"]
    return {name: getattr(value, name) for name in names if not callable(getattr(value, name))}


def main():
    asked = json.load(sys.stdin)
    module = importlib.import_module(asked["module"])
    rows = {port: [Row(table["columns"], row) for row in table["rows"]] for port, table in asked["tables"].items()}
    module.DataFrame = lambda table: SimpleNamespace(execute=lambda: rows[table])
    expression = SimpleNamespace(tables=Tables(asked["tables"]))
    given = getattr(module, asked["function"])(expression, SimpleNamespace(get_table=lambda name: name))
    if isinstance(given, tuple) and hasattr(given, "_asdict"):
        given = given._asdict()
    json.dump(given, sys.stdout, default=plain)


if __name__ == "__main__":
    main()
