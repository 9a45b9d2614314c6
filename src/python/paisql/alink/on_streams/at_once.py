"""Streams that have no end and run at the same time: each is a statement of a process of its own."""

import queue
import threading

from paisql.alink import environment
from paisql.alink.stream_flow import comes_once

_PATIENCE_SECONDS = 15  # for a stream that is stopped, which has 5 s for what it has written


def run_sinks(sinks):
    """Runs sinks of endless streams at the same time, until they end."""
    given = environment.current()
    given.at_once = []
    try:
        for sink in sinks:
            sink.keep()
        statements = given.at_once
    finally:
        given.at_once = None
    _run(statements)


def _run(statements):
    """Runs the stream_flow.Statements of a program until all have ended; the first error, and an interrupt, ends all."""
    if len(statements) == 1:
        statements[0].run(environment.current())
        return
    _refuse_what_cannot_be_shared(statements)
    ended = queue.SimpleQueue()
    streams = [_Stream(one, environment.current().another(), ended) for one in statements]
    waiting = set(streams)
    try:
        for one in streams:
            one.start()
        while waiting:
            one = ended.get()
            waiting.discard(one)
            if one.error is not None:
                raise one.error
    except KeyboardInterrupt:
        _stop(waiting, told_already=environment.has_terminal())
        raise
    except BaseException:
        _stop(waiting, told_already=False)
        raise
    finally:
        for one in streams:
            one.environment.close()


class _Stream(threading.Thread):
    def __init__(self, statement, own, ended):
        super().__init__(daemon=True)
        self.environment, self.error = own, None
        self._statement, self._ended = statement, ended

    def run(self):
        try:
            self._statement.run(self.environment)
        except BaseException as error:
            self.error = error
        self._ended.put(self)


def _stop(streams, told_already):
    """Ends streams, and waits for what they have written; at a terminal Ctrl-C has told them."""
    for attempt in range(2):
        for one in streams:
            if attempt or not told_already:
                one.environment.interrupt()
        for one in streams:
            one.join(_PATIENCE_SECONDS)
    for one in streams:
        one.environment.kill()
        one.join()


def _refuse_what_cannot_be_shared(statements):
    """ValueError for a place that two streams would write, or whose rows come only once, and for a script of two sinks."""
    places, sources, scripts = set(), set(), set()
    for one in statements:
        for name in ("outputTableName", "outputPath"):
            place = str(one.values.get(name) or "").lower().rstrip("/")
            if place and place != "print" and place in places:
                raise ValueError(
                    "two endless streams go into %s: UnionAllStreamOp makes one of them" % one.values[name]
                )
            places.add(place)
        for source in one.sources():
            path = str(source.get("inputPath") or "")
            if path in sources:
                raise ValueError(
                    "the rows of %s come once, and two sinks want them: let one stream write them into a "
                    "folder, which the others follow" % path
                )
            if comes_once(path):
                sources.add(path)
        if one.operator is not None and one.operator.is_script:
            if one.operator in scripts:
                raise ValueError(
                    "%s on an endless stream goes into one sink, since its script would run for each: let it "
                    "write files into a folder, which others follow" % type(one.operator).__name__
                )
            scripts.add(one.operator)
