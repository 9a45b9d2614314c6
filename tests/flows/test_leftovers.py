"""What nodes leave behind: processes, however they hide, and logs without an end."""

import json
import os
import signal
import subprocess
import sys

import pytest
from conftest import BINARY
from test_runs import wait_for

# Children that live on: in the background, in a session of their own, without an environment, with
# nothing open. Each writes its pid.
HIDE = f"""
( tail -f /dev/null & echo $! > hidden.1 )
setsid bash -c 'echo $$ > hidden.2; exec tail -f /dev/null' > /dev/null 2>&1 < /dev/null &
env -i setsid {sys.executable} -c '
import os, signal
if os.fork(): os._exit(0)
os.setsid()
open("hidden.3", "w").write(str(os.getpid()))
os.closerange(0, 64)
while True: signal.pause()' &
while [ ! -s hidden.1 ] || [ ! -s hidden.2 ] || [ ! -s hidden.3 ]; do :; done
touch there
"""


def pids(flows):
    return [int((flows.folder / f"hidden.{i}").read_text()) for i in (1, 2, 3)]


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
            return file.read().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("end", ["the end", "a failure", signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_a_node_has_started_ends_with_it(flows, end):
    last = {"the end": "exit 0\n", "a failure": "exit 1\n"}.get(end, "exec tail -f /dev/null\n")
    flows.write(a_sh=HIDE + last)
    process = flows.start()
    wait_for(lambda: (flows.folder / "there").exists())
    if isinstance(end, signal.Signals):
        process.send_signal(end)
    process.communicate(timeout=100)
    assert (
        process.returncode
        == {"the end": 0, "a failure": 1, signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[end]
    )
    for pid in pids(flows):
        wait_for(lambda pid=pid: not alive(pid))


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_what_a_script_of_transform_has_started_ends_with_the_run(flows, end):
    (flows.folder / "hide.sh").write_text(f"cd {flows.folder}\n" + HIDE + "exec tail -f /dev/null\n")
    flows.write(
        a_sql=f"SELECT TRANSFORM (a) USING 'bash {flows.folder}/hide.sh' AS (b STRING) FROM VALUES (1) AS v (a);\n"
    )
    process = flows.start()
    wait_for(lambda: (flows.folder / "there").exists())
    process.send_signal(end)
    process.communicate(timeout=100)
    for pid in pids(flows):
        wait_for(lambda pid=pid: not alive(pid))


def workers_of(flows):
    """Processes that run SQL nodes of the home."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or not alive(int(name)):
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[-3:-1] == [b"flow", b"worker"] and str(flows.home).encode() in words:
            found.append(int(name))
    return found


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_workers_of_sql_end_with_the_run(flows, end):
    flows.write(
        a_sql="CREATE TABLE t AS SELECT COUNT(*) AS n FROM (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS a) x "
        "JOIN (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS b) y ON x.a % 2 = y.b % 2 WHERE SQRT(a * b) < 0;\n"
    )
    process = flows.start("--output", "jsonl")
    for line in process.stdout:
        event = json.loads(line)
        if event.get("node") == "a" and event["state"] == "RUNNING":
            break
    wait_for(lambda: workers_of(flows))
    process.send_signal(end)
    process.communicate(timeout=100)
    wait_for(lambda: not workers_of(flows))


def test_a_job_outlives_the_node_that_has_begun_it(flows):
    flows.write(
        flow_yaml="nodes: {a: a.sh}\n",
        a_sh=f'{BINARY} --home $PAISQL_HOME -e "SET paisql.job.async=true; PAI -name tensorflow200_ext '
        f'-Dscript=file://$PWD/train.py;"\n',
        train_py="import signal\nprint('goes on', flush=True)\nsignal.pause()\n",
    )
    done = flows.run()
    assert done.returncode == 0, done.stderr
    states = flows.rows("SHOW JOBS;")
    job = next(cell for cell in states[0] if cell[:8].isdigit())
    assert any(word in " ".join(states[0]).lower() for word in ("running", "waiting", "submitted")), states
    subprocess.run(flows.command("-e", f"KILL {job};"), check=True, capture_output=True, timeout=100)


def test_a_log_has_a_bound(flows):
    flows.write(a_sh="echo first; head -c 70000000 /dev/zero | tr '\\0' 'x'; echo; echo last line; exit 3\n")
    done = flows.run()
    assert done.returncode == 1 and "last line" in done.stderr
    log = next(flows.home.glob("flows/1/*/log"))
    assert 64 << 20 < log.stat().st_size < 65 << 20
    text = log.read_bytes()
    assert text.startswith(b"first\n") and text.endswith(b"last line\n")
    assert b"bytes are left out here" in text


def test_what_is_no_file_is_refused_at_once(flows):
    os.mkfifo(flows.folder / "pipe.sql")
    for path in ("pipe.sql", "/dev/zero"):
        flows.write(flow_yaml=f"nodes: {{a: {{kind: ODPS_SQL, file: {path}}}}}\n")
        done = flows.run()
        assert done.returncode == 1
        assert "is a FIFO, not a file" in done.stderr or "is a device, not a file" in done.stderr
    (flows.folder / "flow.yaml").unlink()
    os.mkfifo(flows.folder / "flow.yaml")
    assert "flow.yaml is a FIFO, not a file" in flows.run().stderr
    done = subprocess.run(
        flows.command("flow", "import", flows.folder / "pipe.sql", flows.folder / "x"),
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 2 and "is a FIFO, not a file" in done.stderr
