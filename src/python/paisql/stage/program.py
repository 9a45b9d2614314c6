"""The worker of a job's supervisor that runs its stage: `python -m paisql.stage.program`.

Frames of the supervisor (src/jobs/place/stage_order.h) have a JSON object as text:

stage   begins the stage with its processes; the answer is `granted` when all of them have their tasks
start   a process, with the number of the start; in a new stage, where the last one has failed
tidy    asks the helpers that an ended process has left running to end
stop    ends all, in `grace_ms`; the answer is `stopped`
"""

import json
import os
import sys
import threading
import time
import traceback

from paisql.spark import sessions, told_errors
from paisql.stage import stages
from paisql.workers import framing

_WATCH_SECONDS = 0.1
_CLOSE_SECONDS = 10  # a cluster that is gone does not answer


class Program:
    def __init__(self, connection):
        self._connection = connection
        self._remote = ""
        self._lock = threading.Lock()  # guards what follows
        self._session, self._stages = None, None
        self._ended = False

    def serve(self):
        """Until the supervisor closes the socket."""
        while True:
            frame = self._connection.receive()
            order = json.loads(frame.text)
            if order["do"] == "stage":
                threading.Thread(target=self._open, args=(order,), daemon=True).start()
                continue
            try:
                with self._lock:
                    self._do(order)
            except framing.Closed:
                raise
            except Exception as error:  # of any library, or of the storage
                self._fail(error)

    def _do(self, order):
        if order["do"] == "stop":
            self._stop(order["grace_ms"])
        elif self._stages is None:  # the supervisor has been told the error, or will be
            return
        elif order["do"] == "start":
            self._stages.start(order["process"], order["start"])
        elif order["do"] == "tidy":
            self._stages.tidy(order["process"])

    def _open(self, order):
        """In a thread of its own: a cluster may take long to answer, and a stop does not wait for it."""
        self._remote = sessions.public(order["remote"])
        try:
            session = sessions.open_session(order["remote"], "")  # no statement of it needs paisql on the cluster
            with self._lock:
                self._session = session
                if self._ended:  # the supervisor has asked for the end while it connected
                    self._end(0)
                    return
            if session.sail:
                raise NotImplementedError("Sail has no barrier stages, in which the processes of a job run")
            made = stages.Stages(session.spark, order, self._tell)
            with self._lock:
                if self._ended:  # the supervisor has asked for the end meanwhile
                    return
                self._stages = made
                made.begin()
            while True:
                with self._lock:
                    if self._stages is None:
                        return
                    self._stages.look()
                time.sleep(_WATCH_SECONDS)
        except framing.Closed:
            pass
        except Exception as error:  # of any library, or of the storage
            self._fail(error)

    def _fail(self, error):
        """The supervisor hears of it first: what the error is of may be in the way of the end as well."""
        try:
            self._connection.send(framing.ERROR, text=json.dumps(told_errors.told(error, self._remote)))
        except framing.Closed:
            pass
        with self._lock:
            self._end(0)

    def _stop(self, grace_ms):
        self._end(grace_ms)
        self._tell({"is": "stopped"})

    def _end(self, grace_ms):
        """Of the stages and the session that there are; what fails of it is in the supervisor's log."""
        self._ended = True
        stages, self._stages = self._stages, None
        session, self._session = self._session, None
        try:
            if stages is not None:
                stages.stop(grace_ms)
        except Exception:  # of any library, the storage, or a supervisor that is gone
            traceback.print_exc()
        if stages is not None:
            stages.remove_files()
        if session is not None:
            closing = threading.Thread(target=session.close, daemon=True)
            closing.start()
            closing.join(_CLOSE_SECONDS)

    def _tell(self, facts, payload=b""):
        self._connection.send(text=json.dumps(facts), payload=payload)

    def close(self):
        with self._lock:
            self._end(0)


def main():
    connection = framing.own_end()
    framing.say_hello(connection, "stage")
    program = Program(connection)
    try:
        program.serve()
    except framing.Closed:
        program.close()
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)
