"""Processors in Python and C++ that crash, hang or are killed in a fleet while clients ask them."""

import contextlib
import http.client
import itertools
import os
import signal
import subprocess
import threading
from collections import Counter

import pytest
from conftest import PYTHON, TIMEOUT, TOKEN
from fleet_home import FleetHome, is_alive
from statements import Session

KEEPALIVE_MS = 1000
APP = """
import os, signal, threading
import allspark

class Doubler(allspark.BaseProcessor):
    def process(self, data):
        if data == b'crash':
            signal.raise_signal(signal.SIGSEGV)
        if data == b'hang':
            threading.Event().wait()
        if data == b'pid':
            return str(os.getpid()), 200
        return str(2 * int(data)), 200

Doubler(worker_threads=1).run()
"""
LIBRARY = """
#include <unistd.h>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" void* initialize(const char*, const char*, int* state) {
  *state = 0;
  return nullptr;
}

extern "C" int process(void*, const void* in, int in_size, void** out, int* out_size) {
  const std::string data(static_cast<const char*>(in), in_size);
  if (data == "crash") std::abort();
  while (data == "hang") pause();
  const std::string answer = std::to_string(data == "pid" ? getpid() : 2 * std::atoi(data.c_str()));
  *out = strdup(answer.c_str());
  *out_size = static_cast<int>(answer.size());
  return 200;
}
"""


class Load:
    """Threads that ask a service over connections that they keep, each request by its own number."""

    def __init__(self, home, service, connections=3):
        self.counts = Counter()
        self.over = threading.Event()
        self.numbers = itertools.count()
        self.arguments = (home.address, f"/api/predict/{service}")
        self.threads = [threading.Thread(target=self.ask) for _ in range(connections)]
        for thread in self.threads:
            thread.start()

    def ask(self):
        address, path = self.arguments
        connection = http.client.HTTPConnection(address, timeout=TIMEOUT)
        while not self.over.is_set():
            number = next(self.numbers)
            try:
                connection.request("POST", path, str(number), {"Authorization": TOKEN})
                answer = connection.getresponse()
                body = answer.read()
                wrong = answer.status == 200 and body != str(2 * number).encode()
                self.counts["wrong" if wrong else answer.status] += 1
            except (OSError, http.client.HTTPException):
                connection.close()
                self.counts["broken"] += 1

    def stop(self):
        self.over.set()
        for thread in self.threads:
            thread.join()
        return self.counts


@contextlib.contextmanager
def load(home, service, allowed):
    """Asks meanwhile: every answer is right, or one of the statuses."""
    asks = Load(home, service)
    try:
        home.wait_for(lambda: asks.counts[200], "nobody is answered")
        yield
        before = asks.counts[200]
        home.wait_for(lambda: asks.counts[200] > before, "nobody is answered again")
    finally:
        counts = asks.stop()
    assert set(counts) <= {200, *allowed}, counts


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("processors")
    before = os.environ.get("PAISQL_PYTHON")
    os.environ["PAISQL_PYTHON"] = str(PYTHON)
    (folder / "app.py").write_text(APP)
    (folder / "double.cpp").write_text(LIBRARY)
    subprocess.run(["c++", "-shared", "-fPIC", "-o", folder / "double.so", folder / "double.cpp"], check=True)
    home = FleetHome(folder / "home")
    properties = f"('token'='{TOKEN}', 'metadata.rpc.keepalive'='{KEEPALIVE_MS}')"
    Session(home.folder).run(
        f"DEPLOY SERVICE python USING PROCESSOR '{folder / 'app.py'}' PROPERTIES {properties};"
        f"DEPLOY SERVICE library USING PROCESSOR '{folder / 'double.so'}' PROPERTIES {properties};"
    )
    yield home
    home.end()
    for log in (home.folder / "services" / "logs").glob("*"):
        assert TOKEN not in log.read_text()
    if before is None:
        del os.environ["PAISQL_PYTHON"]
    else:
        os.environ["PAISQL_PYTHON"] = before


def ask(home, service, body):
    return home.ask("POST", f"/api/predict/{service}", body)


def process_of(home, service):
    """The processor's process, once it answers."""
    answer = home.wait_for(lambda: (said := ask(home, service, "pid")).status == 200 and said, "it does not answer")
    return int(answer.text)


@pytest.mark.parametrize("service, words", [("python", "SIGSEGV"), ("library", "SIGABRT")])
def test_a_crash_costs_what_it_computed(home, service, words):
    kept = home.instances()
    with load(home, service, {500, 503}):
        before = process_of(home, service)
        crashed = ask(home, service, "crash")
        assert crashed.status == 500 and words in crashed.text
        assert process_of(home, service) != before
    assert home.instances() == kept


@pytest.mark.parametrize("service", ["python", "library"])
def test_one_that_hangs_is_replaced(home, service):
    kept = home.instances()
    before = process_of(home, service)
    # Those that wait after the one that hangs may be late, too.
    with load(home, service, {408, 500, 503, 504}):
        assert ask(home, service, "hang").status == 504
        home.wait_for(lambda: not is_alive(before), "the process that hangs lives on")
        assert process_of(home, service) != before
    assert home.instances() == kept


@pytest.mark.parametrize("service", ["python", "library"])
def test_a_killed_process_comes_back(home, service):
    with load(home, service, {500, 503}):
        before = process_of(home, service)
        os.kill(before, signal.SIGKILL)
        home.wait_for(lambda: not is_alive(before), "it lives")
        assert process_of(home, service) != before


def test_an_instance_that_is_killed_takes_its_processor_with_it(home):
    own = {row[1] for row in home.instances()}
    processors = [process_of(home, service) for service in ("python", "library")]
    with load(home, "python", {500, 503}), load(home, "library", {500, 503}):
        for pid in own:
            os.kill(pid, signal.SIGKILL)
        home.wait_for(lambda: not any(map(is_alive, processors)), "a processor is left")
        assert process_of(home, "python") not in processors
        assert process_of(home, "library") not in processors


def test_processors_outlive_supervisor_and_front(home):
    processors = [process_of(home, service) for service in ("python", "library")]
    address, killed = home.address, home.processes
    with load(home, "python", {"broken"}):
        for pid in reversed(killed):
            os.kill(pid, signal.SIGKILL)
        # Nobody is left but the instances, and nobody says anything.
        home.wait_for(
            lambda: home.processes[0] not in (0, killed[0]) and home.processes[1] not in (0, killed[1]),
            "nobody brings them back",
        )
    assert home.address == address
    assert [process_of(home, service) for service in ("python", "library")] == processors
