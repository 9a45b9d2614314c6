"""Messages as lines of JSON, and the files that they stand in."""

import json

from paisql.alink_stream.kafka import runs

_MOST_AHEAD_BYTES = 64 << 20  # of what the slowest worker has read


def wait_for_readers(stream):
    """Until what workers have not read is little; False when the stream is to stop."""
    while stream.ahead() > _MOST_AHEAD_BYTES:
        if stream.pause(0.02):
            return False
    return True


class Segment:
    """A unit that is written: its file of lines, and the list of runs beside it."""

    def __init__(self, unit, size):
        self.unit, self.size = unit, size
        self._file = open(unit["path"], "ab", buffering=0)
        self._ledger = runs.LedgerWriter(unit["path"])

    def write(self, data, exact):
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) :]
        self.size += len(data)
        self._ledger.add(exact, self.size)

    def close(self):
        self._file.close()
        self._ledger.close()


class Lines:
    """Words messages as lines.

    raw  whether a row is a message with its key and place, and not the JSON that it holds
    """

    def __init__(self, raw):
        self._raw = raw

    def lines(self, topic, partition, messages):
        """(lines as bytes, exact runs) of messages of one partition."""
        lines, exact = [], []
        for message in messages:
            offset, line = message.offset(), self.line(message)
            last = exact[-1] if exact else None
            if line is None:
                exact.append([topic, partition, offset, offset + 1, 0])
                continue
            lines.append(line)
            if last and last[4] and last[3] == offset:
                last[3], last[4] = offset + 1, last[4] + 1
            else:
                exact.append([topic, partition, offset, offset + 1, 1])
        lines.append(b"")
        return b"\n".join(lines), exact

    def line(self, message):
        """The row of a message as a line of JSON; None for any other value: empty, a tombstone."""
        value = message.value()
        if self._raw:
            return json.dumps(
                {
                    "message_key": _text(message.key()),
                    "message": _text(value),
                    "topic": message.topic(),
                    "topic_partition": message.partition(),
                    "partition_offset": message.offset(),
                },
                ensure_ascii=False,
            ).encode("utf-8")
        if value is None or not value.strip():
            return None
        # JSON has line ends only where a blank may stand, too.
        if b"\n" in value or b"\r" in value:
            value = value.replace(b"\n", b" ").replace(b"\r", b" ")
        return value


def _text(value):
    return None if value is None else value.decode("utf-8", "replace")
