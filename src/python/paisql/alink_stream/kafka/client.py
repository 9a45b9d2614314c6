"""The Kafka client: the package confluent-kafka, where it is installed.

Its settings (`properties` of a statement) stand as a JSON object in a variable of the job, and passwords among
them in no message.
"""

import json
import logging
import os
import re
import sys

from paisql.alink_task import TaskError

SOURCE_VARIABLE, SINK_VARIABLE = "KAFKA_SOURCE_PROPERTIES", "KAFKA_SINK_PROPERTIES"
ANSWER_SECONDS = 10.0
_QUEUE_KILOBYTES = 32 << 10
# Of Kafka's Java client, where a program from the cloud may set them; nothing depends on them.
_OF_JAVA = ("key.deserializer", "value.deserializer", "key.serializer", "value.serializer", "max.poll.records")
# By which librdkafka loads code or runs a command; statements are refused with them before they run
# (src/pai/alink/streams/kafka_values.cpp).
_OF_PROGRAMS = (
    "plugin.library.paths",
    "sasl.kerberos.kinit.cmd",
    "ssl.engine.id",
    "ssl.engine.location",
    "ssl.providers",
)
# Values that stand in the command by which librdkafka renews tickets, a line of a shell.
_OF_COMMANDS = ("sasl.kerberos.keytab", "sasl.kerberos.principal")
_COMMAND_LETTERS = re.compile("[A-Za-z0-9._/@+:-]*")
_HARMLESS = 3  # letters that a value has at most that stands in messages as it is


def package():
    """The module; TaskError with the command that installs it."""
    try:
        import confluent_kafka
    except ImportError:
        raise TaskError(
            "Kafka needs the Python package confluent-kafka: %s -m pip install confluent-kafka "
            "brings it" % sys.executable
        ) from None
    return confluent_kafka


class Settings:
    """Settings of a client, and how messages about it are worded."""

    def __init__(self, servers, properties):
        """TaskError for properties that would run something of their own."""
        _refuse_programs(properties)
        self.servers = servers
        self.properties = {name: value for name, value in properties.items() if name not in _OF_JAVA}
        self.reset = self.properties.pop("auto.offset.reset", "latest")

    @staticmethod
    def of_job(servers, variable):
        return Settings(servers, json.loads(os.environ.get(variable) or "{}"))

    def hide(self, text):
        """A message of the client without values that were given to it."""
        for value in sorted(map(str, self.properties.values()), key=len, reverse=True):
            if len(value) > _HARMLESS:
                text = text.replace(value, "***")
        return text

    def consumer(self, group, told, committed):
        """A consumer that assigns partitions itself and commits when it is asked to.

        told       called with a KafkaError that is of no one partition
        committed  called with a KafkaError, or None, and the offsets of a commit that has ended
        """
        return self._open(
            "Consumer",
            {"queued.max.messages.kbytes": _QUEUE_KILOBYTES},
            {
                "group.id": group or "paisql",
                "enable.auto.commit": False,
                "enable.auto.offset.store": False,
                "enable.partition.eof": True,
                "auto.offset.reset": "error",
                "error_cb": told,
                "on_commit": committed,
            },
        )

    def producer(self, told):
        return self._open("Producer", {"enable.idempotence": True}, {"error_cb": told})

    def _open(self, kind, defaults, ours):
        silent = logging.Logger("kafka")  # what is wrong comes as an error
        silent.addHandler(logging.NullHandler())
        values = dict(defaults, log_level=2)
        values.update(self.properties)
        values.update(ours, **{"bootstrap.servers": self.servers})
        module = package()
        try:
            return getattr(module, kind)(values, logger=silent)
        except (module.KafkaException, TypeError, ValueError) as error:
            raise TaskError(
                "the properties of the Kafka client: %s (they are those of librdkafka)" % self.worded(error)
            ) from None

    def worded(self, error):
        """A KafkaException or KafkaError in words."""
        first = error.args[0] if isinstance(error, Exception) and error.args else error
        text = first.str() if hasattr(first, "str") else str(first)
        return self.hide(text)


def _refuse_programs(properties):
    for name in _OF_PROGRAMS:
        if name in properties:
            raise TaskError(
                "the properties of the Kafka client: %s makes it load code or run a command; leave it out" % name
            )
    for name in _OF_COMMANDS:
        if not _COMMAND_LETTERS.fullmatch(str(properties.get(name, ""))):
            raise TaskError(
                "the properties of the Kafka client: the value of %s stands in a command of a shell; it has letters, "
                "digits and any of ._-/@+:" % name
            )
