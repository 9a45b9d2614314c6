"""A program with operators on streams, as PyAlink's users write them. Argument: the operator of the script."""

import sys

from pyalink.alink import *

useLocalEnv(3)
source = RandomTableSourceStreamOp().setMaxRows(1000).setNumCols(10).select("num AS id, CAST(num AS DOUBLE) / 4 AS x")
# What is not set follows from the parallelism of 3: two workers and a parameter server.
doubled = (
    globals()[sys.argv[1]]()
    .setUserFiles(["stream.py"])
    .setMainScriptFile("stream.py")
    .setUserParams({"factors": [2.0]})
    .setOutputSchemaStr("id long, y double, role string")
)
chosen = source.select("id, x").where("id >= 10").unionAll(source.filter("id < 10"))
chosen.link(doubled).link(TableSinkStreamOp().setTableName("p.from_python"))
source.where("id = 7").print()
StreamOperator.execute()
rows = BatchOperator.execute() or TableSourceBatchOp("p.from_python").orderBy("id", 2000).collect()
# Row i goes to worker i modulo their number, of which the first one is the chief.
assert rows == [[number, number / 2, ("chief", "worker")[number % 2]] for number in range(1000)], rows
print("all")
