"""What a home's services do when their processes hang, die at random or find no memory, under load."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import threading
from pathlib import Path

import conftest
import pytest
from fleet_home import FleetHome, Load, is_alive

SUPERVISOR_SILENCE_MS = 3000


@pytest.fixture
def home(tmp_path):
    home = FleetHome(tmp_path / "home")
    yield home
    if home.rows("SELECT 1 FROM fleet"):
        for pid in pids_of(home):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        home.end()
    for log in (home.folder / "services" / "logs").glob("*"):
        assert conftest.TOKEN not in log.read_text()


@pytest.fixture
def one(models):
    return models / "numbered" / "1"


def pids_of(home):
    return [pid for pid in [row[1] for row in home.instances()] + list(home.processes) if pid]


@contextlib.contextmanager
def stopped(*pids):
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def await_end(home, pid):
    home.wait_for(lambda: not is_alive(pid), f"{pid} lives on")


def faultless(counts):
    return (counts["statuses"], counts["broken"], counts["wrong"]) == ({}, 0, 0)


def test_who_hangs_is_replaced(home, one, monkeypatch):
    monkeypatch.setenv("PAISQL_SUPERVISOR_SILENCE_MS", str(SUPERVISOR_SILENCE_MS))
    home.deploy("s", (one, "main", 100, 2))
    address = home.start()
    home.await_states((1, "ready"), (1, "ready"))
    load = Load(home, "s")
    load.await_version(1)

    # What an instance that hangs has been asked is answered by the other one.
    hangs = home.instances()[0][1]
    with stopped(hangs):
        await_end(home, hangs)
    home.wait_for(lambda: any("did not answer" in row[3] for row in home.instances()), "nobody says why")
    home.wait_for(lambda: len(home.instances("ready")) == 2, "the instance does not come back")

    # The front finds the supervisor; instances and clients notice nothing.
    kept = home.instances()
    supervisor, front = home.processes
    with stopped(supervisor):
        await_end(home, supervisor)
    home.wait_for(lambda: home.processes[0] not in (0, supervisor), "no supervisor comes")
    home.wait_for(lambda: home.talk("poke"), "no supervisor answers").close()
    assert (home.instances(), home.processes[1]) == (kept, front)
    counts = load.stop()
    assert faultless(counts), counts

    # The supervisor finds the front; who waits at the door is let in by the next one.
    with stopped(front):
        await_end(home, front)
        assert home.version_of() == 1
    assert home.instances() == kept and home.address == address

    # Without a front, who asks for a service finds a supervisor that hangs.
    supervisor, front = home.processes
    with stopped(supervisor):
        os.kill(front, signal.SIGKILL)
        subprocess.run(
            [conftest.BINARY, "--home", str(home.folder), "-e", "START SERVICE s;"],
            check=True,
            capture_output=True,
            timeout=2 * conftest.TIMEOUT,
        )
        assert not is_alive(supervisor)
    assert home.version_of() == 1 and home.address == address


def test_who_was_stopped_itself_kills_nobody(home, one):
    home.deploy("s", (one, "main", 100, 2))
    home.start()
    home.await_states((1, "ready"), (1, "ready"))
    kept, processes = home.instances(), home.processes
    # As on a machine that slept: all of them stood still, and the supervisor wakes first.
    with stopped(*(row[1] for row in kept), processes[1]):
        with stopped(processes[0]):
            # Longer than anybody may be silent; nothing tells when that is over.
            threading.Event().wait(6)
        home.poke()
    assert home.version_of() == 1
    home.poke()
    assert (home.instances(), home.processes) == (kept, processes)


def test_requests_wait_for_the_only_instance(home, one):
    home.deploy("s", (one,))
    home.start()
    home.await_states((1, "ready"))
    load = Load(home, "s")
    load.await_version(1)
    for _ in range(2):
        pid = home.instances("ready")[0][1]
        os.kill(pid, signal.SIGKILL)
        home.wait_for(
            lambda pid=pid: [row for row in home.instances("ready") if row[1] != pid], "the instance does not come back"
        )
        assert {home.version_of() for _ in range(50)} == {1}
    counts = load.stop()
    # On a machine that others use, too, a start may take longer than the front waits.
    assert (counts["broken"], counts["wrong"]) == (0, 0) and set(counts["statuses"]) <= {"503"}
    assert counts["versions"]["1"] > 0


def test_kills_at_random_under_load(home, one, models):
    home.deploy("s", (one, "main", 100, 2))
    home.deploy("t", (models / "numbered" / "2",))
    address = home.start()
    home.await_states((1, "ready"), (1, "ready"), (1, "ready"))
    loads = [Load(home, "s"), Load(home, "t", connections=1)]
    for load, version in zip(loads, (1, 2)):
        load.await_version(version)
    # Each kind once, and then whoever it hits.
    chance = random.Random(20260101)
    kinds = [lambda pids: pids[0], lambda pids: pids[-2], lambda pids: pids[-1]]
    for choose in kinds + [chance.choice] * 2:
        pid = choose(pids_of(home))
        os.kill(pid, signal.SIGKILL)
        await_end(home, pid)
        home.wait_for(
            lambda: len(home.instances("ready")) == 3 and all(home.processes) and all(map(is_alive, pids_of(home))),
            "not all come back",
        )
        assert home.version_of() == 1 and home.version_of("t") == 2
    for load in loads:
        counts = load.stop()
        assert counts["wrong"] == 0 and set(counts["statuses"]) <= {"500", "503"}, counts
        # Of each connection, what was on its way when a front died.
        assert counts["broken"] <= 5 * 4, counts
    assert home.address == address


def test_the_end_of_all_is_told(home, one):
    home.deploy("s", (one,))
    home.start()
    home.await_states((1, "ready"))
    load = Load(home, "s")
    load.await_version(1)
    pids = pids_of(home)
    os.kill(home.processes[0], signal.SIGTERM)
    home.wait_for(lambda: not any(map(is_alive, pids)), "some are left")
    counts = load.stop()
    assert counts["wrong"] == 0 and set(counts["statuses"]) <= {"503"}, counts


def test_a_front_that_hangs_at_the_end_is_ended(home, one, monkeypatch):
    monkeypatch.setenv("PAISQL_FRONT_DRAIN_MS", "500")
    home.deploy("s", (one,))
    home.start()
    home.await_states((1, "ready"))
    supervisor, front = home.processes
    host, port = home.address.split(":")
    head = (
        f"POST /api/predict/s HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nAuthorization: {conftest.TOKEN}\r\n\r\n[{{"
    ).encode()
    with socket.create_connection((host, int(port))) as slow, socket.create_connection((host, int(port))) as idle:
        slow.sendall(head)
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
        assert b" 200 " in idle.recv(4096)
        home.change("UPDATE services SET running = 0")
        # It has been told to end, and waits for who is slow, when it begins to hang.
        assert idle.recv(4096) == b""
        with stopped(front):
            await_end(home, front)
    await_end(home, supervisor)
    assert home.instances() == []


def test_a_version_that_does_not_load_takes_nothing_away(home, one, large, tmp_path):
    unknown = tmp_path / "unknown"
    # Of a newer TensorFlow, with an operation that nobody has here.
    subprocess.run(["cp", "-r", str(one), str(unknown)], check=True)
    graph = (one / "saved_model.pb").read_bytes()
    assert b"AddV2" in graph
    (unknown / "saved_model.pb").write_bytes(graph.replace(b"AddV2", b"AddV9"))
    home.deploy("s", (one,))
    home.start(limit=["prlimit", f"--data={conftest.LARGE_LIMIT_MB << 20}"])
    home.await_states((1, "ready"))
    kept = home.instances()
    load = Load(home, "s")
    load.await_version(1)
    home.roll("s", 2, large)
    home.await_states((1, "ready"), (2, "failed"))
    assert "too little memory to load" in home.instances("failed")[0][3], home.logs()
    home.roll("s", 3, unknown)
    home.await_states((1, "ready"), (3, "failed"))
    assert "uses the operation AddV9" in home.instances("failed")[0][3]
    counts = load.stop()
    assert faultless(counts) and set(counts["versions"]) == {"1"}, counts
    assert home.instances("ready") == kept


def test_nobody_sees_the_token_or_goes_around_the_front(home, one):
    home.deploy("s", (one,))
    home.start()
    home.await_states((1, "ready"))
    assert home.version_of() == 1
    for pid in pids_of(home):
        for file in ("cmdline", "environ"):
            assert conftest.TOKEN.encode() not in Path(f"/proc/{pid}/{file}").read_bytes()
    # The instance listens where only its owner can reach it, and nowhere else.
    (instance,) = [row[1] for row in home.instances()]
    (sockets,) = (home.folder / "services" / "sockets").iterdir()
    assert sockets.is_socket() and sockets.stat().st_mode & 0o777 == 0o600
    own = set()
    for file in Path(f"/proc/{instance}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            own.add(os.readlink(file))
    listening = {
        line.split()[9]
        for name in ("tcp", "tcp6")
        for line in Path(f"/proc/{instance}/net/{name}").read_text().splitlines()[1:]
        if line.split()[3] == "0A"
    }
    assert not own & {f"socket:[{inode}]" for inode in listening}
