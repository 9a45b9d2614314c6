"""Sessions of Spark Connect: of a server that is there, or of one that is started on this machine."""

import os

from pyspark.sql import SparkSession

SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
    "spark.sql.sources.parallelPartitionDiscovery.threshold": "100000",
}
# Of a Sail that is started here. Its parallel hash joins wait for each other: a plan of many joins never ended.
SAIL = {"SAIL_EXECUTION__DEFAULT_PARALLELISM": "1"}
# Of a Spark that is started here.
START = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4"}


class Session:
    def __init__(self, spark, program, sail, server=None):
        self.spark, self.program, self.sail, self._server = spark, program, sail, server
        for name, value in SETTINGS.items():
            try:
                spark.conf.set(name, value)
            except Exception:  # Sail has few of them
                if not sail:
                    raise

    def close(self):
        try:
            self.spark.stop()
        finally:
            if self._server is not None:
                self._server.stop()


def open_session(remote, program):
    if remote == "sail":
        for name, value in SAIL.items():
            os.environ.setdefault(name, value)
        from pysail.spark import SparkConnectServer

        server = SparkConnectServer()
        server.start(background=True)
        _, port = server.listening_address
        return Session(SparkSession.builder.remote("sc://localhost:%d" % port).getOrCreate(), program, True, server)
    builder = SparkSession.builder.remote(remote)
    if not remote.startswith("sc://"):
        for name, value in START.items():
            builder = builder.config(name, value)
    spark = builder.getOrCreate()
    return Session(spark, program, "sail" in spark.version.lower())
