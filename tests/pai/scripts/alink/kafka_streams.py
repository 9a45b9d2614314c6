"""A program with Kafka on both sides, as PyAlink's users write them. Argument: the servers."""

import sys

from pyalink.alink import *

useLocalEnv(1)
servers = sys.argv[1]
messages = (
    KafkaSourceStreamOp()
    .setBootstrapServers(servers)
    .setTopic("program")
    .setStartupMode("EARLIEST")
    .setGroupId("program")
    .setProperties("client.id=program")
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
MemSourceStreamOp([[7, 3.5]], "id long, y double").link(sink().setDataFormat("CSV"))
StreamOperator.execute()
try:
    KafkaSourceStreamOp().setTopics("program")
    raise AssertionError("topics is no parameter")
except AttributeError as error:
    assert "did you mean topic?" in str(error), error
print("all")
