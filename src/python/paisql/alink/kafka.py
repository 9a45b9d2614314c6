"""Kafka as a source and a sink of streams, with Alink's parameters (docs/alink.md, "Kafka").

A source has no end, as in Alink, unless setFollow(False) says that it ends with the messages that are there.
Without setInputSchemaStr its columns are message_key, message, topic, topic_partition, partition_offset.
"""

import json

from paisql.alink import environment, stream_flow
from paisql.alink.streams import PathSource, Sink

__all__ = ["KafkaSinkStreamOp", "KafkaSourceStreamOp"]


_MESSAGE = [
    ("message_key", "STRING"),
    ("message", "STRING"),
    ("topic", "STRING"),
    ("topic_partition", "INT"),
    ("partition_offset", "BIGINT"),
]


class KafkaSourceStreamOp(PathSource):
    """Messages of topics; `properties` are those of librdkafka, "name=value,name=value" or a dict."""

    parameters = {
        "bootstrapServers": None,
        "topic": None,
        "topicPattern": None,
        "startupMode": "EARLIEST",
        "startTime": None,
        "groupId": None,
        "properties": None,
        # Not Alink's.
        "schemaStr": None,
        "follow": True,
        "badRows": None,
    }
    aliases = {"boostrapServers": "bootstrapServers", "inputSchemaStr": "schemaStr"}

    def coming_schema(self):
        return super().coming_schema() if self.value("schemaStr") else list(_MESSAGE)

    def tensors(self):
        return super().tensors() if self.value("schemaStr") else []

    def flow(self):
        self.needed("bootstrapServers")
        values = {name: self.value(name) for name in self.parameters}
        if values.pop("schemaStr"):
            values["inputSchemaStr"] = self._schema_text()
        return stream_flow.Flow(values, self.is_endless)


class KafkaSinkStreamOp(Sink):
    """A message for each row, JSON or CSV, at least once."""

    parameters = {
        "bootstrapServers": None,
        "topic": None,
        "dataFormat": "JSON",
        "fieldDelimiter": ",",
        "properties": None,
    }
    aliases = {"boostrapServers": "bootstrapServers", "type": "dataFormat"}

    def keep(self):
        servers, topic = self.needed("bootstrapServers"), self.needed("topic")
        form = {"json": "jsonl", "csv": "csv"}.get(str(self.needed("dataFormat")).lower())
        if form is None:
            raise ValueError("KafkaSinkStreamOp: dataFormat is JSON or CSV, not %s" % self.value("dataFormat"))
        if self.value("fieldDelimiter") != ",":
            raise ValueError("KafkaSinkStreamOp: fieldDelimiter is ',' here; a script may write another one")
        flow = self.coming_flow()
        if flow is not None:
            flow.run(
                outputPath="kafka://%s/%s" % (servers, topic),
                outputFormat=form,
                outputProperties=self.value("properties"),
            )
            return
        self._send(servers, topic, form)

    def _send(self, servers, topic, form):
        """Rows of this program, by the client of this Python."""
        from paisql.alink_stream.kafka import client, sink
        from paisql.alink_task import TaskError

        columns, rows = self.inputs[0].rows()
        names = [name for name, _ in columns]
        try:
            settings = client.Settings(servers, _named(self.value("properties")))
            sender = sink.Sender(settings, "kafka://%s/%s" % (servers, topic), topic)
            if form == "csv":
                sender.send(sink.csv_line(row).encode() for row in rows)
            else:
                lines = (json.dumps(dict(zip(names, row)), ensure_ascii=False) for row in rows)
                sender.send(line.encode() for line in lines)
        except TaskError as error:
            raise environment.AlinkError("PAISQL-0001", str(error)) from None


def _named(properties):
    """{name: value} of a dict, or of "name=value,name=value"."""
    if isinstance(properties, dict):
        return properties
    pairs = [part.partition("=") for part in (properties or "").split(",") if part.strip()]
    return {name.strip(): value.strip() for name, _, value in pairs}
