"""The client of Spark: `python -m paisql.spark.client PROGRAM`; PAISQL_SPARK_REMOTE names the Spark. Questions come as frames (paisql.workers.framing),
with a JSON object as text:

query  runs a statement; the answer's frames have streams of Arrow IPC, and the code 1 while more follow.
write  runs a statement into Parquet files; the answer is a list of {"path", "values", "rows"}.

A frame of an answer with a text and the code 1 has what functions of users have printed: {"printed", "more"}.
A frame with the code 1 ends the question of its number, if that has not ended. An error frame has what
paisql.spark.told_errors says. After an error that has lost the session the process ends, and its owner starts another.
"""

import base64
import contextlib
import json
import os
import queue
import sys
import threading
import traceback

from paisql.spark import told_errors
from paisql.workers import framing

INTERRUPT = 1
MORE = 1
AGAIN_SECONDS = 0.25  # between two attempts to end an operation
LAST_SECONDS = 5  # for the end of the session, when the owner has gone and the cluster may not answer


class Client:
    """One thread runs questions, one at a time; the thread of serve() hears what ends them."""

    def __init__(self, connection, session, questions):
        self._connection, self._session, self._runs = connection, session, questions
        self._questions = queue.SimpleQueue()
        self._lock = threading.Lock()  # guards _ending, and what questions begin and end
        self._ending = {}  # the number of a question that is to end: the thread that sees to it

    def serve(self):
        """Until the owner closes the socket."""
        threading.Thread(target=self._work, daemon=True).start()
        while True:
            frame = self._connection.receive()
            if frame.code != INTERRUPT:
                self._questions.put(frame)
                continue
            with self._lock:
                if not self._runs.has_ended(frame.number):
                    self._end(frame.number)

    def _end(self, number):
        if number not in self._ending:
            thread = threading.Thread(target=self._runs.interrupt, args=(number, AGAIN_SECONDS), daemon=True)
            self._ending[number] = thread
            thread.start()

    def _work(self):
        try:
            while True:
                frame = self._questions.get()
                with self._lock:
                    self._runs.begin(frame.number)
                self._session.watch.begin()
                try:
                    self._answer(frame)
                finally:
                    self._session.watch.end()
                    self._finish(frame.number)
        except framing.Closed:
            pass  # serve() sees it as well
        except Exception:  # a question that was not answered would be waited for without end
            told_errors.log(traceback.format_exc())
            self._connection.close()

    def _finish(self, number):
        """An interrupt on its way must not meet the next question."""
        with self._lock:
            self._runs.end()
            ending = self._ending.pop(number, None)
        if ending is not None:
            ending.join()

    def _answer(self, frame):
        question = {}
        try:
            question = json.loads(frame.text)
            text = self._send_rows(frame.number, question) if question["do"] == "query" else self._write(question)
            self._send_printed(frame.number)
            self._connection.send(number=frame.number, text=text)
        except framing.Closed:
            raise
        except Exception as error:  # of any library: the statement has failed, the session goes on
            told_errors.log("%s\n%s" % (question.get("sql"), traceback.format_exc()))
            self._send_printed(frame.number)
            told = told_errors.told(error, self._session.remote)
            ends = told_errors.is_lost(error) and not self._runs.is_stopped(frame.number)
            if ends:  # all values are texts
                told = {**told, "ends": "true"}
            self._connection.send(framing.ERROR, frame.number, text=json.dumps(told))
            if ends:
                self._connection.close()
                raise framing.Closed from error

    def _send_rows(self, number, question):
        with contextlib.closing(self._runs.rows(question, base64.b64decode(question["schema"]))) as streams:
            for stream in streams:
                self._connection.send(number=number, code=MORE, payload=stream, content=framing.ARROW)
        return ""

    def _write(self, question):
        return json.dumps(self._runs.write(question))

    def _send_printed(self, number):
        text, more = self._runs.take_printed()
        if text or more:
            self._connection.send(number=number, code=MORE, text=json.dumps({"printed": text, "more": more}))


def main(program):
    connection = framing.own_end()
    remote = os.environ.pop("PAISQL_SPARK_REMOTE")  # no argument: it may hold a token
    try:
        from paisql.spark import runs, sessions  # what they need may be missing

        session = sessions.open_session(remote, program)
    except Exception as error:
        told_errors.log(traceback.format_exc())
        connection.send(framing.ERROR, text=json.dumps(told_errors.told(error, remote.partition("/;")[0])))
        return 1
    framing.say_hello(connection, "spark", sail=session.sail)
    try:
        Client(connection, session, runs.Runs(session)).serve()
    except framing.Closed:
        closing = threading.Thread(target=session.close, daemon=True)
        closing.start()
        closing.join(LAST_SECONDS)
    return 0


if __name__ == "__main__":
    status = main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(status)
