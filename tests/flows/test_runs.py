"""Workflows as users run them: SQL, shell and Python nodes in their order."""

import os
import signal
import subprocess
import time

DAY = "20260101"

FLOW = """
parameters: {bizdate: $bizdate}
nodes:
  report: {file: report.sh, depends: [total], parameters: [$bizdate, '${yyyymmdd-1}']}
  total:
  load:
  check: {file: check.py, depends: [load], parameters: {day: $bizdate}}
  end: {kind: VIRTUAL, depends: [report, check]}
"""
LOAD = """CREATE TABLE IF NOT EXISTS src (n BIGINT) PARTITIONED BY (ds STRING);
INSERT OVERWRITE TABLE src PARTITION (ds='${bizdate}') VALUES (1), (2), (3);
"""
TOTAL = """CREATE TABLE IF NOT EXISTS totals (total BIGINT) PARTITIONED BY (ds STRING);
INSERT OVERWRITE TABLE totals PARTITION (ds='${bizdate}')
SELECT SUM(n) FROM src WHERE ds = '${bizdate}';
"""
REPORT = 'echo "report of $1 after $2 in $SKYNET_BIZDATE"\n'
CHECK = "print('python of ${day}')\n"


def wait_for(found, process=None):
    """Until `found()` says so; the limit is there for a program that never does."""
    end = time.monotonic() + 100
    while not found():
        if time.monotonic() >= end:
            raise TimeoutError("it did not come")
        assert process is None or process.poll() is None
        # No pause: what is waited for is a file or a row, and asking is cheap.
        os.sched_yield()


def whole(flows):
    flows.write(flow_yaml=FLOW, load_sql=LOAD, total_sql=TOTAL, report_sh=REPORT, check_py=CHECK)


def test_a_workflow_from_end_to_end(flows):
    whole(flows)
    checked = flows.flow("check")
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stdout
    dry = flows.run("--dry-run")
    assert dry.returncode == 0, dry.stderr
    order = [line.split()[1] for line in dry.stdout.split("\n\n")[1].splitlines()[1:]]
    assert order == ["load", "total", "report", "check", "end"]
    assert "report  2          ${yyyymmdd-1}  20251231  node" in dry.stdout

    done = flows.run()
    assert done.returncode == 0, done.stderr
    assert "run 1 of work, business date 20260101: SUCCESS, 5 nodes succeeded" in done.stderr
    assert flows.rows("SELECT total, ds FROM totals;") == [["6", DAY]]
    assert flows.flow("log", "1", "report").stdout == "report of 20260101 after 20251231 in 20260101\n"
    assert flows.flow("log", "last", "check").stdout == "python of 20260101\n"
    graph = flows.flow("graph").stdout
    assert "total   ODPS_SQL    <- load (default_project.src)" in graph
    assert flows.flow("graph", "--format", "dot").stdout.startswith("digraph flow {")

    # A part of it, and events.
    done, events = flows.events("--select", "+total")
    assert done.returncode == 0, done.stderr
    assert events[0]["nodes"] == ["total", "load"]
    assert [e["node"] for e in events if e.get("state") == "SUCCESS" and e["event"] == "node"] == ["load", "total"]
    assert events[-1] == {
        "event": "end",
        "run": 2,
        "bizdate": DAY,
        "state": "SUCCESS",
        "succeeded": 2,
        "failed": 0,
        "not_run": 0,
    }
    assert flows.run("--from", "nobody").returncode == 2


