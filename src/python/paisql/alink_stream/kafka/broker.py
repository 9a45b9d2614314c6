"""What a stream asks of Kafka's brokers: partitions, offsets, messages."""

import collections
import re
import threading

from paisql.alink_stream.kafka import client
from paisql.alink_task import TaskError

_MOST_QUEUED, _FEW_QUEUED = 20_000, 2_000  # messages of a partition that waits for others
_BATCH = 10_000
_ASK_SECONDS = 2.5  # of one try
_DOWN_SECONDS = 30.0  # that brokers may be away while a bounded stream is read


class Away(Exception):
    """Nobody answers."""


class Broker:
    """Messages of the partitions that are assigned, in `queues`: {(topic, partition): deque}.

    ended   {(topic, partition): offset} after the last message that is there, of those that were read so far
    name    of the source, for errors

    One thread uses it; commit() may be called by any.
    """

    def __init__(self, settings, source, now):
        self.name, self._source, self._now = source["name"], source, now
        self._settings = settings
        self._module = client.package()
        self._consumer = settings.consumer(source.get("group"), self._told, self._committed)
        self.queues, self.ended = collections.defaultdict(collections.deque), {}
        self._paused, self._gone = set(), set()
        self._down_since, self._trouble, self._reads = None, "", False

    def _told(self, error):
        """What the client says of itself; within a call of poll()."""
        if error.code() == self._module.KafkaError._ALL_BROKERS_DOWN:
            if self._down_since is None:
                self._down_since = self._now()
                if not self._reads:
                    return  # the caller reports it
                why = self._trouble or self._settings.worded(error)
                print("%s does not answer (%s); it is tried again" % (self.name, why), flush=True)
            return
        self._trouble = self._settings.worded(error)

    def _ask(self, call, *arguments):
        """The answer; Away when none comes, which is sure when every server has refused to talk."""
        end = self._now() + client.ANSWER_SECONDS
        while True:
            try:
                answer = call(*arguments, timeout=_ASK_SECONDS)
                self._down_since, self._trouble = None, ""
                return answer
            except self._module.KafkaException as error:
                if not self._reads:
                    self._consumer.poll(0)  # the reason may have come beside it
                if self._down_since is not None or self._now() >= end or self._reads:
                    raise Away(self._trouble or self._settings.worded(error)) from None

    def partitions(self):
        """All (topic, partition) that the source has, in their order; Away."""
        errors = self._module.KafkaError
        if "pattern" in self._source:
            topics = self._ask(self._consumer.list_topics).topics
            try:
                wanted = re.compile(self._source["pattern"])
            except re.error as error:
                raise TaskError("topicPattern is not a regular expression: %s" % error) from None
            topics = {name: one for name, one in topics.items() if wanted.fullmatch(name)}
        else:
            topics = {}
            for name in self._source["topics"]:
                topics.update(self._ask(self._consumer.list_topics, name).topics)
        for name, one in topics.items():
            if one.error is not None and one.error.code() in (errors.UNKNOWN_TOPIC_OR_PART, errors._UNKNOWN_TOPIC):
                raise TaskError("%s: there is no topic '%s'" % (self.name, name))
            if one.error is not None and one.error.retriable():
                raise Away("topic '%s': %s" % (name, self._settings.worded(one.error)))
            if one.error is not None:
                raise TaskError("%s: topic '%s': %s" % (self.name, name, self._settings.worded(one.error)))
        return sorted((name, number) for name, one in topics.items() for number in one.partitions)

    def bounds(self, places):
        """{place: (first offset, offset after the last)} of what is there; Away."""
        make = self._module.TopicPartition
        return {place: self._ask(self._consumer.get_watermark_offsets, make(*place)) for place in places}

    def starts(self, bounds):
        """{place: offset} where startupMode begins; Away."""
        mode, make = self._source["startup"], self._module.TopicPartition
        first = {place: low for place, (low, _) in bounds.items()}
        last = {place: high for place, (_, high) in bounds.items()}
        if mode in ("earliest", "latest"):
            return first if mode == "earliest" else last
        if mode == "timestamp":
            asked = [make(*place, self._source["time_ms"]) for place in bounds]
            found = self._ask(self._consumer.offsets_for_times, asked) if asked else []
            return {place: one.offset if one.offset >= 0 else last[place] for place, one in zip(bounds, found)}
        found = self._ask(self._consumer.committed, [make(*place) for place in bounds]) if bounds else []
        return {place: self._of_group(place, one.offset, bounds[place]) for place, one in zip(bounds, found)}

    def _of_group(self, place, offset, bounds):
        """Where a group goes on, by the rule of Kafka's own consumers."""
        if bounds[0] <= offset <= bounds[1]:
            return offset
        if self._settings.reset in ("earliest", "smallest", "beginning"):
            return bounds[0]
        if self._settings.reset in ("latest", "largest", "end"):
            return bounds[1]
        raise TaskError(
            "%s: group '%s' has no offset for %s[%d], and auto.offset.reset=%s"
            % (self.name, self._source["group"], *place, self._settings.reset)
        )

    def assign(self, offsets):
        """Reads these partitions, too, from these offsets on."""
        make = self._module.TopicPartition
        self._reads = True
        self._consumer.incremental_assign([make(*place, offset) for place, offset in offsets.items()])

    def poll(self, seconds, follow):
        """Puts messages into the queues; waits for one at most so long.

        TaskError for what cannot be read any more, and where brokers stay away from a bounded stream.
        """
        one = self._consumer.poll(seconds)
        messages = self._consumer.consume(_BATCH, 0)
        if one is not None:
            messages.insert(0, one)
        for message in messages:
            if message.error() is not None:
                self._take_error(message)
            else:
                self.queues[message.topic(), message.partition()].append(message)
        if any(message.error() is None for message in messages):
            self._down_since, self._trouble = None, ""
        for place, queue in self.queues.items():
            if len(queue) > _MOST_QUEUED:
                self.pause(place)
            elif place in self._paused - self._gone and len(queue) < _FEW_QUEUED:
                self._paused.remove(place)
                self._consumer.resume([self._module.TopicPartition(*place)])
        if not follow and self._down_since is not None:
            if self._now() - self._down_since > _DOWN_SECONDS:
                raise TaskError("%s does not answer any more: %s" % (self.name, self._trouble))

    def pause(self, place, for_good=False):
        """Reads no more of a partition, until its queue is short again."""
        if for_good:
            self._gone.add(place)
        if place not in self._paused:
            self._paused.add(place)
            self._consumer.pause([self._module.TopicPartition(*place)])

    def _take_error(self, message):
        error, errors = message.error(), self._module.KafkaError
        place = message.topic(), message.partition()
        if error.code() == errors._PARTITION_EOF:
            self.ended[place] = message.offset()
            return
        if error.code() in (errors._AUTO_OFFSET_RESET, errors.OFFSET_OUT_OF_RANGE):
            raise dropped(self.name, place, message.offset())
        if error.code() in (errors.UNKNOWN_TOPIC_OR_PART, errors._UNKNOWN_TOPIC, errors._UNKNOWN_PARTITION):
            raise TaskError("%s: the topic '%s' was removed" % (self.name, place[0]))
        if error.fatal() or not error.retriable():
            self._told(error)
            passing = (
                errors._TRANSPORT,
                errors._ALL_BROKERS_DOWN,
                errors._TIMED_OUT,
                errors._MAX_POLL_EXCEEDED,  # the readers were slow, and no group waits
            )
            if error.code() not in passing:
                raise TaskError("%s: %s" % (self.name, self._settings.worded(error)))

    def commit(self, offsets, wait):
        """Moves the group's offsets; what goes wrong is printed, since the cursor is what counts."""
        make = self._module.TopicPartition
        told = [make(*place, offset) for place, offset in offsets.items()]
        if wait:
            thread = threading.Thread(target=self._commit, args=(told, False), daemon=True)
            thread.start()
            thread.join(client.ANSWER_SECONDS)
        else:
            self._commit(told, True)

    def _commit(self, offsets, asynchronous):
        try:
            self._consumer.commit(offsets=offsets, asynchronous=asynchronous)
        except self._module.KafkaException as error:
            self._committed(error, None)

    def _committed(self, error, _):
        if error is not None:
            print(
                "%s: the offsets of group '%s' are not moved: %s"
                % (self.name, self._source["group"], self._settings.worded(error)),
                flush=True,
            )


def dropped(name, place, offset):
    """The error for messages that are not there any more, or not yet: of a topic that was made anew."""
    return TaskError(
        "%s: offset %d of %s[%d] does not exist (any more), so rows would be missing; "
        "-DstartMode=restart begins another stream" % (name, offset, *place)
    )
