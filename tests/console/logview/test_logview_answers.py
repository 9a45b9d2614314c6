"""What the pages about instances are told: jobs, their processes, logs of any size, curves."""

import json
import os
import struct
import time

import pytest
from console_home import Console
from logview_jobs import (
    FAILS,
    QUICK,
    ask_counted,
    await_end,
    bytes_read,
    facts_of,
    lines_of,
    log_path,
    memory_of,
    start_job,
)

GIB = 1 << 30


@pytest.fixture(scope="module")
def failed(shared_console):
    job = start_job(shared_console, FAILS, "breaks")
    await_end(shared_console, job)
    return job


@pytest.fixture(scope="module")
def quick(shared_console):
    return start_job(shared_console, QUICK.replace("LOSS", "0.25"), "quick", wait=True)


def test_a_failed_job_tells_its_cause(shared_console, failed):
    facts = facts_of(shared_console, failed)
    assert facts["state"] == "failed" and facts["kind"] == "pai" and facts["name"] == "breaks"
    assert "ValueError: no such column" in facts["exit"]["message"]
    assert facts["exit"]["exit_status"] == 1 and facts["exit"]["log"] == {"role": "worker", "index": 0}
    (process,) = facts["processes"]
    assert process["exit_status"] == 1 and process["pid"] > 0 and "status 1" in process["exit"]
    assert facts["created_ms"] <= process["started_ms"] <= process["ended_ms"] <= facts["ended_ms"]
    assert ["script"] == [name for name, _ in facts["parameters"] if name == "script"]
    assert [step["state"] for step in facts["history"]][:2] == ["waiting", "running"]


def test_two_hundred_processes(shared_console, quick):
    folder = os.path.join(shared_console.home, "jobs", quick)
    with open(os.path.join(folder, "processes.json"), encoding="utf-8") as file:
        states = json.load(file)
    (worker,) = states["processes"]
    many = {**states, "processes": [{**worker, "index": i} for i in range(200)]}
    for i in range(1, 200):
        with open(os.path.join(folder, "logs", f"worker-{i}.log"), "w", encoding="utf-8") as file:
            file.write(f"of {i}\n")
    try:
        with open(os.path.join(folder, "processes.json"), "w", encoding="utf-8") as file:
            json.dump(many, file)
        facts = facts_of(shared_console, quick)
        assert len(facts["processes"]) == 200
        assert [log["index"] for log in facts["logs"] if log["role"] == "worker"] == list(range(200))
        assert lines_of(shared_console, quick, "worker/123")["rows"][0]["text"] == "of 123"
    finally:
        with open(os.path.join(folder, "processes.json"), "w", encoding="utf-8") as file:
            json.dump(states, file)
        for i in range(1, 200):
            os.remove(os.path.join(folder, "logs", f"worker-{i}.log"))


def test_curves_and_resources_of_a_job(shared_console, quick):
    series = {one["name"]: one for one in shared_console.get(f"/logview/instances/{quick}/metrics")["series"]}
    assert series["loss"]["values"] == [0.25] and series["loss"]["steps"] == [10]
    resources = shared_console.get(f"/logview/instances/{quick}/resources")["series"]
    # A process that is over at once has one record; CPU is told between two of them.
    assert "memory" in {one["name"] for one in resources}
    again = shared_console.get(f"/logview/instances/{quick}/metrics")
    unchanged = shared_console.get(f"/logview/instances/{quick}/metrics", after=again["cursor"])
    assert unchanged["unchanged"] and "series" not in unchanged


def test_lists_are_filtered_and_paged(shared_console, failed, quick):
    def ids(**parameters):
        return [one["id"] for one in shared_console.get("/logview/instances", **parameters)["instances"]]

    assert ids() == sorted([failed, quick], reverse=True)
    assert ids(state="failed") == [failed]
    assert ids(state="waiting,running") == []
    assert ids(kind="sql") == []
    assert ids(name="QUI") == [quick]
    assert ids(text=failed) == [failed]
    assert ids(user="nobody") == []
    assert ids(to_ms=1) == [] and len(ids(from_ms=1)) == 2
    first = shared_console.get("/logview/instances", limit=1)
    second = shared_console.get("/logview/instances", limit=1, after=first["after"])
    assert [first["instances"][0]["id"], second["instances"][0]["id"]] == ids()
    assert second["after"] is None


