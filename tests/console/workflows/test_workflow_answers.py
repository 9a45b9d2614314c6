"""What the console answers about workflows: the list, runs, findings, and what cannot be."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import threading
import time

import flow_folder
import pytest


@pytest.fixture(scope="module")
def known(shared_console, tmp_path_factory):
    """A workflow that has run for one day."""
    folder = flow_folder.write(tmp_path_factory.mktemp("flows") / "churn <b>'\"🚀")
    flow = flow_folder.add(shared_console, folder)
    run = shared_console.post(f"/workflows/{flow}/runs", {"bizdate": "2026-01-01"})["run"]
    return flow, run, folder


def test_a_run_from_its_begin_to_its_log(shared_console, known):
    flow, run, folder = known
    answer = flow_folder.ended(shared_console, run)
    assert answer["run"]["state"] == "SUCCESS" and answer["run"]["bizdate"] == "20260101"
    assert flow_folder.states(answer) == {"load": "SUCCESS", "count": "SUCCESS", "report": "SUCCESS"}
    log = shared_console.get(f"/workflow-runs/{run}/log", node="report")
    assert (log["text"], log["ended"], log["next"]) == ("day 20260101\n", True, 13)
    row = next(one for one in shared_console.get("/workflows")["workflows"] if one["id"] == flow)
    assert (row["folder"], row["nodes"], row["errors"], row["origin"]) == (folder, 3, 0, "added")
    assert row["last_run"]["run"] == run


def test_the_graph_the_code_and_the_values_of_a_day(shared_console, known):
    flow, _, _ = known
    answer = shared_console.get(f"/workflows/{flow}", bizdate="20260301")
    after = {node["name"]: [edge["node"] for edge in node["after"]] for node in answer["flow"]["nodes"]}
    assert after == {"load": [], "count": ["load"], "report": ["count"]}
    assert answer["may_run"] and answer["may_read"] and answer["circle"] is False
    code = shared_console.get(f"/workflows/{flow}/code", node="load", bizdate="20260301")
    assert "INSERT OVERWRITE" in code["code"]
    assert {one["name"]: one["value"] for one in code["parameters"]} == {"bizdate": "20260301", "size": "3"}
    status, refused = shared_console.ask("GET", f"/workflows/{flow}/code", node="nowhere")
    assert status == 404 and "has no node nowhere" in refused["error"]["message"]


def test_the_code_of_a_loop_the_secrets_and_the_next_time(shared_console, tmp_path):
    folder = flow_folder.write(
        tmp_path / "looping",
        flow_yaml=(
            "cron: 00 30 02 * * ?\n"
            "parameters: {api_token: hunter2, day: $bizdate}\n"
            "nodes:\n"
            "  list: {kind: CONTROLLER_ASSIGNMENT, file: list.sql}\n"
            "  each: {for-each: list.outputs, do: {count: count.sql}}\n"
        ),
        list_sql="SELECT '${api_token}' AS x;\n",
        count_sql="SELECT '${dag.foreach.current[0]}' AS letter;\n",
    )
    flow = flow_folder.add(shared_console, folder)
    assert "dag.foreach" in shared_console.get(f"/workflows/{flow}/code", node="each/count")["code"]
    listed = shared_console.get(f"/workflows/{flow}/code", node="list", bizdate="20260301")
    assert {one["name"]: one["value"] for one in listed["parameters"]} == {"api_token": "***", "day": "20260301"}
    row = next(one for one in shared_console.get("/workflows")["workflows"] if one["id"] == flow)
    day_ms = 24 * 3600 * 1000
    # Half past two in Shanghai.
    assert row["next_ms"] % day_ms == 18.5 * 3600 * 1000 and abs(row["next_ms"] - time.time() * 1000) < 2 * day_ms


def test_a_log_tells_its_jobs_wherever_they_stand(shared_console, tmp_path):
    lines = "echo ID = 1_first; yes filler | head -n 200000; echo ID = 2_second; echo end\n"
    flow = flow_folder.add(shared_console, flow_folder.write(tmp_path / "jobs", report_sh=lines))
    run = shared_console.post(f"/workflows/{flow}/runs", {"bizdate": "20260101"})["run"]
    assert flow_folder.ended(shared_console, run)["run"]["state"] == "SUCCESS"
    jobs, after, ended = [], 0, False
    while not ended:
        piece = shared_console.get(f"/workflow-runs/{run}/log", node="report", after=after)
        jobs, after, ended = jobs + piece["instances"], piece["next"], piece["ended"]
    assert jobs == ["1_first", "2_second"] and after > 1 << 20


def test_a_backfill_and_what_is_left_out_of_a_page(shared_console, known):
    flow, _, _ = known
    begun = shared_console.post(f"/workflows/{flow}/runs", {"first": "20260201", "last": "20260203", "parallel": 2})
    assert begun["run"] > 0
    runs = []
    while len([one for one in runs if one["bizdate"].startswith("202602") and one["state"] == "SUCCESS"]) < 3:
        runs = shared_console.get(f"/workflows/{flow}/runs")["runs"]
    assert {one["bizdate"] for one in runs} >= {"20260201", "20260202", "20260203"}
    page = shared_console.get(f"/workflows/{flow}/runs", limit=1)
    assert [one["run"] for one in page["runs"]] == [runs[0]["run"]] and page["next"] == runs[0]["run"]
    rest = shared_console.get(f"/workflows/{flow}/runs", limit=1, before=page["next"])
    assert rest["runs"][0]["run"] == runs[1]["run"]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ({"bizdate": "2026-02-30"}, "'2026-02-30' is not a business date"),
        ({"first": "20260103", "last": "20260101"}, "no business dates"),
        ({"first": "19000101", "last": "20990101"}, "more than 3660"),
        ({"bizdate": "20260101", "parallel": -3}, "cannot be"),
        ({"bizdate": "20260101", "parallel": "many"}, "'parallel' is not a number"),
        ({"bizdate": 20260101}, "'bizdate' is not a text"),
        ({"bizdate": "20260101", "from": "nowhere"}, "nowhere"),
        ({"bizdate": "20260101", "parameters": {"a=b": "1"}}, "'a=b' is not a name"),
    ],
)
def test_what_cannot_run(shared_console, known, ask, words):
    status, answer = shared_console.ask("POST", f"/workflows/{known[0]}/runs", ask)
    assert status == 400 and words in answer["error"]["message"], answer


def test_values_of_a_page_are_values(shared_console, known):
    flow, _, _ = known
    run = shared_console.post(
        f"/workflows/{flow}/runs", {"bizdate": "20260104", "parameters": {"size": "7"}, "select": "+count"}
    )["run"]
    answer = flow_folder.ended(shared_console, run)
    assert flow_folder.states(answer) == {"load": "SUCCESS", "count": "SUCCESS", "report": "NOT_RUN"}
    assert "| 7" in shared_console.get(f"/workflow-runs/{run}/log", node="count")["text"]


def test_a_failed_node_is_run_again(shared_console, tmp_path):
    folder = flow_folder.write(tmp_path / "failing", report_sh="exit 3\n")
    flow = flow_folder.add(shared_console, folder)
    run = shared_console.post(f"/workflows/{flow}/runs", {"bizdate": "20260101"})["run"]
    answer = flow_folder.ended(shared_console, run)
    assert flow_folder.states(answer)["report"] == "FAILURE"
    [listed] = shared_console.get(f"/workflows/{flow}/runs")["runs"]
    assert listed["message"].startswith("report: ") and "3" in listed["message"]
    flow_folder.write(folder, report_sh="echo mended\n")
    again = shared_console.post(f"/workflows/{flow}/runs", {"bizdate": "20260101", "resume": True})["run"]
    answer = flow_folder.ended(shared_console, again)
    assert answer["run"]["state"] == "SUCCESS"
    assert [one["message"] for one in answer["nodes"][:2]] == [f"done in run {run}"] * 2


def test_two_start_the_same_and_one_is_stopped(shared_console, tmp_path):
    folder = flow_folder.write(tmp_path / "slow", report_sh="sleep 600\n")
    flow = flow_folder.add(shared_console, folder)
    answers = []

    def start():
        answers.append(shared_console.ask("POST", f"/workflows/{flow}/runs", {"bizdate": "20260101"}))

    both = [threading.Thread(target=start) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    (good, begun), (status, refused) = sorted(answers, key=lambda one: one[0])
    assert (good, status) == (200, 409), answers
    assert "is running already" in refused["error"]["message"]
    run = begun["run"]
    cursor = ""
    while True:
        answer = shared_console.get(f"/workflow-runs/{run}", after=cursor)
        cursor = answer["cursor"]
        if not answer.get("unchanged") and flow_folder.states(answer)["report"] == "RUNNING":
            break
    beside = shared_console.post(f"/workflows/{flow}/runs", {"bizdate": "20260101", "beside": True})["run"]
    for one in (beside, run):
        assert shared_console.post(f"/workflow-runs/{one}/stop") == {"told": True}
        answer = flow_folder.ended(shared_console, one)
        assert answer["run"]["state"] == "FAILURE" and answer["run"]["message"] == "interrupted"
    assert shared_console.post(f"/workflow-runs/{run}/stop") == {"told": False}


def test_a_stop_ends_all_days_of_a_backfill(shared_console, tmp_path):
    flow = flow_folder.add(shared_console, flow_folder.write(tmp_path / "days", report_sh="sleep 600\n"))
    shared_console.post(f"/workflows/{flow}/runs", {"first": "20260101", "last": "20260103", "parallel": 2})

    def running(run):
        return flow_folder.states(shared_console.get(f"/workflow-runs/{run['run']}"))["report"] == "RUNNING"

    runs = []
    while len(runs) < 2 or not all(map(running, runs)):
        runs = shared_console.get(f"/workflows/{flow}/runs")["runs"]
    assert shared_console.post(f"/workflow-runs/{runs[0]['run']}/stop") == {"told": True}
    for run in runs:
        assert flow_folder.ended(shared_console, run["run"])["run"]["message"] == "interrupted"
    assert len(shared_console.get(f"/workflows/{flow}/runs")["runs"]) == 2


def test_a_run_survives_the_console_and_a_killed_one_is_told(console, tmp_path):
    folder = flow_folder.write(tmp_path / "slow", report_sh="sleep 600\n")
    flow = flow_folder.add(console, folder)
    run = console.post(f"/workflows/{flow}/runs", {"bizdate": "20260101"})["run"]
    console.restart()
    answer = console.get(f"/workflow-runs/{run}")
    assert answer["run"]["state"] == "RUNNING"
    with contextlib.closing(sqlite3.connect(os.path.join(console.home, "catalog.sqlite"))) as catalog:
        ((pid,),) = catalog.execute("SELECT pid FROM flow_runs").fetchall()
    os.kill(pid, signal.SIGKILL)
    answer = flow_folder.ended(console, run)
    assert answer["run"]["message"] == "its process was killed"


def test_findings_of_a_check(shared_console, tmp_path):
    folder = flow_folder.write(tmp_path / "wrong", count_sql="SELECT nothing FROM nowhere;\n")
    flow = flow_folder.add(shared_console, folder)
    (problem,) = shared_console.get(f"/workflows/{flow}/check")["problems"]
    assert problem["code"] == "ODPS-0130131" and problem["file"].endswith("count.sql") and problem["line"] == 1
    status, refused = shared_console.ask("POST", f"/workflows/{flow}/runs", {"bizdate": "20260101"})
    assert status in (400, 404) and "nowhere" in refused["error"]["message"]


def test_a_circle_a_broken_folder_and_one_that_is_gone(shared_console, tmp_path):
    circle = flow_folder.write(
        tmp_path / "circle", flow_yaml="nodes:\n  load: {depends: [count]}\n  count: {depends: [load]}\n"
    )
    flow = flow_folder.add(shared_console, circle)
    answer = shared_console.get(f"/workflows/{flow}")
    assert answer["circle"] and any("circle" in one["message"] for one in answer["problems"])
    flow_folder.write(circle, flow_yaml="nodes: [\n")
    broken = shared_console.get(f"/workflows/{flow}")
    assert broken["broken"] or [one for one in broken["problems"] if one["severity"] == "error"]
    shutil.rmtree(circle)
    gone = shared_console.get(f"/workflows/{flow}")
    assert "is not there" in gone["broken"]["message"]
    row = next(one for one in shared_console.get("/workflows")["workflows"] if one["id"] == flow)
    assert row["broken"]
    status, refused = shared_console.ask("POST", f"/workflows/{flow}/runs", {"bizdate": "20260101"})
    assert status == 400 and "is not there" in refused["error"]["message"]
    assert shared_console.ask("DELETE", f"/workflows/{flow}") == (200, {})
    assert shared_console.ask("GET", f"/workflows/{flow}")[0] == 404


def test_only_known_folders_are_read(shared_console):
    for folder, words in [
        ("relative/path", "not an absolute path"),
        ("/nowhere/at/all", "is not there"),
        ("", "not an absolute path"),
    ]:
        status, refused = shared_console.ask("POST", "/workflows", {"folder": folder})
        assert status == 400 and words in refused["error"]["message"]
    assert shared_console.ask("POST", "/workflows", {})[0] == 400
    for path in ("/workflows/0000000000000000", "/workflows/..%2F..%2Fetc", "/workflow-runs/99999", "/workflow-runs/x"):
        assert shared_console.ask("GET", path)[0] == 404


def test_500_nodes(shared_console, tmp_path):
    folder = tmp_path / "many"
    folder.mkdir()
    nodes = {f"n{i}": {"kind": "VIRTUAL", "depends": [f"n{i - 1}"] if i % 20 else []} for i in range(500)}
    (folder / "flow.yaml").write_text(json.dumps({"nodes": nodes}))
    flow = flow_folder.add(shared_console, folder)
    run = shared_console.post(f"/workflows/{flow}/runs", {"bizdate": "20260101"})["run"]
    assert len(flow_folder.ended(shared_console, run)["nodes"]) == 500
    assert len(shared_console.get(f"/workflows/{flow}")["flow"]["nodes"]) == 500
