"""Brokers of Kafka in this process: those that librdkafka has for tests, with the real protocol, on 127.0.0.1.

What they cannot do: offsets by time (they give the end), more partitions for a topic that is there,
deletion of records; a partition keeps its newest 5 MiB.
"""

import ctypes
import glob
import os
import time

import confluent_kafka


class Brokers:
    """One broker; `servers` is its address for other processes."""

    def __init__(self):
        folder = os.path.dirname(confluent_kafka.__file__) + ".libs"
        self._library = ctypes.CDLL(glob.glob(os.path.join(folder, "librdkafka*"))[0])
        for name in ("rd_kafka_conf_new", "rd_kafka_new", "rd_kafka_mock_cluster_new"):
            getattr(self._library, name).restype = ctypes.c_void_p
        self._library.rd_kafka_mock_cluster_bootstraps.restype = ctypes.c_char_p
        configuration = ctypes.c_void_p(self._library.rd_kafka_conf_new())
        reason = ctypes.create_string_buffer(512)
        for name, value in ((b"bootstrap.servers", b"127.0.0.1:1"), (b"log_level", b"2")):
            self._library.rd_kafka_conf_set(configuration, name, value, reason, 512)
        handle = ctypes.c_void_p(self._library.rd_kafka_new(0, configuration, reason, 512))
        self._cluster = ctypes.c_void_p(self._library.rd_kafka_mock_cluster_new(handle, 1))
        self.servers = self._library.rd_kafka_mock_cluster_bootstraps(self._cluster).decode()
        settings = {"bootstrap.servers": self.servers, "log_level": 2}
        self._producer = confluent_kafka.Producer(settings)
        self._consumer = confluent_kafka.Consumer(dict(settings, **{"group.id": "tests"}))

    def make(self, topic, partitions=1):
        assert self._library.rd_kafka_mock_topic_create(self._cluster, topic.encode(), partitions, 1) == 0
        return topic

    def send(self, topic, *messages, partition=0, key=None):
        """In their order; None is a tombstone."""
        wrong = []
        for message in messages:
            self._producer.produce(
                topic, message, key, partition, on_delivery=lambda error, _: error and wrong.append(error)
            )
            self._producer.poll(0)
        assert self._producer.flush(60) == 0 and not wrong, wrong

    def messages(self, topic, partition=0):
        """All that are there."""
        place = confluent_kafka.TopicPartition(topic, partition, 0)
        _, end = self._consumer.get_watermark_offsets(place, timeout=180)
        self._consumer.assign([place])
        found, deadline = [], time.monotonic() + 180
        while len(found) < end:
            if time.monotonic() >= deadline:
                raise TimeoutError("%d of %d messages of %s came" % (len(found), end, topic))
            message = self._consumer.poll(1)
            if message is not None and message.error() is None:
                found.append(message.value())
        self._consumer.unassign()
        return found

    def offsets_of_group(self, group, topic, partitions=1):
        """What a group has committed, partition by partition."""
        consumer = confluent_kafka.Consumer({"bootstrap.servers": self.servers, "group.id": group})
        places = [confluent_kafka.TopicPartition(topic, number) for number in range(partitions)]
        try:
            return [one.offset for one in consumer.committed(places, timeout=180)]
        finally:
            consumer.close()

    def set_up(self, up):
        """Whether the broker can be reached; what it has it keeps."""
        call = self._library.rd_kafka_mock_broker_set_up if up else self._library.rd_kafka_mock_broker_set_down
        call(self._cluster, 1)
