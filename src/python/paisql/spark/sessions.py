"""Sessions of Spark Connect: of a server that is there, or of one that is started on this machine."""

import os
import shutil
import socket

from paisql.spark import patience, told_errors
from paisql.spark.told_errors import Told
from pyspark.sql.connect.client.core import DefaultChannelBuilder
from pyspark.sql.connect.session import SparkSession

SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.caseSensitive": "false",
    "spark.sql.decimalOperations.allowPrecisionLoss": "true",
    "spark.sql.mapKeyDedupPolicy": "EXCEPTION",
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.variable.substitute": "false",
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
DEFAULT_PORT = 15002
PATIENCE = 60  # seconds that a statement waits for a server that does not answer; PAISQL_SPARK_TIMEOUT is another time


class Session:
    def __init__(self, spark, program, remote, sail, server=None):
        self.spark, self.program, self.remote, self.sail, self._server = spark, program, remote, sail, server
        self.watch = patience.Watch(spark, _patience())
        for name, value in SETTINGS.items():
            try:
                spark.conf.set(name, value)
            except Exception as error:  # Sail has few of them
                if not sail or told_errors.is_lost(error):
                    raise
                told_errors.log("%s: %s\n" % (name, error))

    @property
    def here(self):
        """Whether it is a Sail of this process, which has the files that this machine has."""
        return self._server is not None

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
    if remote.startswith("sc://"):
        _look_at(remote)
        spark = _connect(remote)
        return Session(spark, program, public(remote), _is_sail(spark))
    if remote != "local" and not remote.startswith("local["):
        raise Told("paisql.spark.remote is '%s'" % remote, "write sc://HOST:PORT, local[N] or sail")
    return _spark_here(remote, program)


def _sail_here(program):
    for name, value in SAIL.items():
        os.environ.setdefault(name, value)
    from pysail.spark import SparkConnectServer

    server = SparkConnectServer()
    server.start(background=True)
    _, port = server.listening_address
    return Session(_connect("sc://localhost:%d" % port), program, "sail", True, server)


def _spark_here(master, program):
    """As the builder of a local session does it, which only knows the port 15002."""
    if shutil.which("java") is None:
        raise Told("a Spark on this machine needs Java 17", "install it, or SET paisql.spark.remote=sail")
    from pyspark import SparkContext  # a client alone has none

    os.environ["SPARK_LOCAL_REMOTE"] = "1"  # stop() ends the server as well
    SparkSession._start_connect_server(master, dict(START))
    service = getattr(SparkContext._jvm, "org.apache.spark.sql.connect.service.SparkConnectService$")
    port = getattr(service, "MODULE$").localPort()
    return Session(_connect("sc://localhost:%d" % port), program, master, False)


def _connect(remote):
    os.environ["SPARK_CONNECT_MODE_ENABLED"] = "1"  # functions then are of this client
    channel = DefaultChannelBuilder(remote, channelOptions=patience.channel_options(_patience()))
    spark = SparkSession.builder.channelBuilder(channel).getOrCreate()
    spark.client.set_retry_policies([patience.retries(_patience())])
    if not spark.version.startswith("4."):
        raise Told("Spark %s is at %s" % (spark.version, public(remote)), "statements need a server of Spark 4")
    return spark


def _patience():
    seconds = os.environ.get("PAISQL_SPARK_TIMEOUT") or str(PATIENCE)
    if not seconds.isdecimal() or int(seconds) == 0:
        raise Told("PAISQL_SPARK_TIMEOUT is '%s'" % seconds, "write a number of seconds from 1")
    return int(seconds)


def public(remote):
    """Without its parameters, which may be a token."""
    return remote.partition("/;")[0]


def _look_at(remote):
    """A server that is not there is said at once: the client would try for a minute."""
    from urllib.parse import urlsplit

    try:
        found = urlsplit(remote)
        host, port = found.hostname, found.port or DEFAULT_PORT
    except ValueError:
        host = None
    if not host:
        raise Told("paisql.spark.remote is '%s'" % remote, "write sc://HOST:PORT")
    try:
        socket.create_connection((host, port), timeout=max(_patience() // 6, 1)).close()
    except OSError as error:
        raise Told(
            "no Spark answers at %s: %s" % (public(remote), error.strerror or error),
            "start its Connect server (start-connect-server.sh), or SET paisql.spark.remote to one that runs",
        ) from None


def _is_sail(spark):
    """Sail names the version of Spark that it is like, but its function says its own."""
    return not spark.sql("SELECT version() AS v").toArrow()["v"][0].as_py().startswith(spark.version)
