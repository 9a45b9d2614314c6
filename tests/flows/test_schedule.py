"""The small daemon that runs workflows when they are due."""

import json
import signal
import subprocess
import time

from test_runs import wait_for

DAY = 86400

# Two hours of the day of the homes' clock between which it is not, so that both were due equally often.
HOUR = 14 if time.gmtime(time.time() + 8 * 3600).tm_hour < 5 else 2
FIRST, SECOND = f"00 00 {HOUR:02} * * ?", f"00 00 {HOUR + 1:02} * * ?"


def write(flows):
    one = flows.folder / "nightly"
    one.mkdir()
    (one / "flow.yaml").write_text(
        f"nodes:\n  first: {{file: first.sh, cron: '{FIRST}', parameters: [$bizdate]}}\n"
        f"  second: {{file: second.sh, cron: '{SECOND}', depends: [first], parameters: [$cyctime]}}\n"
        "  end: {kind: VIRTUAL, depends: [second]}\n"
    )
    (one / "first.sh").write_text("echo $1 >> ../first.txt; test ! -f ../fail\n")
    (one / "second.sh").write_text("echo $1 >> ../second.txt\n")
    return one


def schedule(flows, *arguments):
    return subprocess.run(
        flows.command("flow", "schedule", flows.folder, *arguments),
        text=True,
        capture_output=True,
        check=False,
        timeout=200,
    )


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
    # After a stop of two days.
    memory = flows.home / "flows" / "schedule.json"
    assert list(json.loads(memory.read_text())) == [str(one)]
    memory.write_text(json.dumps({str(one): int(time.time()) - 2 * DAY}))
    done = schedule(flows, "--once")
    assert done.returncode == 0, done.stderr
    assert len(lines(flows, "first.txt")) == 2
    second = lines(flows, "second.txt")
    assert len(second) == 2 and all(text.endswith(f"{HOUR + 1:02}0000") for text in second)
    assert flows.flow("status").stdout.count("SUCCESS") == 4
    # It is done.
    assert schedule(flows, "--once").returncode == 0
    assert len(lines(flows, "first.txt")) == 2
    # What waits for a node of an earlier time that failed does not begin.
    (flows.folder / "fail").touch()
    memory.write_text(json.dumps({str(one): int(time.time()) - 3 * DAY}))
    flows.home.joinpath("flows", "schedule.lock").touch()
    done = schedule(flows, "--once")
    assert done.returncode == 1
    assert "has failed for" in done.stderr
    # The days that it has done are not run again.
    assert done.stderr.count("was done before for") == 4
    assert len(lines(flows, "first.txt")) == 3


def test_it_runs_until_it_is_ended(flows):
    one = flows.folder / "often"
    one.mkdir()
    (one / "flow.yaml").write_text("cron: '* * * * * ?'\nnodes: {a: {file: a.sh}}\n")
    (one / "a.sh").write_text("echo x >> ../count\n")
    (flows.folder / "bad").mkdir()
    (flows.folder / "bad" / "flow.yaml").write_text("nodes: [\n")
    process = subprocess.Popen(flows.command("flow", "schedule", flows.folder), text=True, stderr=subprocess.PIPE)
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
    done = subprocess.run(
        flows.command("flow", "schedule", empty), text=True, capture_output=True, check=False, timeout=100
    )
    assert done.returncode == 2 and "has no workflow" in done.stderr


def remember(flows, folder, seconds):
    """As if the daemon had done all that was due so many seconds ago."""
    (flows.home / "flows").mkdir(parents=True, exist_ok=True)
    (flows.home / "flows" / "schedule.json").write_text(json.dumps({str(folder): int(time.time()) - seconds}))


def test_names_of_any_signs_and_a_run_of_somebody_else(flows):
    one = flows.folder / "nightly"
    one.mkdir()
    (one / "flow.yaml").write_text(
        f"nodes:\n  'first, +one': {{file: first.sh, cron: '{FIRST}'}}\n"
        f"  'the \"other\"': {{file: second.sh, cron: '{SECOND}', depends: ['first, +one']}}\n"
    )
    (one / "first.sh").write_text("echo x >> ../first.txt; test ! -f ../hold || exec tail -f /dev/null\n")
    (one / "second.sh").write_text("echo x >> ../second.txt\n")
    (flows.folder / "hold").touch()
    by_hand = subprocess.Popen(
        flows.command("flow", "run", one, "--bizdate", "20200101"), stderr=subprocess.PIPE, text=True
    )
    wait_for(lambda: lines(flows, "first.txt"), by_hand)
    (flows.folder / "hold").unlink()
    remember(flows, one, DAY)
    daemon = subprocess.Popen(
        flows.command("flow", "schedule", flows.folder, "--once"), stderr=subprocess.PIPE, text=True
    )
    # Refused it would not be lost: it waits.
    for line in daemon.stderr:
        if "nightly waits for the end of run 1" in line:
            break
    assert daemon.poll() is None and not lines(flows, "second.txt")
    by_hand.send_signal(signal.SIGINT)
    assert by_hand.wait(timeout=100) == 130
    said = daemon.communicate(timeout=100)[1]
    assert daemon.returncode == 0, said
    assert len(lines(flows, "first.txt")) == 2 and len(lines(flows, "second.txt")) == 1


