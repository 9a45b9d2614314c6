"""The steps of docs/spark.md by which a home moves to a cluster, with two users in the place of two machines: one home
that both reach, a catalog on PostgreSQL, and a server of Spark that is there before them."""

import os
import subprocess

import cluster
import pytest
import spark_servers
from conftest import PYTHON
from spark_session import BINARY, ROOT

WITH_SERVER = str(ROOT / "tests" / "postgres" / "with_server")
NO_SERVER = 77


def starts_sail(_):
    return spark_servers.sail()


@pytest.fixture(params=[starts_sail, pytest.param(cluster.Cluster, marks=cluster.NEEDED)])
def server(request, tmp_path):
    made = request.param(tmp_path)
    yield made
    made.close()


@pytest.fixture
def address():
    """Of a PostgreSQL that ends with the test."""
    process = subprocess.Popen(
        [WITH_SERVER, "sh", "-c", "echo $PAISQL_TEST_CATALOG; read end"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    found = process.stdout.readline().strip()
    if not found:
        assert process.wait() == NO_SERVER
        pytest.skip("no PostgreSQL server is installed")
    yield found
    process.communicate("end\n")


def paisql(*words):
    done = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_machines_write_one_home(server, address, sessions, tmp_path):
    alone = sessions(remote="")
    alone.run("CREATE TABLE sale (id BIGINT, what STRING) PARTITIONED BY (ds STRING)")
    alone.run("INSERT INTO TABLE sale PARTITION (ds='1') VALUES (1, 'pear'), (2, 'apple')")
    alone.close()
    home = tmp_path / "shared" / "paisql"
    home.parent.mkdir()
    subprocess.run(["cp", "-a", str(tmp_path / "home"), str(home)], check=True)
    paisql("catalog", "--home", home, address)
    (home / "odps_config.ini").write_text(
        "set.paisql.engine=spark\nset.paisql.spark.remote=%s\nset.paisql.spark.python=%s\n" % (server.remote, PYTHON)
    )
    machines = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        machines.append(sessions(remote="", home=home, HOME=str(tmp_path / name)))
    for number, machine in enumerate(machines):
        machine.send(
            "INSERT INTO TABLE sale PARTITION (ds) SELECT id + %d, sha2(what, 256), CAST(id AS STRING) FROM sale "
            "WHERE ds = '1' AND id < 3" % (10 + 10 * number)
        )
    for machine in machines:
        machine.take()
    counted = "SELECT count(*), sum(length(what)), max(ds) FROM sale WHERE ds <> ''"
    assert [machine.run(counted) for machine in machines] == [[[6, 9 + 4 * 64, "2"]]] * 2
    for machine in machines:
        assert "Engine: Spark at " + server.remote in str(machine.run("EXPLAIN " + counted))
        assert machine.clients()
        machine.close()
    paisql("verify", "--home", home)
    paisql("catalog", "--home", home, "sqlite")
    assert os.path.exists(home / "catalog.sqlite")