def test_runs_are_compared(shared_console, quick):
    other = start_job(
        shared_console, QUICK.replace("LOSS", "0.5"), "quick", "-DuserDefinedParameters='--batch=8'", wait=True
    )
    compared = shared_console.get("/logview/compare", job="quick")
    assert [run["id"] for run in compared["runs"]] == [other, quick]
    assert [run["finals"]["worker-0/loss"] for run in compared["compared"]] == [0.5, 0.25]
    chosen = shared_console.get("/logview/compare", job="quick", ids=quick)
    assert [run["id"] for run in chosen["compared"]] == [quick]
    assert shared_console.get("/logview/compare", job="no such")["runs"] == []


def test_what_is_gone_or_named_twice_leaves_the_rest_of_a_comparison(shared_console, quick, failed):
    answer = shared_console.get("/logview/compare", runs=f"{quick},purged,{failed},{quick}")
    assert sorted(run["id"] for run in answer["compared"]) == sorted([quick, failed])
    assert len(answer["runs"]) == 2 and answer["gone"] == ["purged"]


def test_names_with_several_runs_are_offered(shared_console):
    for name in ("twice", "once", "twice"):
        start_job(shared_console, QUICK.replace("LOSS", "1"), name, wait=True)
    runs = {job["name"]: job["runs"] for job in shared_console.get("/logview/jobs")["jobs"]}
    assert next(iter(runs)) == "twice" and runs["twice"] == 2 and "once" not in runs


def test_runs_of_any_names_are_compared(shared_console, quick, failed):
    compared = shared_console.get("/logview/compare", runs=f"{quick},{failed}")
    assert {run["id"] for run in compared["runs"]} == {run["id"] for run in compared["compared"]} == {quick, failed}
    one = shared_console.get("/logview/compare", runs=f"{quick},{failed}", ids=failed)
    assert len(one["runs"]) == 2 and [run["id"] for run in one["compared"]] == [failed]
    tab = shared_console.post("/editor/tabs", {})["tab"]
    statement = shared_console.post(f"/editor/tabs/{tab}/statements", {"text": "SELECT 1"})["id"]
    status, body = shared_console.ask("GET", "/logview/compare", runs=f"{quick},{statement}")
    assert status == 400 and "is not a PAI job" in body["error"]["message"]
    assert shared_console.ask("GET", "/logview/compare", runs="nope")[0] == 404
    assert shared_console.ask("GET", "/logview/compare", runs="nope,neither")[0] == 404
    assert "runs=ID,ID" in shared_console.ask("GET", "/logview/compare")[1]["error"]["cure"]


def test_statements_have_stages_tables_and_a_result(shared_console):
    text = "CREATE TABLE lv AS SELECT 1L AS id, 'a<b>' AS name; SELECT name FROM lv;"
    tab = shared_console.post("/editor/tabs", {})["tab"]
    run = shared_console.post(f"/editor/tabs/{tab}/statements", {"text": text})["id"]
    facts = await_end(shared_console, run)
    assert facts["state"] == "success" and facts["kind"] == "sql" and facts["message"] == ""
    assert [one["state"] for one in facts["statements"]] == ["success", "success"]
    assert facts["statements"][1]["text"] == "SELECT name FROM lv"
    assert facts["inputs"] == [{"table": "default_project.lv", "rows": 1, "bytes": facts["inputs"][0]["bytes"]}]
    assert [one["table"] for one in facts["outputs"]] == ["default_project.lv"]
    titles = [node["title"] for node in facts["graph"]["nodes"]]
    assert titles == ["M1", "default_project.lv", "M2"]
    assert [(edge["from"], edge["to"]) for edge in facts["graph"]["edges"]] == [
        ("stage:M1", "table:0:default_project.lv"),
        ("table:0:default_project.lv", "stage:M2"),
    ]
    assert facts["result"]["rows"] == [["a<b>"]] and "inputs:" in facts["summary"]
    status, body = shared_console.ask("POST", f"/logview/instances/{run}/stop", {})
    assert status == 400 and "already ended" in body["error"]["message"]
    assert run in [one["id"] for one in shared_console.get("/logview/instances", kind="sql")["instances"]]


