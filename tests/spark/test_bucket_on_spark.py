"""Tables of a bucket on Sail, which reads copies on this machine, or the objects themselves."""

import shutil
import sys

import pytest
from spark_session import ROOT

sys.path.append(str(ROOT / "tests" / "pai"))
import s3_gate  # noqa: E402
import s3_server  # noqa: E402

CREATE = (
    "CREATE BUCKET lake LOCATION 's3://there/lake' PROPERTIES ('endpoint'='%s', 'region'='us-east-1', "
    "'access_key_id'='testkeyid', 'access_key_secret'='testkeysecret', 'warehouse'='true')"
)
ALL = "SELECT COUNT(*), SUM(id), MAX(ds) FROM t WHERE ds <> ''"


@pytest.fixture
def endpoints():
    """Starts endpoints, which end with the test."""
    if not s3_server.has_moto():
        pytest.skip("moto is not installed: scripts/setup brings it")
    started = []

    def start():
        started.append(s3_server.S3Server())
        return started[-1]

    yield start
    for server in started:
        server.close()


@pytest.fixture(name="gate")
def gate_of_bucket(endpoints):
    gate = s3_gate.Gate(endpoints().url)
    yield gate
    gate.close()


def session_of(sessions, gate, seen):
    """A session whose tables lie in the bucket; its Sail looks for buckets at the address `seen`."""
    environment = {"ENDPOINT_URL": seen, "ALLOW_HTTP": "true", "REGION": "us-east-1"}
    environment.update(ACCESS_KEY_ID="a", SECRET_ACCESS_KEY="b")
    session = sessions(**{"AWS_" + name: value for name, value in environment.items()})
    session.run(CREATE % gate.url)
    return session


def test_copies_and_objects_have_the_same_rows(sessions, gate, tmp_path):
    session = session_of(sessions, gate, gate.url)
    session.run("CREATE TABLE t (id BIGINT) PARTITIONED BY (ds STRING)")
    session.run("INSERT INTO t PARTITION (ds) SELECT * FROM VALUES (1, 'x y'), (2, 'b%/') v (id, ds)")
    session.run("INSERT OVERWRITE TABLE t PARTITION (ds = 'x y') SELECT 3")
    shutil.rmtree(tmp_path / "home" / "warehouse")
    expected = session.run(ALL)
    assert expected == [[2, 5, "x y"]]
    shutil.rmtree(tmp_path / "home" / "warehouse")
    session.run("SET paisql.spark.remote=sc://127.0.0.1:1")
    assert "have no copies of tables that lie in a bucket" in session.fails(ALL).message
    session.run("SET paisql.spark.remote=sail")
    for wrong in (
        "s3://there",
        "s3://there/lak",
        "s3://there/lake/p",
        "s3://elsewhere/lake",
        "s3://there.x/lake",
        "lake",
    ):
        session.run("SET paisql.spark.warehouse=" + wrong)
        error = session.fails("INSERT OVERWRITE TABLE t PARTITION (ds) SELECT * FROM t WHERE ds <> ''")
        assert "they lie at s3://there/lake" in error.message
    session.run("SET paisql.spark.warehouse=s3://there/lake/")
    assert session.run(ALL) == expected
    assert not (tmp_path / "home" / "warehouse" / "test").exists()
    session.run("SET paisql.engine=auto")
    session.run("SET paisql.engine.limit=1B")
    assert session.run(ALL) == expected
    assert not (tmp_path / "home" / "warehouse" / "test").exists()
    # What Spark refuses, and what is small, is read here.
    script = "SELECT TRANSFORM (id) USING 'cat' AS (id BIGINT) FROM t WHERE ds = 'x y'"
    assert session.run(script) == [[3]]
    session.run("SET paisql.engine.limit=1GB")
    assert session.run(ALL) == expected
    session.run("SET paisql.engine.limit=1B")
    session.run("SET paisql.spark.remote=sc://127.0.0.1:1")
    assert session.run(script) == [[3]]
    session.run("SET paisql.spark.warehouse=")
    assert session.run(ALL) == expected
    assert "have no copies of tables that lie in a bucket" in str(session.run("EXPLAIN " + ALL))
    session.run("SET paisql.engine=spark")
    session.run("SET paisql.spark.remote=sail")
    session.run("SET paisql.spark.warehouse=s3://there/lake")
    shutil.rmtree(tmp_path / "home" / "warehouse")
    for key in s3_server.list_keys(gate.url, "there", "lake/"):
        if "x%20y" in key and key.endswith(".parquet"):
            s3_server.remove_key(gate.url, "there", key)
    # Sail takes an object that is missing for an empty folder.
    assert "is missing: the bucket has no object oss://lake/" in session.fails(ALL).message


def test_sail_that_looks_elsewhere_finds_no_empty_table(sessions, gate, endpoints):
    session = session_of(sessions, gate, endpoints().url)
    session.run("CREATE TABLE u (id BIGINT)")
    session.run("INSERT INTO u VALUES (1)")
    session.run("SET paisql.spark.warehouse=s3://there/lake")
    session.fails("INSERT OVERWRITE TABLE u SELECT * FROM u")
    assert "there is no s3://there/lake/" in session.fails("SELECT id FROM u").message
    session.run("SET paisql.spark.warehouse=")
    assert session.run("SELECT COUNT(*) FROM u") == [[1]]
