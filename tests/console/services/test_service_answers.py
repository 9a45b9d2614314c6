"""What the console answers about services: facts, changes, calls, curves, logs, and tokens."""

import contextlib
import http.client
import json
import threading
import time
import urllib.request

import pytest
import served
from console_home import Console


@pytest.fixture(scope="module")
def line(shared_console, tmp_path_factory):
    served.deploy(shared_console, tmp_path_factory.mktemp("models"))
    yield shared_console
    shared_console.run("DROP SERVICE IF EXISTS line;")


def call(console, body, name="line", **more):
    return console.ask("POST", f"/services/{name}/call", {"body": body, **more})


def answers(line, wanted, *asked):
    """The front learns of a change a moment after the statement has ended."""
    deadline = time.monotonic() + 30
    while True:
        status, answer = call(line, *asked)
        # Before that it may say in plain words that it does not know the service.
        told = json.loads(answer["body"]) if status == 200 and answer["status"] == 200 else answer
        if told == wanted or time.monotonic() > deadline:
            break
    assert told == wanted


def test_the_facts_of_a_service_and_never_its_token(line):
    (row,) = line.get("/services")["services"]
    assert (row["name"], row["state"], row["ready"]) == ("line", "Running", "1/1")
    assert row["split"] == [{"version": 1, "role": "main", "weight": 100}]
    service = line.get("/services/line")
    token = line.get("/services/line/token")["token"]
    assert len(token) == 32 and service["has_token"] and service["may_change"]
    assert token not in json.dumps(service) and token not in json.dumps(row)
    (version,) = service["versions"]
    assert version["model"] == "default_project.line_model" and version["ready"] == 1
    assert version["instances"][0]["state"] == "ready"


def test_the_form_and_a_call(line):
    told = line.get("/services/line/signature")
    assert told["default"] == "serving_default"
    (signature,) = told["signatures"]
    assert [one["name"] for one in signature["inputs"]] == ["x"]
    status, answer = call(line, '[{"x": 4}]')
    assert status == 200 and answer["status"] == 200, answer
    assert json.loads(answer["body"]) == [{"y": 9}] and answer["latency_ms"] > 0
    assert answer["bytes"] == len(answer["body"]) and not answer["truncated"]
    _, wrong = call(line, '[{"x": "four"}]')
    assert wrong["status"] == 400 and "x" in wrong["body"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"target": "/api/predict/other"}, "is not a path of service line"),
        ({"target": "/api/predict/line2"}, "is not a path"),
        ({"target": "/api/predict/line HTTP/1.1\r\nX: y"}, "is not a path"),
        ({"target": "http://example.com/"}, "is not a path"),
        ({"body": 3}, "'body' is not a text"),
    ],
)
def test_only_the_service_itself_is_asked(line, asked, words):
    status, refused = line.ask("POST", "/services/line/call", {"body": "[]", **asked})
    assert status == 400 and words in refused["error"]["message"]


def test_versions_shares_and_back(line):
    statement, told = served.act(line, "line", action="release", model="line_model", version=2, weight=10)
    assert told["succeeded"], told
    assert statement == "RELEASE SERVICE default_project.line MODEL line_model VERSION 2 WEIGHT 10;"
    assert line.get("/services")["services"][0]["split"][1] == {"version": 2, "role": "grey", "weight": 10}
    for weights, words in [
        ({"2": 101}, "'2' is not a whole number from 0 to 100"),
        ({"9": 10}, "is not a released version"),
        ({"2": 10}, "is not a change"),
        ({"2": "many"}, "whole number"),
    ]:
        status, refused = line.ask("POST", "/services/line", {"action": "split", "weights": weights})
        assert status == 400 and words in refused["error"]["message"]
    assert served.act(line, "line", action="split", weights={"2": 100})[1]["succeeded"]
    answers(line, [{"y": 1008}], '[{"x": 4}]')
    alone = call(line, '{"instances": [{"x": 4}]}', target="/v1/models/line/versions/1:predict")[1]
    assert json.loads(alone["body"]) == {"predictions": [9]}
    assert served.act(line, "line", action="rollback")[1]["succeeded"]
    answers(line, [{"y": 9}], '[{"x": 4}]')


