"""Damaged data are an error and never rows, and `paisql verify` finds and mends what can be mended."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess

import pytest

TIMEOUT = 180
# Every kind of column, in more than one block of 64 KiB.
WIDE = (
    "CREATE TABLE w (i BIGINT, t TINYINT, b BOOLEAN, f DOUBLE, d DECIMAL(38,10), s STRING, x BINARY, "
    "day DATE, at DATETIME, ts TIMESTAMP, a ARRAY<BIGINT>, m MAP<STRING,STRING>, "
    "r STRUCT<p:BIGINT,q:STRING>);"
    "INSERT INTO TABLE w SELECT n, CAST(n % 100 AS TINYINT), n % 3 = 0, n / 7.0, CAST(n AS DECIMAL(38,10)), "
    "md5(CAST(n AS STRING)), CAST(md5(CAST(n AS STRING)) AS BINARY), DATE_ADD(DATE'2024-01-01', "
    "CAST(n % 1000 AS BIGINT)), FROM_UNIXTIME(n), CAST(FROM_UNIXTIME(n) AS TIMESTAMP), ARRAY(n, n + 1), "
    "MAP('k', CAST(n AS STRING)), NAMED_STRUCT('p', n, 'q', CAST(n AS STRING)) "
    "FROM (SELECT EXPLODE(SEQUENCE(1, 8000)) AS n) v;"
)
WHOLE = "SELECT i, t, b, f, d, s, day, at FROM w;"


@pytest.fixture
def filled(shell):
    shell.ok(
        "CREATE TABLE t (a BIGINT, s STRING); INSERT INTO TABLE t VALUES (1, 'x'), (2, 'y');"
        "CREATE TABLE p (a BIGINT) PARTITIONED BY (ds STRING);"
        "INSERT INTO TABLE p PARTITION (ds) VALUES (1, 'one'), (2, 'two');"
    )
    return shell


def data_file(shell, part=""):
    return next(path for path in sorted((shell.home / "warehouse").rglob("*.parquet")) if part in str(path))


def verify(shell, *arguments, **options):
    command = [shell.command()[0], "verify", "--home", str(shell.home), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT, **options)


def findings(shell, *arguments):
    """Severity, kind, object, path, text and repair of each."""
    done = verify(shell, *arguments)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert all(len(line) == 6 for line in lines), done.stdout
    found = any(line[0] != "note" for line in lines)
    assert done.returncode == (1 if found else 0), done.stdout + done.stderr
    return lines


def kinds(shell, *arguments):
    return sorted(line[1] for line in findings(shell, *arguments))


def mended(shell, *kinds_expected):
    """Repairs the home, which then is clean."""
    lines = findings(shell, "--repair")
    assert sorted(line[1] for line in lines) == sorted(kinds_expected)
    assert all(line[5] != "-" for line in lines), lines
    assert findings(shell) == []
    return lines


def change(shell, *statements):
    with sqlite3.connect(shell.home / "catalog.sqlite") as catalog:
        for statement in statements:
            catalog.execute(statement)
    catalog.close()


def flip(path, bit):
    """In another file of the same name, as a copy from elsewhere would be."""
    content = bytearray(path.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    path.unlink()
    path.write_bytes(content)


def spoil_footer(content):
    size = int.from_bytes(content[-8:-4], "little")
    return content[: -8 - size] + b"\xff" * size + content[-8:]


def fails_as_damaged(done, *texts):
    assert done.returncode == 3, done.stdout + done.stderr
    assert done.stderr.startswith("FAILED: PAISQL-0003"), done.stderr
    assert "\nhint: `paisql verify`" in done.stderr
    for text in texts:
        assert text in done.stderr
    for word in ["parquet file", "Thrift", "TProtocol", "Snappy", "INTERNAL", "magic"]:
        assert word not in done.stderr


def test_a_fresh_home_is_clean(shell):
    shell.ok("SHOW TABLES;")
    done = verify(shell)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("nothing is wrong: 0 tables, 0 files, ")


def test_a_home_in_use_is_clean(filled, tmp_path):
    resource = tmp_path / "r.txt"
    resource.write_text("a resource")
    (tmp_path / "rows.csv").write_text("7,seven\n")
    filled.ok(
        f"ADD FILE {resource}; CREATE VIEW v AS SELECT a FROM t; INSERT OVERWRITE TABLE t SELECT * FROM t;"
        f"TUNNEL UPLOAD {tmp_path / 'rows.csv'} t; CREATE TABLE c AS SELECT a FROM t; DROP TABLE c;"
        "ALTER TABLE p ADD PARTITION (ds = 'a/b=c'); ALTER TABLE p DROP PARTITION (ds = 'one');"
        "ALTER TABLE t ADD COLUMNS (c DECIMAL(20,3)); ALTER TABLE t RENAME TO u; TRUNCATE TABLE p;"
        "INSERT INTO TABLE u VALUES (3, 'z', 1.5BD); ALTER TABLE u DROP COLUMNS s;"
        "ALTER TABLE u CHANGE COLUMN a b DECIMAL(30,2); ALTER TABLE u SET LIFECYCLE 3;"
    )
    assert findings(filled) == []


def test_there_has_to_be_a_home(shell):
    done = verify(shell)
    assert done.returncode == 3
    assert "there is no home" in done.stderr and not shell.home.exists()


def test_no_flipped_bit_is_silent(shell):
    shell.ok(WIDE)
    path = data_file(shell)
    right = sorted(shell.ok(WHOLE, "--format", "tsv", "--no-header").splitlines())
    saved = path.read_bytes()
    assert len(saved) > 6 * 65536
    dice = random.Random(20261122)
    places = [dice.randrange(8 * len(saved)) for _ in range(24)]
    # The footer and what stands around it.
    places += [8 * (len(saved) - back) for back in (1, 5, 8, 9, 200, 2000)] + [0, 33]
    silent = 0
    for bit in places:
        flip(path, bit)
        done = shell.sql(WHOLE, "--format", "tsv", "--no-header")
        if done.returncode == 0:
            assert sorted(done.stdout.splitlines()) == right, bit
            silent += 1
        else:
            fails_as_damaged(done, "of table default_project.w is damaged", str(path))
        path.write_bytes(saved)
    # WHOLE does not read the columns x, ts, a, m and r.
    assert silent < len(places) - 10
    for bit in places[::6]:
        flip(path, bit)
        assert kinds(shell) == ["damaged-file"], bit
        path.write_bytes(saved)
    assert findings(shell) == []


def test_only_what_a_statement_reads_is_checked(shell):
    shell.ok(WIDE)
    path = data_file(shell)
    # i comes first in the file.
    flip(path, 8 * 5000)
    fails_as_damaged(
        shell.sql("SELECT sum(i) FROM w;"), "table default_project.w is damaged: among its bytes 0 to 65535"
    )
    assert shell.rows("SELECT count(*) FROM w;") == [["8000"]]
    assert shell.rows("SELECT max(q) FROM (SELECT r.q AS q FROM w) v;") == [["999"]]
    assert shell.ok("EXPLAIN SELECT i FROM w;")


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT a FROM p WHERE ds = 'two';",
        "INSERT OVERWRITE TABLE t SELECT a, ds FROM p;",
        "CREATE TABLE u AS SELECT a FROM p;",
        "EXPLAIN ANALYZE SELECT a FROM p;",
        "TUNNEL DOWNLOAD p out.csv;",
        "SELECT TRANSFORM(a) USING 'cat' AS (b) FROM p;",
        "SELECT * FROM t WHERE a IN (SELECT a FROM p);",
        "FROM p INSERT INTO TABLE t SELECT a, ds INSERT INTO TABLE p PARTITION (ds = 'three') SELECT a;",
    ],
)
def test_every_reader_checks(filled, tmp_path, statement):
    path = data_file(filled, "ds=two")
    flip(path, 8 * 6)
    done = filled.sql("SET odps.sql.allow.fullscan=true;" + statement, cwd=tmp_path)
    assert done.returncode == 3, done.stdout
    assert "PAISQL-0003" in done.stderr
    assert f"the data file {path} of table default_project.p, partition ds=two is damaged" in done.stderr
    assert "\nhint: `paisql verify`" in done.stderr
    assert not (tmp_path / "out.csv").exists()
    assert filled.rows("SELECT count(*) FROM t;") == [["2"]]
    assert filled.rows("SELECT a FROM p WHERE ds = 'one';") == [["1"]]


def test_the_setting(filled):
    path = data_file(filled, "/t/")
    saved = path.read_bytes()
    flip(path, 8 * 6)
    fails_as_damaged(filled.sql("SELECT count(*) FROM t;"))
    assert filled.ok("SET paisql.read.verify=false; SELECT count(*) FROM t;")
    # What the engine cannot read is looked at all the same.
    path.write_bytes(spoil_footer(saved))
    done = filled.sql("SET paisql.read.verify=false; SELECT a FROM t;")
    assert done.returncode == 3 and "PAISQL-0003" in done.stderr and str(path) in done.stderr


@pytest.mark.parametrize("thing", ["fifo", "folder", "link"])
@pytest.mark.parametrize("setting", ["true", "false"])
def test_what_is_no_file_is_not_waited_for(filled, thing, setting):
    path = data_file(filled, "/t/")
    path.unlink()
    if thing == "fifo":
        os.mkfifo(path)
    elif thing == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    done = filled.sql(f"SET paisql.read.verify={setting}; SELECT a FROM t;")
    assert done.returncode == 3
    assert "of table default_project.t is damaged: it is not a file any more" in done.stderr
    assert kinds(filled) == ["damaged-file"]
    mended(filled, "damaged-file")
    assert filled.rows("SELECT count(*) FROM t;") == [["0"]]


def test_files_without_checksums_are_looked_at_when_the_engine_fails(filled):
    change(filled, "UPDATE data_files SET block_sums = NULL")
    path = data_file(filled, "/t/")
    saved = path.read_bytes()
    for damaged in [bytes(len(saved)), spoil_footer(saved), saved[:-8] + b"\xff" * 4 + b"PAR1"]:
        path.write_bytes(damaged)
        fails_as_damaged(filled.sql("SELECT a, s FROM t;"), str(path))
        assert ["damaged-file", "default_project.t"] in [line[1:3] for line in findings(filled)]
    path.write_bytes(saved)
    assert sorted(line[2] for line in mended(filled, *["no-checksum"] * 3)) == [
        "default_project.p/one",
        "default_project.p/two",
        "default_project.t",
    ]
    flip(path, 8 * 6)
    fails_as_damaged(filled.sql("SELECT a FROM t;"))


def test_damaged_files_are_kept_and_told(filled):
    damaged, missing = data_file(filled, "ds=one"), data_file(filled, "/t/")
    flip(damaged, 40)
    kept = damaged.read_bytes()
    missing.unlink()
    before = {line[1]: line for line in findings(filled)}
    assert sorted(before) == ["damaged-file", "missing-file"]
    severity, _, table, path, text, repair = before["damaged-file"]
    assert (severity, table, path, repair) == (
        "error",
        "default_project.p/one",
        str(damaged.relative_to(filled.home)),
        "-",
    )
    assert "1 row of partition one of table default_project.p cannot be read" in text
    assert "2 rows of table default_project.t" in before["missing-file"][4]
    repaired = {line[1]: line[5] for line in findings(filled, "--repair")}
    assert repaired["missing-file"] == "-", "it may come back"
    assert repaired["damaged-file"].endswith("; kept as damaged/" + path)
    assert kinds(filled) == ["missing-file"]
    given_up = [line for line in findings(filled, "--repair", "--give-up-missing")]
    assert [line[1] for line in given_up] == ["missing-file"] and "off the table's list" in given_up[0][5]
    assert findings(filled) == []
    assert not damaged.exists()
    assert (filled.home / "damaged" / damaged.relative_to(filled.home)).read_bytes() == kept
    lost = [line.split("\t") for line in (filled.home / "damaged/lost.tsv").read_text().splitlines()]
    assert sorted((line[1], line[2], line[4]) for line in lost) == [
        ("lost", "default_project.p/one", "1"),
        ("lost", "default_project.t", "2"),
    ]
    assert filled.rows("SELECT a FROM p WHERE ds > '';") == [["2"]]
    assert filled.rows("SELECT count(*) FROM t;") == [["0"]]


def test_orphans(filled, tmp_path):
    resource = tmp_path / "r.txt"
    resource.write_text("a resource")
    filled.ok(f"ADD FILE {resource};")
    stray = filled.home / "warehouse/default_project/t/stray.parquet"
    stray.write_text("nobody's")
    (filled.home / "resources/default_project/stray").write_text("nobody's")
    lines = mended(filled, "orphan", "orphan")
    assert {line[3] for line in lines} == {
        "warehouse/default_project/t/stray.parquet",
        "resources/default_project/stray",
    }
    assert filled.rows("SELECT count(*) FROM t;") == [["2"]]
    assert filled.ok("LIST RESOURCES;")


def test_leases_and_staging_of_the_dead(filled):
    process = filled.start()
    process.stdin.write("SELECT TRANSFORM(a) USING 'sh -c \"echo ready >&2; cat >/dev/null; sleep 60\"' AS (b) FROM t;")
    process.stdin.flush()
    while "ready" not in process.stderr.readline():
        assert process.poll() is None
    assert findings(filled) == [], "a running session is not a finding"
    assert kinds(filled, "--repair") == []
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=TIMEOUT)
    process.stdin.close(), process.stdout.close(), process.stderr.close()
    assert kinds(filled) == ["dead-lease", "dead-staging"]
    mended(filled, "dead-lease", "dead-staging")
    (filled.home / "staging/nobody").mkdir()
    mended(filled, "dead-staging")


def test_resources(filled, tmp_path):
    resource = tmp_path / "r.txt"
    resource.write_text("a resource")
    filled.ok(f"ADD FILE {resource};")
    copy = next((filled.home / "resources").rglob("r.txt"))
    copy.chmod(0o600)
    copy.write_text("b resource")
    [line] = findings(filled)
    assert line[:3] == ["error", "damaged-resource", "default_project/r.txt"] and str(resource) in line[4]
    copy.unlink()
    [line] = findings(filled, "--repair")
    assert line[:3] == ["error", "missing-resource", "default_project/r.txt"] and line[5] == "-"
    filled.ok(f"ADD FILE {resource} -f;")
    assert findings(filled) == []


@pytest.mark.parametrize(
    "statement, text",
    [
        ("UPDATE data_files SET path = '../../etc/passwd' WHERE partition_id = 0", "leads out of warehouse/"),
        ("UPDATE data_files SET path = '/etc/passwd' WHERE partition_id = 0", "leads out of warehouse/"),
        ("UPDATE data_files SET path = 'warehouse/a/../../x' WHERE partition_id = 0", "leads out of warehouse/"),
        ("UPDATE data_files SET rows = -1", "a number of the data file"),
        ("UPDATE tables SET files_version = 99999", "a number of the table"),
        ("UPDATE partitions SET files_version = -1", "a number of the partition"),
        ("UPDATE data_files SET bytes = -1, block_sums = NULL WHERE partition_id = 0", "a number of the data file"),
        ("UPDATE data_files SET added_at = 1000000", "a number of the data file"),
        ("UPDATE data_files SET block_sums = x'00' WHERE partition_id = 0", "a number of the data file"),
        ("UPDATE data_files SET schema_version = 7", "under a version of its table that there is not"),
        ("UPDATE data_files SET partition_id = 99", "belongs to no partition"),
        ("UPDATE data_files SET table_id = 99", "belongs to no table"),
        ("UPDATE tables SET schema_version = -5", "a number of"),
        ("UPDATE columns SET type = 'no type'", "'no type' does not exist"),
        ("UPDATE columns SET since_version = 9", "a number of a column"),
        ("UPDATE partitions SET key = key || '/x'", "another number of values"),
        ("DELETE FROM columns WHERE table_id = 1", "no data column"),
        ("UPDATE counters SET snapshot = -1", "the newest commit"),
        ("UPDATE tables SET project_id = 99", "that there is not"),
    ],
)
def test_rows_of_the_catalog_that_cannot_be(filled, statement, text):
    change(filled, statement)
    lines = findings(filled)
    assert any(line[1] == "bad-row" and text in line[4] for line in lines), lines
    assert all(line[0] == "error" or line[1] == "orphan" for line in lines)


def test_a_damaged_catalog(filled):
    change(filled, "PRAGMA wal_checkpoint(TRUNCATE)")
    path = filled.home / "catalog.sqlite"
    with sqlite3.connect(path) as catalog:
        [(root,)] = catalog.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'data_files_live'").fetchall()
    catalog.close()
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 + 8 : (root - 1) * 4096 + 100] = b"\x5a" * 92
    path.write_bytes(content)
    done = verify(filled)
    assert done.returncode == 3, done.stdout
    assert "is damaged" in done.stderr and "\nhint: " in done.stderr
    path.write_bytes(b"no database at all" * 500)
    done = verify(filled)
    assert done.returncode == 3 and "is damaged" in done.stderr


def job(shell, number, state):
    change(
        shell,
        "INSERT INTO jobs (id, project_id, kind, name, statement, owner, state, message, created_ms, "
        f"started_ms, ended_ms, supervisor_pid, supervisor_start, boot_id) VALUES ('{number}', 1, 'pai', '', "
        f"'PAI', '', '{state}', '', 1, 1, 0, 0, 0, '')",
    )


def test_jobs(filled):
    job(filled, "20260101000000000g1", "running")
    job(filled, "20260101000000000g2", "succeeded")
    stray = filled.home / "jobs/20260101000000000g3"
    stray.mkdir()
    os.utime(stray, (1, 1))
    (filled.home / "jobs/20260101000000000g4").mkdir()  # of a job that is being submitted
    assert sorted(line[:3] for line in findings(filled)) == [
        ["note", "job-without-directory", "20260101000000000g2"],
        ["warning", "dead-job", "20260101000000000g1"],
        ["warning", "stray-job-directory", "20260101000000000g3"],
    ]
    repairs = {line[1]: line[5] for line in findings(filled, "--repair")}
    assert repairs == {
        "dead-job": "the row says failed now",
        "job-without-directory": "-",
        "stray-job-directory": "moved to damaged/jobs/20260101000000000g3",
    }
    assert (filled.home / "damaged/jobs/20260101000000000g3").is_dir()
    assert {line[1] for line in findings(filled)} == {"job-without-directory"}


def test_a_reader_keeps_its_files_beside_a_repair(filled):
    reader = filled.start("--format", "tsv", "--no-header")
    reader.stdin.write("SELECT a FROM t;")
    reader.stdin.flush()
    assert {reader.stdout.readline(), reader.stdout.readline()} == {"1\n", "2\n"}
    data_file(filled, "ds=one").unlink()
    assert kinds(filled, "--repair", "--give-up-missing") == ["missing-file"]
    assert findings(filled) == []
    reader.stdin.write("SELECT sum(a) FROM t; INSERT INTO TABLE t VALUES (5, 'n'); SELECT sum(a) FROM t;")
    reader.stdin.close()
    assert reader.stdout.read() == "3\n8\n"
    assert reader.wait(timeout=TIMEOUT) == 0
    reader.stdout.close(), reader.stderr.close()
    assert findings(filled) == []


def test_a_read_only_home(filled):
    home = filled.home
    flip(data_file(filled, "ds=one"), 40)
    for folder, _, files in os.walk(home):
        for name in files:
            os.chmod(os.path.join(folder, name), 0o444)
        os.chmod(folder, 0o555)

    def drop():
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)

    if os.geteuid() == 0:
        for folder in [home, *home.parents]:
            os.chmod(folder, os.stat(folder).st_mode | 0o011)
    try:
        done = verify(filled, preexec_fn=drop, cwd="/")
        assert done.returncode == 1 and done.stdout.startswith("error\tdamaged-file"), done.stderr
        done = verify(filled, "--repair", preexec_fn=drop, cwd="/")
        assert done.returncode == 3 and "read-only" in done.stderr
    finally:
        for folder, _, _ in os.walk(home):
            os.chmod(folder, 0o755)


def test_a_copied_home_is_as_good(filled, tmp_path):
    shutil.copytree(filled.home, tmp_path / "copy")
    filled.home = tmp_path / "copy"
    assert findings(filled) == []
    assert filled.rows("SELECT sum(a) FROM t;") == [["3"]]