@pytest.mark.parametrize("path", ["", "/processes", "/metrics", "/resources", "/logs/worker/0/output"])
def test_an_id_that_nobody_has(shared_console, path):
    for name in ("nope", "20260101000000000gabcdef", "..", "<script>"):
        status, body = shared_console.ask("GET", f"/logview/instances/{name}{path}".replace("<", "%3C"))
        assert status == 404, (name, body)


def test_processes_and_streams_that_are_not_there(shared_console, quick):
    for wrong in ("worker/7/output", "nobody/0/output", "worker/-1/output", "worker/x/output", "..%2Fx/0/output"):
        status, body = shared_console.ask("GET", f"/logview/instances/{quick}/logs/{wrong}")
        assert status in (400, 404), (wrong, body)
    status, body = shared_console.ask("GET", f"/logview/instances/{quick}/logs/worker/0/stderr")
    assert status == 400 and "ask for output" in body["error"]["cure"]


def test_a_log_that_is_removed(shared_console, failed):
    path = log_path(shared_console, failed)
    os.rename(path, path + "-away")
    try:
        status, body = shared_console.ask("GET", f"/logview/instances/{failed}/logs/worker/0/output")
        assert status in (400, 404) and "not there" in body["error"]["message"]
    finally:
        os.rename(path + "-away", path)
    assert lines_of(shared_console, failed)["rows"]


def search(console, job, **parameters):
    """The next hit, however many requests it takes."""
    while True:
        hit = console.get(f"/logview/instances/{job}/logs/worker/0/output/search", **parameters)
        if hit["at"] is not None or hit["done"]:
            return hit
        parameters["from"] = hit["next"]


def test_binary_bytes_and_lines_without_an_end(shared_console, quick):
    path = log_path(shared_console, quick)
    with open(path, "wb") as file:
        file.write(b"a\x00b\xff\xfe\n" + b"x" * (50 << 20) + b"\n10%\r20%\r30%\nno end")
    part = ask_counted(shared_console, quick)
    first, long, bar, last = part["rows"]
    assert first["text"] == "a\u2400b\ufffd\ufffd"
    assert long["cut"] and long["bytes"] == 50 << 20 and len(long["text"]) <= 8192
    assert bar["text"] == "30%" and last["text"] == "no end" and last["line"] == 4
    assert search(shared_console, quick, text="30%")["line"] == 3


def test_a_log_of_two_gigabytes(shared_console, quick):
    path = log_path(shared_console, quick)
    block = b"".join(b"line %08d of a very long log that goes on and on\n" % i for i in range(20000))
    # Most of it is a hole of the file: bytes that are 0, in one line.
    with open(path, "wb") as file:
        file.write(block)
        file.seek(2 * GIB)
        file.write(b"\n" + block + b"ValueError: the last line\n")
    lines = 40001
    before = memory_of(shared_console.process)
    read = bytes_read(shared_console.process)
    part = lines_of(shared_console, quick, count=100)
    # Of the log it was the end, and as much of the beginning as one step counts.
    assert bytes_read(shared_console.process) - read < GIB // 2 and not part["complete"]
    assert part["rows"][-1]["text"] == "ValueError: the last line" and len(part["rows"]) == 100
    part = ask_counted(shared_console, quick)
    assert part["end_line"] == lines + 2 and part["rows"][-1]["line"] == lines + 1
    (middle,) = lines_of(shared_console, quick, **{"from": 20002, "count": 1})["rows"]
    assert middle["text"].startswith("line 00000000 of") and middle["at"] == 2 * GIB + 1
    assert search(shared_console, quick, text="THE LAST", back=1)["line"] == lines + 1
    assert memory_of(shared_console.process) - before < 64
    os.truncate(path, 0)
    assert lines_of(shared_console, quick)["rows"] == []


