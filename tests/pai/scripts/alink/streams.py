"""A program with operators on streams, as PyAlink's users write them."""

from pyalink.alink import *

useLocalEnv(1)
source = MemSourceStreamOp([[number, number / 4] for number in range(20)], "id long, x double")
doubled = (
    TensorFlow2StreamOp()
    .setUserFiles(["stream.py"])
    .setMainScriptFile("stream.py")
    .setUserParams({"factors": [2.0]})
    .setOutputSchemaStr("id long, y double")
    .setNumWorkers(1)
    .setNumPSs(0)
)
chosen = source.select("id, x").where("id >= 10").unionAll(source.filter("id = 0"))
chosen.link(doubled).link(TableSinkStreamOp().setTableName("p.from_python"))
source.where("id = 7").print()
StreamOperator.execute()
rows = BatchOperator.execute() or TableSourceBatchOp("p.from_python").orderBy("id", 100).collect()
assert rows == [[0, 0.0]] + [[number, number / 2] for number in range(10, 20)], rows
print("all")
