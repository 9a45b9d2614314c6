"""Kafka as the output of a stream: a message for each row, at least once."""

import os

from paisql.alink_stream import sinks
from paisql.alink_stream.cursor_files import CursorFiles
from paisql.alink_stream.kafka import client
from paisql.alink_stream.row_lines import lines_of
from paisql.alink_task import TaskError


class Sender:
    """Messages for one topic. For one thread."""

    def __init__(self, settings, name, topic):
        self.name, self._topic, self._settings = name, topic, settings
        self._module = client.package()
        self._wrong, self._trouble = None, ""
        self._producer = settings.producer(self._told)
        try:
            self._producer.list_topics(topic, timeout=client.ANSWER_SECONDS)
        except self._module.KafkaException as error:
            self._producer.poll(0)
            why = self._trouble or settings.worded(error)
            raise TaskError("%s does not answer: %s" % (name, why)) from None

    def _told(self, error):
        self._trouble = self._settings.worded(error)

    def _delivered(self, error, _):
        if error is not None:
            self._wrong = self._wrong or self._settings.worded(error)

    def send(self, messages):
        """Returns when the brokers have taken all of them; TaskError where they do not."""
        for message in messages:
            while True:
                try:
                    self._producer.produce(self._topic, message, on_delivery=self._delivered)
                    break
                except BufferError:
                    self._producer.poll(0.1)
                except self._module.KafkaException as error:
                    self._refuse(self._settings.worded(error))
        while self._producer.flush(1.0):
            pass
        if self._wrong is not None:
            self._refuse(self._wrong)

    def _refuse(self, why):
        raise TaskError("%s does not take the rows: %s" % (self.name, why))


class KafkaSink(sinks.Sink):
    """Sends rows to a topic. Its cursor ends with the job."""

    def __init__(self, settings, schema):
        sink = settings["sink"]
        self.schema, self._form = schema, sink["format"]
        self._cursor = CursorFiles(os.path.join(os.environ["PAISQL_JOB"], "stream_sent.json"))
        given = client.Settings.of_job(sink["servers"], client.SINK_VARIABLE)
        self._sender = Sender(given, sink["name"], sink["topic"])

    def load(self):
        return self._cursor.load()

    def commit(self, table, snapshot, begins):
        self._sender.send(line.encode() for line in lines_of(table, self._form))
        self._cursor.write(snapshot)
