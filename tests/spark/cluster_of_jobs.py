"""A Spark of several executors on this machine, with a Connect server: a cluster that is there before jobs come."""

import os
import queue
import re
import signal
import subprocess
import threading

from conftest import PYTHON
from spark_session import TIMEOUT

SPARK_HOME = subprocess.run(
    [PYTHON, "-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"], stdout=subprocess.PIPE, text=True
).stdout.strip()
OPTIONS = {
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


class Cluster:
    """Processes with a session of their own, in the kernel's sense, by which close() finds them."""

    def __init__(self, folder, executors):
        home = spark_home(str(folder))
        options = dict(OPTIONS, **{"spark.local.dir": str(folder)})
        words = [word for name, value in options.items() for word in ("--conf", "%s=%s" % (name, value))]
        self._process = subprocess.Popen(
            [home + "/bin/spark-submit", "--master", "local-cluster[%d,1,1024]" % executors, *words]
            + ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
            cwd=str(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=dict(os.environ, SPARK_HOME=home, PYSPARK_PYTHON=PYTHON, SPARK_LOCAL_IP="127.0.0.1"),
        )
        self._ports = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.remote = "sc://127.0.0.1:%d" % self._ports.get(timeout=TIMEOUT)

    def _read(self):
        for line in self._process.stderr:
            found = re.search(r"Spark Connect server started at: .*:(\d+)", line)
            if found:
                self._ports.put(int(found[1]))

    def processes(self, word):
        """The pids of its processes, or of what they have started, with this word in the command."""
        return [pid for pid in pids() if session_of(pid) == self._process.pid and word in command_of(pid)]

    def executors(self):
        return self.processes(b"CoarseGrainedExecutorBackend")

    def close(self):
        for pid in self.processes(b""):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self._process.wait()


def spark_home(folder):
    """The installed Spark by links: its workers write into the folder that they take for it."""
    home = os.path.join(folder, "spark")
    os.mkdir(home)
    for name in os.listdir(SPARK_HOME):
        if name != "work":
            os.symlink(os.path.join(SPARK_HOME, name), os.path.join(home, name))
    return home


def pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def session_of(pid):
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
