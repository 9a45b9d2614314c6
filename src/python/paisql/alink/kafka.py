"""Kafka as a source and a sink of streams, with Alink's parameters (docs/alink-streams.md, "Kafka").

A source has no end, as in Alink, unless setFollow(False) says that it ends with the messages that are there.
Without setInputSchemaStr its columns are message_key, message, topic, topic_partition, partition_offset.
"""

import json

from paisql.alink import environment, stream_flow
from paisql.alink.on_streams.followed import PathSource
from paisql.alink.on_streams.stream_sinks import Sink
from paisql.alink.parameters import ANY, SCHEMA, TEXT, TRUTH, one_of

__all__ = ["KafkaSinkStreamOp", "KafkaSourceStreamOp"]


_FORMS = {"JSON": "jsonl", "CSV": "csv"}  # what a statement calls the forms of messages
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
        "bootstrapServers": TEXT,
        "topic": TEXT,
        "topicPattern": TEXT,
        "startupMode": TEXT("EARLIEST"),
        "startTime": ANY,
        "groupId": TEXT,
        "properties": ANY,
        # Not Alink's.
        "schemaStr": SCHEMA,
        "follow": TRUTH(True),
        "badRows": TEXT,
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
        "bootstrapServers": TEXT,
        "topic": TEXT,
        "dataFormat": one_of(*_FORMS)("JSON"),
        "fieldDelimiter": TEXT(","),
        "properties": ANY,
    }
    aliases = {"boostrapServers": "bootstrapServers", "type": "dataFormat"}

    def keep(self):
        servers, topic = self.needed("bootstrapServers"), self.needed("topic")
        form = _FORMS[self.needed("dataFormat")]
        plain = form != "csv" or self.value("fieldDelimiter") == ","
        if not plain and self.one().is_endless:
            raise ValueError("KafkaSinkStreamOp: fieldDelimiter is ',' for the rows of an endless stream")
        flow = self.coming_flow() if plain else None
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
        from paisql.alink_stream import row_lines
        from paisql.alink_stream.kafka import client, sink
        from paisql.alink_task import TaskError

        columns, rows = self.one().rows()
        names = [name for name, _ in columns]
        try:
            settings = client.Settings(servers, _named(self.value("properties")))
            sender = sink.Sender(settings, "kafka://%s/%s" % (servers, topic), topic)
            if form == "csv":
                lines = map(row_lines.CsvForm(self.needed("fieldDelimiter")).line, rows)
            else:
                lines = (row_lines.json_line(dict(zip(names, row))) for row in rows)
            sender.send(line.encode() for line in lines)
        except TaskError as error:
            raise environment.AlinkError("PAISQL-0001", str(error)) from None


def _named(properties):
    """{name: value} of a dict, of an object in JSON, or of "name=value,name=value", as statements take them.

    ValueError for anything else; values, which may be secrets, stand in no message.
    """
    wrong = ValueError("KafkaSinkStreamOp: properties are name=value,name=value, a dict, or an object of JSON")
    if isinstance(properties, str) and properties.strip().startswith("{"):
        try:
            properties = json.loads(properties)
        except ValueError:
            raise wrong from None
    if isinstance(properties, dict):
        if any(isinstance(value, (dict, list)) for value in properties.values()):
            raise wrong
        named = {name: _setting(value) for name, value in properties.items()}
    else:
        pairs = [part.partition("=") for part in (properties or "").split(",") if part.strip()]
        if not all(name.strip() and equals for name, equals, _ in pairs):
            raise wrong
        named = {name.strip(): value.strip() for name, _, value in pairs}
    if "bootstrap.servers" in named:
        raise ValueError("KafkaSinkStreamOp: properties: bootstrap.servers has its own parameter")
    return named


def _setting(value):
    """A setting as librdkafka reads it."""
    return json.dumps(value) if isinstance(value, bool) else str(value)
