"""What PROPERTIES, processors and autoscalers make of services, with real processes."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from conftest import BINARY, PYTHON, TIMEOUT, TOKEN
from fleet_home import FleetHome, Load, is_alive
from statements import Session

APP = """
import json, os, signal
import allspark

class Told(allspark.BaseProcessor):
    def initialize(self):
        self.config = allspark.default_properties().get('model.model_config')
    def process(self, data):
        if data == b'crash':
            os.kill(os.getpid(), signal.SIGKILL)
        if data == b'secrets':
            return ' '.join(os.environ.values()), 200
        return json.dumps([NAME, self.get_model_path(), self.config, os.getpid()]), 200

Told(worker_threads=2).run()
"""


@pytest.fixture
def sql(tmp_path, monkeypatch):
    monkeypatch.setenv("PAISQL_PYTHON", str(PYTHON))
    return Session(tmp_path / "home")


@pytest.fixture
def home(tmp_path, sql):
    fleet = FleetHome(tmp_path / "home")
    yield fleet
    if fleet.rows("SELECT 1 FROM fleet"):
        fleet.end()


def write_app(folder, name):
    folder.mkdir()
    (folder / "app.py").write_text(APP.replace("NAME", repr(name)))
    return folder


def text(home, body, service="s"):
    answer = home.ask("POST", f"/api/predict/{service}", body)
    assert answer.status == 200, answer.text
    return answer.text


def eas(sql, *words, status=0):
    done = subprocess.run(
        [BINARY, "--home", str(sql.folder), "eas", *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=4 * TIMEOUT,
    )
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def test_a_processor_is_deployed_changed_and_rolled_back(home, sql, models, tmp_path):
    one = write_app(tmp_path / "one", "one")
    two = write_app(tmp_path / "two", "two")
    sql.run(
        f"CREATE MODEL m FROM '{models / 'numbered' / '1'}';"
        f"DEPLOY SERVICE s USING PROCESSOR '{one}' MODEL m PROPERTIES ('token'='{TOKEN}', "
        "'model_config'='a b', 'processor.processes'='1');"
    )
    name, model, config, pid = json.loads(text(home, "x"))
    assert (name, config) == ("one", "a b") and Path(model, "saved_model.pb").exists()
    secrets = text(home, "secrets")
    assert TOKEN not in secrets and "services/sockets" not in secrets
    facts = sql.facts("s")
    assert facts["Processor"] == ["python"]
    assert facts["Serves"] == [f"{one}/app.py with default_project.m version 1"]
    assert "service s uses version 1" in sql.run("DROP MODEL m;", status=1)

    # A processor that is killed is started again by its instance.
    assert home.ask("POST", "/api/predict/s", "crash").status == 500
    home.wait_for(lambda: home.ask("POST", "/api/predict/s", "x").status == 200, "it stays away")
    assert json.loads(text(home, "x"))[3] != pid

    # A model of TensorFlow may take its place, and what belonged to the processor is gone with it.
    sql.run(f"ALTER SERVICE s USING PROCESSOR '{two}' FROM '{tmp_path / 'one'}';")
    home.wait_for(lambda: json.loads(text(home, "x"))[0] == "two", "the old one still answers")
    assert json.loads(text(home, "x"))[1:3] == [str(one), "a b"]
    sql.run("ALTER SERVICE s USING MODEL m;")
    home.wait_for(
        lambda: home.ask("POST", "/api/predict/s", [{"x": 7}]).text == '[{"y":1007.0}]', "the processor still answers"
    )
    assert sql.facts("s")["Serves"][-1] == "default_project.m version 1"
    sql.run("ROLLBACK SERVICE s;")
    home.wait_for(lambda: "two" in home.ask("POST", "/api/predict/s", "x").text, "no way back")


def test_what_no_processor_can_be(home, sql, models, tmp_path):
    one = write_app(tmp_path / "one", "one")
    (tmp_path / "request").write_text("x")
    said = sql.run(
        f"DEPLOY SERVICE s USING PROCESSOR '{one}' PROPERTIES ('warm_up_data_path'='{tmp_path / 'request'}');", status=1
    )
    assert "'warm_up_data_path' is for models" in said
    (one / "app.py").write_text("raise ValueError('no weights')")
    said = sql.run(f"DEPLOY SERVICE s USING PROCESSOR '{one}';", status=1)
    assert "cannot serve" in said and "no weights" in said
    assert sql.run("SHOW SERVICES;") == ""


def test_eas_creates_a_processor(home, sql, tmp_path):
    one = write_app(tmp_path / "one", "one")
    service = {
        "name": "s",
        "token": TOKEN,
        "processor_path": str(one),
        "processor_entry": "./app.py",
        "processor_type": "python",
        "model_config": {"depth": 3},
        "metadata": {"instance": 1, "cpu": 1},
    }
    (tmp_path / "service.json").write_text(json.dumps(service))
    assert "[OK] Service is running" in eas(sql, "create", str(tmp_path / "service.json"))
    assert json.loads(text(home, "x"))[:3] == ["one", "", '{"depth": 3}']
    service["processor_type"] = "java"
    (tmp_path / "service.json").write_text(json.dumps(dict(service, name="t")))
    assert "'java' are not offered" in eas(sql, "create", str(tmp_path / "service.json"), status=1)


def test_requests_are_kept_in_a_table(home, sql, models):
    sql.run(
        f"DEPLOY SERVICE s USING '{models / 'numbered' / '1'}' PROPERTIES ('token'='{TOKEN}', "
        "'sinker.type'='maxcompute', 'sinker.table'='served', 'sinker.max_seconds'='1');"
    )
    for _ in range(3):
        assert home.version_of() == 1
    count = "SELECT COUNT(*), MIN(in_x), MAX(out_y), MIN(version) FROM served WHERE ds > '2';"
    home.wait_for(lambda: sql.run(count) == "3\t7\t1007\t1\n", "nothing is kept")
    assert sql.facts("s")["Property sinker.table"] == ["default_project.served"]
    # Without the table nothing is kept; the rest stays as it was said.
    sql.run("ALTER SERVICE s SET PROPERTIES ('sinker.table'='');")
    facts = sql.facts("s")
    assert facts["Property sinker.type"] == ["maxcompute"]
    home.await_states((2, "ready"))
    assert home.version_of() == 1
    (pid,) = [row[1] for row in home.instances("ready")]
    assert b"--sink-table" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    # A version that comes back brings what it had.
    sql.run("ROLLBACK SERVICE s;")
    home.await_states((1, "ready"))
    (pid,) = [row[1] for row in home.instances("ready")]
    assert b"default_project.served" in Path(f"/proc/{pid}/cmdline").read_bytes()


def test_warm_up_and_memory(home, sql, models, tmp_path):
    one = models / "numbered" / "1"
    (tmp_path / "good.json").write_text('[{"x": 1}]')
    (tmp_path / "bad.json").write_text('[{"z": 1}]')
    sql.run(
        f"DEPLOY SERVICE s USING '{one}' PROPERTIES ('token'='{TOKEN}', 'metadata.cpu'='1', "
        f"'metadata.memory'='8000', 'warm_up_data_path'='{tmp_path / 'good.json'}');"
    )
    assert home.version_of() == 1
    assert sql.facts("s")["Claims"] == ["1 core, 8000 MB"]
    assert sql.run("SHOW SERVICES;").split("\t")[5] == "1 core, 8000 MB"
    (pid,) = [row[1] for row in home.instances("ready")]
    assert f"Max data size             {8000 << 20} " in Path(f"/proc/{pid}/limits").read_text()
    said = sql.run(f"ALTER SERVICE s SET PROPERTIES ('warm_up_data_path'='{tmp_path / 'bad.json'}');", status=1)
    assert "the request of the warm-up" in said
    # A library that gets no memory ends its process in one way or another.
    for few in (3, 30):
        said = sql.run(f"ALTER SERVICE s SET PROPERTIES ('metadata.memory'='{few}');", status=1)
        assert f"cannot serve: it seems to need more than its {few} MB (metadata.memory)" in said
    assert home.version_of() == 1 and sql.facts("s")["Version"] == ["1 (main)"]


def test_the_number_of_processes_follows_the_load(home, sql, models):
    sql.run(
        f"CREATE MODEL m FROM '{models / 'numbered' / '1'}';"
        f"ALTER MODEL m ADD VERSION FROM '{models / 'numbered' / '2'}';"
        f"DEPLOY SERVICE s USING MODEL m PROPERTIES ('token'='{TOKEN}', 'autoscaler.min'='1', "
        "'autoscaler.max'='2', 'autoscaler.strategies.qps'='5', "
        "'autoscaler.behavior.scaleDown.stabilizationWindowSeconds'='0');"
    )
    assert len(home.instances("ready")) == 1
    assert "Serves\tdefault_project.s version 1 answers 100 %\n" in sql.run("DESC MODEL m;")
    load = Load(home, "s", connections=2)
    home.await_states((1, "ready"), (1, "ready"))
    assert sql.facts("s")["Ready"] == ["2/2"]
    assert sql.facts("s")["Scaling"] == ["1 to 2 processes, for 5 requests a second each"]
    # Another version has as many at once, and nobody waits for the fewest of the catalog.
    sql.run("ALTER SERVICE s USING MODEL m VERSION 2;")
    load.await_version(2)
    home.await_states((2, "ready"), (2, "ready"))
    counted = load.stop()
    assert (counted["statuses"], counted["broken"], counted["wrong"]) == ({}, 0, 0)
    home.await_states((2, "ready"))
    said = sql.run("ALTER SERVICE s SET PROPERTIES ('metadata.instance'='2');", status=1)
    assert "follows its load" in said
    eas(sql, "autoscale", "s", "-Dmin=2", "-Dmax=2", "-Dstrategies.cpu=50")
    home.await_states((2, "ready"), (2, "ready"))
    eas(sql, "autoscale", "rm", "s")
    assert "Scaling" not in sql.facts("s") and sql.facts("s")["Ready"] == ["2/2"]
    eas(sql, "scale", "s", "1")
    home.await_states((2, "ready"))


def test_show_brings_a_killed_supervisor_back(home, sql, models, monkeypatch):
    sql.run(f"DEPLOY SERVICE s USING '{models / 'numbered' / '1'}' PROPERTIES ('token'='{TOKEN}');")
    killed = home.processes
    for pid in reversed(killed):
        os.kill(pid, signal.SIGKILL)
    home.wait_for(lambda: not any(map(is_alive, killed)), "they live")
    # A processor may be who asks. Of what its environment says of its instance nothing is the
    # supervisor's, which would take itself for one that nobody knows.
    monkeypatch.setenv("PAISQL_SERVICES_OF", str(home.folder))
    monkeypatch.setenv("PAISQL_LAUNCH", '{"service": "s"}')
    monkeypatch.setenv("PAISQL_SERVE_TOKEN", TOKEN)
    # Whoever bears that mark is ended by the supervisor, also who has asked.
    sql.start("SHOW SERVICES;").communicate(timeout=TIMEOUT)
    monkeypatch.undo()
    home.wait_for(lambda: home.processes and all(map(is_alive, home.processes)), "they are gone")
    assert home.version_of() == 1
    environment = Path(f"/proc/{home.processes[0]}/environ").read_bytes()
    assert b"PAISQL_LAUNCH={" not in environment and TOKEN.encode() not in environment


def test_what_ends_a_statement_that_waits(home, sql, models, tmp_path):
    one = models / "numbered" / "1"
    sql.run(f"DEPLOY SERVICE s USING '{one}' PROPERTIES ('token'='{TOKEN}');")
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "app.py").write_text("import threading\nthreading.Event().wait()\n")
    waits = sql.start(f"ALTER SERVICE s USING PROCESSOR '{slow}';")
    home.wait_for(lambda: len(home.instances()) == 2, "nothing was started")
    sql.run("ROLLBACK SERVICE s;")
    _, errors = waits.communicate(timeout=TIMEOUT)
    assert waits.returncode == 1 and "overtaken by another statement" in errors
    home.await_states((1, "ready"))

    waits = sql.start(f"DEPLOY SERVICE t USING PROCESSOR '{slow}';")
    home.wait_for(lambda: len(home.instances()) == 2, "nothing was started")
    waits.send_signal(signal.SIGINT)
    _, errors = waits.communicate(timeout=TIMEOUT)
    assert "service t goes on starting" in errors and "DESC SERVICE t" in errors
    sql.run("DROP SERVICE t;")


def test_eas_tells_its_verbs(sql):
    assert "autoscale SERVICE -Dmin=N" in eas(sql, "--help")
