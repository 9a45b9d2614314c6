"""Load on the prediction server, by wrk in a process of its own, against calls within a process and a server in
Python. For scripts/bench."""

import contextlib
import json
import os
import re
import resource
import socket
import sqlite3
import statistics
import struct
import subprocess
import sys
import threading
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CONNECTIONS = (1, 8, 64)
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
FEATURES = 25  # texts, and as many numbers, of the model `wide`
MODELS = {"dense": "32-64-32-1 network", "wide": "wide and deep, 25 texts and 25 numbers"}


def varint(number):
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def field(number, data):
    return bytes([number << 3 | 2]) + varint(len(data)) + data


def message(features):
    """A PredictRequest (docs/predict.proto) of one row: a text, a number or a list of numbers for each input."""
    out = b""
    for name, value in features.items():
        if isinstance(value, str):
            array = b"\x08\x07" + field(2, field(1, b"\x01")) + field(6, value.encode())
        else:
            shape = [1, len(value)] if isinstance(value, list) else [1]
            numbers = value if isinstance(value, list) else [value]
            array = (
                b"\x08\x01"
                + field(2, field(1, b"".join(map(varint, shape))))
                + field(3, struct.pack(f"<{len(numbers)}f", *numbers))
            )
        out += field(2, field(1, name.encode()) + field(2, array))
    return out


def row_of(model):
    if model == "dense":
        return {"x": [0.5 - i / 32 for i in range(32)]}
    texts = {f"s{i}": f"value {i * 7919}" for i in range(FEATURES)}
    return texts | {f"f{i}": i / FEATURES for i in range(FEATURES)}


def lua(folder, name, body, headers, pause_ms=0):
    """A script of wrk. With a pause, each connection waits so long on the average, at random, before it asks."""
    path = os.path.join(folder, name + ".lua")
    text = "".join(f"\\{byte:03d}" for byte in body)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'wrk.method = "{"POST" if body else "GET"}"\nwrk.body = "{text}"\n')
        for key, value in headers.items():
            file.write(f'wrk.headers["{key}"] = "{value}"\n')
        if pause_ms:
            file.write(f"function delay() return math.floor(-{pause_ms} * math.log(1 - math.random()) + 0.5) end\n")
    return path


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) / 1024


class Load:
    """What one run of wrk has measured: requests a second, p50 and p99 in seconds, and the CPU time in microseconds
    that a request took of the server and of wrk."""

    def __init__(self, url, script, connections, pids, seconds):
        ours, own = sum(map(cpu_seconds, pids)), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s", "--latency", "-s", script, url],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        later = resource.getrusage(resource.RUSAGE_CHILDREN)
        if "Non-2xx" in done or "Socket errors" in done:
            sys.exit(done)
        times = {
            part: float(number) * UNITS[unit]
            for part, number, unit in re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)", done)
        }
        count = int(re.search(r"(\d+) requests in", done).group(1))
        self.count = count
        self.rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done).group(1))
        self.p50, self.p99 = times["50"], times["99"]
        self.server_us = 1e6 * (sum(map(cpu_seconds, pids)) - ours) / count
        self.wrk_us = 1e6 * (later.ru_utime + later.ru_stime - own.ru_utime - own.ru_stime) / count


def median_of(loads):
    """Of several loads, each number's median."""
    middle = loads[0]
    for name in ("rate", "p50", "p99", "server_us", "wrk_us"):
        setattr(middle, name, statistics.median(getattr(one, name) for one in loads))
    return middle


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def await_python(process, url, body):
    """Asks until the server in Python answers; the last error when it has ended, or after five minutes."""
    end = time.monotonic() + 300
    while True:
        try:
            request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
            return urllib.request.urlopen(request, timeout=5).read()
        except OSError:
            if time.monotonic() > end:
                raise
        with contextlib.suppress(subprocess.TimeoutExpired):
            sys.exit(f"the server in Python has ended with {process.wait(0.1)}")


def calls_in_process(program, python, folder, seconds):
    return json.loads(
        subprocess.run([program, python, folder, str(seconds)], check=True, capture_output=True, text=True).stdout
    )


