"""Select and where on streams, as PyAlink's users write them."""

import sys

from pyalink.alink import *

useLocalEnv(1)
mode, name = sys.argv[1:]
source = JsonSourceStreamOp().setFilePath("in").setSchemaStr("id long, text string")
source.setFollow(mode == "follow")
chosen = source.where("id % 2 = 1").select("id, CONCAT(text, '!') AS text")
sink = TableSinkStreamOp().setTableName("p." + name)
if mode == "plain":
    chosen.link(sink)
else:
    passed = TensorFlow2StreamOp().setMainScriptFile("pass_stream.py")
    passed.setOutputSchemaStr("id long, text string").setRecovery("resume")
    chosen.link(passed).select(["id", "UPPER(text) AS text"]).where("id <> 5").link(sink)
StreamOperator.execute()

endless = TableSourceStreamOp().setTableName("p.t").setFollow(True)
for wrong in (AppendIdStreamOp(endless), endless.unionAll(endless), endless.select("id").distinct()):
    try:
        wrong.query()
        raise SystemExit("not refused")
    except ValueError as error:
        assert "the source has no end" in str(error)
print("done")
