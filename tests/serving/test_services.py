"""Services as people type them, with real processes from DEPLOY to DROP."""

import json
import os
import signal
import shutil
import subprocess
import tarfile

import pytest
from conftest import BINARY, TIMEOUT, TOKEN
from fleet_home import FleetHome, Load
from statements import Session


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
    made = sql.run(
        f"CREATE MODEL m FROM '{exports / '1'}';"
        f"ALTER MODEL m ADD VERSION FROM '{exports / '2'}';"
        "DEPLOY SERVICE s USING MODEL m "
        f"PROPERTIES ('token'='{TOKEN}', 'metadata.instance'='2');"
    )
    answer = dict(line.split("\t") for line in made.splitlines())
    assert answer == {"Service": "s", "Token": TOKEN, "Address": f"http://{home.address}/api/predict/s"}
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


@pytest.fixture
def broken(models, tmp_path):
    """An export that no process can load."""
    broken = tmp_path / "broken"
    subprocess.run(["cp", "-r", str(models / "numbered" / "1"), str(broken)], check=True)
    for file in (broken / "variables").iterdir():
        file.unlink()
    graph = bytearray((broken / "saved_model.pb").read_bytes())
    assert b"AddV2" in graph
    (broken / "saved_model.pb").write_bytes(graph.replace(b"AddV2", b"AddV9"))
    return broken


def test_what_cannot_be_served_is_taken_back(home, sql, models, broken):
    said = sql.run(f"DEPLOY SERVICE s USING '{broken}';", status=1)
    assert "ODPS-0110061" in said and "cannot serve" in said
    assert sql.run("SHOW SERVICES;") == ""

    sql.run(f"DEPLOY SERVICE s USING '{models / 'numbered' / '1'}' PROPERTIES ('token'='{TOKEN}');")
    said = sql.run(f"ALTER SERVICE s USING '{broken}';", status=1)
    assert "cannot serve" in said
    facts = sql.facts("s")
    assert facts["State"] == ["Running"] and facts["Version"] == ["1 (main)"]
    assert home.version_of() == 1


def test_what_cannot_compute_takes_no_request(home, sql, models, tmp_path):
    sql.run(f"DEPLOY SERVICE s USING '{models / 'numbered' / '1'}' PROPERTIES ('token'='{TOKEN}');")
    bare = tmp_path / "bare"
    subprocess.run(["cp", "-r", str(models / "dense" / "7"), str(bare)], check=True)
    (bare / "variables" / "variables.index").unlink()
    said = sql.run(f"CREATE MODEL m FROM '{bare}';", status=1)
    assert "PAISQL-0004" in said and "it has no file variables/variables.index" in said
    for statement in (
        f"ALTER SERVICE s USING '{bare}';",
        f"DEPLOY SERVICE t USING '{bare}';",
        f"ALTER SERVICE s USING '{models / 'unfilled'}';",
        f"DEPLOY SERVICE t USING '{models / 'unfilled'}';",
    ):
        said = sql.run(statement, status=1)
        assert "cannot serve" in said and ("variables" in said or "the model itself fails" in said)
        assert home.version_of() == 1
    assert sql.facts("s")["Version"] == ["1 (main)"]
    # A query says the same, and goes on with another model.
    sql.run(f"CREATE MODEL u FROM '{models / 'unfilled'}';")
    said = sql.run("SELECT PREDICT('u', 'a');", status=1)
    assert "PAISQL-0004" in said and "the model itself fails" in said
    # What would take the machine's memory is an error of the query, and the session goes on.
    (free,) = [
        int(line.split()[1]) for line in open("/proc/meminfo", encoding="ascii") if line.startswith("MemAvailable:")
    ]
    sql.run(f"CREATE MODEL r FROM '{models / 'roomy'}';")
    said = sql.run(f"SELECT PREDICT('r', CAST({free // 4096 * 19 // 20} AS BIGINT));", status=1)
    assert "ODPS-0121135" in said and "more memory than there is" in said
    assert sql.run("SELECT PREDICT('r', 7L);") == "7\n"


def test_models_and_processors_in_archives(home, sql, models, tmp_path):
    for name in ("one.tar.gz", "one.zip"):
        archive = tmp_path / name
        kind = "gztar" if name.endswith("gz") else "zip"
        shutil.make_archive(str(tmp_path / "one"), kind, models / "numbered", "1")
        sql.run(f"DEPLOY SERVICE s USING '{archive}' PROPERTIES ('token'='{TOKEN}');")
        assert home.version_of() == 1
        sql.run("DROP SERVICE s;")
    sql.run(f"CREATE MODEL m FROM '{tmp_path / 'one.tar.gz'}';")
    assert sql.run("SELECT PREDICT('m', CAST(7 AS FLOAT));") == "1007\n"
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "app.py").write_text(
        "import allspark\nclass A(allspark.BaseProcessor):\n    def initialize(self): pass\n"
        "    def process(self, data): return 'packed', 200\nA().run()\n"
    )
    shutil.make_archive(str(tmp_path / "app"), "gztar", tmp_path, "app")
    sql.run(f"DEPLOY SERVICE p USING PROCESSOR '{tmp_path / 'app.tar.gz'}' PROPERTIES ('token'='{TOKEN}');")
    assert home.ask("POST", "/api/predict/p", "x").text == "packed"
    # Nothing of an archive lands elsewhere.
    with tarfile.open(tmp_path / "bad.tar.gz", "w:gz") as bad:
        bad.add(models / "numbered" / "1" / "saved_model.pb", "../saved_model.pb")
    said = sql.run(f"DEPLOY SERVICE q USING '{tmp_path / 'bad.tar.gz'}';", status=1)
    assert "PAISQL-0004" in said and "../saved_model.pb" in said
    assert not [one for one in (home.folder / "services" / "unpacked").iterdir() if one.name.startswith(".new")]


