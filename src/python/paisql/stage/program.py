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

from paisql.spark import sessions, told_errors
from paisql.stage import stages
from paisql.workers import framing

_WATCH_SECONDS = 0.1
_CLOSE_SECONDS = 10  # a cluster that is gone does not answer


class Program:
    def __init__(self, connection):
        self._connection = connection
        self._lock = threading.Lock()  # guards what follows
        self._session, self._stages = None, None

    def serve(self):
        """Until the supervisor closes the socket."""
        while True:
            frame = self._connection.receive()
            order = json.loads(frame.text)
            if order["do"] == "stage":
                threading.Thread(target=self._open, args=(order,), daemon=True).start()
                continue
            with self._lock:
                if order["do"] == "stop":
                    self._stop(order["grace_ms"])
                elif order["do"] == "start":
                    self._stages.start(order["process"], order["start"])
                elif order["do"] == "tidy":
                    self._stages.tidy(order["process"])

    def _open(self, order):
        try:
            session = sessions.open_session(order["remote"], order["program"])
            if session.sail:
                raise NotImplementedError("Sail has no barrier stages, in which the processes of a job run")
            with self._lock:
                self._session = session
                self._stages = stages.Stages(session.spark, order, self._tell)
                self._stages.begin()
            while True:
                with self._lock:
                    if self._stages is None:
                        return
                    self._stages.look()
                time.sleep(_WATCH_SECONDS)
        except framing.Closed:
            pass
        except Exception as error:  # of any library
            with self._lock:
                self._end(0)
            self._connection.send(
                framing.ERROR, text=json.dumps(told_errors.told(error, sessions.public(order["remote"])))
            )

    def _stop(self, grace_ms):
        self._end(grace_ms)
        self._tell({"is": "stopped"})

    def _end(self, grace_ms):
        if self._stages is not None:
            self._stages.stop(grace_ms)
            self._stages.remove_files()
            self._stages = None
            closing = threading.Thread(target=self._session.close, daemon=True)
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
