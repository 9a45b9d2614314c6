"""Nothing is lost when processes die, meet or run out of space."""

import os
import resource
import signal

import pytest

from conftest import TIMEOUT


def insert_many(count):
    return "".join(f"INSERT INTO TABLE t VALUES ({i});" for i in range(count))


def test_killed_overwrite_leaves_the_old_rows(shell):
    shell.ok("CREATE TABLE t (a BIGINT);" + insert_many(3))
    # The statements overwrite again and again; the process is killed in the midst of them.
    process = shell.start()
    process.stdin.write("INSERT OVERWRITE TABLE t SELECT a FROM t;" * 400)
    process.stdin.close()
    assert process.stderr.readline() == "OK\n"
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=TIMEOUT)
    process.stdout.close()
    process.stderr.close()
    assert shell.rows("SELECT count(*), sum(a) FROM t;") == [["3", "3"]]
    shell.ok("INSERT OVERWRITE TABLE t VALUES (9);")
    assert shell.rows("SELECT a FROM t;") == [["9"]]


def test_two_processes_insert_at_once(shell):
    shell.ok("CREATE TABLE t (a BIGINT);")
    writers = [shell.start("-e", insert_many(40)) for _ in range(2)]
    for writer in writers:
        _, errors = writer.communicate(timeout=TIMEOUT)
        assert writer.returncode == 0, errors
    assert shell.rows("SELECT count(*), count(DISTINCT a) FROM t;") == [["80", "40"]]


def test_full_disk_leaves_the_table(shell, tmp_path):
    shell.ok("CREATE TABLE t (a BIGINT, b STRING); INSERT INTO TABLE t VALUES (1, 'kept');")
    rows = tmp_path / "rows.csv"
    rows.write_text("".join(f"{i},{os.urandom(40).hex()}\n" for i in range(60000)))

    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limit = 1 << 20
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = shell.sql(f"TUNNEL UPLOAD {rows} t;", preexec_fn=small_files)
    assert done.returncode in (1, 3)
    assert "FAILED:" in done.stderr
    assert shell.rows("SELECT a, b FROM t;") == [["1", "kept"]]
    staged = [name for _, _, names in os.walk(shell.home / "staging") for name in names]
    assert not staged


@pytest.mark.parametrize("size", [1, 1000])
def test_upload_and_download_are_each_others_inverse(shell, tmp_path, size):
    source = tmp_path / "in.csv"
    source.write_text("".join(f'{i},"text ""{i}"", with\nlines",{i / 8}\n' for i in range(size)))
    target = tmp_path / "out.csv"
    shell.ok(f"CREATE TABLE t (a BIGINT, b STRING, c DOUBLE); TUNNEL UPLOAD {source} t;TUNNEL DOWNLOAD t {target};")
    shell.ok(f"CREATE TABLE u LIKE t; TUNNEL UPLOAD {target} u;")
    assert shell.rows("SELECT count(*) FROM t JOIN u ON t.a = u.a AND t.b = u.b AND t.c = u.c;") == [[str(size)]]
