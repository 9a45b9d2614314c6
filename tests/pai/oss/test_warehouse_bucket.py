"""A home whose data files lie in a bucket."""

import os
import subprocess

import pytest

import s3_gate
from lake_home import CREATE, SALE, Lake, home_in_bucket, s3_endpoint  # noqa: F401


def test_tables_are_written_read_changed_and_dropped(lake):
    lake.run(SALE).ok()
    before = lake.keys()
    assert [key.split("/")[1:4] for key in before] == [["p", "sale", "ds=1"], ["p", "sale", "ds=2"]]
    lake.forget_copies()
    since = len(lake.gate.requests)
    assert lake.rows("SELECT id, city FROM sale WHERE ds = '1' ORDER BY id LIMIT 9;") == [("1", "a"), ("2", "b")]
    assert {key.split("/")[2] for key, _ in lake.asked("GET", since)} == {"ds=1"}
    since = len(lake.gate.requests)
    assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds = '1';") == [("2",)]
    assert lake.asked("GET", since) == []
    lake.run("INSERT OVERWRITE TABLE sale PARTITION (ds = '1') SELECT 7, 'z';").ok()
    lake.forget_copies()
    assert lake.rows("SELECT id FROM sale WHERE ds <> '' ORDER BY id LIMIT 9;") == [("3",), ("7",)]
    lake.run("RESTORE TABLE sale TO LSN '%s';" % first_version(lake)).ok()
    assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds = '1';") == [("2",)]
    lake.run("DROP TABLE sale;").ok()
    assert len(lake.keys()) == 4  # one of them is what the RESTORE has linked
    lake.forget_copies()
    lake.run("UNDROP TABLE sale;").ok()
    assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds > '';") == [("3",)]
    lake.run("DROP TABLE sale PURGE;").ok()
    assert lake.keys() == []


def first_version(lake):
    return lake.rows("SHOW HISTORY FOR TABLE sale;")[0][3]


def test_rows_change_one_by_one_and_go_through_tunnel(lake):
    lake.run(
        "CREATE TABLE t (id BIGINT, name STRING) TBLPROPERTIES ('transactional'='true');"
        "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c');"
        "UPDATE t SET name = 'x' WHERE id = 2; DELETE FROM t WHERE id = 1;"
    ).ok()
    lake.forget_copies()
    lake.run("MERGE INTO t USING (SELECT 3 id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET name = 'y';").ok()
    lake.home.write("more.csv", "4,d\n")
    lake.run("TUNNEL UPLOAD more.csv t;").ok()
    lake.forget_copies()
    lake.run("TUNNEL DOWNLOAD t out.csv;").ok()
    with open(os.path.join(lake.home.files, "out.csv"), encoding="utf-8") as stream:
        assert sorted(stream.read().split()) == ["2,x", "3,y", "4,d"]
    lake.forget_copies()
    lake.run("ALTER TABLE t COMPACT MAJOR; CREATE TABLE u AS SELECT * FROM t;").ok()
    lake.forget_copies()
    assert lake.rows("SELECT COUNT(*) FROM u a JOIN t b ON a.id = b.id;") == [("3",)]
    assert lake.run("SELECT 1;").ok() and "unlisted" not in lake.home.verify().stdout


def test_columns_that_are_not_read_are_not_fetched(lake):
    lake.run(
        "CREATE TABLE wide (id BIGINT, text STRING);"
        "INSERT INTO wide SELECT id, sha2(CAST(id AS STRING), 512) FROM"
        " (SELECT pos AS id FROM (SELECT 1) one LATERAL VIEW POSEXPLODE(SEQUENCE(1, 20000)) x AS pos, v) y;"
    ).ok()
    lake.forget_copies()
    since = len(lake.gate.requests)
    assert lake.rows("SELECT SUM(id) FROM wide;") == [("199990000",)]
    read = sum(count for _, count in lake.asked("GET", since))
    size = sum(os.path.getsize(path) for path in copies(lake))
    assert 0 < read < size / 2
    taken = sum(os.stat(path).st_blocks * 512 for path in copies(lake))
    assert taken < size / 2
    since = len(lake.gate.requests)
    both = lake.run("SELECT SUM(id) FROM wide; SELECT COUNT(DISTINCT text) FROM wide;").ok().rows
    assert both == [("199990000",), ("20000",)]
    assert sum(count for _, count in lake.asked("GET", since)) < size


