"""The processes that serve a home: its one address, shares, replacing under load, deaths."""

import collections
import concurrent.futures
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path

import conftest
import pytest
from fleet_home import LIMIT_S, FleetHome, Load, heard, is_alive


@pytest.fixture
def home(tmp_path):
    home = FleetHome(tmp_path / "home")
    yield home
    if home.rows("SELECT 1 FROM fleet"):
        home.end()
    for log in (home.folder / "services" / "logs").glob("*"):
        assert conftest.TOKEN not in log.read_text()


@pytest.fixture
def one(models):
    return models / "numbered" / "1"


@pytest.fixture
def two(models):
    return models / "numbered" / "2"


def test_shares_paths_and_refusals(home, models, one, two):
    home.deploy("s", (one, "main", 90), (two, "grey", 10), (one, "mirror", 50))
    home.deploy(
        "limited",
        (models / "dense", "main", 100),
        properties={"metadata.rpc.rate_limit": "1", "http.max_body_bytes": "1000"},
    )
    home.start()
    home.await_states((1, "ready"), (2, "ready"), (3, "ready"), (1, "ready"))

    counts = collections.Counter(home.version_of() for _ in range(100))
    assert counts == {1: 90, 2: 10}
    metrics = home.ask("GET", "/metrics").text
    assert 'paisql_front_requests_total{service="s",version="2",code="200"} 10' in metrics
    assert 'paisql_front_mirrored_total{service="s",version="3"} 50' in metrics

    def rest(version):
        return home.ask("POST", f"/v1/models/s/versions/{version}:predict", {"instances": [7]})

    assert rest(1).json == {"predictions": [1007]}
    assert rest(1).headers.get_all("Content-Type") == ["application/json"]
    assert rest(2).json == {"predictions": [2007]}
    assert rest(4).status == 404 and "error" in rest(4).json
    assert home.ask("POST", "/api/predict/nobody", "[]").status == 404
    assert home.ask("GET", "/nowhere").status == 404
    assert home.ask("GET", "/healthz", "x" * 100_000).status == 413
    assert home.ask("POST", "/api/predict/s", "[]", token="wrong").status == 401
    assert home.ask("POST", "/api/predict/s", [{"x": "text"}]).status == 400
    assert home.ask("GET", "/api/predict/s").json["inputs"][0]["name"] == "x"
    assert home.ask("POST", "/api/predict/limited", "x" * 1001).status == 413
    assert {home.ask("GET", "/api/predict/limited").status for _ in range(20)} == {200, 429}

    host, port = home.address.split(":")
    upstreams = home.ask("GET", "/api/v1/servicediscovery/upstreams/s").json
    assert upstreams["endpoints"]["items"] == [{"ip": host, "port": int(port), "weight": 100}]
    assert home.ask("GET", "/readyz").status == 200


def test_versions_are_replaced_under_load(home, one, two, tmp_path):
    home.deploy("s", (one,))
    home.start()
    home.await_states((1, "ready"))
    load = Load(home, "s")
    load.await_version(1)
    home.roll("s", 2, two)
    load.await_version(2)
    home.await_states((2, "ready"))
    # A version that cannot be loaded leaves the old one where it is, and says why.
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "saved_model.pb").write_bytes(b"nonsense")
    home.roll("s", 3, broken)
    home.await_states((2, "ready"), (3, "failed"))
    assert "saved_model.pb" in home.instances("failed")[0][3]
    assert home.version_of() == 2
    # And back: the version that was the first is the main one again.
    home.change(
        "UPDATE service_versions SET role = 'retired', weight = 0",
        "UPDATE service_versions SET role = 'main', weight = 100, replaced = 3 WHERE version = 1",
        "UPDATE service_versions SET instances = 2 WHERE version = 1",
    )
    home.await_states((1, "ready"), (1, "ready"))
    assert home.version_of() == 1
    counts = load.stop()
    assert counts["statuses"] == {} and counts["broken"] == 0 and counts["wrong"] == 0, counts
    assert set(counts["versions"]) == {"1", "2"}


def test_whoever_is_killed_comes_back(home, one):
    home.deploy("s", (one, "main", 100, 2))
    address = home.start()
    home.await_states((1, "ready"), (1, "ready"))
    load = Load(home, "s")
    load.await_version(1)

    # Another instance answers what a killed one has not.
    killed = home.instances()[0][1]
    os.kill(killed, signal.SIGKILL)
    home.wait_for(
        lambda: killed not in [row[1] for row in home.instances("ready")] and len(home.instances("ready")) == 2,
        "the instance does not come back",
    )

    kept = home.instances()
    supervisor, front = home.processes
    os.kill(supervisor, signal.SIGKILL)
    home.wait_for(lambda: home.processes[0] not in (0, supervisor), "no supervisor comes")
    home.wait_for(lambda: home.talk("poke"), "no supervisor answers").recv(10)
    assert home.processes[1] == front and home.instances() == kept
    before = load.stop()
    assert before["broken"] == 0 and before["statuses"] == {} and before["wrong"] == 0, before

    load = Load(home, "s")
    load.await_version(1)
    os.kill(front, signal.SIGKILL)
    home.wait_for(lambda: home.processes[1] not in (0, front), "no front comes")
    assert home.version_of() == 1
    counts = load.stop()
    # What was on its way when the front died: one request a connection at most.
    assert counts["broken"] <= 4 and counts["statuses"] == {} and counts["wrong"] == 0, counts
    assert home.address == address and home.instances() == kept

    # Both at once: the next session starts them at the same address, where no instance has done so.
    for pid in home.processes:
        os.kill(pid, signal.SIGKILL)
    assert home.start() == address
    assert home.version_of() == 1
    assert home.instances() == kept


