"""The example of workflows: it runs, is killed in the middle, and goes on."""

import json
import shutil
import subprocess
import sys

from conftest import ROOT

DAY = "20260101"
EXAMPLE = ROOT / "docs" / "examples" / "churn"
NODES = {"events", "kinds", "choose", "train", "each_kind", "profile", "together", "report"}


def test_churn_is_killed_in_the_middle_and_goes_on(flows):
    for path in EXAMPLE.iterdir():
        if path.is_file():
            shutil.copy(path, flows.folder)
    made = subprocess.run(
        [sys.executable, str(flows.folder / "make_events.py"), DAY],
        text=True,
        capture_output=True,
        check=True,
        timeout=100,
    )
    assert "50000 rows" in made.stdout
    # The first day is killed while its model is trained.
    process = flows.start("--output", "jsonl")
    states = {}
    for line in process.stdout:
        event = json.loads(line)
        states[event.get("node")] = event.get("state")
        if event.get("node") == "train" and event["state"] == "RUNNING":
            break
    process.kill()
    process.communicate()
    assert states["choose"] == "SUCCESS"
    found = flows.states()
    assert found["choose"] == "SUCCESS" and found["train"] == "FAILURE"
    assert found["together"] == "NOT_RUN"

    done = flows.run("--resume", "--explain")
    assert done.returncode == 0, done.stderr
    rounds = {f"each_kind/{number}/count" for number in (1, 2, 3)}
    # A quick machine ends the loop beside the training before it is killed: its rounds are the first run's then.
    if found["each_kind"] == "SUCCESS":
        assert all(found[name] == "SUCCESS" for name in rounds)
        rounds = set()
    assert flows.states() == dict.fromkeys(NODES | rounds, "SUCCESS")
    assert all(f"{name}" in done.stderr for name in NODES)
    assert done.stderr.count("done in run 1") >= 3, done.stderr
    users, churned, yes, no = flows.rows(
        "SELECT users, churned, mean_of_churned, mean_of_others FROM churn_project.churn_quality;"
    )[0]
    assert int(users) > 1500 and int(churned) > 100 and float(yes) > float(no) + 0.1
    # 50,000 events, less those that are broken; those that came late are there and marked.
    rows, late = flows.rows("SELECT COUNT(*), SUM(IF(late, 1, 0)) FROM churn_project.events;")[0]
    assert 49400 < int(rows) < 49700 and 800 < int(late) < 1200
    assert (flows.folder / "data" / f"report_{DAY}.txt").read_text().startswith(f"churn of {DAY}\nrows 50000\n")
    again = flows.run("--resume")
    assert again.returncode == 0 and again.stderr.count("done in run 2") == 8, again.stderr
