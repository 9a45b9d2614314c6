"""A home of its own for a test, and the program run on it."""

import json
import os
import re
import signal
import subprocess

from fake_job import PYTHON, ROOT

BINARY = os.path.abspath(os.environ.get("PAISQL_BINARY", os.path.join(ROOT, "build", "paisql")))


SCRIPTS = os.path.join(ROOT, "tests", "pai", "scripts")


def job_id(text):
    return re.search(r"^ID = (\S+)$", text, re.MULTILINE)[1]


def script(name):
    """The text of a script of tests/pai/scripts."""
    with open(os.path.join(SCRIPTS, name), encoding="utf-8") as stream:
        return stream.read()


def cluster(**counts):
    """The parameter cluster, quoted for a value in double quotes: cluster(ps=1, worker=2)."""
    roles = {role: {"count": count} for role, count in counts.items()}
    return json.dumps(roles).replace('"', '\\"')


class Outcome:
    """What one run of the program gave: exit status, lines of data, messages."""

    def __init__(self, status, stdout, stderr):
        self.status, self.stdout, self.stderr = status, stdout, stderr
        self.rows = [tuple(line.split("\t")) for line in stdout.splitlines()]

    def ok(self):
        assert self.status == 0, self.stderr
        return self

    def fails(self, *texts):
        assert self.status == 1, self.stderr
        for text in texts:
            assert text in self.stderr, self.stderr
        return self


class PaisqlHome:
    """Statements are run with run(); scripts and CSV files stand in the folder `files`."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.path = os.path.join(self.folder, "home")
        self.files = os.path.join(self.folder, "files")
        os.makedirs(self.files)

    def command(self, *arguments):
        head = [BINARY, "--home", self.path, "--project", "p", "--format", "tsv", "--no-header"]
        return head + list(arguments)

    def environment(self):
        return dict(os.environ, PAISQL_PYTHON=PYTHON)

    def start(self, *statements):
        """The program with these statements, running."""
        return self._start([word for statement in statements for word in ("-e", statement)])

    def start_file(self, text):
        """The program with these statements in a file, running."""
        return self._start(["-f", self.write("statements.sql", text)])

    def _start(self, arguments):
        return self._start_command(self.command(*arguments))

    def _start_command(self, command):
        return subprocess.Popen(
            command,
            cwd=self.files,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *statements, timeout=120):
        return self._finish(self.start(*statements), timeout)

    def run_table(self, *statements):
        """As people see it: with --format table."""
        words = [word for statement in statements for word in ("-e", statement)]
        return self._finish(self._start(["--format", "table", *words]))

    def run_file(self, path):
        return self._finish(self._start(["-f", path]))

    def eas(self, *words):
        """paisql eas with these words."""
        return self._finish(self._start_command([BINARY, "eas", *words, "--home", self.path, "--project", "p"]))

    def verify(self):
        """paisql verify of the home."""
        return self._finish(self._start_command([BINARY, "verify", "--home", self.path]))

    def check(self, text):
        """paisql check of a file with this text."""
        path = self.write("checked.sql", text)
        command = [BINARY, "check", "--home", self.path, "--project", "p", path]
        return self._finish(self._start_command(command))

    @staticmethod
    def _finish(process, timeout=120):
        stdout, stderr = process.communicate(timeout=timeout)
        return Outcome(process.returncode, stdout, stderr)

    def write(self, name, text):
        path = os.path.join(self.files, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def table(self, name, columns, rows):
        """Makes a table of these rows: ("id BIGINT, name STRING", [(1, "a"), ...])."""
        lines = "".join(",".join(str(value) for value in row) + "\n" for row in rows)
        self.write(name + ".csv", lines)
        create = "CREATE TABLE %s (%s);" % (name, columns)
        self.run(create, "TUNNEL UPLOAD %s.csv %s;" % (name, name)).ok()
        return "odps://p/tables/" + name

    def rows(self, query):
        return self.run(query).ok().rows

    def pai(self, script, *before, **parameters):
        """Runs a PAI statement on the script's text, after the statements `before`."""
        return self.run(*before, self.pai_statement(script, **parameters))

    def pai_statement(self, script, algorithm="tensorflow1120_ext", **parameters):
        self.write("script.py", script)
        options = "".join(' -D%s="%s"' % pair for pair in parameters.items())
        return "PAI -name %s -Dscript=file://script.py%s;" % (algorithm, options)

    def job_ids(self):
        jobs = os.path.join(self.path, "jobs")
        return sorted(os.listdir(jobs)) if os.path.isdir(jobs) else []

    def end_jobs(self):
        """Ends what a test has left running: each supervisor, and with it what it watches."""
        for entry in os.listdir("/proc"):
            try:
                with open("/proc/%s/cmdline" % entry, "rb") as stream:
                    words = stream.read().split(b"\0")
            except OSError:
                continue
            own = any(word.startswith(self.path.encode() + b"/jobs/") for word in words)
            if own and b"--supervise" in words:
                os.kill(int(entry), signal.SIGKILL)
