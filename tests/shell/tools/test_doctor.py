"""`paisql doctor`: what is there, what is missing, the cure. It makes no home and never hangs."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile

import pytest

from conftest import BINARY, TIMEOUT
from screen import Screen

NAMES = [
    "home",
    "disk",
    "file system",
    "catalog",
    "jobs",
    "services",
    "config",
    "init file",
    "SQL engine",
    "Python",
    "TensorFlow",
    "oss",
    "Spark",
    "GPU",
    "cores",
    "memory",
    "job limits",
    "open files",
    "time zones",
    "terminal",
    "pager",
    "editor",
]
STATES = {"ok", "note", "warning", "missing"}
# A Python that has everything, as far as anybody asks.
WHOLE = """#!/bin/sh
case "$*" in
  *tensorflow*) echo noise; echo "paisql-doctor 2.15.1 0";;
  *) echo "paisql-doctor 3.11.4";;
esac
"""


def program(path, text):
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    return path


@pytest.fixture
def whole(tmp_path):
    return {"PAISQL_PYTHON": str(program(tmp_path / "whole-python", WHOLE))}


def doctor(home, *arguments, variables=None, **options):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PAISQL_CONFIG")}
    options.setdefault("timeout", 2 * TIMEOUT)
    return subprocess.run(
        [BINARY, "doctor", "--home", str(home), *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**environment, **(variables or {})},
        **options,
    )


def findings(home, variables=None, status=None, **options):
    """Of each check: its state, what was found, and the cure."""
    done = doctor(home, "--format", "json", variables=variables, **options)
    array = json.loads(done.stdout)
    assert [one["check"] for one in array] == NAMES
    assert all(list(one) == ["check", "status", "found", "hint"] and one["found"] for one in array)
    found = {one["check"]: (one["status"], one["found"], one["hint"]) for one in array}
    missing = [name for name, one in found.items() if one[0] == "missing"]
    assert {one[0] for one in found.values()} <= STATES
    assert all(found[name][2] for name in missing), "what is missing has a cure"
    assert done.returncode == (3 if missing else 0), done.stdout + done.stderr
    assert status in (None, done.returncode), done.stdout
    assert "duckdb" not in (done.stdout + done.stderr).lower()
    return found


def test_a_fresh_home_is_not_made(tmp_path, whole):
    home = tmp_path / "new" / "home"
    found = findings(home, whole, status=0)
    assert found["home"] == ("ok", f"{home} is not there yet: the first use makes it", "")
    assert found["catalog"][0] == found["jobs"][0] == found["SQL engine"][0] == "ok"
    assert found["Python"] == ("ok", f"3.11.4 at {whole['PAISQL_PYTHON']}", "")
    assert found["TensorFlow"][0] == "ok" and found["TensorFlow"][1].startswith("2.15.1, imported in ")
    assert not home.parent.exists()


def test_lines_are_aligned(tmp_path, whole):
    done = doctor(tmp_path / "home", variables=whole)
    assert done.returncode == 0, done.stdout
    lines = [line for line in done.stdout.splitlines() if not line.startswith("         hint: ")]
    assert [line[9:22].strip() for line in lines] == NAMES
    assert all(line[:9].strip() in STATES and line[20:22] == "  " and line[22] != " " for line in lines)
    assert "\033" not in done.stdout
    assert done.stderr.startswith("SQL and training can run")


def test_a_used_home(shell, whole):
    shell.ok("CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1);")
    files = sorted(str(path) for path in shell.home.rglob("*"))
    found = findings(shell.home, whole, status=0)
    assert found["home"] == ("ok", f"{shell.home}, writable", "")
    assert found["catalog"][1].startswith("opens: 1 project, 1 table, ")
    assert found["jobs"] == ("ok", "0 waiting or running", "")
    assert sorted(str(path) for path in shell.home.rglob("*")) == files


def test_what_dead_processes_left(shell, whole):
    shell.ok("CREATE TABLE t (a BIGINT);")
    (shell.home / "leases" / ("0" * 32)).write_text("9" * 20 + "\n")
    state, found, hint = findings(shell.home, whole, status=0)["jobs"]
    assert state == "note" and "1 lease" in found and "paisql verify" in hint
    assert (shell.home / "leases" / ("0" * 32)).exists()


def test_a_damaged_catalog(shell, whole):
    shell.ok("CREATE TABLE t (a BIGINT);")
    (shell.home / "catalog.sqlite").write_bytes(b"no catalog" * 1000)
    assert findings(shell.home, whole, status=3)["catalog"][0] == "missing"


@pytest.mark.parametrize("made", [False, True])
def test_a_home_that_cannot_be_written(tmp_path, tmp_path_factory, whole, shell, made):
    folder = tmp_path / "shut"
    folder.mkdir()
    home = folder / "home"
    if made:
        shell.ok("CREATE TABLE t (a BIGINT);")
        shutil.copytree(shell.home, home)
        for path in [home, *home.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
    folder.chmod(0o555)

    def drop():
        if os.geteuid() == 0:
            os.setgroups([])
            os.setuid(65534)

    ours = (tempfile.gettempdir() + "/", f"{tmp_path_factory.getbasetemp()}/")
    for parent in tmp_path.parents:  # pytest's own folders are closed to others
        if f"{parent}/".startswith(ours) and os.geteuid() == 0 and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    tmp_path.chmod(0o755)
    try:
        found = findings(home, whole, status=3, preexec_fn=drop, cwd="/")
    finally:
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755)
    assert found["home"][0] == "missing" and "--home" in found["home"][2]
    assert ("can be read but not written" if made else "cannot be made") in found["home"][1]
    assert found["catalog"][0] == "ok", found


def test_a_home_that_is_a_file(tmp_path, whole):
    (tmp_path / "file").write_text("")
    assert findings(tmp_path / "file", whole, status=3)["home"][1].endswith("is not a folder")
    assert findings(tmp_path / "file" / "home", whole, status=3)["home"][0] == "missing"


def test_no_python(tmp_path):
    found = findings(tmp_path / "home", {"PAISQL_PYTHON": "/no/such/python"}, status=3)
    assert found["Python"][0] == found["TensorFlow"][0] == "missing"
    assert found["Python"][1].startswith("/no/such/python is not there")
    assert "scripts/setup" in found["Python"][2] and "PAISQL_PYTHON" in found["Python"][2]
    assert found["SQL engine"][0] == "ok"


def test_a_python_without_tensorflow(tmp_path):
    bare = program(tmp_path / "bare", f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    found = findings(tmp_path / "home", {"PAISQL_PYTHON": str(bare)}, status=3)
    assert found["TensorFlow"][0] == "missing"
    assert "No module named 'tensorflow'" in found["TensorFlow"][1]


@pytest.mark.parametrize(("answer", "state"), [("paisql-doctor 3.12.1", "warning"), ("garbage", "missing")])
def test_a_python_that_does_not_fit(tmp_path, answer, state):
    python = program(tmp_path / "python", f"#!/bin/sh\necho '{answer}'\n")
    assert findings(tmp_path / "home", {"PAISQL_PYTHON": str(python)})["Python"][0] == state


def test_a_configuration_with_mistakes(tmp_path, whole):
    config = tmp_path / "odps_config.ini"
    config.write_text("project_name=p\nnonsense\naccess_key=geheim\nset.paisql.nothing=1\n")
    state, found, hint = findings(tmp_path / "home", {**whole, "PAISQL_CONFIG": str(config)}, status=0)["config"]
    assert state == "warning" and f"{config}:2:1" in found and "1 mistake more" in found and hint
    gone = findings(tmp_path / "home", {**whole, "PAISQL_CONFIG": "/no/such/file"}, status=3)
    assert gone["config"][0] == "missing"


def test_the_place_where_one_sits(tmp_path, whole):
    variables = {
        **whole,
        "PAISQLRC": "/no/such/rc",
        "PAISQL_PAGER": "no-such-pager -x",
        "VISUAL": "no-such-editor",
        "PATH": "/usr/bin:/bin",
    }
    found = findings(tmp_path / "home", variables, status=0)
    assert found["init file"][0] == "warning"
    assert found["pager"][0] == found["editor"][0] == "note"
    assert found["terminal"][1].startswith("none")


def test_a_card_tool_that_fails(tmp_path, whole):
    folder = tmp_path / "bin"
    folder.mkdir()
    program(folder / "nvidia-smi", "#!/bin/sh\nexit 9\n")
    variables = {**whole, "PATH": f"{folder}:/usr/bin:/bin"}
    assert findings(tmp_path / "home", variables, status=0)["GPU"][0] == "warning"
    program(
        folder / "nvidia-smi", "#!/bin/sh\ncase $1 in *name*) echo 'Card X, 550.1';; *) echo '0, GPU-1, 8000';; esac\n"
    )
    variables.pop("CUDA_VISIBLE_DEVICES", None)
    found = findings(tmp_path / "home", variables, status=0)
    assert found["GPU"][0] == "ok" and "Card X, driver 550.1" in found["GPU"][1]
    assert found["TensorFlow"][0] == "warning" and "sees no card" in found["TensorFlow"][1]


def test_few_open_files(tmp_path, whole):
    done = subprocess.run(
        ["/bin/sh", "-c", f"ulimit -n 200; exec {BINARY} doctor --home {tmp_path}/home --format json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
        env={**os.environ, **whole},
    )
    found = next(one for one in json.loads(done.stdout) if one["check"] == "open files")
    assert found["status"] == "warning" and "ulimit -n" in found["hint"]


def test_ctrl_c_ends_a_check_that_hangs(tmp_path):
    mark = tmp_path / "pid"
    python = program(tmp_path / "python", f"#!/bin/sh\necho $$ > {mark}.new\nmv {mark}.new {mark}\nsleep 1000\n")
    with subprocess.Popen(
        [BINARY, "doctor", "--home", str(tmp_path / "home")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PAISQL_PYTHON": str(python)},
    ) as process:
        for line in process.stdout:
            if "SQL engine" in line:
                break
        while not mark.exists():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


def test_wrong_usage(tmp_path):
    for arguments in (["-e", "SELECT 1"], ["--format", "csv"], ["stray"]):
        assert doctor(tmp_path / "home", *arguments).returncode == 2


def test_a_slow_import_is_told_of_on_a_terminal(tmp_path):
    slow = program(tmp_path / "slow-python", WHOLE.replace("echo noise;", f"cat '{tmp_path}/go';"))
    os.mkfifo(tmp_path / "go")
    command = [BINARY, "doctor", "--home", str(tmp_path / "home")]
    with Screen(command, columns=80, rows=50, env={"PAISQL_PYTHON": str(slow)}) as screen:
        screen.wait("…        TensorFlow   being imported")
        (tmp_path / "go").write_text("noise\n")
        screen.wait_end()
        assert "being imported" not in screen.text()
        assert any(row.startswith("ok       TensorFlow   2.15.1") for row in screen.rows())
