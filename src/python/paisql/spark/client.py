"""The client of Spark: `python -m paisql.spark.client REMOTE PROGRAM`. Questions come as frames (paisql.workers.framing),
with a JSON object as text:

query  runs a statement; the answer's frames have streams of Arrow IPC, and the code 1 while more follow.
write  runs a statement into Parquet files; the answer is a list of {"path", "values", "rows"}.

A frame of an answer with a text and the code 1 has what functions of users have printed: {"printed", "more"}.
A frame with the code 1 ends what runs. An error frame has what paisql.spark.told_errors says.
"""

import base64
import json
import os
import sys
import threading
import traceback

from paisql.spark import runs, sessions, told_errors
from paisql.workers import framing

INTERRUPT = 1
MORE = 1


class Client:
    def __init__(self, connection, session):
        self._connection, self._session = connection, session
        self._runs = runs.Runs(session)

    def serve(self):
        """Until the owner closes the socket. One thread runs statements; this one hears what ends them."""
        running = None
        while True:
            frame = self._connection.receive()
            if frame.code == INTERRUPT:
                self._runs.interrupt()
                continue
            if running is not None:
                running.join()
            running = threading.Thread(target=self._answer, args=(frame,), daemon=True)
            running.start()

    def _answer(self, frame):
        question = {}
        try:
            question = json.loads(frame.text)
            if question["do"] == "query":
                schema = base64.b64decode(question["schema"])
                for stream in self._runs.rows(question, schema):
                    self._connection.send(number=frame.number, code=MORE, payload=stream, content=framing.ARROW)
                self._send_printed(frame.number)
                self._connection.send(number=frame.number)
            else:
                files = self._runs.write(question)
                self._send_printed(frame.number)
                self._connection.send(number=frame.number, text=json.dumps(files))
        except framing.Closed:
            raise
        except Exception as error:  # of any library: the statement has failed, the session goes on
            if os.environ.get("PAISQL_SPARK_LOG"):
                with open(os.environ["PAISQL_SPARK_LOG"], "a", encoding="utf-8") as log:
                    log.write("%s\n" % question.get("sql"))
                    traceback.print_exc(file=log)
            self._send_printed(frame.number)
            self._connection.send(framing.ERROR, frame.number, text=json.dumps(told_errors.told(error)))

    def _send_printed(self, number):
        text, more = self._runs.take_printed()
        if text or more:
            self._connection.send(number=number, code=MORE, text=json.dumps({"printed": text, "more": more}))


def main(remote, program):
    connection = framing.own_end()
    try:
        session = sessions.open_session(remote, program)
    except Exception as error:
        connection.send(framing.ERROR, text=json.dumps(told_errors.told(error)))
        return 1
    framing.say_hello(connection, "spark", sail=session.sail)
    try:
        Client(connection, session).serve()
    except framing.Closed:
        session.close()
    return 0


if __name__ == "__main__":
    status = main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(status)
