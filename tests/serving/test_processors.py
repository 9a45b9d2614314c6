"""Custom processors in Python and C++: processes of their own that serve the paths of PAI-EAS."""

import os
import signal
import subprocess
import threading
import time

import pytest
from conftest import BINARY, PYTHON, TIMEOUT, TOKEN, Server

# As the platform's documents write a processor, and what tests ask of it.
APP = '''
# -*- coding: utf-8 -*-
import os, signal, threading
import allspark


class MyProcessor(allspark.BaseProcessor):
    """ MyProcessor is a example
        you can send mesage like this to predict
        curl -v http://127.0.0.1:8080/api/predict/service_name -d '2 105'
    """
    def initialize(self):
        """ load module, executed once at the start of the service
        """
        self.module = {'w0': 100, 'w1': 2}

    def pre_process(self, data):
        """ data format pre process
        """
        x, y = data.split(b' ')
        return int(x), int(y)

    def post_process(self, data):
        """ process after process
        """
        return str(data).encode()

    def process(self, data):
        """ process the request data
        """
        if data in ACTIONS:
            return ACTIONS[data](self), 200
        if data == b'bad':
            return 'what is bad', 400
        x, y = self.pre_process(data)
        w0 = self.module['w0']
        w1 = self.module['w1']
        return self.post_process(w0 + w1 * x + y), 200


ACTIONS = {
    b'crash': lambda self: signal.raise_signal(signal.SIGSEGV),
    b'leave': lambda self: os._exit(3),
    b'hang': lambda self: threading.Event().wait(),
    b'pid': lambda self: str(os.getpid()),
    b'token': lambda self: ' '.join(os.environ.values()),
    b'model': lambda self: self.get_model_path(),
    b'config': lambda self: allspark.default_properties().get('model.model_config'),
    b'number': lambda self: 7,
    b'bytes': lambda self: bytes(range(256)) * 1000,
}

if __name__ == '__main__':
    # paramter worker_threads indicates concurrency of processing
    runner = MyProcessor(worker_threads=WORKERS)
    runner.run()
'''

LIBRARY = r"""
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" void* initialize(const char* model_entry, const char* model_config, int* state) {
  *state = std::strcmp(model_config, "refuse") == 0 ? 400 : 0;
  return new std::string(std::string(model_entry) + "|" + model_config + "|");
}

extern "C" int process(void* model, const void* in, int in_size, void** out, int* out_size) {
  const std::string data(static_cast<const char*>(in), in_size);
  if (data == "crash") std::abort();
  if (data == "nothing") return 200;
  const std::string answer = data == "bad" ? "what is bad" : *static_cast<std::string*>(model) + data;
  *out = std::malloc(answer.size());
  std::memcpy(*out, answer.data(), answer.size());
  *out_size = static_cast<int>(answer.size());
  return data == "bad" ? 400 : 200;
}
"""


PACE = threading.Event()


def eventually(check):
    """Waits for what the machine may do slowly."""
    end = time.monotonic() + TIMEOUT
    while not (found := check()):
        if time.monotonic() >= end:
            raise TimeoutError("it did not come")
        PACE.wait(0.02)
    return found


@pytest.fixture(scope="module", autouse=True)
def _home(tmp_path_factory):
    """The Python of the tests, whatever the program was set up with."""
    before = os.environ.get("PAISQL_PYTHON")
    os.environ["PAISQL_PYTHON"] = str(PYTHON)
    yield
    if before is None:
        del os.environ["PAISQL_PYTHON"]
    else:
        os.environ["PAISQL_PYTHON"] = before


def write_app(folder, text=APP, workers="4"):
    folder.mkdir()
    (folder / "app.py").write_text(text.replace("WORKERS", workers))
    return folder


@pytest.fixture(scope="module")
def adder(tmp_path_factory):
    folder = write_app(tmp_path_factory.mktemp("processors") / "adder")
    server = Server(folder, "--model", str(folder), "--model-config", "a b", flag="--processor")
    yield server
    status, errors = server.stop()
    assert status == 0, errors
    assert TOKEN not in errors


