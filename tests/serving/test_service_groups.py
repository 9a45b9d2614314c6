"""Services that share an address: who answers is counted, request by request."""

import subprocess
from collections import Counter

import pytest
from conftest import BINARY, TIMEOUT, TOKEN
from fleet_home import FleetHome, Load
from statements import Session


@pytest.fixture(scope="module")
def sql(tmp_path_factory):
    return Session(tmp_path_factory.mktemp("groups") / "home")


@pytest.fixture(scope="module")
def home(sql, models):
    """blue (version 1 of the model) and green (version 2), in the group live."""
    home = FleetHome(sql.folder)
    said = sql.run(
        f"CREATE MODEL m FROM '{models / 'numbered' / '1'}';"
        f"ALTER MODEL m ADD VERSION FROM '{models / 'numbered' / '2'}';"
        "DEPLOY SERVICE blue USING MODEL m "
        f"PROPERTIES ('token'='{TOKEN}', 'metadata.group'='live');"
    )
    assert f"GroupAddress\thttp://{home.address}/api/predict/live\n" in said
    # Whoever comes later has the token of the group, and no share of its requests.
    said = sql.run("DEPLOY SERVICE green USING MODEL m VERSION 2 PROPERTIES ('metadata.group'='live');")
    assert f"Token\t{TOKEN}\n" in said
    yield home
    home.end()


@pytest.fixture
def group(home, sql):
    """Begins with all requests at blue."""
    sql.run("SWITCH SERVICE blue;")
    return home


def shares(home, count=100, service="live"):
    return dict(Counter(home.version_of(service) for _ in range(count)))


def eas(sql, *words):
    return subprocess.run(
        [BINARY, "--home", str(sql.folder), "eas", *words], check=True, capture_output=True, text=True, timeout=TIMEOUT
    ).stdout


def test_requests_are_shared_by_weight(group, sql):
    assert shares(group) == {1: 100}
    # Its own group by another spelling is its group: it keeps its share.
    sql.run("ALTER SERVICE blue SET PROPERTIES ('metadata.group'='LIVE');")
    assert sql.facts("blue")["Group"] == ["live"] and shares(group, 5) == {1: 5}
    assert shares(group, 5, "green") == {2: 5}
    sql.run("RELEASE SERVICE green WEIGHT 25; RELEASE SERVICE blue WEIGHT 75;")
    assert shares(group, 200) == {1: 150, 2: 50}
    facts = sql.facts("green")
    assert (facts["Group"], facts["GroupShare"]) == (["live"], ["25 %"])
    rows = {row[0]: row for row in (line.split("\t") for line in sql.run("SHOW SERVICES;").splitlines())}
    assert [rows[name][6] for name in ("blue", "green")] == ["live 75 %", "live 25 %"]
    # What nobody names a weight of is shared by the number of processes.
    sql.run(
        "ALTER SERVICE blue SET PROPERTIES ('group.weight'='auto', 'metadata.instance'='2');"
        "ALTER SERVICE green SET PROPERTIES ('group.weight'='auto');"
    )
    assert shares(group, 90) == {1: 60, 2: 30}
    # One that says a weight leaves the others the rest.
    eas(sql, "release", "green", "-w", "10")
    assert shares(group) == {1: 90, 2: 10}
    assert "GroupWeight | 10 %" in eas(sql, "desc", "green")
    sql.run("ALTER SERVICE blue SET PROPERTIES ('metadata.instance'='1');")


def test_blue_and_green_change_places_under_load(group, sql):
    load = Load(group, "live")
    load.await_version(1)
    eas(sql, "switch", "green")
    load.await_version(2)
    assert shares(group, 20) == {2: 20}
    # A version of blue is released and rolled meanwhile, at its own address.
    sql.run("ALTER SERVICE blue USING MODEL m VERSION 2; ROLLBACK SERVICE blue;")
    sql.run("SWITCH SERVICE blue;")
    assert shares(group, 20) == {1: 20}
    counted = load.stop()
    assert (counted["statuses"], counted["broken"], counted["wrong"]) == ({}, 0, 0)
    assert counted["versions"]["1"] > 0 and counted["versions"]["2"] > 0
    # Each request is counted where it was answered.
    metrics = group.ask("GET", "/metrics").text
    assert 'service="live"' not in metrics


def test_a_service_that_is_gone_leaves_its_share(group, sql):
    sql.run("RELEASE SERVICE green WEIGHT 50; RELEASE SERVICE blue WEIGHT 50; STOP SERVICE blue;")
    assert shares(group, 10) == {2: 10}
    said = sql.run("SWITCH SERVICE blue;", status=1)
    assert "no process of service blue is ready" in said
    sql.run("RELEASE SERVICE green WEIGHT 0;")
    assert group.ask("POST", "/api/predict/live", [{"x": 7}]).status == 503
    sql.run("START SERVICE blue;")
    assert shares(group, 10) == {1: 10}


