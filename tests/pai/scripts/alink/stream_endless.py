"""Programs on streams that have no end: the first argument says which one, others are its own."""

import sys

from pyalink.alink import *

useLocalEnv(1)
which, arguments = sys.argv[1], sys.argv[2:]


def folder(name, schema="id long, v string"):
    return JsonSourceStreamOp().setFilePath(name).setSchemaStr(schema).setFollow(True)


def into(stream, table):
    stream.link(TableSinkStreamOp().setTableName("p." + table))


def refused():
    """A conversion behind a where, with ERROR or SKIP, of which the last select wants no column."""
    vector = ToVectorStreamOp().setSelectedCol("v").setOutputCol("w").setHandleInvalidMethod(arguments[0])
    converted = folder("refused").where("v <> 'other'").link(vector)
    chosen = converted.select("id") if arguments[1] == "narrow" else converted.select("id, w")
    into(chosen, arguments[1])


{"refused": refused}[which]()
StreamOperator.execute()
print("done")
