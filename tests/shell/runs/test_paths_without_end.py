"""Wherever a user gives a path: what has no end, or waits for a writer, is an error and not a hang."""

import os
import signal
import subprocess
import time

import pytest

# Programs end within this time, however busy the machine is.
SOON = 60


def sql(statement):
    return lambda path: ["-e", statement.format(path=path)]


# Reads a whole file: neither a device nor a FIFO will do.
FILES = {
    "eas create": lambda path: ["eas", "create", path],
    "eas modify": lambda path: ["eas", "modify", "s", "-s", path],
    "eas autoscale": lambda path: ["eas", "autoscale", "s", "-s", path],
    "eas test": lambda path: ["eas", "test", path],
    "eas upload": lambda path: ["eas", "upload", path],
    "flow run": lambda path: ["flow", "run", path],
    "flow check": lambda path: ["flow", "check", path],
    "flow import": lambda path: ["flow", "import", path, "out"],
    "serve --model": lambda path: ["serve", "--model", path],
    "serve --processor": lambda path: ["serve", "--processor", path],
    "ADD FILE": sql("ADD FILE {path} AS f;"),
    "ADD PY": sql("ADD PY {path} AS f.py;"),
    "OSS CP": sql("CREATE BUCKET b; OSS CP {path} oss://b/k;"),
    "CREATE MODEL": sql("CREATE MODEL m FROM '{path}';"),
    "PAI script": sql("PAI -name tensorflow1120_ext -Dscript='file://{path}';"),
    "PAI hyperParameters": sql(
        "PAI -name tensorflow1120_ext -Dscript='file://{path}' -DhyperParameters='file://{path}';"
    ),
}

# Reads a stream to its end: a FIFO will do.
STREAMS = {
    "-f": lambda path: ["-f", path],
    "check": lambda path: ["check", path],
    "lineage": lambda path: ["lineage", path],
    "--config": lambda path: ["--config", path, "-e", "SELECT 1;"],
    "TUNNEL UPLOAD": sql("CREATE TABLE IF NOT EXISTS t (a STRING); TUNNEL UPLOAD {path} t;"),
    "TUNNEL UPLOAD -create": sql("TUNNEL UPLOAD -create=true {path} made;"),
}


@pytest.mark.parametrize("way", FILES | STREAMS)
def test_a_device_is_no_file(shell, way):
    done = shell.run(*(FILES | STREAMS)[way]("/dev/zero"), timeout=SOON)
    assert done.returncode in (1, 2, 3), (done.stdout, done.stderr)
    assert "/dev/zero" in done.stderr


def test_standard_input_without_a_statement_ends(shell):
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run(shell.command(), stdin=zeros, capture_output=True, text=True, check=False, timeout=SOON)
    assert done.returncode == 2 and "no statement ends within 256 MiB" in done.stderr


@pytest.mark.parametrize("way", FILES)
def test_a_fifo_is_no_file(shell, way, tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    done = shell.run(*FILES[way](str(fifo)), timeout=SOON)
    assert done.returncode in (1, 2, 3), (done.stdout, done.stderr)
    assert str(fifo) in done.stderr


@pytest.mark.parametrize("way", [way for way in STREAMS if way not in ("--config", "check", "lineage")])
def test_waiting_for_the_writer_of_a_fifo_ends_with_ctrl_c(shell, way, tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    process = shell.start(*STREAMS[way](str(fifo)))
    wait_until_open(process, str(fifo))
    process.send_signal(signal.SIGINT)
    assert process.wait(SOON) == 130
    process.stdin.close()
    process.stdout.close()
    process.stderr.close()


def wait_until_open(process, path):
    """Until the program has the FIFO open, for which it must not wait for a writer."""
    end = time.monotonic() + SOON
    folder = f"/proc/{process.pid}/fd"
    while path not in {target(os.path.join(folder, name)) for name in os.listdir(folder)}:
        assert process.poll() is None and time.monotonic() < end
        os.sched_yield()


def target(link):
    try:
        return os.readlink(link)
    except OSError:
        return ""


def test_a_fifo_is_uploaded_while_it_is_written(shell, tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    shell.ok("CREATE TABLE t (a BIGINT);")
    process = shell.start("-e", f"TUNNEL UPLOAD {fifo} t;")
    with open(fifo, "w", encoding="utf-8") as writer:
        for i in range(1000):
            writer.write(f"{i}\n")
            if i % 100 == 0:
                writer.flush()
    assert process.wait(SOON) == 0
    process.stdin.close()
    process.stdout.close()
    process.stderr.close()
    assert shell.rows("SELECT COUNT(*), SUM(a) FROM t;") == [["1000", "499500"]]


def test_statements_come_from_a_pipe_by_its_name(shell):
    done = shell.run("-f", "/dev/stdin", "--format", "tsv", "--no-header", stdin="SELECT 1 + 1;")
    assert done.returncode == 0 and done.stdout == "2\n"
    assert shell.run("-f", "/dev/null").returncode == 0
