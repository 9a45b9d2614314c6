"""Services as people type them, with real processes from DEPLOY to DROP."""

import json
import os
import signal
import subprocess

import pytest
from conftest import BINARY, TIMEOUT, TOKEN
from fleet_home import FleetHome, Load


class Session:
    """Statements on a home, each run by a program of its own."""

    def __init__(self, folder):
        self.folder = folder

    def start(self, sql):
        return subprocess.Popen(
            [BINARY, "--home", str(self.folder), "--format", "tsv", "--no-header", "-e", sql],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, sql, status=0):
        program = self.start(sql)
        out, errors = program.communicate(timeout=4 * TIMEOUT)
        assert program.returncode == status, errors
        return out if status == 0 else errors

    def facts(self, service):
        """The facts of DESC SERVICE; of those with one name a list."""
        found = {}
        for line in self.run(f"DESC SERVICE {service};").splitlines():
            name, value = line.split("\t")
            found.setdefault(name, []).append(value)
        return found


@pytest.fixture
def sql(tmp_path):
    return Session(tmp_path / "home")


@pytest.fixture
def home(tmp_path, sql):
    fleet = FleetHome(tmp_path / "home")
    yield fleet
    if fleet.rows("SELECT 1 FROM fleet"):
        fleet.end()


def test_a_service_from_deploy_to_drop(home, sql, models):
    exports = models / "numbered"
    made = sql.run(f"CREATE MODEL m FROM '{exports / '1'}';"
                   f"ALTER MODEL m ADD VERSION FROM '{exports / '2'}';"
                   "DEPLOY SERVICE s USING MODEL m "
                   f"PROPERTIES ('token'='{TOKEN}', 'metadata.instance'='2');")
    answer = dict(line.split("\t") for line in made.splitlines())
    assert answer == {"Service": "s", "Token": TOKEN,
                      "Address": f"http://{home.address}/api/predict/s"}
    assert home.version_of() == 1
    facts = sql.facts("s")
    assert facts["State"] == ["Running"] and facts["Ready"] == ["2/2"]
    assert len(facts["Instance 1"]) == len(facts["Instance 2"]) == 1
    assert TOKEN not in sql.run("SHOW SERVICES;")

    load = Load(home, "s")
    load.await_version(1)
    sql.run("RELEASE SERVICE s MODEL m VERSION 2 WEIGHT 10;")
    assert sql.facts("s")["Share"] == ["90 %", "10 %"]
    load.await_version(2)
    sql.run("SWITCH SERVICE s;")
    home.wait_for(lambda: {home.version_of() for _ in range(20)} == {2}, "version 1 still answers")
    sql.run("ROLLBACK SERVICE s;")
    home.wait_for(lambda: {home.version_of() for _ in range(20)} == {1}, "version 2 still answers")
    sql.run("ALTER SERVICE s USING MODEL m VERSION 2;")
    home.wait_for(lambda: home.version_of() == 2, "the new version does not answer")
    counted = load.stop()
    assert (counted["statuses"], counted["broken"], counted["wrong"]) == ({}, 0, 0)
    assert counted["versions"]["1"] > 0 and counted["versions"]["2"] > 0

    sql.run("STOP SERVICE s;")
    home.wait_for(lambda: not home.instances(), "processes are left")
    assert sql.facts("s")["State"] == ["Stopped"]
    sql.run("START SERVICE s;")
    assert home.version_of() == 2
    sql.run("DROP SERVICE s; DROP MODEL m;")
    home.wait_for(lambda: not home.instances(), "processes are left")


def test_what_cannot_be_served_is_taken_back(home, sql, models, tmp_path):
    broken = tmp_path / "broken"
    subprocess.run(["cp", "-r", str(models / "numbered" / "1"), str(broken)], check=True)
    for file in (broken / "variables").iterdir():
        file.unlink()
    graph = bytearray((broken / "saved_model.pb").read_bytes())
    assert b"AddV2" in graph
    (broken / "saved_model.pb").write_bytes(graph.replace(b"AddV2", b"AddV9"))
    said = sql.run(f"DEPLOY SERVICE s USING '{broken}';", status=1)
    assert "ODPS-0110061" in said and "cannot serve" in said
    assert sql.run("SHOW SERVICES;") == ""

    sql.run(f"DEPLOY SERVICE s USING '{models / 'numbered' / '1'}' "
            f"PROPERTIES ('token'='{TOKEN}');")
    said = sql.run(f"ALTER SERVICE s USING '{broken}';", status=1)
    assert "cannot serve" in said
    facts = sql.facts("s")
    assert facts["State"] == ["Running"] and facts["Version"] == ["1 (main)"]
    assert home.version_of() == 1


def test_ctrl_c_ends_the_waiting_alone(home, sql, models):
    sql.run(f"DEPLOY SERVICE first USING '{models / 'numbered' / '2'}';")
    waits = sql.start(f"DEPLOY SERVICE s USING '{models / 'numbered' / '1'}' "
                      f"PROPERTIES ('token'='{TOKEN}');")
    home.wait_for(lambda: home.rows("SELECT 1 FROM services WHERE name = 's'"), "nothing was made")
    waits.send_signal(signal.SIGINT)
    waits.communicate(timeout=TIMEOUT)
    home.wait_for(lambda: len(home.instances("ready")) == 2, "the service did not go on")
    assert home.version_of() == 1


def test_eas_creates_what_answers(home, sql, models, tmp_path):
    (tmp_path / "service.json").write_text(json.dumps({
        "name": "s", "token": TOKEN, "model_path": str(models / "numbered" / "1"),
        "processor": "tensorflow_cpu_1.15", "metadata": {"instance": 1}}))

    def eas(*words):
        return subprocess.run([BINARY, "--home", str(sql.folder), "eas", *words], check=True,
                              capture_output=True, text=True, timeout=4 * TIMEOUT).stdout

    made = eas("create", str(tmp_path / "service.json"))
    assert f"http://{home.address}/api/predict/s" in made and "[OK] Service is running" in made
    assert home.version_of() == 1
    eas("scale", "s", "2")
    assert eas("w", "s").count("ready") == 2
    assert "Running" in eas("ls")
    eas("delete", "s")
    home.wait_for(lambda: not home.instances(), "processes are left")
    assert os.path.exists(sql.folder)
