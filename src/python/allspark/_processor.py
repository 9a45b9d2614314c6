"""The base class of processors: a process that answers requests on some threads."""

import os
import sys
import threading
import traceback

from allspark._properties import default_properties
from paisql.workers import framing


def _bytes(body):
    """A body as PAI-EAS takes it: bytes, or a text."""
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError("process() has to return (bytes, status), its body is %s" % type(body).__name__)


class BaseProcessor:
    """Derived classes have initialize() and process(data); pre_process and post_process are theirs to call.

    `worker_threads` requests are computed at once in each of `worker_processes` processes; what the
    service is started with (--set processor.threads, processor.processes) counts more. `endpoint` and
    `io_threads` say nothing here: the server listens, and its flags say where.
    """

    def __init__(self, worker_threads=5, worker_processes=1, endpoint=None, io_threads=None, **_):
        self.worker_threads = worker_threads
        self.worker_processes = worker_processes
        self.endpoint = endpoint
        self.io_threads = io_threads

    def initialize(self):
        """Loads what is needed; once, before the first request."""

    def pre_process(self, data):
        return data

    def post_process(self, data):
        return data

    def process(self, data):
        """The answer to the bytes of a request: (bytes, status of HTTP)."""
        raise NotImplementedError("a processor has to have process(self, data)")

    def get_model_path(self):
        """What the service was given as --model, absolute; "" without."""
        return os.environ.get("PAISQL_PROCESSOR_MODEL", "")

    def run(self):
        """Answers requests until the server ends. It hears of an exception of initialize(), which ends the
        process; one of process() is the answer 500 to that request."""
        threads = int(os.environ.get("PAISQL_PROCESSOR_THREADS", "0"))
        if "PAISQL_PROCESSOR_THREADS" not in os.environ:
            sys.exit("a processor is started by `paisql serve --processor %s`" % sys.argv[0])
        connection = framing.own_end()
        threads = threads or max(int(self.worker_threads), 1)
        try:
            self.initialize()
            keepalive = int(default_properties().get("rpc.keepalive", "0"))
        except BaseException as error:
            traceback.print_exc()
            said = "initialize() has failed: %s: %s" % (type(error).__name__, error)
            connection.send(framing.ERROR, text=said)
            sys.exit(1)
        facts = {"threads": threads, "processes": int(self.worker_processes), "keepalive_ms": keepalive}
        framing.say_hello(connection, "processor", **facts)
        for _ in range(threads - 1):
            threading.Thread(target=self._work, args=(connection,), daemon=True).start()
        self._work(connection)
        # Other threads may still compute what no caller waits for.
        sys.stdout.flush()
        os._exit(0)

    def _work(self, connection):
        try:
            while True:
                request = connection.receive()
                try:
                    body, status = self._answer(request.payload)
                    connection.send(number=request.number, code=status, payload=body)
                except framing.Closed:
                    raise
                except Exception as error:
                    traceback.print_exc()
                    said = "the processor has failed: %s: %s" % (type(error).__name__, error)
                    connection.send(framing.ERROR, request.number, text=said)
        except framing.Closed:
            return

    def _answer(self, data):
        answer = self.process(data)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise TypeError("process() has to return (bytes, status), not %s" % type(answer).__name__)
        body, status = _bytes(answer[0]), int(answer[1])
        return body, (status + 0x80000000) % 0x100000000 - 0x80000000
