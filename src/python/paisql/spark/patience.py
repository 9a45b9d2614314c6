"""How long a statement waits for a Spark that does not answer, and how it notices that."""

import threading

from paisql.spark import told_errors
from pyspark.sql.connect.client.retries import DefaultPolicy

# A server allows a client to ask whether it is there every 5 minutes, and ends the connection of one that asks more.
_KEEPALIVE_MS = 310_000
_BACKOFF_MS = 50


def channel_options(seconds):
    """A connection on which something was sent that nobody has confirmed for a third of the time is lost."""
    return [("grpc.keepalive_time_ms", _KEEPALIVE_MS), ("grpc.keepalive_timeout_ms", seconds * 1000 // 3)]


def retries(seconds):
    """What was lost is asked for again for half of the time; the client's own policy does it for ten minutes."""
    longest = max(seconds * 1000 // 12, _BACKOFF_MS)
    count, waited, pause = 0, 0, _BACKOFF_MS
    while waited < seconds * 500:
        count, waited, pause = count + 1, waited + pause, min(pause * 4, longest)
    return DefaultPolicy(max_retries=count, initial_backoff=_BACKOFF_MS, max_backoff=longest, backoff_multiplier=4.0)


class Watch:
    """Asks the server for a setting now and then while a question runs. On a network that was cut nothing comes back
    to a client that only waits, not even an error; only what it sends shows that."""

    def __init__(self, spark, seconds):
        self._spark, self._pause = spark, seconds / 6
        self._work, self._runs = threading.Condition(), False
        threading.Thread(target=self._ask, daemon=True).start()

    def begin(self):
        with self._work:
            self._runs = True
            self._work.notify()

    def end(self):
        with self._work:
            self._runs = False
            self._work.notify()

    def _ask(self):
        while True:
            with self._work:
                self._work.wait_for(lambda: self._runs)
                if self._work.wait_for(lambda: not self._runs, self._pause):
                    continue
            try:
                self._spark.conf.get("spark.sql.session.timeZone")
            except Exception as error:  # the question meets the same failure and reports it
                told_errors.log("watch: %s\n" % error)