def test_a_failure_and_what_resumes_it(flows):
    whole(flows)
    flows.write(report_sh="echo first >&2; echo no such thing >&2; exit 7\n")
    failed = flows.run("--quiet")
    assert failed.returncode == 1
    assert "  report: no such thing\n" in failed.stderr
    assert "flow log 1 report" in failed.stderr
    resume = failed.stderr.split("resume: ")[1].strip()
    assert flows.states() == {
        "report": "FAILURE",
        "total": "SUCCESS",
        "load": "SUCCESS",
        "check": "SUCCESS",
        "end": "NOT_RUN",
    }
    flows.write(report_sh=REPORT)
    done = subprocess.run(resume, shell=True, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    done = flows.run("--resume", "--explain")
    assert done.stderr.count("done in run 2") == 5, done.stderr

    # What has changed runs again, with all that waits for it.
    flows.rows(f"ALTER TABLE totals DROP PARTITION (ds='{DAY}');")
    done = flows.run("--resume", "--explain")
    assert "default_project.totals ds=20260101 is not there any more" in done.stderr
    assert "done in run" in done.stderr and flows.rows("SELECT total FROM totals;") == [["6"]]
    flows.rows(f"INSERT INTO src PARTITION (ds='{DAY}') VALUES (10);")
    done = flows.run("--resume", "--explain")
    assert "runs: default_project.src ds=20260101 has changed" in done.stderr
    assert flows.rows("SELECT total FROM totals;") == [["16"]]
    flows.write(load_sql=LOAD.replace("(3)", "(4)"))
    done = flows.run("--resume", "--explain")
    assert "runs: its code has changed" in done.stderr
    assert flows.rows("SELECT total FROM totals;") == [["7"]]


def test_days_of_a_backfill(flows):
    whole(flows)
    done = flows.flow("run", "--backfill", "20260101..20260103", "--parallel", "2")
    assert done.returncode == 0, done.stderr
    assert flows.rows("SELECT ds, total FROM totals ORDER BY ds LIMIT 9;") == [
        ["20260101", "6"],
        ["20260102", "6"],
        ["20260103", "6"],
    ]
    assert flows.flow("status").stdout.count("SUCCESS") == 3


def test_reruns_timeouts_and_what_never_runs(flows):
    flows.write(
        flow_yaml="""
nodes:
  again: {file: again.sh, rerun-times: 2, rerun-interval: 1ms}
  slow: {file: slow.sh, timeout: 1ms}
  skipped: {kind: PYODPS3, recurrence: Skip}
  frozen: {kind: VIRTUAL, recurrence: Pause}
  behind: {kind: VIRTUAL, depends: [frozen, skipped]}
""",
        again_sh="echo x >> count; test $(wc -l < count) = 3\n",
        slow_sh="exec tail -f /dev/null\n",
    )
    done = flows.run()
    assert done.returncode == 1
    assert "slow: it took longer than its timeout, and was ended" in done.stderr
    assert flows.states() == {
        "again": "SUCCESS",
        "slow": "FAILURE",
        "skipped": "SUCCESS",
        "frozen": "NOT_RUN",
        "behind": "NOT_RUN",
    }
    assert (flows.folder / "count").read_text() == "x\n" * 3


def test_killed_interrupted_and_two_at_once(flows):
    flows.write(
        flow_yaml="nodes: {first: , wait: {depends: [first]}}",
        first_sh="true\n",
        wait_sh="echo $$ > pid; exec tail -f /dev/null\n",
    )
    pid = flows.folder / "pid"
    process = flows.start()
    wait_for(lambda: pid.exists() and pid.read_text().endswith("\n"), process)
    # Two runs at once are refused, or run beside each other when asked.
    second = flows.run()
    assert second.returncode == 1
    assert "workflow work is running already: run 1 of 20260101" in second.stderr
    assert flows.run("--beside", "--to", "first").returncode == 0
    assert flows.states(1) == {"first": "SUCCESS", "wait": "RUNNING"}
    # A run that is killed is found to be ended, and so are its nodes.
    process.kill()
    process.communicate()
    assert flows.states(1) == {"first": "SUCCESS", "wait": "FAILURE"}
    assert "its process was killed" in flows.flow("status").stdout
    number = int(pid.read_text())
    wait_for(
        lambda: (
            not os.path.exists(f"/proc/{number}")
            or "Z" in open(f"/proc/{number}/stat").read().rpartition(")")[2].split()[0]
        )
    )
    # Ctrl-C ends what runs.
    pid.unlink()
    process = flows.start("--resume")
    wait_for(lambda: pid.exists() and pid.read_text().endswith("\n"), process)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=100) == 130
    said = process.stderr.read()
    assert "wait: ended with the run" in said
    assert flows.states() == {"first": "SUCCESS", "wait": "FAILURE"}


def test_a_long_script_holds_up_none_of_the_small_ones(flows):
    # The small ones go to one worker, one after the other, the long one among them.
    nodes = {f"n{i}": "SELECT 1;\n" for i in range(30)}
    nodes["n9"] = """SELECT SUM(a.x * b.y) FROM (SELECT 1 AS one) t
LATERAL VIEW EXPLODE(SEQUENCE(1, 1000000)) a AS x LATERAL VIEW EXPLODE(SEQUENCE(1, 1000000)) b AS y;
"""
    flows.write(
        flow_yaml="nodes:\n" + "".join(f"  {name}: {'{timeout: 1500ms}' if name == 'n9' else ''}\n" for name in nodes)
    )
    flows.write(**{f"{name}_sql": text for name, text in nodes.items()})
    done, events = flows.events("--parallel", "2", "--no-check-first")
    assert done.returncode == 1, done.stderr
    states = flows.states()
    assert {name: state for name, state in states.items() if state != "SUCCESS"} == {"n9": "FAILURE"}
    last = [
        event["node"] for event in events if event.get("state") in ("SUCCESS", "FAILURE") and event["event"] == "node"
    ]
    assert last[-1] == "n9"
    assert "it took longer than its timeout" in done.stdout


def test_a_kill_among_small_nodes_hides_none_that_has_run(flows):
    names = [f"n{i}" for i in range(120)]
    flows.write(flow_yaml="nodes:\n" + "".join(f"  {name}:\n" for name in names))
    flows.write(**{f"{name}_sql": "SELECT 1;\n" for name in names})
    process = flows.start("--quiet", "--parallel", "2", "--no-check-first")
    logs = flows.home / "flows" / "1"
    wait_for(lambda: (logs / "n30" / "log").exists(), process)
    process.kill()
    process.communicate()
    states = flows.states(1)
    assert set(states.values()) <= {"SUCCESS", "FAILURE", "NOT_RUN"}
    ran = {name for name in names if (logs / name / "log").exists()}
    assert not [name for name in ran if states[name] == "NOT_RUN"]
    assert all((logs / name / "log").read_text() for name in names if states[name] == "SUCCESS")
    done = flows.run("--resume")
    assert done.returncode == 0, done.stderr
    again = flows.home / "flows" / "2"
    assert not [name for name in names if states[name] == "SUCCESS" and (again / name).exists()]