def test_helpers_of_instances_that_are_taken_over_stay(home, one):
    home.deploy("s", (one,))
    marked = dict(os.environ, PAISQL_SERVICES_OF=str(home.folder))
    parent = "import subprocess; print(subprocess.Popen(['sleep', '600']).pid, flush=True); input()"

    def start_with_helper():
        leader = subprocess.Popen(
            [sys.executable, "-c", parent],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=marked,
            start_new_session=True,
        )
        return leader, int(leader.stdout.readline())

    instance, helper = start_with_helper()
    stray, helper_of_stray = start_with_helper()
    try:
        started = Path(f"/proc/{instance.pid}/stat").read_text().rsplit(") ", 1)[1].split()[19]
        boot_id = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        home.change(
            ("INSERT INTO fleet VALUES (1, 0, 0, 0, 0, ?, '127.0.0.1', 0, 0)", boot_id),
            (
                "INSERT INTO service_instances SELECT id, 1, 0, ?, ?, 1, 'ready', 0, '', 0 FROM services",
                instance.pid,
                int(started),
            ),
        )
        home.start()
        home.wait_for(lambda: not is_alive(stray.pid) and not is_alive(helper_of_stray), "a stray stays")
        assert is_alive(helper)
        # The one that was taken over is as nobody would start it: another one takes its place.
        home.wait_for(lambda: not is_alive(instance.pid), "the instance stays")
        home.await_states((1, "ready"))
        assert is_alive(helper) and home.version_of() == 1
    finally:
        os.kill(helper, signal.SIGKILL)
        for leader in instance, stray:
            leader.kill()
            leader.communicate()


def test_one_fleet_however_many_ask(home, one, two):
    home.deploy("s", (one,))
    with concurrent.futures.ThreadPoolExecutor(4) as sessions:
        addresses = set(sessions.map(lambda _: home.start(), range(4)))
    assert addresses == {home.address}
    home.await_states((1, "ready"))
    home.deploy("t", (two,))
    home.await_states((1, "ready"), (1, "ready"))
    assert home.version_of("s") == 1 and home.version_of("t") == 2
    # A new token is in force at once, and no process has to be new for it.
    kept = home.instances()
    home.change("UPDATE services SET token = 'new' WHERE name = 's'")
    home.wait_for(lambda: home.ask("GET", "/api/predict/s", token="new").status == 200, "old token")
    assert home.ask("GET", "/api/predict/s").status == 401 and home.instances() == kept
    # The other service goes on when one is dropped, and the fleet ends with the last one.
    home.change("DELETE FROM services WHERE name = 's'")
    home.wait_for(lambda: len(home.instances()) == 1, "the dropped service's instance stays")
    assert home.version_of("t") == 2
    assert home.ask("GET", "/api/predict/s", token="new").status == 404
    pids = home.processes
    home.change("UPDATE services SET running = 0")
    home.wait_for(lambda: not any(map(is_alive, pids)), "the fleet stays")
    assert home.instances() == []


def test_who_watches_is_told_from_when_on(home, one):
    """Whoever reads the catalog after this word misses no change."""
    home.deploy("s", (one,))
    home.start()
    home.await_states((1, "ready"))
    watch = home.talk("watch")
    assert select.select([watch], [], [], LIMIT_S)[0] and heard(watch) == b"changed\n"
    watch.close()


def test_a_port_that_another_program_has_taken(home, one):
    home.deploy("s", (one,))
    host, port = home.start().split(":")
    home.await_states((1, "ready"))
    home.end()
    with socket.create_server((host, int(port))):
        home.change("UPDATE services SET running = 1")
        assert home.start() != f"{host}:{port}"
        home.await_states((1, "ready"))
        assert home.version_of() == 1


def test_what_was_asked_is_answered_at_the_end(home, models):
    home.deploy("s", (models / "slow",))
    home.start()
    home.await_states((1, "ready"))
    connection = conftest.http.client.HTTPConnection(home.address, timeout=conftest.TIMEOUT)
    connection.request("POST", "/api/predict/s", json.dumps([{"x": 3}]), {"Authorization": conftest.TOKEN})
    # It is with the instance, or has been answered already.
    asked = re.compile(r'^paisql_front_(waiting_requests|requests_total)\{service="s".*\} 1$', re.M)
    home.wait_for(lambda: asked.search(home.ask("GET", "/metrics").text), "it does not arrive")
    home.end()
    answer = conftest.Answer(connection.getresponse())
    assert answer.status == 200 and answer.json == [{"y": [3]}]
