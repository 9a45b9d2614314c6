"""Processes of the program that do a stream's work: asked over a pipe, a line of JSON each way."""

import json
import os
import subprocess


class ProgramProcess:
    """`paisql --<option>` for the job of this process; for one thread at a time.

    status  None as long as it runs, as far as it was seen; then as subprocess has it: negative for a signal
    """

    def __init__(self, option):
        self._process = subprocess.Popen(
            [os.environ["PAISQL_PROGRAM"], "--" + option, os.environ["PAISQL_JOB"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=dict(os.environ, PAISQL_STREAM_WRITER="1"),
        )
        self.status = None

    def ask(self, request):
        """The answer, an object; None where the process has ended before it could give one."""
        answer = self._line(request)
        if answer.endswith("\n"):
            return json.loads(answer)
        self.status = self._process.wait()
        return None

    def _line(self, request):
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            return self._process.stdout.readline()
        except OSError:
            return ""
