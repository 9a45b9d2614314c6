"""Processes of the program that do a stream's work: workers, asked by a JSON object each."""

import json
import os

from paisql.workers import framing
from paisql.alink_task import TaskError


class ProgramProcess:
    """`paisql --<option>` for the job of this process; for one thread at a time.

    status  None as long as it runs, as far as it was seen; then as subprocess has it: negative for a signal
    """

    def __init__(self, option):
        self._worker = framing.Worker(
            [os.environ["PAISQL_PROGRAM"], "--" + option, os.environ["PAISQL_JOB"]],
            option,
            dict(os.environ, PAISQL_STREAM_WRITER="1"),
        )

    @property
    def status(self):
        return self._worker.status

    def ask(self, request):
        """The answer, an object, of which "error" is why there is none and "code" its number; None where the
        process has ended before it could give one."""
        try:
            answer = self._worker.ask(json.dumps(request))
        except framing.Closed:
            return None
        except framing.Refused as refused:
            raise TaskError(str(refused)) from None
        if answer.kind == framing.ERROR:
            return {"error": answer.text, "code": answer.code}
        return json.loads(answer.text)
