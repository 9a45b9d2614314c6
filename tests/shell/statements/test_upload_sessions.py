"""Sessions of TUNNEL UPLOAD: what is kept of them, and what takes a killed one up again."""

import json
import os
import time
from pathlib import Path

import pytest

from conftest import TIMEOUT

WIDE = "w" * 20_000


@pytest.fixture
def large(tmp_path):
    """Blocks of one MiB: some 40 of them."""
    path = tmp_path / "large.csv"
    path.write_text("".join(f"{i},{WIDE}\n" for i in range(2100)))
    return path


def history(shell):
    return shell.rows("TUNNEL SHOW HISTORY;")


def blocks(shell):
    return sorted(Path(shell.home, "uploads").glob("*/block*.json"))


def kill_in_the_middle(shell, statement):
    """The statement in a process that is killed once three blocks are complete."""
    running = shell.start("-e", statement)
    limit = time.monotonic() + TIMEOUT
    while len(blocks(shell)) < 3:
        assert running.poll() is None and time.monotonic() < limit, "it ended before it could be killed"
    running.kill()
    running.communicate()


def test_history_log_and_bad_records(shell, tmp_path):
    (tmp_path / "in.csv").write_text("1,a\nx,b\n3,c\n")
    shell.ok("CREATE TABLE t (id BIGINT, name STRING);")
    assert shell.sql("TUNNEL UPLOAD in.csv t;", cwd=tmp_path).returncode == 1
    done = shell.sql("TUNNEL UPLOAD -dbr true -fd ',' in.csv t;", cwd=tmp_path)
    assert done.returncode == 0
    newest, oldest = history(shell)
    path = tmp_path / "in.csv"
    assert newest[1:] == ["success", f"upload -dbr true -fd , {path} t"]
    assert oldest[1:] == ["bad", f"upload {path} t"]
    assert f"Upload session: {newest[0]}" in done.stderr
    assert shell.ok("TUNNEL SHOW HISTORY -n 1;").splitlines() == [f"{newest[0]}\tsuccess\t'{newest[2]}'"]
    assert len(shell.rows("tunnel show history -n 1;")) == 1
    log = [row[0] for row in shell.rows("TUNNEL SHOW LOG;")]
    assert f"Start upload:{path}" in log and "upload complete" in log
    bad = f"{path}:2: column id: 'x' is not a valid BIGINT"
    assert shell.rows("TUNNEL SHOW BAD;") == shell.rows(f"TUNNEL SHOW BAD {oldest[0]};") == [[bad]]
    done = shell.sql("TUNNEL RESUME;")
    assert done.returncode == 1 and f"the upload session {newest[0]} has succeeded" in done.stderr
    assert "0 sessions removed" in shell.sql("TUNNEL PURGE;").stderr
    assert "2 sessions removed" in shell.sql("TUNNEL PURGE 0;").stderr
    assert history(shell) == []


def test_a_killed_upload_goes_on_and_nothing_comes_twice(shell, large, tmp_path):
    shell.ok("CREATE TABLE t (id BIGINT, text STRING);")
    kill_in_the_middle(shell, f"TUNNEL UPLOAD -bs 1 -t 2 {large} t;")
    assert [row[1] for row in history(shell)] == ["failed"]
    assert shell.rows("SELECT count(*) FROM t;") == [["0"]]
    kept = {path: path.stat().st_mtime_ns for path in blocks(shell)}
    # Any of them may have been complete first.
    files = {path: path.stat().st_ino for block in kept for path in block.with_suffix("").glob("*.parquet")}
    # From another folder and another project.
    done = shell.sql("CREATE PROJECT other; USE other; TUNNEL RESUME; SELECT 1;", cwd="/")
    assert done.returncode == 0, done.stderr
    assert len(kept) >= 3 and len(files) == len(kept)
    stored = {path.stat().st_ino for path in Path(shell.home, "warehouse").rglob("*.parquet")}
    assert set(files.values()) <= stored, "a block that was complete was read again"
    assert shell.rows("SELECT id FROM t;") == [[str(i)] for i in range(2100)]
    assert [row[1] for row in history(shell)] == ["success"]
    assert blocks(shell) == []
    assert shell.sql("TUNNEL RESUME;").returncode == 1
    assert shell.rows("SELECT count(*) FROM t;") == [["2100"]]


def test_a_changed_file_is_read_anew_only_by_force(shell, large):
    shell.ok("CREATE TABLE t (id BIGINT, text STRING);")
    kill_in_the_middle(shell, f"TUNNEL UPLOAD -bs 1 {large} t;")
    large.write_text("7,changed\n")
    done = shell.sql("TUNNEL RESUME;")
    assert done.returncode == 1 and "have changed since session" in done.stderr and "RESUME -f" in done.stderr
    shell.ok("TUNNEL RESUME -f;")
    assert shell.rows("SELECT * FROM t;") == [["7", "changed"]]


def test_a_session_killed_behind_its_commit_is_not_read_again(shell, tmp_path):
    (tmp_path / "in.csv").write_text("1,a\n")
    shell.ok("CREATE TABLE t (id BIGINT, text STRING); TUNNEL UPLOAD in.csv t;", cwd=tmp_path)
    [record] = Path(shell.home, "uploads").glob("*/session.json")
    session = json.loads(record.read_text())
    record.write_text(json.dumps({**session, "status": "running"}))
    done = shell.sql("TUNNEL RESUME;")
    assert done.returncode == 0 and "are in the table already" in done.stderr
    assert shell.rows("SELECT * FROM t;") == [["1", "a"]]
    assert history(shell)[0][1] == "success"


def test_broken_records_are_no_sessions(shell, tmp_path):
    (tmp_path / "in.csv").write_text("1,a\n")
    shell.ok("CREATE TABLE t (id BIGINT, text STRING); TUNNEL UPLOAD in.csv t;", cwd=tmp_path)
    [record] = Path(shell.home, "uploads").glob("*/session.json")
    for text in ("", "{", "[]", '{"id": 7}', "\xff"):
        record.write_text(text, encoding="latin-1")
        assert history(shell) == []
    shell.ok("TUNNEL PURGE;")
    assert os.listdir(Path(shell.home, "uploads")) == []


def test_a_stream_is_not_resumed(shell, tmp_path):
    shell.ok("CREATE TABLE t (id BIGINT, text STRING);")
    done = shell.sql("TUNNEL UPLOAD /dev/stdin t;", stdin="x,1\n")
    assert done.returncode == 1
    done = shell.sql("TUNNEL RESUME;")
    assert done.returncode == 1 and "cannot be read once more" in done.stderr
