"""The small daemon that runs workflows when they are due."""

import json
import signal
import subprocess
import time

from test_runs import wait_for

DAY = 86400


def write(flows):
    one = flows.folder / "nightly"
    one.mkdir()
    (one / "flow.yaml").write_text(
        "nodes:\n  first: {file: first.sh, cron: '00 00 02 * * ?', parameters: [$bizdate]}\n"
        "  second: {file: second.sh, cron: '00 00 03 * * ?', depends: [first], parameters: [$cyctime]}\n"
        "  end: {kind: VIRTUAL, depends: [second]}\n")
    (one / "first.sh").write_text('echo $1 >> ../first.txt; test ! -f ../fail\n')
    (one / "second.sh").write_text("echo $1 >> ../second.txt\n")
    return one


def schedule(flows, *arguments):
    return subprocess.run(flows.command("flow", "schedule", flows.folder, *arguments), text=True,
                          capture_output=True, check=False, timeout=200)


def lines(flows, name):
    path = flows.folder / name
    return path.read_text().split() if path.exists() else []


def test_what_was_missed_is_caught_up(flows):
    one = write(flows)
    # Nothing was due before anybody asked.
    done = schedule(flows, "--once")
    assert done.returncode == 0, done.stderr
    assert "1 workflow; next nightly at" in done.stderr
    assert not lines(flows, "first.txt")
    # Behind a stop of two days.
    memory = flows.home / "flows" / "schedule.json"
    assert list(json.loads(memory.read_text())) == [str(one)]
    memory.write_text(json.dumps({str(one): int(time.time()) - 2 * DAY}))
    done = schedule(flows, "--once")
    assert done.returncode == 0, done.stderr
    assert len(lines(flows, "first.txt")) == 2
    second = lines(flows, "second.txt")
    assert len(second) == 2 and all(text.endswith("030000") for text in second)
    assert flows.flow("status").stdout.count("SUCCESS") == 4
    # It is done.
    assert schedule(flows, "--once").returncode == 0
    assert len(lines(flows, "first.txt")) == 2
    # What waits for a node of an earlier time that failed does not begin.
    (flows.folder / "fail").touch()
    memory.write_text(json.dumps({str(one): int(time.time()) - DAY}))
    flows.home.joinpath("flows", "schedule.lock").touch()
    done = schedule(flows, "--once")
    assert done.returncode == 1
    assert "has failed for" in done.stderr


def test_it_runs_until_it_is_ended(flows):
    one = flows.folder / "often"
    one.mkdir()
    (one / "flow.yaml").write_text("cron: '* * * * * ?'\nnodes: {a: {file: a.sh}}\n")
    (one / "a.sh").write_text("echo x >> ../count\n")
    (flows.folder / "bad").mkdir()
    (flows.folder / "bad" / "flow.yaml").write_text("nodes: [\n")
    process = subprocess.Popen(flows.command("flow", "schedule", flows.folder), text=True,
                               stderr=subprocess.PIPE)
    wait_for(lambda: len(lines(flows, "count")) >= 2, process)
    other = schedule(flows, "--once")
    assert other.returncode == 1
    assert "another paisql flow schedule works on this home" in other.stderr
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=100)[1]
    assert process.returncode == 130, said
    assert "bad has mistakes, and is left out" in said
    empty = flows.folder / "empty"
    empty.mkdir()
    done = subprocess.run(flows.command("flow", "schedule", empty), text=True, capture_output=True,
                          check=False, timeout=100)
    assert done.returncode == 2 and "has no workflow" in done.stderr
