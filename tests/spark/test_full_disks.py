"""Disks that are full while Spark writes or sorts: an error that names the disk and the cure, and nothing is lost."""

import cluster
import pytest
from long_work import data_files
from small_disk import SmallDisk

# 25 MB that no coding makes much smaller.
WIDE = (
    "SELECT concat(sha2(CAST(n AS STRING), 512), sha2(CAST(-n AS STRING), 512)) AS u "
    "FROM (SELECT explode(sequence(1L, 100000L)) AS n) t"
)
SHUFFLED = "SELECT u FROM (%s) t GROUP BY u" % WIDE


@pytest.fixture
def disk(tmp_path):
    made = SmallDisk(tmp_path / "disk", 8)
    if not made.made:
        pytest.skip("no file system may be mounted here")
    yield made.folder
    made.close()


def test_a_full_disk_below_the_home(sessions, disk):
    session = sessions(home=disk / "home")
    session.run("CREATE TABLE wide (u STRING)")
    session.run("INSERT INTO TABLE wide VALUES ('old')")
    before = data_files(disk)
    for verb in ("INTO", "OVERWRITE"):
        failed = session.fails("INSERT %s TABLE wide %s" % (verb, WIDE))
        assert failed.code == "PAISQL-0001" and "no space is left on the disk that holds" in failed.message
        assert "free some space" in failed.hint
        assert data_files(disk) == before
        assert session.run("SELECT u FROM wide") == [["old"]]
    session.run("INSERT OVERWRITE TABLE wide VALUES ('new')")
    assert session.run("SELECT u FROM wide") == [["new"]]


@cluster.NEEDED
def test_a_full_disk_of_an_executor(sessions, disk, tmp_path):
    spark = cluster.Cluster(tmp_path, local=disk)
    try:
        session = sessions(spark.remote)
        session.run("CREATE TABLE wide (u STRING)")
        for statement in (SHUFFLED, "INSERT INTO TABLE wide " + SHUFFLED):
            failed = session.fails(statement)
            assert failed.code == "PAISQL-0001" and "no space is left on a disk of the cluster" in failed.message
            assert "spark.local.dir" in failed.hint
        assert session.run("SELECT count(*) FROM wide") == [[0]]
    finally:
        spark.close()
