"""Select and where on streams, as PyAlink's users write them."""

import sys

from pyalink.alink import *

useLocalEnv(1)
mode, name = sys.argv[1:]
follow = mode == "follow"
source = JsonSourceStreamOp().setFilePath("in").setSchemaStr("id long, text string").setFollow(follow)
chosen = source.where("id % 2 = 1").select("id, CONCAT(text, '!') AS text")
if mode == "table":
    chosen = TableSourceStreamOp().setTableName("t").setFollow(True)
    chosen = chosen.select(["id", "name AS text"]).where("id < 20").where("id % 2 = 1")
passed = (
    TensorFlow2StreamOp()
    .setMainScriptFile("pass_stream.py")
    .setOutputSchemaStr("id long, text string")
    .setRecovery("resume")
)
chosen.link(passed).select("id, UPPER(text) AS text").where("id <> 5").link(
    TableSinkStreamOp().setTableName(name)
)
StreamOperator.execute()
print("done")