@pytest.fixture
def processor(tmp_path):
    servers = []

    def start(text, *arguments, workers="4"):
        folder = write_app(tmp_path / "p", text, workers)
        servers.append(Server(folder, *arguments, flag="--processor"))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def test_bodies_go_through_as_they_are(adder):
    assert adder.name == "adder"
    assert adder.predict(b"2 105").body == b"209"
    assert adder.request("POST", adder.path + "/v1/chat?x=1", b"2 105").body == b"209"
    assert adder.request("POST", adder.path + "/v1/models/adder:predict", b"2 105").body == b"209"
    assert adder.predict(b"bytes").body == bytes(range(256)) * 1000
    assert adder.predict(b"model").text == os.path.dirname(adder_file(adder))
    assert adder.predict(b"config").text == "a b"


def adder_file(server):
    return os.path.join(os.readlink(f"/proc/{server.predict(b'pid').text}/cwd"), "app.py")


def test_what_the_processor_answers_is_the_status(adder):
    refused = adder.predict(b"bad")
    assert (refused.status, refused.body) == (400, b"what is bad")
    failed = adder.predict(b"no numbers at all")
    assert failed.status == 500 and "ValueError" in failed.text
    wrong = adder.predict(b"number")
    assert wrong.status == 500 and "(bytes, status)" in wrong.text


def test_tokens_and_paths(adder):
    assert TOKEN not in adder.predict(b"token").text
    assert adder.predict(b"2 105", Authorization="wrong").status == 401
    for path in (adder.path, "/%61pi/predict/adder", "/api/predict/adde%72/v1"):
        assert adder.request("POST", path, b"2 105", Authorization="wrong").status == 401
    assert adder.get(adder.path).status == 405
    assert adder.get("/v1/models/adder").status == 404
    assert adder.request("POST", "/v1/models/adder:predict", b"2 105").status == 404
    assert adder.request("POST", "/api/predict/other", b"2 105").status == 404
    assert adder.request("POST", "/api/predict/../adder", b"2 105").status == 404
    assert adder.get("/readyz").status == 200 and adder.get("/healthz").status == 200
    assert adder.metric("paisql_processor_starts_total") == 1


def test_the_sdk_asks_it(adder, client):
    said = client(
        """
import json, sys
from eas_prediction import PredictClient, StringRequest
client = PredictClient(sys.argv[1], 'adder')
client.set_token(sys.argv[2])
client.init()
print(json.dumps(client.predict(StringRequest('2 105')).to_string()))
""",
        f"{adder.host}:{adder.port}",
        TOKEN,
    )
    assert "209" in said


@pytest.mark.parametrize("body, words", [(b"crash", "SIGSEGV"), (b"leave", "exit status 3")])
def test_a_crash_is_500_and_the_processor_comes_back(processor, body, words):
    server = processor(APP)
    before = server.predict(b"pid").text
    crashed = server.predict(body)
    assert crashed.status == 500 and words in crashed.text
    # A request waits for the new process.
    assert server.predict(b"2 105").body == b"209"
    assert server.predict(b"pid").text != before
    assert server.metric("paisql_processor_starts_total") == 2
    status, errors = server.stop()
    assert status == 0 and words in errors


def test_one_that_hangs_is_504_and_is_killed(processor):
    server = processor(APP, "--set", "metadata.rpc.keepalive=1000", workers="1")
    before = server.predict(b"pid").text
    hung = server.predict(b"hang")
    assert hung.status == 504 and "in time" in hung.text
    eventually(lambda: server.metric("paisql_processor_starts_total") == 2 and server.get("/readyz").status == 200)
    assert server.predict(b"pid").text != before


def test_a_thread_that_hangs_holds_up_nobody(processor):
    server = processor(APP, "--set", "metadata.rpc.keepalive=60000", workers="2")
    connection = server.connect()
    connection.request("POST", server.path, b"hang", {"Authorization": TOKEN})
    eventually(lambda: server.metric("paisql_processor_computing_requests") == 1)
    assert server.predict(b"2 105").body == b"209"
    connection.close()
    server.process.kill()


def test_a_full_queue_is_450(processor):
    server = processor(
        APP,
        "--set",
        "metadata.rpc.max_queue_size=0",
        "--set",
        "processor.threads=1",
        "--set",
        "metadata.rpc.keepalive=60000",
    )
    connection = server.connect()
    connection.request("POST", server.path, b"hang", {"Authorization": TOKEN})
    eventually(lambda: server.metric("paisql_processor_computing_requests") == 1)
    assert server.predict(b"2 105").status == 450
    connection.close()
    server.process.kill()


