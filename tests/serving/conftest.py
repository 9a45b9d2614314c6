"""What the tests of the prediction server share: models, running servers, and an HTTP client."""

import http.client
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
PYTHON = ROOT / ".deps" / "venv" / "bin" / "python"
# The SDK of PAI-EAS wants other versions than TensorFlow does, and has an environment of its own.
CLIENT_PYTHON = os.environ.get("PAISQL_CLIENT_PYTHON", str(ROOT / ".deps" / "clients" / "bin" / "python"))
TOKEN = "YTg2ZjE0ZjM4ZmE3OTc0"
TIMEOUT = 180
# A model that takes 300 MB for its weights does not fit beside TensorFlow into so much.
LARGE_LIMIT_MB = 350
LARGE = """
import sys
import tensorflow as tf
module = tf.Module()
module.weights = tf.Variable(tf.zeros([75 << 20]))
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
def serve(x):
    return {"y": x + module.weights[0]}
tf.saved_model.save(module, sys.argv[1], signatures={"serving_default": serve})
"""


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    """A running `paisql serve`."""

    def __init__(self, model, *arguments, token=TOKEN, flag="--model"):
        self.token = token
        environment = dict(os.environ, PAISQL_SERVE_TOKEN=token)
        self.process = subprocess.Popen(
            [BINARY, "serve", flag, str(model), *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            self.process.wait(TIMEOUT)
            raise AssertionError(self.process.stderr.read())
        host, _, self.path = self.address.removeprefix("http://").partition("/")
        self.path = "/" + self.path
        self.host, port = host.split(":")
        self.port = int(port)
        self.name = self.path.rsplit("/", 1)[1]

    def connect(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=TIMEOUT)

    def request(self, method, path, body=None, connection=None, **headers):
        """`headers` have '_' for '-'; the token is added unless Authorization is given."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token and "Authorization" not in named:
            named["Authorization"] = self.token
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        connection = connection or self.connect()
        connection.request(method, path, body, named)
        return Answer(connection.getresponse())

    def predict(self, body, **headers):
        return self.request("POST", self.path, body, **headers)

    def get(self, path, **headers):
        return self.request("GET", path, **headers)

    def rest(self, verb, body, **headers):
        return self.request("POST", f"/v1/models/{self.name}{verb}", body, **headers)

    def metric(self, line):
        """The number after the line of /metrics that begins so; 0 when there is none."""
        for found in self.get("/metrics").text.splitlines():
            if found.startswith(line):
                return float(found.rsplit(" ", 1)[1])
        return 0

    def stop(self, number=signal.SIGTERM):
        """Ends the server; its exit status and what it has said to people."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, errors


@pytest.fixture(scope="session")
def models(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    subprocess.run(
        [PYTHON, str(Path(__file__).parent / "make_models.py"), str(folder)],
        check=True,
        capture_output=True,
        timeout=2 * TIMEOUT,
    )
    return folder


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    folder = tmp_path_factory.mktemp("large") / "1"
    subprocess.run([PYTHON, "-c", LARGE, str(folder)], check=True, capture_output=True, timeout=2 * TIMEOUT)
    return folder


@pytest.fixture(scope="session")
def answers(models):
    return json.loads((models / "answers.json").read_text())


@pytest.fixture
def serve(models):
    """Starts servers that end with the test."""
    servers = []

    def start(model, *arguments, **options):
        servers.append(Server(models / model, *arguments, **options))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def shared(model):
    """A fixture: one server of the model for all tests of a file."""

    @pytest.fixture(scope="module")
    def fixture(models):
        server = Server(models / model)
        yield server
        status, errors = server.stop()
        assert status == 0, errors
        assert TOKEN not in errors

    return fixture


dense = shared("dense")
texts = shared("texts")
examples = shared("examples")


@pytest.fixture
def client():
    """Runs lines of Python in the environment of the SDKs."""

    def run(script, *arguments):
        done = subprocess.run(
            [CLIENT_PYTHON, "-c", script, *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return json.loads(done.stdout.splitlines()[-1])

    if not Path(CLIENT_PYTHON).exists():
        pytest.fail(f"{CLIENT_PYTHON} is missing: run scripts/setup")
    sys.stdout.flush()
    return run