def start(paisql, model, body):
    """The server, its address, and the seconds from its start to its first answer."""
    begin = time.perf_counter()
    server = subprocess.Popen(
        [paisql, "serve", "--model", model, "--token", "bench", "--set", "metadata.rpc.max_batch_size=64"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    address = server.stdout.readline().strip()
    request = urllib.request.Request(address, body, {"Authorization": "bench"})
    urllib.request.urlopen(request, timeout=60).read()
    return server, address, time.perf_counter() - begin


class Deployed:
    """A service of a home of its own."""

    def __init__(self, paisql, folder, name, model, body):
        self.paisql, self.name, self.model = paisql, name, model
        self.home = os.path.join(folder, "home-" + name)
        self.sql("SHOW SERVICES;")
        begin = time.perf_counter()
        made = self.sql(
            f"DEPLOY SERVICE {name} USING '{model}' PROPERTIES ('token'='bench', 'metadata.rpc.max_batch_size'='64');"
        )
        self.address = re.search(r"http://\S+", made).group(0)
        request = urllib.request.Request(self.address, body, {"Authorization": "bench"})
        urllib.request.urlopen(request, timeout=60).read()
        self.deploy_seconds = time.perf_counter() - begin

    def sql(self, text):
        return subprocess.run(
            [self.paisql, "--home", self.home, "-e", text],
            check=True,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        ).stdout

    @property
    def pids(self):
        """The front and the instances."""
        with contextlib.closing(sqlite3.connect(os.path.join(self.home, "catalog.sqlite"))) as catalog:
            return [
                pid
                for (pid,) in catalog.execute(
                    "SELECT front_pid FROM fleet UNION ALL SELECT pid FROM service_instances WHERE state = 'ready'"
                )
            ]

    def end(self):
        self.sql(f"DROP SERVICE {self.name};")


class ServingMeasures:
    """Everything about one model; `lines` is Markdown, `rows` of (what, ours, reference, its name, goal) in seconds."""

    def __init__(self, paisql, calls_program, python, site_packages, folder, repeats=3, seconds=2):
        self.paisql, self.calls_program, self.python = paisql, calls_program, python
        self.site_packages, self.folder = site_packages, folder
        self.repeats, self.seconds = repeats, seconds
        self.rows, self.lines = [], []

    def forms(self, model, address, other_url):
        token = {"Authorization": "bench"}
        row = row_of(model)
        body = json.dumps({"instances": [row]}).encode()
        rest = address.split("/api/")[0] + f"/v1/models/{model}:predict"
        return [
            ("protocol buffers", address, lua(self.folder, "message", message(row), token), 0),
            ("JSON", rest, lua(self.folder, "json", body, token), 0),
            (
                "JSON, FastAPI and uvicorn",
                other_url,
                lua(self.folder, "other", body, {"Content-Type": "application/json"}),
                1,
            ),
        ]

    def measure(self, model):
        folder = os.path.join(self.folder, model)
        body = json.dumps([row_of(model)]).encode()
        calls = [calls_in_process(self.calls_program, self.python, os.path.join(folder, "1"), self.seconds)]
        starts = []
        for _ in range(self.repeats):
            server, address, seconds = start(self.paisql, folder, body)
            starts.append(seconds)
            if len(starts) < self.repeats:
                server.terminate()
                server.wait()
        calls.append(calls_in_process(self.calls_program, self.python, os.path.join(folder, "1"), 0))
        memory = resident_mb(server.pid)
        port, service = free_port(), None
        other = subprocess.Popen(
            [
                self.python,
                os.path.join(HERE, "python_server.py"),
                os.path.join(folder, "1"),
                str(port),
                self.site_packages,
            ]
        )
        try:
            url = f"http://127.0.0.1:{port}/predict"
            await_python(other, url, json.dumps({"instances": [row_of(model)]}).encode())
            service = Deployed(self.paisql, self.folder, model, os.path.join(folder, "1"), body)
            pids = ([server.pid], [other.pid], service.pids)
            forms = self.forms(model, address, url)
            # The same message, to a service of a home: through its front.
            forms.insert(1, ("protocol buffers, through the front", service.address, forms[0][2], 2))
            results = {(what, connections): [] for what, *_ in forms for connections in CONNECTIONS}
            for turn in range(self.repeats + 1):  # the first warms up
                for connections in CONNECTIONS:
                    for what, where, script, which in forms:
                        load = Load(where, script, connections, pids[which], self.seconds if turn else 1)
                        if turn:
                            results[what, connections].append(load)
                calls.append(calls_in_process(self.calls_program, self.python, os.path.join(folder, "1"), 1))
            results = {key: median_of(loads) for key, loads in results.items()}
            peak = max(results["protocol buffers", c].rate for c in CONNECTIONS)
            pause_ms = 1000 * max(CONNECTIONS) / (peak / 2)
            half = lua(self.folder, "half", message(row_of(model)), {"Authorization": "bench"}, pause_ms)
            half = median_of(
                [Load(address, half, max(CONNECTIONS), pids[0], self.seconds) for _ in range(self.repeats)]
            )
            nothing = lua(self.folder, "nothing", b"", {})
            nothing = Load(address.split("/api/")[0] + "/healthz", nothing, 8, pids[0], self.seconds)
            rolled = self.roll(model, service, results["protocol buffers, through the front", max(CONNECTIONS)].rate)
        finally:
            if service:
                service.end()
            for process in (server, other):
                process.terminate()
                process.wait()
        self.tell(model, results, calls, half, nothing)
        self.lines += [rolled, ""]
        reference = statistics.median(c["load_seconds"] for c in calls)
        self.rows.append(
            (
                f"`paisql serve`, start to first answer, {MODELS[model]}",
                statistics.median(starts),
                reference,
                "the same load in a process",
                "load + 0.3 s",
            )
        )
        self.rows.append(
            (
                f"DEPLOY SERVICE, program and all, to the first answer, {MODELS[model]}",
                service.deploy_seconds,
                reference,
                "the same load in a process",
                "load + 0.3 s",
            )
        )
        self.lines.append(
            f"memory: {memory:.0f} MB, a process that only calls the model "
            f"{calls[0]['resident_bytes'] / 1048576:.0f} MB"
        )

    def roll(self, model, service, peak):
        """A new version every time that the one before it is ready, at half of the load that the front can take, until
        100,000 requests are answered. Load ends the benchmark when one of them was not."""
        script = lua(self.folder, "roll", message(row_of(model)), {"Authorization": "bench"}, 1000 * 64 / (peak / 2))
        answered, rolls = 0, 0
        while answered < 100_000:
            begin = time.monotonic()
            load = threading.Thread(
                target=lambda: loads.append(Load(service.address, script, 64, service.pids[:1], 10))
            )
            loads = []
            load.start()
            while time.monotonic() < begin + 8:
                service.sql(f"ALTER SERVICE {model} USING '{service.model}';")
                rolls += 1
            load.join()
            if not loads:
                sys.exit("requests have failed while versions were replaced")
            answered += loads[0].count
        return f"{rolls} new versions in turn at half of the load through the front: 0 of {answered:,} requests failed"

    def tell(self, model, results, calls, half, nothing):
        cpu_us = statistics.median(one["cpu_us_per_call"] for one in calls)
        calls = statistics.median(one["calls_per_second"] for one in calls)
        self.lines += [
            "",
            f"{MODELS[model]}, one row a request; in a process, on one thread: {calls:,.0f} calls a second, "
            f"{cpu_us:.1f} us of CPU each",
            "",
            "| body | connections | requests/s | of the calls | p50 | p99 | CPU a request: server | wrk |",
            "|---|---|---|---|---|---|---|---|",
        ]
        shown = list(results.items()) + [
            (("protocol buffers, half of the peak", max(CONNECTIONS)), half),
            (("GET /healthz", 8), nothing),
        ]
        for (what, connections), load in shown:
            self.lines.append(
                f"| {what} | {connections} | {load.rate:,.0f} | {100 * load.rate / calls:.0f} % | {1000 * load.p50:.2f} ms "
                f"| {1000 * load.p99:.2f} ms | {load.server_us:.0f} us | {load.wrk_us:.0f} us |"
            )
        self.lines.append("")


def measure(paisql, calls_program, python, site_packages, folder):
    """Rows for the table of measures, and lines of Markdown."""
    subprocess.run([python, os.path.join(HERE, "serving_models.py"), folder], check=True, capture_output=True)
    measures = ServingMeasures(paisql, calls_program, python, site_packages, folder)
    for model in MODELS:
        measures.measure(model)
    return measures.rows, measures.lines


def predict_loop(python, model, batch, files):
    """Seconds of CPU, seconds, and the mean of the answers."""
    done = subprocess.run(
        [python, os.path.join(HERE, "predict_loop.py"), model, str(batch), *files],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return tuple(float(word) for word in done.split()[-3:])
