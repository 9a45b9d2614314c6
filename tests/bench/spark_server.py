"""A Connect server of Spark for the measures: a program of Spark's own, on a free port of this machine."""

import os
import socket
import subprocess
import threading
from pathlib import Path

START_S = 120  # a machine that is busy needs a minute for Spark's first answer


def spark_home(python):
    """The folder of the whole pyspark that this Python has."""
    words = [str(python), "-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))"]
    return Path(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip())


class SparkServer:
    """Runs until `close`; `remote` is its address. `master` is Spark's, for example local[2] or local-cluster[2,1,1024]."""

    def __init__(self, python, master, log, memory="2g", **settings):
        home = spark_home(python)
        self.port = free_port()
        self.remote = f"sc://127.0.0.1:{self.port}"
        options = {
            "spark.connect.grpc.binding.port": self.port,
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.sql.warehouse.dir": str(Path(log).parent / "spark-warehouse"),
            "spark.sql.session.timeZone": "UTC",
            **settings,
        }
        words = [str(home / "bin" / "spark-submit"), "--master", master, "--driver-memory", memory]
        for name, value in options.items():
            words += ["--conf", f"{name}={value}"]
        words += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"]
        environment = {
            **os.environ,
            "SPARK_HOME": str(home),
            "SPARK_SCALA_VERSION": "2.13",
            "SPARK_LOCAL_IP": "127.0.0.1",
            "PYSPARK_PYTHON": str(python),
        }
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=Path(log).parent,
        )
        self._listens, heard = False, threading.Event()
        self._copier = threading.Thread(target=self._copy, args=(log, heard), daemon=True)
        self._copier.start()
        heard.wait(START_S)
        if not self._listens:
            self.close()
            raise SystemExit(f"Spark's Connect server did not start; its log is {log}")

    def _copy(self, log, heard):
        """What the server prints goes to the log; one line of it says that it listens."""
        with open(log, "wb") as file:
            for line in self.process.stdout:
                file.write(line)
                if b"Spark Connect server started" in line:
                    self._listens = True
                    heard.set()
        heard.set()

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._copier.join()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