def test_what_cannot_be_is_taken_back_and_told(line):
    _, told = served.act(line, "line", action="update", model="nothing")
    assert not told["succeeded"] and told["error"]["code"] == "ODPS-1228011"
    for action, words in [
        ({"action": "dance"}, "'action' is not one of start, stop"),
        ({"action": "scale", "instances": 65}, "whole number from 0 to 64"),
        ({"action": "update", "model": "m'; DROP TABLE t; --"}, "'model' is not a name"),
        ({"action": "set", "properties": {"model_config": "${secret}"}}, "without ${"),
        ({}, "'action'"),
    ]:
        status, refused = line.ask("POST", "/services/line", action)
        assert status == 400 and words in refused["error"]["message"]
    assert line.ask("GET", "/services/nowhere")[0] == 404
    statement, told = served.act(line, "line", action="set", properties={"metadata.rpc.max_batch_size": "it's"})
    assert "'it\\'s'" in statement and told["error"]["code"]


def test_curves_and_logs(line):
    line.get("/services/line/curves")
    for _ in range(20):
        call(line, '[{"x": 4}]')
    call(line, "nonsense")
    after, rate, refused, p99 = 0, 0, 0, None
    while not (rate and refused and p99):
        curves = line.get("/services/line/curves", after=after)
        after = curves["time_ms"][-1] if curves["time_ms"] else after
        rate = max([rate, *curves["rate"]])
        refused = max([refused, *curves["refused"]])
        p99 = next((one for one in curves["p99_ms"] if one is not None), p99)
    assert p99 > 0
    log = line.get("/services/line/log", version=1, index=0)
    assert log["next"] == log["size"]
    assert line.get("/services/line/log", version=1, index=0, after=log["next"])["text"] == ""
    assert line.get("/services/line/log", source="supervisor")["size"] > 0


def test_stop_start_and_what_a_stopped_service_answers(line):
    assert served.act(line, "line", action="stop")[1]["succeeded"]
    assert line.get("/services/line")["state"] == "Stopped"
    # The front answers 503 until it ends, as it does after the last service. It learns of the stop a moment later.
    status, answer = call(line, '[{"x": 4}]')
    while status == 200 and answer["status"] == 200:
        status, answer = call(line, '[{"x": 4}]')
    assert (status == 200 and answer["status"] == 503) or (status == 502 and answer["error"]["cure"])
    assert served.act(line, "line", action="start")[1]["succeeded"]
    answers(line, [{"y": 9}], '[{"x": 4}]')


def test_deploy_and_drop(line):
    status, refused = line.ask("POST", "/services", {"name": "no way", "model": "line_model"})
    assert status == 400 and "'name' is not a name" in refused["error"]["message"]
    begun = line.post("/services", {"name": "second", "model": "line_model", "version": 2})
    assert begun["statement"] == "DEPLOY SERVICE second USING MODEL line_model VERSION 2;"
    while not (told := line.get(f"/service-actions/{begun['instance']}"))["ended"]:
        pass
    assert told["succeeded"], told
    answers(line, [{"y": 1008}], '[{"x": 4}]', "second")
    assert served.act(line, "second", action="drop")[1]["succeeded"]
    assert line.ask("GET", "/services/second")[0] == 404


