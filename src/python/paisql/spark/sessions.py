"""Sessions of Spark Connect: of a server that is there, or of one that is started on this machine."""

import os

from pyspark.sql import SparkSession

SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
    "spark.sql.sources.parallelPartitionDiscovery.threshold": "100000",
}
# Of a Sail that is started here. Its parallel hash joins wait for each other: a plan of many joins never ended. Deep
# plans need a deep stack, and a join in a bad order would take all memory of the machine.
SAIL = {
    "SAIL_EXECUTION__DEFAULT_PARALLELISM": "1",
    "SAIL_RUNTIME__STACK_SIZE": str(256 << 20),
    "SAIL_RUNTIME__MEMORY_POOL__TYPE": "greedy",
    "SAIL_RUNTIME__MEMORY_POOL__GREEDY__MAX_SIZE": str(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4),
}
# Of a Spark that is started here, for this process alone: any free port, where no other machine reaches it.
START = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "4",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": "0",
}


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
        """Ends what runs, the session, and a server that was started for it."""
        try:
            self.spark.interruptAll()
            self.spark.stop()
        finally:
            if self._server is not None:
                self._server.stop()


def open_session(remote, program):
    if remote == "sail":
        return _sail_here(program)
    if remote.startswith("local"):
        return _spark_here(remote, program)
    spark = SparkSession.builder.remote(remote).getOrCreate()
    return Session(spark, program, "sail" in spark.version.lower())


def _sail_here(program):
    for name, value in SAIL.items():
        os.environ.setdefault(name, value)
    from pysail.spark import SparkConnectServer

    server = SparkConnectServer()
    server.start(background=True)
    _, port = server.listening_address
    return Session(SparkSession.builder.remote("sc://localhost:%d" % port).getOrCreate(), program, True, server)


def _spark_here(master, program):
    """As the builder of a local session does it, which only knows the port 15002."""
    from pyspark import SparkContext  # a client alone has none
    from pyspark.sql.connect.session import SparkSession as ConnectSession

    os.environ["SPARK_LOCAL_REMOTE"] = "1"  # stop() ends the server as well
    ConnectSession._start_connect_server(master, dict(START))
    service = getattr(SparkContext._jvm, "org.apache.spark.sql.connect.service.SparkConnectService$")
    port = getattr(service, "MODULE$").localPort()
    os.environ["SPARK_CONNECT_MODE_ENABLED"] = "1"
    spark = ConnectSession.builder.remote("sc://localhost:%d" % port).getOrCreate()
    return Session(spark, program, False)
