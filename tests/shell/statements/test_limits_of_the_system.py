"""What the system refuses to a process, files, threads, memory, is an error with its cure."""

import os
import resource
import signal
import stat
import subprocess

import pytest

from conftest import BINARY, measures_memory

NOBODY = 65534
MANY = (
    "INSERT OVERWRITE TABLE p PARTITION (d) SELECT a, d FROM VALUES "
    + ", ".join(f"({i}, 'k #{i:03}')" for i in range(100))
    + " AS t (a, d);"
)
LONG = (
    "INSERT OVERWRITE TABLE t SELECT x.a * 1000 + y.a FROM VALUES "
    + ",".join(f"({i})" for i in range(1000))
    + " x(a) JOIN (SELECT a, 1 AS one FROM VALUES "
    + ",".join(f"({i})" for i in range(300))
    + " v(a)) y ON y.one = x.a - x.a + 1;"
)


def limited(what, number):
    return lambda: resource.setrlimit(what, (number, number))


@pytest.fixture
def filled(shell):
    shell.ok(
        "CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1), (2);"
        "CREATE TABLE p (a BIGINT) PARTITIONED BY (d STRING);"
    )
    return shell


def refused(done, *texts):
    """An error of ours that names the cure; gives the message."""
    assert done.returncode == 3, (done.returncode, done.stderr)
    assert "FAILED: PAISQL-0001" in done.stderr or "FAILED: ODPS-" in done.stderr, done.stderr
    assert "terminate called" not in done.stderr
    for text in texts:
        assert text in done.stderr, done.stderr


@pytest.mark.parametrize("kilobytes", [50, 200, 1000])
def test_files_may_not_grow(filled, kilobytes):
    done = filled.sql(LONG, preexec_fn=limited(resource.RLIMIT_FSIZE, kilobytes * 1024))
    refused(done, "larger than the system allows", "\nhint: allow larger files (ulimit -f)")
    assert filled.rows("SELECT count(*) FROM t;") == [["2"]]
    assert os.listdir(filled.home / "staging") == []


def test_a_resource_may_not_grow(filled, tmp_path):
    large = tmp_path / "large.txt"
    large.write_bytes(bytes(500_000))
    done = filled.sql(f"ADD FILE {large};", preexec_fn=limited(resource.RLIMIT_FSIZE, 300_000))
    refused(done, "File too large", "\nhint: allow larger files (ulimit -f)")


def test_the_signal_is_a_script_s_own(filled):
    """Scripts do not inherit that it is handled here."""
    mask = filled.rows(
        "SELECT TRANSFORM (a) USING 'sed -n s/SigIgn:.//p /proc/self/status' AS (s STRING) FROM t LIMIT 1;"
    )
    assert int(mask[0][0], 16) & 1 << (signal.SIGXFSZ - 1) == 0


def test_a_few_open_files_are_enough_for_scripts(filled):
    """Descriptors are handed over under small numbers."""
    for number in (32, 64):
        done = filled.sql(
            "SELECT TRANSFORM (a) USING 'cat' AS (a BIGINT) FROM t;",
            "--format",
            "tsv",
            "--no-header",
            preexec_fn=limited(resource.RLIMIT_NOFILE, number),
        )
        assert (done.returncode, sorted(done.stdout.split())) == (0, ["1", "2"]), done.stderr


def test_a_few_open_files_are_enough_for_a_job(filled, tmp_path):
    """The job's processes are started; what stands for Python ends at once."""
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho it runs\n")
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "s.py").write_text("pass\n")
    done = filled.sql(
        "SET paisql.warm=false; PAI -name tensorflow1120_ext -Dscript=file://s.py;",
        cwd=tmp_path,
        env={**os.environ, "PAISQL_PYTHON": str(python)},
        preexec_fn=limited(resource.RLIMIT_NOFILE, 64),
    )
    assert done.returncode == 0, done.stderr
    assert "it runs" in done.stdout + done.stderr


@pytest.mark.parametrize("number", [24, 64])
def test_too_many_partitions_for_the_open_files(filled, number):
    done = filled.sql(MANY, preexec_fn=limited(resource.RLIMIT_NOFILE, number))
    refused(
        done,
        "as many files open as the system allows, at partition value 'k #",
        "\nhint: allow more open files (ulimit -n)",
    )
    filled.ok(MANY)
    assert filled.rows("SELECT count(*), count(DISTINCT d) FROM p WHERE d > '';") == [["100", "100"]]


@pytest.mark.parametrize("number", range(4, 15))
def test_next_to_no_open_files(filled, number):
    """Whatever is refused first, the program says so and ends."""
    done = filled.sql(
        "SELECT sum(a) FROM t;", "--format", "tsv", "--no-header", preexec_fn=limited(resource.RLIMIT_NOFILE, number)
    )
    if done.returncode == 127:  # not even its libraries can be opened
        assert "error while loading shared libraries" in done.stderr
    elif done.returncode == 0:
        assert done.stdout == "3\n"
    else:
        assert done.returncode == 3 and "terminate called" not in done.stderr, done.stderr
    assert "ulimit -n" in done.stderr or number < 9 or done.returncode == 0, done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="another user has to be played")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_no_further_process_or_thread(filled, tmp_path, number):
    for folder in [tmp_path, *tmp_path.parents]:
        if not os.stat(folder).st_mode & 0o001:
            os.chmod(folder, os.stat(folder).st_mode | 0o011)
    for folder, _, names in os.walk(filled.home):
        os.chown(folder, NOBODY, NOBODY)
        for name in names:
            os.chown(os.path.join(folder, name), NOBODY, NOBODY)

    def one_process():
        resource.setrlimit(resource.RLIMIT_NPROC, (number, number))
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)

    try:
        subprocess.run([BINARY, "--version"], preexec_fn=one_process, check=True, capture_output=True, cwd="/")
    except (PermissionError, subprocess.CalledProcessError):
        pytest.skip("another user cannot run the program here")
    done = filled.sql("SELECT sum(a) FROM t;", "--format", "tsv", "--no-header", preexec_fn=one_process, cwd="/")
    if done.returncode == 0:
        assert done.stdout == "3\n"
    else:
        refused(done, "starts no further thread or process", "\nhint: allow more of them (ulimit -u)")
    assert number > 1 or done.returncode == 3


@measures_memory
@pytest.mark.parametrize("megabytes", [70, 80, 100, 145, 150, 155, 200, 250, 290])
def test_little_address_space(filled, megabytes):
    done = filled.sql(
        "SELECT sum(a) FROM t;",
        "--format",
        "tsv",
        "--no-header",
        preexec_fn=limited(resource.RLIMIT_AS, megabytes << 20),
    )
    if done.returncode == 127:
        assert "error while loading shared libraries" in done.stderr
    else:
        refused(done, "\nhint: allow ", "(ulimit -v)")


@measures_memory
def test_enough_address_space_for_the_engine(filled):
    """What needs no engine needs less."""
    assert filled.sql("DESC t;", preexec_fn=limited(resource.RLIMIT_AS, 150 << 20)).returncode == 0
    assert filled.sql("SELECT sum(a) FROM t;", preexec_fn=limited(resource.RLIMIT_AS, 600 << 20)).returncode == 0
