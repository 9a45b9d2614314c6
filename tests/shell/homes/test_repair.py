"""`paisql verify --repair` gives nothing up that may come back, and takes back what does."""

import os
import signal

import pytest

from test_verify import TIMEOUT, change, data_file, filled, findings, flip, kinds

__all__ = ["filled"]  # the fixture


def test_what_is_missing_for_a_while_stays_listed(filled, tmp_path):
    # As when a disk below warehouse/ is not mounted.
    (filled.home / "warehouse/default_project").rename(tmp_path / "elsewhere")
    lines = findings(filled, "--repair")
    assert [line[1] for line in lines] == ["missing-file"] * 3 and {line[5] for line in lines} == {"-"}
    (tmp_path / "elsewhere").rename(filled.home / "warehouse/default_project")
    assert findings(filled) == []
    assert filled.rows("SELECT count(*) FROM t;") == [["2"]]


def test_what_cannot_be_read_for_a_while_stays_listed(filled, tmp_path):
    folder = filled.home / "warehouse/default_project/t"
    folder.rename(tmp_path / "t")
    folder.symlink_to(folder)
    [line] = [
        line
        for line in findings(filled, "--repair", "--give-up-missing")
        if line[3] != str(folder.relative_to(filled.home))
    ]
    assert line[1] == "unreadable-file" and line[5] == "-"
    folder.unlink(missing_ok=True)
    (tmp_path / "t").rename(folder)
    assert findings(filled) == []


@pytest.mark.parametrize("how", ["damaged", "missing"])
def test_a_file_that_is_put_back_is_listed_again(filled, how):
    path = data_file(filled, "ds=one")
    saved = path.read_bytes()
    if how == "damaged":
        flip(path, 40)
    else:
        path.unlink()
    findings(filled, "--repair", "--give-up-missing")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(saved)
    # Neither a session nor a sweep takes it for nobody's.
    (filled.home / "staging/nobody").mkdir()
    assert filled.rows("SELECT a FROM p WHERE ds > '';") == [["2"]]
    assert path.read_bytes() == saved
    assert "put-back" in kinds(filled)
    lines = findings(filled, "--repair")
    assert [line[5] for line in lines if line[1] == "put-back"] == ["listed again"]
    assert findings(filled) == []
    assert sorted(filled.rows("SELECT a FROM p WHERE ds > '';")) == [["1"], ["2"]]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT OVERWRITE TABLE p PARTITION (ds = 'one') SELECT 9;",
        "ALTER TABLE p DROP PARTITION (ds = 'one');",
        "DROP TABLE p;",
        "TRUNCATE TABLE p PARTITION (ds = 'one');",
    ],
)
def test_a_file_that_comes_back_too_late_is_kept(filled, statement):
    path = data_file(filled, "ds=one")
    saved = path.read_bytes()
    path.unlink()
    findings(filled, "--repair", "--give-up-missing")
    filled.ok(statement)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(saved)
    for _ in range(2):
        [line] = [line for line in findings(filled, "--repair") if line[1] != "dead-lease"]
        assert line[:2] == ["note", "set-aside"] and line[5] == "-"
    assert path.read_bytes() == saved


def test_a_wrong_file_that_is_put_back_is_moved_too(filled):
    path = data_file(filled, "ds=one")
    for number in ["", ".2"]:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"wrong" + number.encode())
        [line] = findings(filled, "--repair")
        kept = filled.home / ("damaged/" + str(path.relative_to(filled.home)) + number)
        assert kept.read_bytes() == b"wrong" + number.encode() and not path.exists()


def test_a_row_that_cannot_be_does_not_end_a_repair(filled):
    change(filled, "UPDATE data_files SET path = '../../outside', removed_at = 1 WHERE partition_id = 0")
    job = filled.home / "jobs/stray"
    job.mkdir(parents=True)
    os.utime(job, (1, 1))
    found = kinds(filled, "--repair")
    assert "bad-row" in found and "stray-job-directory" in found
    assert not job.exists()


def test_a_job_that_is_being_submitted_stays(filled):
    job = filled.home / "jobs/early"
    job.mkdir(parents=True)
    session = filled.start()
    session.stdin.write("SELECT TRANSFORM(a) USING 'sh -c \"echo ready >&2; cat >/dev/null; sleep 60\"' AS (b) FROM t;")
    session.stdin.flush()
    while "ready" not in session.stderr.readline():
        assert session.poll() is None
    (job / "lease").write_text(next(name for name in os.listdir(filled.home / "leases") if name != "readers"))
    os.utime(job, (1, 1))
    assert kinds(filled, "--repair") == [] and job.exists()
    session.send_signal(signal.SIGKILL)
    session.wait(timeout=TIMEOUT)
    session.stdin.close(), session.stdout.close(), session.stderr.close()
    assert "stray-job-directory" in kinds(filled, "--repair") and not job.exists()
