"""A program with Kafka on both sides, as PyAlink's users write them. Argument: the servers."""

import sys

from pyalink.alink import *

useLocalEnv(1, config={"debug_mode": True})
servers = sys.argv[1]
messages = (
    KafkaSourceStreamOp()
    .setBootstrapServers(servers)
    .setTopic("program")
    .setStartupMode("EARLIEST")
    .setGroupId("program")
    .setProperties({"client.id": "program", "sasl.password": "hunter-of-two"})
    .setInputSchemaStr("id long, y double")
    .setFollow(False)
)
same = (
    TensorFlow2StreamOp()
    .setUserFiles(["pass_stream.py"])
    .setMainScriptFile("pass_stream.py")
    .setOutputSchemaStr("id long, y double")
    .setNumWorkers(1)
    .setNumPSs(0)
)


def sink():
    return KafkaSinkStreamOp().setBootstrapServers(servers).setTopic("program-out")


messages.link(same).link(sink().setDataFormat("JSON"))
# Rows of the program, whose properties are those of statements.
rows = MemSourceStreamOp([[7, 3.5, None, ""], [8, None, True, "a;b"]], "id long, y double, b boolean, s string")
rows.link(sink().setDataFormat("CSV").setFieldDelimiter(";").setProperties('{"client.id": "a,b"}'))
StreamOperator.execute()
try:
    KafkaSourceStreamOp().setTopics("program")
    raise AssertionError("topics is not a parameter")
except AttributeError as error:
    assert "did you mean topic?" in str(error), error
print("all")
