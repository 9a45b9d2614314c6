"""The reserve of a home on a full disk: nothing but removing takes it, at any level of free space."""

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing

import pytest

from conftest import ROOT, TIMEOUT

RESERVE = 1 << 20
ENOUGH = RESERVE - (64 << 10)  # what is not yet returned: a log of the catalog, blocks of a lease
LEVELS = [0, 50, 130, 300, 600, 1000]  # KiB that are free

WRITES = """
SET odps.sql.allow.fullscan=true;
INSERT INTO TABLE t VALUES (1, 'x');
INSERT OVERWRITE TABLE t SELECT a + 1, b FROM t;
INSERT OVERWRITE TABLE parts PARTITION (p) SELECT a, p FROM VALUES (1, 'x'), (2, 'y'), (3, 'z') AS v (a, p);
FROM t INSERT OVERWRITE TABLE other SELECT a, b INSERT INTO TABLE t SELECT a, b;
CREATE TABLE made{n} (a BIGINT);
CREATE TABLE made_as{n} AS SELECT * FROM t;
CREATE OR REPLACE VIEW v AS SELECT a FROM t;
ALTER TABLE parts ADD PARTITION (p='p{n}');
ALTER TABLE wide ADD COLUMNS (c{n} STRING);
ALTER TABLE t SET COMMENT 'a comment {n}';
INSERT OVERWRITE TABLE t SELECT TRANSFORM (a, b) USING 'cat' AS (a BIGINT, b STRING) FROM t;
ADD FILE {file} -f;
TUNNEL UPLOAD {file} t;
CREATE MODEL m{n} FROM '{model}';
CREATE ROLE r{n};
CREATE BUCKET b{n};
"""


@pytest.fixture(params=["tmpfs", "ext4"])
def small_disk(request, shell, tmp_path):
    """The home on a file system of its own of 8 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    if request.param == "tmpfs":
        command = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    else:
        image = tmp_path / "image"
        image.write_bytes(b"")
        os.truncate(image, 10 << 20)
        if shutil.which("mkfs.ext4") is None:
            pytest.skip("there is no mkfs.ext4")
        subprocess.run(["mkfs.ext4", "-q", "-m", "0", "-O", "^has_journal", "-N", "2000", str(image)], check=True)
        command = ["mount", "-o", "loop", str(image), str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    shell.home = folder / "home"
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def free(folder):
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize


def fill(folder, left):
    """Takes all but so many bytes."""
    with open(folder / f"filler{time.monotonic_ns()}", "wb", buffering=0) as out:
        try:
            while free(folder) > left:
                out.write(bytes(4096))
        except OSError:
            pass


def reserve(shell):
    return os.path.getsize(shell.home / "reserve")


def prepare(shell):
    shell.ok(
        "CREATE TABLE t (a BIGINT, b STRING); CREATE TABLE other (a BIGINT, b STRING);"
        "CREATE TABLE wide (a BIGINT); CREATE TABLE parts (a BIGINT) PARTITIONED BY (p STRING); CREATE TABLE kept (a BIGINT);"
        "INSERT INTO TABLE kept VALUES (7); INSERT INTO TABLE t VALUES (1, 'x');"
        + "".join(
            f"CREATE TABLE big{i} AS SELECT a, repeat('x', 100) AS b FROM VALUES (1), (2) AS v (a);" for i in range(6)
        )
    )
    assert reserve(shell) == RESERVE


def test_every_statement_at_every_level(shell, small_disk, tmp_path):
    """What needs space fails or succeeds; then the rest is full, and one can look and remove."""
    prepare(shell)
    file = tmp_path / "rows.csv"
    file.write_text("".join(f"{i},r{i}\n" for i in range(500)))
    for n, level in enumerate(LEVELS):
        fill(small_disk, level << 10)
        writes = WRITES.format(n=n, file=file, model=ROOT / "tests/data/models/linear")
        done = shell.sql("SET paisql.keep_going=true;" + writes * 2)
        for line in done.stderr.splitlines():
            if "FAILED: " in line:
                assert "PAISQL-0001" in line or "exist" in line or "repeated" in line, line
        assert "core dumped" not in done.stderr and done.returncode >= 0
        assert reserve(shell) + free(small_disk) >= ENOUGH
        fill(small_disk, 0)
        assert shell.rows("SELECT a FROM kept;") == [["7"]]
        assert shell.run("verify").returncode == 0
        refused = shell.sql("INSERT OVERWRITE TABLE kept SELECT a + 1 FROM kept;")
        assert refused.returncode == 3 and "o space" in refused.stderr and "\nhint: " in refused.stderr
        assert shell.rows("SELECT a FROM kept;") == [["7"]]
        shell.ok(f"DROP TABLE big{n};")
        assert reserve(shell) >= ENOUGH
        for name in os.listdir(small_disk):
            if name.startswith("filler"):
                os.unlink(small_disk / name)
        shell.ok("INSERT INTO TABLE t VALUES (9, 'again');")
        assert reserve(shell) == RESERVE


def test_overwriting_again_and_again_leaves_the_reserve(shell, small_disk):
    prepare(shell)
    fill(small_disk, 700 << 10)
    for _ in range(4):
        shell.sql("SET paisql.keep_going=true;" + "INSERT OVERWRITE TABLE t SELECT a, repeat('y', 90000) FROM t;" * 10)
        assert reserve(shell) + free(small_disk) >= ENOUGH
        fill(small_disk, 0)
    for i in range(6):
        assert shell.rows("SELECT a FROM kept;") == [["7"]]
        shell.ok(f"DROP TABLE big{i};")
    assert shell.run("verify").returncode == 0


def test_many_removals_in_one_session(shell, small_disk):
    """Each frees less than its entry in the catalog's log takes."""
    prepare(shell)
    shell.ok("".join(f"CREATE TABLE small{i} (a BIGINT);" for i in range(60)))
    fill(small_disk, 0)
    shell.ok("".join(f"DROP TABLE small{i};" for i in range(60)) + "SHOW TABLES;")
    assert reserve(shell) >= ENOUGH
    shell.ok("DROP TABLE big0; SELECT a FROM kept;")