def test_a_process_that_is_killed(shared_console):
    text = "import os, signal\nprint('last words')\nos.kill(os.getpid(), signal.SIGKILL)\n"
    facts = await_end(shared_console, start_job(shared_console, text, "killed"))
    assert facts["state"] == "failed" and "SIGKILL" in facts["processes"][0]["exit"]
    assert facts["exit"]["exit_status"] == 137


def events_of(tag):
    """An event file of TensorFlow with one scalar."""
    value = b"\x0a" + bytes([len(tag)]) + tag + b"\x15" + struct.pack("<f", 1.0)
    summary = b"\x0a" + bytes([len(value)]) + value
    event = b"\x09" + struct.pack("<d", time.time()) + b"\x10\x01\x2a" + bytes([len(summary)]) + summary
    return struct.pack("<Q", len(event)) + b"crc1" + event + b"crc2"


def test_users_do_not_see_summaries_of_other_jobs(tmp_path):
    users = tmp_path / "users"
    users.write_text("id1 secret1 -\nid2 secret2 ALIYUN$reader@example.com\n")
    users.chmod(0o600)
    console = Console(tmp_path).start()
    job, other = (start_job(console, QUICK.replace("LOSS", "1"), name, wait=True) for name in ("mine", "other"))
    console.run("ADD USER ALIYUN$reader@example.com;",
                f"GRANT Read ON INSTANCE {job} TO USER ALIYUN$reader@example.com;")  # fmt: skip
    # Within the job's time, so that the summaries may be its own.
    moment = facts_of(console, job)["created_ms"] // 1000
    console.stop()
    jobs = os.path.join(console.home, "jobs")
    for name, tag in ((job, b"own"), (other, b"foreign")):
        for place in (name, job):
            os.makedirs(os.path.join(jobs, place, "work"), exist_ok=True)
        with open(os.path.join(jobs, name, "work", f"events.out.tfevents.{moment}.{name}"), "wb") as file:
            file.write(events_of(tag))
    os.symlink(os.path.join(jobs, other, "work"), os.path.join(jobs, job, "work", "linked"))
    path = os.path.join(jobs, job, "job.json")
    with open(path, encoding="utf-8") as file:
        text = json.load(file)
    text["user_arguments"] = [f"--logdir=../../{other}/work", "linked", f"--x={jobs}/{other}/work"]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(text, file)
    console.start_server("--user-file", str(users))
    try:
        tokens = {key: console.post("/sign-in", {"access_id": key, "secret": key.replace("id", "secret")})["token"]
                  for key in ("id1", "id2")}  # fmt: skip
        seen = {}
        for key, token in tokens.items():
            status, body = console.ask("GET", f"/logview/instances/{job}/metrics", token=token)
            assert status == 200, body
            seen[key] = {one["name"] for one in body["series"] if one["is_summary"]}
        # The reader is asked last, so what was read for the owner is not told either.
        assert seen == {"id1": {"own", "foreign"}, "id2": {"own"}}
    finally:
        console.stop()


def test_instances_of_other_users(tmp_path):
    users = tmp_path / "users"
    users.write_text("id1 secret1 -\nid2 secret2 ALIYUN$reader@example.com\n")
    users.chmod(0o600)
    console = Console(tmp_path).start()
    job = start_job(console, QUICK.replace("LOSS", "1"), "mine", wait=True)
    console.run("ADD USER ALIYUN$reader@example.com;")
    console.stop()
    console.start_server("--user-file", str(users))
    try:
        status, body = console.ask("POST", "/sign-in", {"access_id": "id2", "secret": "secret2"}, token="")
        assert status == 200, body
        console.token = body["token"]
        assert console.get("/logview/instances")["instances"] == []
        assert console.get("/logview/jobs")["jobs"] == []
        assert console.get("/logview/compare", job="mine")["runs"] == []
        assert console.ask("GET", "/logview/compare", runs=job)[0] == 403
        for path in ("", "/metrics", "/logs/worker/0/output", "/logs/worker/0/output/download"):
            assert console.ask("GET", f"/logview/instances/{job}{path}")[0] == 403, path
        assert console.ask("POST", f"/logview/instances/{job}/stop", {})[0] == 403
    finally:
        console.stop()