def copies(lake):
    return [
        os.path.join(folder, name)
        for folder, _, names in os.walk(os.path.join(lake.home.path, "warehouse"))
        for name in names
    ]


def test_the_bucket_belongs_to_the_tables(lake):
    lake.run("CREATE TABLE t (id BIGINT); INSERT INTO t VALUES (1);").ok()
    for statement in (
        "OSS LS oss://lake/;",
        "OSS RM -r -f oss://lake/;",
        "CREATE ROLE r; GRANT Read ON BUCKET lake TO ROLE r;",
    ):
        lake.run(statement).fails("holds the data files of this home")
    lake.run("DROP BUCKET lake;").fails("the place of the data files cannot change")
    lake.run("CREATE BUCKET other LOCATION 's3://there/x' PROPERTIES ('warehouse'='maybe');").fails("'true' or 'false'")
    lake.run("CREATE BUCKET other LOCATION 's3://there/x' PROPERTIES ('copies'='1GB');").fails("'warehouse'='true'")
    lake.run(CREATE.replace("lake", "other") % (lake.gate.url, 20, "")).fails(
        "the place of the data files cannot change"
    )
    again = CREATE.replace("BUCKET lake", "BUCKET IF NOT EXISTS lake") % (lake.gate.url, 20, "")
    lake.run(again).ok()
    lake.run("DROP TABLE t PURGE;").ok()
    lake.run("DROP BUCKET lake;").ok()
    lake.run(CREATE.replace(", 'warehouse'='true'%s", "") % (lake.gate.url, 20)).ok()
    lake.run(again).fails("holds no data files of this home")
    assert [row[0] for row in lake.rows("SHOW BUCKETS;")] == ["lake"]
    lake.run("DROP BUCKET lake;").ok()
    lake.run("CREATE TABLE t (id BIGINT); INSERT INTO t VALUES (1);").ok()
    assert lake.rows("SELECT * FROM t;") == [("1",)] and lake.gate.requests and copies(lake)


def test_copies_beyond_the_limit_go(home, server):
    gate = s3_gate.Gate(server.url)
    lake = Lake(home, gate, ", 'copies'='1KB'")
    lake.run(SALE).ok()
    assert copies(lake) == []
    assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds > '' AND id > 1;") == [("2",)]
    lake.run("DROP TABLE sale PURGE;").ok()
    gate.close()


@pytest.fixture(name="small_lake")
def home_in_bucket_on_a_small_disk(home, server):
    os.makedirs(home.path)
    mount = ["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", home.path]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    gate = s3_gate.Gate(server.url)
    yield Lake(home, gate)
    gate.close()
    subprocess.run(["umount", home.path], check=True)


def test_a_disk_with_little_space_takes_nothing_that_is_kept(small_lake):
    small_lake.run(SALE).ok()
    small_lake.run("INSERT OVERWRITE TABLE sale PARTITION (ds = '1') SELECT 7, 'z';").ok()
    before = small_lake.keys()
    disk = os.statvfs(small_lake.home.path)
    with open(os.path.join(small_lake.home.path, "filler"), "wb") as stream:
        stream.write(bytes(disk.f_bavail * disk.f_frsize - (2 << 20)))
    assert small_lake.rows("SELECT COUNT(*) FROM sale WHERE ds = '1';") == [("1",)]
    assert small_lake.keys() == before
    small_lake.run("RESTORE TABLE sale TO LSN '%s';" % first_version(small_lake)).ok()
    assert small_lake.rows("SELECT COUNT(*) FROM sale WHERE ds = '1';") == [("2",)]


@pytest.fixture(name="closing")
def mount_that_nobody_writes_to(lake):
    """Closes the home to writers, until the test ends."""
    mounts = []

    def close():
        for options in (["--bind", lake.home.path, lake.home.path], ["-o", "remount,bind,ro", lake.home.path]):
            if subprocess.run(["mount", *options], capture_output=True, check=False).returncode != 0:
                pytest.skip("nothing can be mounted here")
            mounts[:] = [lake.home.path]

    yield close
    for path in mounts:
        subprocess.run(["umount", path], check=True)


def test_a_reader_that_may_not_write_reads_what_was_copied(lake, closing):
    lake.run(SALE).ok()
    for path in copies(lake):
        if "ds=2" in path:
            os.remove(path)
    closing()
    assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds = '1';") == [("2",)]
    refused = lake.run("SELECT COUNT(*) FROM sale WHERE ds = '2' AND id > 0;")
    assert refused.status != 0 and "get permission to write there" in refused.stderr
