"""Units of an earlier job, written once more: the same messages, in the same order."""

from paisql.alink_stream.kafka import segments
from paisql.alink_task import TaskError

_POLL_SECONDS = 0.1


class Again:
    """Takes messages from a Broker that reads from the first of them on. For the thread that finds units."""

    def __init__(self, broker, words, follow):
        """words: segments.Lines"""
        self._broker, self._words, self._follow = broker, words, follow

    def write_units(self, stream, restore):
        """Ends all units of a stream that have not ended; False when it is to stop.

        restore  {number of a unit: runs that are missing in it}
        """
        for unit in stream.units:
            size, ended = stream.size_of(unit)
            if not ended and not self._write_unit(stream, unit, size, restore.get(unit["number"]) or ()):
                return False
        return True

    def _write_unit(self, stream, unit, size, missing):
        segment = segments.Segment(unit, size)
        try:
            for run in missing:
                for messages in self._messages(stream, *run):
                    if messages is None:
                        return False
                    segment.write(*self._words.lines(run[0], run[1], messages))
                    stream.grow(unit, segment.size, False)
        finally:
            segment.close()
        stream.grow(unit, segment.size, True)
        return True

    def _messages(self, stream, topic, partition, first, end, lines):
        """Yields lists of messages, of all that have a line from offset `first` on; None at a stop."""
        place, queue = (topic, partition), self._broker.queues[topic, partition]
        while lines:
            if stream.pause(0) or not segments.wait_for_readers(stream):
                yield None
                return
            found = []
            while queue and lines and queue[0].offset() < end:
                message = queue.popleft()
                if message.offset() >= first:
                    lines -= self._words.line(message) is not None
                    found.append(message)
            if found:
                yield found
            elif queue or self._broker.ended.get(place, -1) >= end:
                raise TaskError(
                    "%s: messages between the offsets %d and %d of %s[%d] no longer exist, so "
                    "rows would be missing; -DstartMode=restart begins another stream"
                    % (self._broker.name, first, end, topic, partition)
                )
            else:
                self._broker.poll(_POLL_SECONDS, self._follow)
