"""Spark itself with an executor of its own, when a machine of the cluster goes away: nothing is lost or written twice."""

import os
import signal
import time

import cluster
import pytest
import spark_servers
from long_work import LONG, WRITE_LONG, data_files, fill, rows, wait_for_end, wait_for_work
from spark_session import Failed

pytestmark = cluster.NEEDED


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    made = cluster.Cluster(tmp_path_factory.mktemp("cluster"), options=cluster.GONE_SOON)
    yield made
    made.close()


@pytest.fixture
def on_cluster(spark, sessions):
    return fill(sessions(spark.remote))


def wait_for_executor(spark):
    while not (found := spark.executors()):
        os.sched_yield()
    return found[0]


def test_an_executor_that_is_killed(spark, on_cluster):
    on_cluster.send("INSERT INTO TABLE sink " + rows(7))
    pid = wait_for_executor(spark)
    wait_for_work(pid)
    os.kill(pid, signal.SIGKILL)
    on_cluster.take()
    assert on_cluster.run("SELECT count(*), sum(d) FROM sink") == [[10_000_000, 315_000_000]]


def test_a_session_that_vanishes_leaves_the_cluster_free(spark, on_cluster, sessions):
    (client,) = on_cluster.clients()
    on_cluster.send(LONG)
    wait_for_work(wait_for_executor(spark))
    on_cluster.process.kill()
    on_cluster.process.wait()
    wait_for_end(client)
    # The one core of the cluster would be busy for hours.
    assert sessions(spark.remote).run("SELECT count(*) FROM digit") == [[10]]


def test_ctrl_c_frees_the_cluster(spark, on_cluster, sessions):
    """Within two seconds, which a loaded machine may double."""
    on_cluster.send(LONG)
    wait_for_work(wait_for_executor(spark))
    waits = sessions(spark.remote)
    waits.send("SELECT count(*) FROM digit")
    assert waits.next_event("statement")["state"] == "begin"
    waits.interrupt()
    with pytest.raises(Failed, match="interrupted"):
        waits.take()
    began = time.monotonic()
    on_cluster.interrupt()
    with pytest.raises(Failed, match="interrupted"):
        on_cluster.take()
    assert time.monotonic() - began < 4
    # The one core would be busy for hours.
    assert sessions(spark.remote).run("SELECT count(*) FROM digit") == [[10]]


def test_a_lost_stream_is_taken_up_again(spark, sessions):
    proxy = spark_servers.Proxy(spark.port)
    try:
        session = fill(sessions("sc://127.0.0.1:%d" % proxy.port))
        session.send("SELECT sum(d) FROM (%s) t" % rows(8))
        wait_for_work(wait_for_executor(spark))
        accepted = proxy.accepted
        proxy.cut()
        assert session.take() == [[3_600_000_000]]
        assert proxy.accepted > accepted
    finally:
        proxy.close()


def test_a_machine_that_vanishes_leaves_the_cluster_free(spark, on_cluster, sessions):
    """The session and its client at once: nobody ends the operation but Spark, which misses its client."""
    (client,) = on_cluster.clients()
    on_cluster.send(LONG)
    wait_for_work(wait_for_executor(spark))
    on_cluster.process.kill()
    os.kill(client, signal.SIGKILL)
    on_cluster.process.wait()
    assert sessions(spark.remote).run("SELECT count(*) FROM digit") == [[10]]


def test_the_driver_is_killed_while_a_statement_writes(spark, on_cluster, tmp_path):
    before = data_files(tmp_path / "home")
    on_cluster.send(WRITE_LONG)
    wait_for_work(wait_for_executor(spark))
    spark.kill_driver()
    with pytest.raises(Failed, match="PAISQL-0001"):
        on_cluster.take()
    failed = on_cluster.fails("SELECT count(*) FROM digit")
    assert failed.code == "PAISQL-0001" and "no Spark answers" in failed.message
    on_cluster.run("SET paisql.engine=duckdb")
    assert on_cluster.run("SELECT count(*) FROM sink") == [[0]]
    assert data_files(tmp_path / "home") == before
