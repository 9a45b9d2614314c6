"""A cluster on this machine: a Connect server of Spark whose executors are processes of their own (local-cluster)."""

import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from conftest import PYTHON
from spark_session import children

_CLASS = "org.apache.spark.sql.connect.service.SparkConnectServer"
_STARTED = "Spark Connect server started at: "


def spark_home():
    """The folder of pyspark, which holds Spark; None where there is only its client."""
    found = [
        home for home in Path(PYTHON).parents[1].glob("lib/python3*/site-packages/pyspark") if (home / "jars").is_dir()
    ]
    return found[0] if found else None


_IS_THERE = shutil.which("java") is not None and spark_home() is not None
NEEDED = pytest.mark.skipif(not (_IS_THERE and os.environ.get("PAISQL_LONG")), reason="PAISQL_LONG=1 runs it with Java")


class Cluster:
    """The server, which is the driver of the cluster, with one executor that has one core."""

    def __init__(self, folder, port=0, local=None, prefix=()):
        """`local` is where the executor puts what its memory does not hold, `prefix` a command that starts another."""
        settings = {
            "spark.ui.enabled": "false",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.executor.memory": "512m",
            "spark.sql.shuffle.partitions": "2",
            # A machine that is gone is noticed sooner than after minutes.
            "spark.connect.execute.manager.detachedTimeout": "2s",
            "spark.connect.execute.manager.maintenanceInterval": "1s",
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.connect.grpc.binding.port": str(port),
        }
        command = [str(spark_home() / "bin" / "spark-class"), "org.apache.spark.deploy.SparkSubmit"]
        command += ["--master", "local-cluster[1,1,512]", "--driver-memory", "512m", "--class", _CLASS]
        for name, value in settings.items():
            command += ["--conf", name + "=" + value]
        environment = {
            "SPARK_HOME": str(spark_home()),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": str(folder / "work"),
            "SPARK_LOCAL_DIRS": str(local or folder / "local"),
            "PYSPARK_PYTHON": PYTHON,
        }
        self.process = subprocess.Popen(
            [*prefix, *command, "spark-internal"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, **environment},
        )
        self.port = self._started()
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def _started(self):
        said = []
        for line in self.process.stdout:
            said.append(line)
            if _STARTED in line:
                return int(line.rpartition(":")[2])
        raise AssertionError("the cluster has not started: " + "".join(said[-20:]))

    @property
    def remote(self):
        return "sc://127.0.0.1:%d" % self.port

    def executor(self):
        """The process of the executor that there is now; None between two."""
        for pid in children(self.process.pid):
            try:
                with open("/proc/%d/cmdline" % pid, "rb") as file:
                    if b"CoarseGrainedExecutorBackend" in file.read():
                        return pid
            except OSError:  # it has ended
                pass
        return None

    def close(self):
        self.process.kill()
        self.process.wait()