def test_what_could_not_serve_before_takes_no_change_back(home, sql, models, broken):
    sql.run(
        f"CREATE MODEL m FROM '{models / 'numbered' / '1'}';"
        f"ALTER MODEL m ADD VERSION FROM '{broken}';"
        "DEPLOY SERVICE s USING MODEL m;"
        "SET paisql.service.timeout=0; RELEASE SERVICE s MODEL m VERSION 2 WEIGHT 10;"
    )
    home.await_states((1, "ready"), (2, "failed"))
    said = sql.start("RELEASE SERVICE s WEIGHT 0;").communicate(timeout=4 * TIMEOUT)
    assert "service s version 2 cannot serve" in "".join(said)
    facts = sql.facts("s")
    assert facts["Share"] == ["100 %", "0 %"]
    sql.run(f"ALTER SERVICE s SET PROPERTIES ('token'='{TOKEN}', 'metadata.instance'='2');")
    facts = sql.facts("s")
    assert facts["Token"] == [TOKEN] and facts["Ready"][0] == "2/2"
    home.wait_for(lambda: home.ask("GET", "/api/predict/s").status == 200, "the token is another")
    # What is new is still taken back, and what was there stays as it was.
    said = sql.run(f"ALTER SERVICE s USING '{broken}';", status=1)
    assert "version 3 cannot serve" in said
    assert sql.facts("s")["Share"] == ["100 %", "0 %"]
    sql.run("ROLLBACK SERVICE s;")
    assert home.version_of() == 1


def test_a_model_that_stands_in_stays(home, sql, models, broken):
    one = models / "numbered" / "1"
    sql.run(
        f"CREATE MODEL m FROM '{one}';"
        f"DEPLOY SERVICE s USING MODEL m PROPERTIES ('token'='{TOKEN}');"
        f"SET paisql.service.timeout=0; ALTER SERVICE s USING '{broken}';"
    )
    home.await_states((1, "ready"), (2, "failed"))
    assert "service s uses version 1" in sql.run("DROP MODEL m;", status=1)
    assert home.version_of() == 1
    sql.run(f"ALTER SERVICE s USING '{one}';")
    home.await_states((3, "ready"))
    # Whoever runs the services learns that a version of one has gone.
    ((before,),) = home.rows("SELECT revision FROM service_revision")
    sql.run("DROP MODEL m;")
    ((after,),) = home.rows("SELECT revision FROM service_revision")
    assert after > before
    assert sql.facts("s")["Version"] == ["2 (retired)", "3 (main)"]
    home.poke()
    assert home.version_of() == 1 and not home.instances("failed")


def test_ctrl_c_ends_the_waiting_alone(home, sql, models):
    sql.run(f"DEPLOY SERVICE first USING '{models / 'numbered' / '2'}';")
    waits = sql.start(f"DEPLOY SERVICE s USING '{models / 'numbered' / '1'}' PROPERTIES ('token'='{TOKEN}');")
    home.wait_for(lambda: home.rows("SELECT 1 FROM services WHERE name = 's'"), "nothing was made")
    waits.send_signal(signal.SIGINT)
    waits.communicate(timeout=TIMEOUT)
    home.wait_for(lambda: len(home.instances("ready")) == 2, "the service did not go on")
    assert home.version_of() == 1


def test_eas_creates_what_answers(home, sql, models, tmp_path):
    (tmp_path / "service.json").write_text(
        json.dumps(
            {
                "name": "s",
                "token": TOKEN,
                "model_path": str(models / "numbered" / "1"),
                "processor": "tensorflow_cpu_1.15",
                "metadata": {"instance": 1},
            }
        )
    )

    def eas(*words):
        return subprocess.run(
            [BINARY, "--home", str(sql.folder), "eas", *words],
            check=True,
            capture_output=True,
            text=True,
            timeout=4 * TIMEOUT,
        ).stdout

    made = eas("create", str(tmp_path / "service.json"))
    assert f"http://{home.address}/api/predict/s" in made and "[OK] Service is running" in made
    assert home.version_of() == 1
    eas("scale", "s", "2")
    assert eas("w", "s").count("ready") == 2
    assert "Running" in eas("ls")
    eas("delete", "s")
    home.wait_for(lambda: not home.instances(), "processes are left")
    assert os.path.exists(sql.folder)
