"""How a server begins and ends: readiness, a port in use, a home that cannot be used, signals."""

import os
import signal
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request

from conftest import BINARY

# Runs for hours unless it is interrupted.
ENDLESS = (
    "SELECT /*+ MAPJOIN(y) */ COUNT(*) FROM (SELECT EXPLODE(SEQUENCE(1L, 1000000L)) AS a) x CROSS JOIN "
    "(SELECT EXPLODE(SEQUENCE(1L, 1000000L)) AS b) y WHERE a * b % 7 = 3;"
)
BEGIN = """
from odps.models import Instance
import sys
instances = [o.run_sql(sys.argv[1]) for _ in range(int(sys.argv[2]))]
def begun():
    return sum(one.get_task_statuses()["AnonymousSQLTask"].status.name == "RUNNING" for one in instances)
while begun() < 2:
    pass
print("begun")
"""


def fails_to_start(*flags):
    """The server's words; its status is that of a problem of the environment."""
    done = subprocess.run(
        [BINARY, "server", *flags], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    return done.stderr


def status_of(url, method="GET"):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method=method)) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_health_needs_no_signature(server):
    root = server.endpoint.removesuffix("/api")
    assert status_of(root + "/healthz") == 200
    assert status_of(server.endpoint + "/healthz") == 200
    assert status_of(server.endpoint + "/healthz", "DELETE") == 404


def probe(port):
    done = subprocess.run([BINARY, "server", "--probe", "--port", str(port)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_a_probe_tells_whether_the_server_is_ready(server):
    port = urllib.parse.urlsplit(server.endpoint).port
    assert probe(port) == (0, "", "")
    server.stop()
    status, _, told = probe(port)
    assert status == 3
    assert "nobody listens there" in told


def test_another_program_at_the_port_is_not_ready():
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        subprocess.Popen(
            [BINARY, "server", "--probe", "--port", str(other.getsockname()[1])], stderr=subprocess.PIPE, text=True
        ) as asking,
    ):
        connection, _ = other.accept()
        connection.sendall(b"HTTP/1.1 503 Not Ready\r\n\r\n")
        connection.close()
        assert "its answer is HTTP/1.1 503 Not Ready" in asking.stderr.read()
        assert asking.wait(30) == 3


def test_everybody_is_the_owner_at_a_host_only_where_asked_for(server, tmp_path):
    server.stop()
    server.start("--host", "0.0.0.0", "--anonymous")
    server.endpoint = server.endpoint.replace("0.0.0.0", "127.0.0.1")
    assert server.pyodps("print(o.exist_project('default_project'))") == "True\n"


def test_a_port_in_use(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = fails_to_start("--home", str(tmp_path / "home"), "--port", str(port))
    assert f"127.0.0.1:{port} cannot be listened at: Address already in use" in said
    assert "port 0 takes a free one" in said


def test_a_host_that_is_not_an_address(tmp_path):
    users = tmp_path / "users"
    users.write_text("id secret\n")
    users.chmod(0o600)
    told = fails_to_start("--home", str(tmp_path / "home"), "--host", "nowhere", "--user-file", str(users))
    assert "is not an address" in told


def test_a_home_that_cannot_be_used(tmp_path):
    (tmp_path / "file").write_text("not a home")
    assert str(tmp_path / "file") in fails_to_start("--home", str(tmp_path / "file"))


def test_wrong_usage():
    wrong = [
        ["--port", "x"],
        ["--port"],
        ["--nosuch"],
        ["--host", "0.0.0.0"],
        ["--probe"],
        ["--anonymous", "--user-file", "f"],
    ]
    for flags in wrong:
        done = subprocess.run([BINARY, "server", *flags], capture_output=True, text=True, check=False)
        assert done.returncode == 2, flags
        assert "paisql server --help" in done.stderr


def test_a_signal_interrupts_what_runs_and_what_waits(server):
    many = 2 * os.cpu_count() + 3  # more than run at once
    assert server.pyodps(BEGIN, ENDLESS, str(many)) == "begun\n"
    for _ in range(2):  # one more changes nothing
        server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(30) == 0
    server.start()
    assert server.sql("SELECT 1;") == "1\n"


def test_a_write_that_was_interrupted_leaves_its_table(server):
    server.sql("CREATE TABLE t AS SELECT 1L AS n;")
    assert server.pyodps(BEGIN, "INSERT OVERWRITE TABLE t " + ENDLESS, "2") == "begun\n"
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(30) == 0
    assert server.sql("SELECT n FROM t;") == "1\n"
