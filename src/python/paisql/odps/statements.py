"""Statements run by the program itself, whose event stream (docs/scripts.md) reports them."""

import json
import os
import subprocess
import sys
import tempfile

from paisql.odps import errors


class Number(float):
    """A number with the digits that were written, which a DECIMAL needs all of."""

    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = text
        return number


class Answer:
    """What a script of statements answered: the last rows, and the lines for people."""

    def __init__(self):
        self.columns = []  # [(name, type)]
        self.rows = []  # lists of JSON's values
        self.messages = []


class Runner:
    """Runs scripts as a user of the command line would; nothing is kept between them.

    program    the program with the flags that say where and as whom it works
    project    the current project
    variables  ["--bizdate", "20260101", …]
    """

    def __init__(self, program, project, variables=()):
        self.program = list(program)
        self.project = project
        self.variables = list(variables)

    def run(self, script, project=None, verbose=False, begun=None):
        """The Answer of a text of statements.

        The text comes by standard input out of a file: it may be of any size, and relative paths in
        it (file://train.py) start at the script's folder. begun(process) gets the process that runs them.

        Raises:
            errors.ODPSError: a statement failed; those after it have not run
        """
        with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
            # Names in Python's texts are Python's: nothing is replaced in them.
            file.write("SET paisql.variables=off;\n" + script)
            file.seek(0)
            command = [
                *self.program,
                "--project",
                project or self.project,
                "--output",
                "jsonl",
                *self.variables,
                "-f",
                "-",
            ]
            with subprocess.Popen(
                command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()
            ) as process:
                if begun is not None:
                    begun(process)
                return self._read(process, verbose)

    def text(self, script, project=None):
        """What the statements print for people.

        Raises:
            errors.ODPSError: a statement failed
        """
        command = [*self.program, "--project", project or self.project, *self.variables, "-f", "-"]
        done = subprocess.run(
            command,
            input="SET paisql.variables=off;\n" + script,
            text=True,
            encoding="utf-8",
            capture_output=True,
            env=_environment(),
            check=False,
        )
        if done.returncode != 0:
            self.run(script, project)
            raise errors.ODPSError(done.stderr.strip())
        return done.stdout

    def _read(self, process, verbose):
        answer, failure = Answer(), None
        for line in process.stdout:
            event = json.loads(line, parse_float=Number)
            kind = event["event"]
            if kind == "rows":
                if "columns" in event:
                    answer.columns = [(one["name"], one["type"]) for one in event["columns"]]
                    answer.rows = []
                answer.rows.extend(event["rows"])
            elif kind in ("message", "output"):
                answer.messages.append(event["text"])
                if verbose or kind == "output":
                    print(event["text"], end="" if kind == "output" else "\n", flush=True)
            elif kind == "error" and failure is None:
                failure = errors.of_event(event)
        said = process.stderr.read().decode(errors="replace")
        status = process.wait()
        if failure is None and status != 0:
            failure = errors.ODPSError(said.strip() or f"the statement ended with {status}")
        elif said:
            sys.stderr.write(said)
        if failure is not None:
            raise failure
        return answer


def _environment():
    """What the node started goes by the program's own rules, not by those of its Python."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PAISQL_PYTHON2")}


def quoted_name(name):
    """The name as a statement writes it, each part in backquotes."""
    return ".".join("`" + part.strip("`").replace("`", "``") + "`" for part in name.split("."))


def quoted_text(text):
    """A literal of the text."""
    return "'" + str(text).replace("\\", "\\\\").replace("'", "\\'") + "'"