def test_who_asks_a_group(group, client):
    assert group.ask("POST", "/api/predict/live", [{"x": 7}], token="other").status == 401
    assert group.ask("POST", "/api/predict/dead", [{"x": 7}]).status == 404
    # Paths after the name, and those of TensorFlow Serving, are the service's.
    assert group.version_of(path="/api/predict/", service="live/any/path") == 1
    body = {"instances": [7]}
    for path in ("/v1/models/live:predict", "/api/predict/live/v1/models/live:predict"):
        assert group.ask("POST", path, body).json == {"predictions": [1007.0]}
    assert group.ask("GET", "/api/predict/live").json["inputs"][0]["name"] == "x"
    assert group.ask("POST", "/v1/models/live/versions/1:predict", body).status == 404
    said = group.ask("POST", "/api/predict/live", b"x" * 40_000_000)
    assert said.status == 413
    # The SDK of PAI-EAS signs the group's path.
    answer = client(
        """
import json, sys
from eas_prediction import PredictClient, TFRequest
client = PredictClient(sys.argv[1], "live")
client.set_token(sys.argv[2])
client.init()
request = TFRequest("serving_default")
request.add_feed("x", [1], TFRequest.DT_FLOAT, [7])
print(json.dumps(client.predict(request).get_values("y")[0]))
""",
        group.address,
        TOKEN,
    )
    assert answer == 1007


def test_limits_of_the_service_hold(group, sql):
    sql.run("ALTER SERVICE blue SET PROPERTIES ('metadata.rpc.rate_limit'='1', 'http.max_body_bytes'='200000');")
    try:
        said = {group.ask("POST", "/api/predict/live", [{"x": 7}]).status for _ in range(20)}
        assert said == {200, 429}
        assert group.ask("POST", "/api/predict/live", " " * 300_000).status == 413
    finally:
        sql.run("ROLLBACK SERVICE blue;")


def test_what_no_group_can_be(group, sql):
    wrong = [
        ("DEPLOY SERVICE live USING MODEL m;", "a group of services has the name"),
        ("ALTER SERVICE blue SET PROPERTIES ('metadata.group'='green');", "a service has the name"),
        ("ALTER SERVICE blue SET PROPERTIES ('metadata.group'='a.b');", "letters, digits"),
        ("ALTER SERVICE blue SET PROPERTIES ('group.weight'='101');", "from 0 to 100"),
        ("DEPLOY SERVICE t USING MODEL m PROPERTIES ('group.weight'='1');", "in no group"),
    ]
    for statement, words in wrong:
        assert words in sql.run(statement, status=1), statement
    assert "group 'live' is one of project default_project" in sql.run(
        "DEPLOY SERVICE elsewhere.t USING MODEL default_project.m PROPERTIES ('metadata.group'='live');", status=1
    )
    assert sql.facts("blue")["Group"] == ["live"]
    # Whoever leaves has its own address alone.
    sql.run("ALTER SERVICE green SET PROPERTIES ('metadata.group'='');")
    assert "Group" not in sql.facts("green") and shares(group, 3, "green") == {2: 3}
    assert shares(group, 10) == {1: 10}


def told(sql, statement):
    """What the statement says of itself."""
    program = sql.start(statement)
    said = program.communicate(timeout=4 * TIMEOUT)[1]
    assert program.returncode == 0, said
    return said


def test_who_stays_answers_for_who_leaves(group, sql):
    """The share of a service that leaves for good falls to the others, even to those of weight 0."""
    join, leave = (f"ALTER SERVICE blue SET PROPERTIES ('metadata.group'='{name}');" for name in ("live", ""))
    sql.run("ALTER SERVICE green SET PROPERTIES ('metadata.group'='live');")
    assert shares(group, 5) == {1: 5}
    assert "service 'green' answers for group 'live'" in told(sql, leave)
    assert shares(group, 5) == {2: 5}
    # One that had no share leaves none.
    sql.run(join)
    assert "answers for" not in told(sql, leave)
    sql.run(join)
    assert "service 'blue' answers for group 'live'" in told(sql, "DROP SERVICE green;")
    group.wait_for(
        lambda: group.ask("POST", "/api/predict/live", [{"x": 7}]).status == 200, "nobody answers for the group"
    )
    assert shares(group, 5) == {1: 5}
    assert sql.facts("blue")["GroupShare"] == ["100 %"]
