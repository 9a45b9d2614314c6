"""Alink's operators in Python, on paisql's tables: `from paisql.alink import *` (docs/alink.md).

Operators build a graph; print, collectToDataframe and execute run it. Relational ones become SQL of a
paisql process that belongs to the environment (useLocalEnv), script components PAI statements of it.
A module of operators says in its __all__ what programs get.
"""

from paisql import alink_models
from paisql.alink import (
    environment,
    global_configuration,
    kafka,
    lookups,
    methods,
    ml_env,
    not_offered,
    operator,
    relational,
    samples,
    scripts,
    sets,
    streams,
    table_operators,
)
from paisql.alink.conversions import json_columns, tensors, vectors
from paisql.alink.file_formats import ak_files, csv_files, data_files
from paisql.alink.models import operator_stages, operators, pipeline, stages, stream_operators
from paisql.alink.on_streams import file_sinks, followed, in_tables, row_forms, shares, sources, stream_sinks, unions
from paisql.alink.on_streams import script_operators as stream_scripts

_MODULES = (
    ak_files,
    csv_files,
    data_files,
    environment,
    file_sinks,
    followed,
    global_configuration,
    json_columns,
    kafka,
    lookups,
    methods,
    ml_env,
    alink_models,
    operator,
    operator_stages,
    operators,
    pipeline,
    relational,
    in_tables,
    row_forms,
    samples,
    scripts,
    sets,
    shares,
    stream_sinks,
    sources,
    stages,
    stream_operators,
    stream_scripts,
    streams,
    table_operators,
    tensors,
    unions,
    vectors,
)

_offered = {name: getattr(module, name) for module in _MODULES for name in module.__all__}
# Names of Alink that are not there say what to use instead, in the line that uses them.
_stand_ins = not_offered.stand_ins(_offered)
globals().update(_stand_ins, **_offered)
__all__ = sorted(_offered) + sorted(_stand_ins)


def __getattr__(name):
    return not_offered.operator_name(name, _offered)
