"""A Spark of several executors on this machine, which are processes of their own, with a Connect server: a cluster that
is there before sessions come."""

import os
import queue
import re
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from conftest import PYTHON
from spark_session import TIMEOUT

_OPTIONS = {
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": "0",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    # A job that is too large fails after half a minute; an executor that is lost comes back sooner.
    "spark.scheduler.barrier.maxConcurrentTasksCheck.interval": "1s",
    "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures": "30",
}
# A session that is gone is noticed sooner than after minutes.
GONE_SOON = {
    "spark.connect.execute.manager.detachedTimeout": "2s",
    "spark.connect.execute.manager.maintenanceInterval": "1s",
    "spark.connect.execute.reattachable.senderMaxStreamDuration": "5s",
    # A task within the loops of a join may not hear that it is to end.
    "spark.task.reaper.enabled": "true",
    "spark.task.reaper.pollingInterval": "1s",
    "spark.task.reaper.killTimeout": "5s",
}
_STARTED = re.compile(r"Spark Connect server started at: .*:(\d+)")


def _spark_home():
    """The folder of pyspark, which holds Spark; None where there is only its client."""
    found = Path(PYTHON).parents[1].glob("lib/python3*/site-packages/pyspark")
    return next((home for home in found if (home / "jars").is_dir()), None)


IS_THERE = shutil.which("java") is not None and _spark_home() is not None
NEEDED = pytest.mark.skipif(not (IS_THERE and os.environ.get("PAISQL_LONG")), reason="PAISQL_LONG=1 runs it with Java")


class Cluster:
    """The server, which is the driver, and executors of one core each. All of them, and what they start, have a session
    of their own, in the kernel's sense, by which close() finds them."""

    def __init__(self, folder, executors=1, local=None, prefix=(), options=()):
        """`local` is where executors put what their memory does not hold, `prefix` a command that starts another."""
        home = _linked_home(folder)
        settings = dict(_OPTIONS, **dict(options))
        words = [word for name, value in settings.items() for word in ("--conf", "%s=%s" % (name, value))]
        environment = {
            "SPARK_HOME": str(home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(local or folder / "local"),
            "PYSPARK_PYTHON": PYTHON,
        }
        self._driver = subprocess.Popen(
            [*prefix, str(home / "bin" / "spark-submit"), "--master", "local-cluster[%d,1,1024]" % executors, *words]
            + ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
            cwd=str(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env={**os.environ, **environment},
        )
        self._said, self._ports = [], queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.port = self._ports.get(timeout=TIMEOUT)
        assert self.port, "the cluster has not started: " + "".join(self._said[-20:])
        self.remote = "sc://127.0.0.1:%d" % self.port

    def _read(self):
        for line in self._driver.stdout:
            self._said = [*self._said[-20:], line]
            found = _STARTED.search(line)
            if found:
                self._ports.put(int(found[1]))
        self._ports.put(0)

    def executors(self):
        """The pids of those that there are now."""
        return [pid for pid in self._pids() if b"CoarseGrainedExecutorBackend" in command_of(pid)]

    def _pids(self):
        return [pid for pid in pids() if _session_of(pid) == self._driver.pid]

    def kill_driver(self):
        self._driver.kill()
        self._driver.wait()

    def close(self):
        for pid in self._pids():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self._driver.wait()


def _linked_home(folder):
    """The installed Spark by links: its workers write into the folder that they take for it."""
    home = folder / "spark"
    home.mkdir()
    for entry in _spark_home().iterdir():
        if entry.name != "work":
            (home / entry.name).symlink_to(entry)
    return home


def pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _session_of(pid):
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return 0


def command_of(pid):
    try:
        with open("/proc/%d/cmdline" % pid, "rb") as stream:
            return stream.read()
    except OSError:
        return b""
