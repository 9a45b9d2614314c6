"""Alink's operators in Python, on paisql's tables: `from paisql.alink import *` (docs/alink.md).

Operators build a graph; print, collectToDataframe and execute run it. Relational ones become SQL of a
paisql process that belongs to the environment (useLocalEnv), script components PAI statements of it.
A module of operators says in its __all__ what programs get.
"""

import importlib

from paisql import alink_models
from paisql.alink import not_offered

_MODULES = """
    environment global_configuration kafka lookups methods ml_env operator relational samples scripts sets streams
    table_operators
    conversions.json_columns conversions.tensors conversions.vectors
    file_formats.ak_files file_formats.csv_files file_formats.data_files
    models.operator_stages models.operators models.pipeline models.stages models.stream_operators
    on_streams.file_sinks on_streams.followed on_streams.in_tables on_streams.row_forms on_streams.script_operators
    on_streams.shares on_streams.sources on_streams.stream_sinks on_streams.unions
""".split()
_imported = [alink_models, *(importlib.import_module("paisql.alink." + name) for name in _MODULES)]
_offered = {name: getattr(module, name) for module in _imported for name in module.__all__}
# Names of Alink that are not there say what to use instead, in the line that uses them.
_stand_ins = not_offered.stand_ins(_offered)
globals().update(_stand_ins, **_offered)
__all__ = sorted(_offered) + sorted(_stand_ins)


def __getattr__(name):
    return not_offered.operator_name(name, _offered)
