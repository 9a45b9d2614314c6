"""The processes of a stream by hand: a coordinator and workers, without a program around them."""

import json
import os
import shutil
import signal
import subprocess

from fake_job import PYTHON, PYTHON_FOLDER, TABLE_SOURCE, FakeJob

# Gives each Example back as it came, without TensorFlow, and tells of each chunk.
PASS = """
class Same:
    def __init__(self, record):
        self.record = record
    def SerializeToString(self):
        return self.record
def main(config):
    for chunk in config.tf_context._chunks():
        for record in chunk:
            config.output_writer.write(Same(record))
"""

COLUMNS = [{"name": "id", "type": "BIGINT"}, {"name": "s", "type": "STRING"}]


class StreamJob:
    """`source` and other settings as paisql.alink_stream has them; rows go to the file `out`."""

    def __init__(self, folder, source, script=PASS, workers=2, number=0, **settings):
        self.job = FakeJob(os.path.join(str(folder), "job%d" % number))
        self.out = os.path.join(str(folder), settings.pop("out", "out.jsonl"))
        self._workers = workers
        self.work = os.path.join(self.job.folder, "work")
        shutil.copy(os.path.join(PYTHON_FOLDER, "paisql", "programs", "alink_job.py"), self.work)
        with open(os.path.join(self.work, "main.py"), "w", encoding="utf-8") as stream:
            stream.write(script)
        source.setdefault("columns", COLUMNS)
        self._settings = {
            "kind": "stream",
            "main": "main.py",
            "source": source,
            "sink": {"kind": "file", "path": self.out, "format": "jsonl"},
            "schema": COLUMNS,
            "columns": [column["name"] for column in source["columns"]],
            "user_params": {},
            "nulls": "error",
            "intra_op": 4,
            "convert": False,
            "follow": False,
            "bad_rows": "error",
            "recovery": "replay",
            "start": "continue",
            "commit_interval_ms": 20,
            **settings,
        }
        self.processes = {}

    def start(self, *names):
        """Starts these processes, "stream-0" or "worker-1"; all without a name."""
        every = ["stream-0"] + ["worker-%d" % number for number in range(self._workers)]
        cluster = {"worker": ["127.0.0.1:%d" % (1 + number) for number in range(self._workers)]}
        for name in names or every:
            role, _, index = name.partition("-")
            task = {"type": role, "index": int(index)}
            log = open(os.path.join(self.job.folder, name + ".log"), "ab")
            with log:
                self.processes[name] = subprocess.Popen(
                    [PYTHON, "-bu", "alink_job.py"],
                    cwd=self.work,
                    env=dict(
                        os.environ,
                        PAISQL_JOB=self.job.folder,
                        PAISQL_FACE="tensorflow2",
                        PAISQL_TABLE_SOURCE=TABLE_SOURCE,
                        PAISQL_ALINK=json.dumps(self._settings),
                        PAISQL_PROCESS=name,
                        TF_CONFIG=json.dumps({"cluster": cluster, "task": task}),
                        PYTHONPATH=PYTHON_FOLDER,
                        PYTHONDONTWRITEBYTECODE="1",
                        TF_CPP_MIN_LOG_LEVEL="1",
                    ),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
        return self

    def log(self, name):
        with open(os.path.join(self.job.folder, name + ".log"), encoding="utf-8") as stream:
            return stream.read()

    def kill(self, name):
        self.processes[name].kill()
        self.processes[name].wait()

    def restart(self, name):
        self.kill(name)
        self.start(name)

    def wait(self, timeout=240):
        """Waits for the workers, which end well, as the supervisor does, and ends the coordinator."""
        for name, process in self.processes.items():
            if name != "stream-0":
                assert process.wait(timeout) == 0, self.log(name) + self.log("stream-0")
        return self.end()

    def end(self):
        """Asks all processes to end at once, as KILL does, and not those that are about to."""
        running = [process for process in self.processes.values() if process.poll() is None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        for process in running:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        return self

    def size(self):
        """Bytes of rows that were written; cheaper than rows()."""
        return os.path.getsize(self.out) if os.path.exists(self.out) else 0

    def rows(self):
        """The rows that were written; no process may have failed."""
        for name, process in self.processes.items():
            assert process.poll() in (None, 0), self.log(name)
        try:
            with open(self.out, encoding="utf-8") as stream:
                return [json.loads(line) for line in stream if line.endswith("\n")]
        except FileNotFoundError:
            return []