def test_a_daily_node_waits_for_all_times_of_the_day(flows):
    one = flows.folder / "hours"
    one.mkdir()
    (one / "flow.yaml").write_text(
        "nodes:\n  load: {file: load.sh, cron: '00 00 */8 * * ?', parameters: [$cyctime]}\n"
        "  report: {file: report.sh, cron: '00 00 00 * * ?', depends: [load], parameters: [$cyctime]}\n"
    )
    (one / "load.sh").write_text("echo $1 >> ../lines\n")
    (one / "report.sh").write_text("echo report_$1 >> ../lines\n")
    remember(flows, one, 2 * DAY)
    done = schedule(flows, "--once")
    assert done.returncode == 0, done.stderr
    # The whole day before today, where the clock of the home is.
    day = time.strftime("%Y%m%d", time.gmtime(time.time() + 8 * 3600 - DAY))
    said = lines(flows, "lines")
    report = said.index(f"report_{day}000000")
    assert all(said.index(f"{day}{hour}0000") < report for hour in ("00", "08", "16"))
    # That of today waits for the times to come, also in the next daemon.
    kept = json.loads((flows.home / "flows" / "schedule.json").read_text())[str(one)]
    today = time.strftime("%Y%m%d", time.gmtime(time.time() + 8 * 3600))
    waits = kept.get("waiting", [{}])[0].get("nodes") == ["report"]
    assert waits or f"{today}160000" in said


def test_a_frequent_node_takes_no_place_of_a_daily_one(flows):
    one = flows.folder / "both"
    one.mkdir()
    (one / "flow.yaml").write_text(
        f"nodes:\n  daily: {{file: daily.sh, cron: '{FIRST}'}}\n  often: {{kind: VIRTUAL, cron: '00 * * * * ?'}}\n"
    )
    (one / "daily.sh").write_text("echo x >> ../daily.txt\n")
    remember(flows, one, 3 * DAY)
    daemon = subprocess.Popen(
        flows.command("flow", "schedule", flows.folder, "--once"), stderr=subprocess.PIPE, text=True
    )
    said = ""
    for line in daemon.stderr:
        said += line
        if len(lines(flows, "daily.txt")) == 3:
            break
    daemon.send_signal(signal.SIGINT)
    said += daemon.communicate(timeout=100)[1]
    assert len(lines(flows, "daily.txt")) == 3, said
    assert said.count("of often from ") == 1
    assert "not caught up: the last 100 of each node are" in said


def test_a_run_that_was_killed_with_its_daemon_goes_on(flows):
    one = write(flows)
    (one / "second.sh").write_text("echo $1 >> ../second.txt; test ! -f ../hold || exec tail -f /dev/null\n")
    (one / "flow.yaml").write_text(
        f"cron: '{FIRST}'\nnodes:\n  first: {{file: first.sh, parameters: [$bizdate]}}\n"
        "  second: {file: second.sh, depends: [first], parameters: [$cyctime]}\n"
    )
    (flows.folder / "hold").touch()
    remember(flows, one, DAY)
    daemon = subprocess.Popen(flows.command("flow", "schedule", flows.folder), stderr=subprocess.DEVNULL)
    wait_for(lambda: lines(flows, "second.txt"), daemon)
    daemon.kill()
    daemon.wait()
    (flows.folder / "hold").unlink()
    done = schedule(flows, "--once")
    assert done.returncode == 0, done.stderr
    assert "nightly goes on for" in done.stderr
    assert len(lines(flows, "first.txt")) == 1 and len(lines(flows, "second.txt")) == 2


def test_a_clock_of_another_year_stops_nothing(flows):
    one = write(flows)
    assert schedule(flows, "--once").returncode == 0
    memory = flows.home / "flows" / "schedule.json"
    now = int(time.time())
    # As a daemon leaves it that has seen a clock of the next year for a while.
    memory.write_text(
        json.dumps(
            {
                str(one): {
                    "until": now + 400 * DAY,
                    "seen": now + 400 * DAY,
                    "jumped": now + 400 * DAY,
                    "before_jump": now - DAY,
                }
            }
        )
    )
    done = schedule(flows, "--once")
    assert done.returncode == 0, done.stderr
    assert "nightly: the clock was put back: all until" in done.stderr
    assert len(lines(flows, "first.txt")) == 1 and len(lines(flows, "second.txt")) == 1
    assert json.loads(memory.read_text())[str(one)]["until"] <= now


def test_a_damaged_memory_is_told_and_catch_up_goes_on(flows):
    one = write(flows)
    remember(flows, one, 2 * DAY)
    assert schedule(flows, "--once").returncode == 0
    assert len(lines(flows, "second.txt")) == 2
    memory = flows.home / "flows" / "schedule.json"
    good = memory.read_text()
    other = flows.folder / "other"
    other.mkdir()
    (other / "flow.yaml").write_text("nodes: {a: {kind: VIRTUAL}}\n")
    for text in (good[:9], "[1]", '{"%s": {"until": "x"}}' % one, '{"%s": -1}' % one):
        memory.write_text(text)
        done = schedule(flows, "--once")
        assert done.returncode == 0, done.stderr
        assert "schedule.json cannot be used" in done.stderr
        assert "goes on after its last run by the clock" in done.stderr
        assert "other has no run by the clock in the home" in done.stderr
        assert (flows.home / "flows" / "schedule.json.broken").read_text() == text
        # All that was due is done already, and nothing of it runs again.
        assert len(lines(flows, "second.txt")) == 2
        assert "cannot be used" not in schedule(flows, "--once").stderr
