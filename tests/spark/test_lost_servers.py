"""Servers of Spark that die, refuse or are cut off while statements run: a named error, no half-written table, and the
session goes on."""

import os
import shutil
import signal
import subprocess
import time

import pytest
import spark_servers
from long_work import WRITE_LONG, data_files, fill, rows, wait_for_work
from spark_session import TIMEOUT, Failed, children


@pytest.fixture
def made():
    """Servers and proxies that end with the test."""
    ones = []
    yield ones
    for one in ones:
        one.close()


def test_a_server_that_dies_and_comes_back(sessions, made, tmp_path):
    made.append(spark_servers.sail())
    server = made[0]
    session = fill(sessions(server.remote))
    before = data_files(tmp_path / "home")
    session.send(WRITE_LONG)
    wait_for_work(server.process.pid)
    server.close()
    with pytest.raises(Failed, match="PAISQL-0001"):
        session.take()
    failed = session.fails("SELECT count(*) FROM digit")
    assert failed.code == "PAISQL-0001" and "no Spark answers" in failed.message and failed.hint
    made[:] = [spark_servers.sail(server.port)]
    assert session.run("SELECT count(*) FROM digit") == [[10]]
    assert session.run("SELECT count(*) FROM sink") == [[0]]
    assert data_files(tmp_path / "home") == before


@pytest.mark.parametrize(
    "remote, says",
    [
        ("sc://127.0.0.1:1", "no Spark answers at"),
        ("sc://", "paisql.spark.remote is"),
        ("sc://127.0.0.1:port", "paisql.spark.remote is"),
        ("yarn", "paisql.spark.remote is"),
    ],
)
def test_remotes_that_do_not_answer(sessions, remote, says):
    failed = sessions(remote).fails("SELECT 1")
    assert failed.code == "PAISQL-0001" and says in failed.message and failed.hint


@pytest.mark.parametrize(
    "version, status, says",
    [
        ("3.5.1", "INTERNAL", "Spark 3.5.1 is at"),
        ("4.2.0", "RESOURCE_EXHAUSTED", "takes no more"),
        ("4.2.0", "UNAUTHENTICATED", "refuses this session"),
        ("4.2.0", "PERMISSION_DENIED", "refuses this session"),
    ],
)
def test_a_server_of_another_version_a_full_one_and_one_that_refuses(sessions, made, version, status, says):
    made.append(spark_servers.refusing(version, status))
    failed = sessions(made[0].remote).fails("SELECT 1")
    assert failed.code == "PAISQL-0001" and says in failed.message and failed.hint
    assert "<" not in failed.message


def test_the_token_of_the_environment_reaches_the_server(sessions, made):
    """To a server of this machine without TLS as well, which clients know by this name alone."""
    made.append(spark_servers.refusing("4.2.0", "UNAUTHENTICATED"))
    failed = sessions("sc://localhost:%d" % made[0].port, SPARK_CONNECT_AUTHENTICATE_TOKEN="a-token").fails("SELECT 1")
    assert failed.code == "PAISQL-0001" and "Bearer a-token" in failed.message


def test_no_client(sessions, tmp_path):
    failed = sessions(PAISQL_SPARK_PYTHON=str(tmp_path / "none")).fails("SELECT 1")
    assert failed.code == "PAISQL-0001" and "not installed" in failed.message and "setup --spark" in failed.hint


def test_a_lost_stream_is_taken_up_again(sessions, made):
    made.append(spark_servers.sail())
    made.append(spark_servers.Proxy(made[0].port))
    session = fill(sessions("sc://127.0.0.1:%d" % made[1].port))
    session.send("SELECT sum(d) FROM (%s) t" % rows(9))
    wait_for_work(made[0].process.pid)
    accepted = made[1].accepted
    made[1].cut()
    assert session.take() == [[40_500_000_000]]
    assert made[1].accepted > accepted


def test_a_program_of_kernels_that_is_killed(session):
    fill(session)
    slow = "SELECT count(s) FROM (SELECT sha2(concat(d, 'x'), 512) AS s FROM (%s) t) t" % rows(8)
    session.send(slow)
    (client,) = session.clients()
    deadline = time.monotonic() + TIMEOUT
    while not (kernels := children(client)):
        assert time.monotonic() < deadline, "no kernel runs"
        os.sched_yield()
    wait_for_work(kernels[0])
    os.kill(kernels[0], signal.SIGKILL)
    with pytest.raises(Failed, match="PAISQL-0001: .*has ended on"):
        session.take()
    assert session.run("SELECT length(sha2(concat(d, 'x'), 512)) FROM digit WHERE d = 7") == [[128]]


def test_a_program_that_is_not_on_the_clusters_machines(session, tmp_path):
    fill(session)
    session.run("SET paisql.spark.program=%s" % (tmp_path / "paisql"))
    failed = session.fails("SELECT sha2(concat(d, 'x'), 512) FROM digit")
    assert failed.code == "PAISQL-0001" and "cannot start the program" in failed.message
    assert "paisql.spark.program" in failed.hint


def test_two_engines_write_one_table(sessions):
    on_spark = fill(sessions())
    here = sessions(remote="")
    on_spark.send("INSERT INTO TABLE sink " + rows(6))
    for d in range(3):
        here.run("INSERT INTO TABLE sink VALUES (%d)" % (100 + d))
    on_spark.take()
    assert here.run("SELECT count(*), max(d) FROM sink") == [[1_000_003, 102]]
    # Who overwrites last has the table.
    on_spark.run("INSERT OVERWRITE TABLE sink SELECT d FROM digit")
    assert here.run("SELECT count(*) FROM sink") == [[10]]


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, check=False).returncode == 0


class CutNetwork:
    """A namespace of its own at the far end of a pair of interfaces, one of which can be taken down."""

    def __init__(self):
        self.name, near, self.host = "paisql%d" % os.getpid(), "pq%d" % os.getpid(), "10.213.77.2"
        self.near, self._far = near[:15], ("f" + near)[:15]
        self.made = (
            shutil.which("ip") is not None
            and ip("netns", "add", self.name)
            and ip("link", "add", self.near, "type", "veth", "peer", "name", self._far)
            and ip("link", "set", self._far, "netns", self.name)
            and ip("addr", "add", "10.213.77.1/30", "dev", self.near)
            and ip("-n", self.name, "addr", "add", self.host + "/30", "dev", self._far)
            and ip("-n", self.name, "link", "set", self._far, "up")
            and ip("link", "set", self.near, "up")
        )

    def cut(self):
        assert ip("link", "set", self.near, "down")

    def mend(self):
        assert ip("link", "set", self.near, "up")

    def close(self):
        ip("link", "del", self.near)
        ip("netns", "del", self.name)


def test_a_network_that_is_cut(sessions, made):
    network = CutNetwork()
    made.insert(0, network)
    if not network.made:
        pytest.skip("no network namespaces may be made here")
    made.insert(0, spark_servers.sail(host=network.host, prefix=("ip", "netns", "exec", network.name)))
    session = fill(sessions(made[0].remote, PAISQL_SPARK_TIMEOUT="6"))
    session.send(WRITE_LONG)
    wait_for_work(made[0].pid())
    network.cut()
    with pytest.raises(Failed, match="PAISQL-0001: .*the connection to sc://.* is lost"):
        session.take()
    assert "no Spark answers" in session.fails("SELECT count(*) FROM digit").message
    network.mend()
    assert session.run("SELECT count(*) FROM sink") == [[0]]
