"""A home whose services the tests of the fleet deploy, look at and end."""

import contextlib
import json
import os
import select
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import conftest

LIMIT_S = 120


def heard(talk):
    """What the other side has said; nothing when it has ended."""
    try:
        return talk.recv(4096)
    except ConnectionError:
        return b""


def is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1]
    except OSError:
        return False
    return state[0] not in "ZX"


class Load:
    """A client process that asks until it is told to stop."""

    def __init__(self, home, service, connections=4):
        self.process = subprocess.Popen(
            [
                sys.executable,
                str(Path(__file__).parent / "load_client.py"),
                home.address,
                service,
                conftest.TOKEN,
                str(connections),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def await_version(self, version):
        """Returns when the first answer of the version has come."""
        while json.loads(self.process.stdout.readline()).get("version") != version:
            pass

    def stop(self):
        out, _ = self.process.communicate(timeout=LIMIT_S)
        return json.loads(out.splitlines()[-1])


class FleetHome:
    def __init__(self, folder):
        self.folder = folder
        subprocess.run(
            [conftest.BINARY, "--home", str(folder), "-e", "SHOW MODELS;"],
            check=True,
            capture_output=True,
            timeout=LIMIT_S,
        )

    @contextlib.contextmanager
    def catalog(self):
        with contextlib.closing(sqlite3.connect(self.folder / "catalog.sqlite", timeout=LIMIT_S)) as catalog:
            catalog.execute("PRAGMA foreign_keys = ON")
            with catalog:
                yield catalog

    def rows(self, query, *values):
        with self.catalog() as catalog:
            return catalog.execute(query, values).fetchall()

    def change(self, *statements):
        """Each is a statement or (statement, values…); the supervisor is told."""
        with self.catalog() as catalog:
            for one in statements:
                text, *values = (one,) if isinstance(one, str) else one
                catalog.execute(text, values)
            catalog.execute("UPDATE service_revision SET revision = revision + 1")
        self.poke()

    def deploy(self, service, *versions, properties=None):
        """`versions`: (folder, role, weight, instances)."""
        rows = [("INSERT INTO services VALUES (NULL, 1, ?, ?, 'me', 1, '{}', 9, 0, 0)", service, conftest.TOKEN)]
        rows += [
            self.version_row(service, number, *version, properties=properties)
            for number, version in enumerate(versions, 1)
        ]
        self.change(*rows)

    def talk(self, line):
        """A connection to the supervisor that has said the line; None when no supervisor listens."""
        talk = socket.socket(socket.AF_UNIX)
        folder = os.open(self.folder / "services", os.O_PATH)
        try:
            talk.connect(f"/proc/self/fd/{folder}/supervisor.socket")
            talk.sendall(line.encode() + b"\n")
            return talk
        except OSError:
            talk.close()
            return None
        finally:
            os.close(folder)

    def wait_for(self, what, message=""):
        """What `what` returns once it is true. It is asked after each change that the supervisor
        tells of, and now and then, since ends of processes are nothing that it tells."""
        deadline = time.monotonic() + LIMIT_S
        watch = self.talk("watch")
        while not (found := what()):
            if time.monotonic() >= deadline:
                raise TimeoutError(f"{message}\n{self.instances()}\n{self.logs()}")
            told, _, _ = select.select([watch] if watch else [], [], [], 0.05)
            if not watch or (told and not heard(watch)):
                watch = self.talk("watch")
        if watch:
            watch.close()
        return found

    @staticmethod
    def version_row(service, number, folder, role="main", weight=100, instances=1, replaced=0, properties=None):
        return (
            "INSERT INTO service_versions SELECT NULL, id, ?, 'tensorflow', NULL, 0, ?, ?, "
            "?, ?, ?, ?, 0 FROM services WHERE name = ?",
            number,
            str(folder),
            json.dumps(properties or {}),
            role,
            weight,
            instances,
            replaced,
            service,
        )

    def roll(self, service, number, folder):
        """Makes a new version the main one, and retires the one that was."""
        ((before,),) = self.rows(
            "SELECT version FROM service_versions JOIN services s "
            "ON s.id = service_id WHERE role = 'main' AND name = ?",
            service,
        )
        self.change(
            f"UPDATE service_versions SET role = 'retired', weight = 0 WHERE version = {before}",
            self.version_row(service, number, folder, replaced=before),
        )

    def start(self, limit=()):
        """Starts a supervisor, as a session does, by the command `limit`; the address of the
        services."""
        logs = self.folder / "services" / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        ready, says = os.pipe()
        with open(logs / "supervisor.log", "ab") as log, open(ready, "rb") as said:
            subprocess.run(
                [*limit, conftest.BINARY, "--serve-home", str(self.folder)],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                timeout=LIMIT_S,
                env=dict(os.environ, PAISQL_READY_FD=str(says)),
                pass_fds=[says],
            )
            os.close(says)
            assert said.read(1) == b"1", self.logs()
        self.poke()
        return self.address

    def poke(self):
        """Returns when the supervisor, if there is one, has looked at the catalog."""
        if (self.folder / "services").exists() and (talk := self.talk("poke")):
            with talk:
                heard(talk)

    @property
    def address(self):
        ((host, port),) = self.rows("SELECT host, port FROM fleet")
        return f"{host}:{port}"

    @property
    def processes(self):
        """(supervisor, front)"""
        return self.rows("SELECT supervisor_pid, front_pid FROM fleet")[0]

    def instances(self, state=None):
        """(version, pid, state, last_error) of each, by version and index."""
        found = self.rows(
            "SELECT version, pid, state, last_error FROM service_instances ORDER BY service_id, version, instance"
        )
        return [row for row in found if state in (None, row[2])]

    def await_states(self, *states):
        """Waits for exactly these (version, state), in order."""
        self.wait_for(lambda: [(row[0], row[2]) for row in self.instances()] == list(states))

    def logs(self):
        return "\n".join(
            f"== {path.name}\n{path.read_text()[-2000:]}"
            for path in sorted((self.folder / "services" / "logs").iterdir())
        )

    def ask(self, method, path, body=None, token=conftest.TOKEN, headers=None):
        connection = conftest.http.client.HTTPConnection(self.address, timeout=LIMIT_S)
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        connection.request(method, path, body, {"Authorization": token} | (headers or {}))
        return conftest.Answer(connection.getresponse())

    def version_of(self, service="s", path="/api/predict/"):
        """Which version answers."""
        answer = self.ask("POST", path + service, [{"x": 7}])
        assert answer.status == 200, answer.text
        version, rest = divmod(answer.json[0]["y"], 1000)
        assert rest == 7
        return int(version)

    def end(self):
        """Stops all services; returns when no process is left."""
        pids = [row[1] for row in self.instances()] + list(self.processes)
        self.change("UPDATE services SET running = 0")
        self.wait_for(lambda: not any(map(is_alive, pids)), f"some of {pids} are left")