def test_a_service_that_hangs_or_answers_much(line, tmp_path):
    (tmp_path / "app.py").write_text(
        "import allspark, threading\n"
        "class Odd(allspark.BaseProcessor):\n"
        "    def process(self, data):\n"
        "        if data == b'hang': threading.Event().wait()\n"
        "        if data == b'fail': raise ValueError('no <b>way</b>')\n"
        "        return b'x' * (3 << 20) if data == b'much' else b'\\xff\\xfe', 200\n"
        "if __name__ == '__main__': Odd(worker_threads=2).run()\n"
    )
    line.run(f"DEPLOY SERVICE odd USING PROCESSOR '{tmp_path / 'app.py'}' PROPERTIES ('metadata.rpc.keepalive'='400');")
    assert line.get("/services/odd")["versions"][0]["own_processor"]
    assert call(line, "hang", "odd")[1]["status"] == 504
    failed = _in_time(line, "fail")
    assert failed["status"] == 500 and "no <b>way</b>" in failed["body"]
    much = _in_time(line, "much")
    assert much["truncated"] and len(much["body"]) == 1 << 20
    assert _in_time(line, "binary")["binary"]
    line.run("DROP SERVICE odd;")


def test_logs_are_for_administrators_and_those_of_the_home_for_its_owner(tmp_path):
    names = ["reader", "chief"]
    users = tmp_path / "users"
    users.write_text("id0 secret0 -\n" + "".join(f"id{i} secret{i} ALIYUN${one}\n" for i, one in enumerate(names, 1)))
    users.chmod(0o600)
    server = Console(tmp_path)
    server.run(
        f"CREATE MODEL m FROM '{served.write(tmp_path, 1)}';",
        "DEPLOY SERVICE quiet USING MODEL m PROPERTIES ('metadata.instance'='0');",
        "ADD USER ALIYUN$reader; GRANT List ON PROJECT default_project TO USER ALIYUN$reader;",
        "ADD USER ALIYUN$chief; GRANT admin TO ALIYUN$chief;",
    )
    server.start_server("--user-file", str(users))
    try:
        tokens = [server.post("/sign-in", {"access_id": f"id{i}", "secret": f"secret{i}"})["token"] for i in range(3)]
        for source, statuses in (
            ("instance", [200, 403, 200]),
            ("front", [200, 403, 403]),
            ("supervisor", [200, 403, 403]),
        ):
            asked = [server.ask("GET", "/services/quiet/log", source=source, token=token)[0] for token in tokens]
            assert asked == statuses, source
        assert server.ask("GET", "/services/quiet", token=tokens[1])[1]["may_change"] is False
        assert server.ask("POST", "/services/quiet", {"action": "start"}, token=tokens[1])[0] == 403
    finally:
        server.run("DROP SERVICE quiet;")
        server.stop()


def test_no_service_has_run_yet(console):
    assert console.get("/services")["services"] == []
    status, refused = console.ask("GET", "/services/nothing/signature")
    assert status == 404


def _in_time(line, body):
    """The answer of the service: on a busy machine a call may take longer than this service lets it."""
    while (answer := call(line, body, "odd")[1])["status"] == 504:
        pass
    return answer


def test_a_console_ends_though_a_service_hangs(console, tmp_path):
    (tmp_path / "app.py").write_text(
        "import allspark, threading\n"
        "class Slow(allspark.BaseProcessor):\n"
        "    def process(self, data): threading.Event().wait()\n"
        "if __name__ == '__main__': Slow().run()\n"
    )
    console.run(
        f"DEPLOY SERVICE slow USING PROCESSOR '{tmp_path / 'app.py'}' PROPERTIES ('metadata.rpc.keepalive'='60000');"
    )
    asking = threading.Thread(target=lambda: _asked(console))
    asking.start()
    while "paisql_front_waiting_requests" not in (told := _metrics(console)) or " 1\n" not in told:
        assert asking.is_alive(), told
    console.stop()  # which waits for less than the request may take
    asking.join()
    console.run("DROP SERVICE slow;")


def _asked(console):
    with contextlib.suppress(OSError, http.client.HTTPException):
        call(console, "x", "slow")


def _metrics(console):
    address = console.get("/services/slow")["address"].split("/api/")[0]
    with urllib.request.urlopen(f"{address}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return "".join(f"{line}\n" for line in lines if line.startswith("paisql_front_waiting_requests{"))