def test_a_job_whose_end_nobody_has_noted_is_seen(shell, small_disk):
    """Whoever looks notes the end of a job whose supervisor was killed, and sees it where that has no room."""
    prepare(shell)
    with closing(sqlite3.connect(shell.home / "catalog.sqlite")) as catalog:
        (project,) = catalog.execute("SELECT id FROM projects").fetchone()
        catalog.execute(
            "INSERT INTO jobs (id, project_id, kind, name, statement, owner, state, message, created_ms, "
            "started_ms, ended_ms, supervisor_pid, supervisor_start, boot_id) VALUES "
            "('20260101000000000gabcdef01', ?, 'pai', 'j', 'PAI', 'me', 'running', '', 1, 1, 0, 1, 1, 'x')",
            (project,),
        )
        catalog.commit()
    fill(small_disk, 0)
    assert "Failed" in str(shell.rows("SHOW P;")) and "Failed" in str(shell.rows("SHOW JOBS;"))
    shell.ok("DROP TABLE big0; DROP TABLE big1;")
    shell.ok("SHOW P;")


def test_a_killed_session_returns_its_part(shell, small_disk):
    prepare(shell)
    fill(small_disk, 0)
    for _ in range(20):
        process = shell.start("--format", "tsv")
        process.stdin.write("SELECT a FROM kept;\n")
        process.stdin.flush()
        while process.stdout.readline().strip() != "7":
            assert process.poll() is None, process.stderr.read()
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=TIMEOUT)
        process.stdin.close()
        process.stdout.close()
        process.stderr.close()
    assert shell.rows("SELECT a FROM kept;") == [["7"]]
    assert reserve(shell) >= ENOUGH
    shell.ok("DROP TABLE big0;")