def test_processes_by_the_script_and_by_flag(processor, tmp_path):
    several = APP.replace("worker_threads=", "worker_processes=2, worker_threads=")
    server = processor(several)
    eventually(lambda: server.metric("paisql_processor_ready_processes") == 2)
    folder = write_app(tmp_path / "q", several)
    one = Server(folder, "--set", "processor.processes=1", flag="--processor")
    assert one.metric("paisql_processor_ready_processes") == 1
    one.stop()


def test_its_own_time_for_an_answer_counts(processor):
    late = APP.replace(
        "self.module =", "allspark.default_properties().put('rpc.keepalive', '60000'); self.module ="
    ).replace("Event().wait()", "Event().wait(0.5) or 'late'")
    server = processor(late, "--set", "metadata.rpc.keepalive=100")
    assert server.predict(b"hang").body == b"late"


def test_no_process_outlives_the_server(processor):
    server = processor(APP)
    own = int(server.predict(b"pid").text)
    server.stop(signal.SIGKILL)
    eventually(
        lambda: (
            not os.path.exists(f"/proc/{own}")
            or open(f"/proc/{own}/stat", encoding="ascii").read().rpartition(")")[2].split()[0] == "Z"
        )
    )


def test_one_that_never_begins_ends_with_the_server(tmp_path):
    folder = write_app(tmp_path / "p", "import signal\n\nprint('begun', flush=True)\nsignal.pause()\n")
    server = subprocess.Popen(
        [BINARY, "serve", "--processor", str(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "begun" in server.stderr.readline()
    server.terminate()
    _, errors = server.communicate(timeout=TIMEOUT)
    assert server.returncode == 0, errors


def refused(*arguments):
    done = subprocess.run(
        [BINARY, "serve", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_processors_that_cannot_be(tmp_path):
    cases = {
        "fails": (APP.replace("self.module =", "raise KeyError('no such file')"), "KeyError"),
        "ends": ("print('nothing here')", "run()"),
        "syntax": ("def", "SyntaxError"),
    }
    for name, (text, words) in cases.items():
        status, errors = refused("--processor", write_app(tmp_path / name, text))
        assert status == 3 and words in errors, errors
    (tmp_path / "empty").mkdir()
    (tmp_path / "a.jar").write_text("")
    (tmp_path / "m.pmml").write_text("<PMML/>")
    for path, words in (
        ("none", "does not exist"),
        ("empty", "neither app.py nor"),
        ("a.jar", "in Java"),
        ("m.pmml", "PMML"),
    ):
        status, errors = refused("--processor", tmp_path / path)
        assert status == 3 and words in errors, errors
    for arguments, words in (
        (["--model", "m", "--model-config", "c"], "--model-config"),
        (["--model", "m", "--set", "processor.threads=1"], "processor"),
        ([], "--processor"),
    ):
        status, errors = refused(*arguments)
        assert status == 2 and words in errors, errors


def test_a_library(tmp_path):
    (tmp_path / "echo.cpp").write_text(LIBRARY)
    subprocess.run(["c++", "-shared", "-fPIC", "-o", tmp_path / "echo.so", tmp_path / "echo.cpp"], check=True)
    (tmp_path / "bare.cpp").write_text('extern "C" void* initialize() { return 0; }')
    subprocess.run(["c++", "-shared", "-fPIC", "-o", tmp_path / "bare.so", tmp_path / "bare.cpp"], check=True)
    server = Server(tmp_path / "echo.so", "--model", str(tmp_path), "--model-config", '{"a": 1}', flag="--processor")
    try:
        assert server.name == "echo"
        assert server.predict(b"x" * 200000).text == f'{tmp_path}|{{"a": 1}}|' + "x" * 200000
        assert server.predict(b"nothing").body == b""
        assert (server.predict(b"bad").status, server.predict(b"bad").text) == (400, "what is bad")
        crashed = server.predict(b"crash")
        assert crashed.status == 500 and "SIGABRT" in crashed.text
        assert server.predict(b"y").text.endswith("|y")
        assert server.stop()[0] == 0
    finally:
        server.stop()
    for arguments, words in (
        (["echo.so", "--model-config", "refuse"], "state 400"),
        (["bare.so"], "no function process"),
    ):
        status, errors = refused("--processor", tmp_path / arguments[0], *arguments[1:])
        assert status == 3 and words in errors, errors
