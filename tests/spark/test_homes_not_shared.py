"""A cluster whose machines do not see the home says so: no query finds a table empty, no write gets lost."""

import cluster
import pytest
import spark_servers

# A server in a mount namespace of its own, where an empty folder lies over the home.
HIDDEN = ("unshare", "-m", "sh", "-c", 'mount -t tmpfs tmpfs "$0" && exec "$@"')


def starts_sail(_, prefix):
    return spark_servers.sail(prefix=prefix)


def starts_spark(folder, prefix):
    return cluster.Cluster(folder, prefix=prefix)


@pytest.fixture(params=[starts_sail, pytest.param(starts_spark, marks=cluster.NEEDED)])
def server(request, tmp_path):
    (tmp_path / "home").mkdir()
    if not spark_servers.may_run(*HIDDEN, tmp_path / "home", "true"):
        pytest.skip("no file system may be mounted here")
    made = request.param(tmp_path, (*HIDDEN, str(tmp_path / "home")))
    yield made
    made.close()


def test_a_home_that_the_cluster_does_not_see(server, sessions):
    session = sessions(remote="")
    session.run("CREATE TABLE t AS SELECT 1L AS a")
    session.run("CREATE TABLE p (a BIGINT) PARTITIONED BY (x STRING)")
    for x in ("a b", "%"):
        session.run("INSERT INTO TABLE p PARTITION (x = '%s') SELECT 1L" % x)
    session.run("SET paisql.spark.remote=" + server.remote)
    session.run("SET paisql.engine=spark")
    for query in ("SELECT * FROM t", "SELECT x, a FROM p WHERE x <> ''", "INSERT OVERWRITE TABLE t SELECT a FROM p WHERE x = '%'"):  # fmt: skip
        failed = session.fails(query)
        assert failed.code == "PAISQL-0001" and "cannot read the home's files" in failed.message
        assert "at the same path" in failed.hint
    for write in ("INSERT INTO TABLE t SELECT 2L", "INSERT INTO TABLE p PARTITION (x) SELECT 2L, 'b'"):
        failed = session.fails(write)
        assert failed.code == "PAISQL-0001" and "of the cluster cannot write into" in failed.message
        assert "at the same path" in failed.hint
    session.run("SET paisql.engine=duckdb")
    assert session.run("SELECT a FROM t") == [[1]]
    assert session.run("SELECT count(*) FROM p WHERE x <> ''") == [[2]]
