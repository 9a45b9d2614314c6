"""Streams of script components: rows a second through a script, and how long a row takes to its table."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

_PASS = """
import json, time
class Same:
    def __init__(self, record):
        self.record = record
    def SerializeToString(self):
        return self.record
def main(config):
    count, begin = 0, None
    write = config.output_writer.write
    for batch in config.dataset_fn().batch(%d):
        begin = begin or time.monotonic()
        for record in batch.numpy():
            write(Same(record))
        count += len(batch)
    print("measured " + json.dumps([count, begin, time.monotonic()]), flush=True)
"""

_STATEMENT = """PAI -name tensorflow2_stream -DmainScriptFile="%s" %s
    -DoutputTableName=out -DoutputSchemaStr="%s" -DnumWorkers=%d -DcommitIntervalMs=%d;"""


def _start(paisql, home, statements):
    return subprocess.Popen(
        [paisql, "--home", home, "--project", "p", "-e", statements],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def _end(running):
    _, said = running.communicate(timeout=600)
    if running.returncode:
        raise SystemExit("the stream failed:\n" + said[-2000:])


def _script(folder, batch):
    path = os.path.join(folder, "pass.py")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(_PASS % batch)
    return path


def _measured(home):
    """What the workers of the only job have told: (rows, first second, last second) each."""
    found = []
    (job,) = os.listdir(os.path.join(home, "jobs"))
    logs = os.path.join(home, "jobs", job, "logs")
    for name in os.listdir(logs):
        with open(os.path.join(logs, name), encoding="utf-8") as stream:
            found += [json.loads(line[9:]) for line in stream if line.startswith("measured ")]
    return found


def throughput(paisql, rows, workers):
    """Rows a second of a table of two columns through a script that gives them back, to a table."""
    with tempfile.TemporaryDirectory(prefix="paisql-bench-stream-") as folder:
        home = os.path.join(folder, "home")
        make = (
            "CREATE TABLE t AS SELECT id, CAST(id AS DOUBLE) / 3 AS x "
            "FROM (SELECT EXPLODE(SEQUENCE(1L, %dL)) AS id) n;" % rows
        )
        ends = "-DinputTableName=t", "id long, x double"
        script = _script(folder, 1024)
        _end(_start(paisql, home, make + _STATEMENT % (script, *ends, workers, 200)))
        told = _measured(home)
        assert sum(count for count, _, _ in told) == rows
        return rows / (max(end for _, _, end in told) - min(begin for _, begin, _ in told))


def latency(paisql, rate, seconds):
    """The median and the 99th percentile of the seconds from a row's sending to its commit."""
    with tempfile.TemporaryDirectory(prefix="paisql-bench-stream-") as folder:
        home, sent = os.path.join(folder, "home"), []
        with socket.create_server(("127.0.0.1", 0)) as server:
            threading.Thread(target=_serve, args=(server, rate, seconds, sent), daemon=True).start()
            port = server.getsockname()[1]
            ends = '-DinputPath="tcp://127.0.0.1:%d" -DinputSchemaStr="id long"' % port, "id long"
            running = _start(paisql, home, _STATEMENT % (_script(folder, 32), *ends, 1, 50))
            seen = _visible(home, rate * seconds, running)
        _end(running)
        return _middle_and_most(sent, seen)


_PLAIN = """
import json, os, socket, sys, time
connection, file = socket.create_connection(("127.0.0.1", int(sys.argv[1]))), open(sys.argv[2], "wb")
rest, rows, seen, last = b"", 0, [], 0.0
while data := connection.recv(1 << 18):
    *lines, rest = (rest + data).split(b"\\n")
    for line in lines:
        file.write(b"%d\\n" % json.loads(line)["id"])
    rows += len(lines)
    if time.monotonic() - last > 0.05:
        last = time.monotonic()
        file.flush()
        os.fsync(file.fileno())
        seen.append([time.monotonic(), rows])
file.flush()
os.fsync(file.fileno())
print(json.dumps(seen + [[time.monotonic(), rows]]))
"""


def plain_latency(rate, seconds):
    """The same for a process that writes each line's number into a file, with an fsync every 50 ms."""
    with tempfile.TemporaryDirectory(prefix="paisql-bench-stream-") as folder:
        sent = []
        with socket.create_server(("127.0.0.1", 0)) as server:
            threading.Thread(target=_serve, args=(server, rate, seconds, sent), daemon=True).start()
            command = [sys.executable, "-c", _PLAIN, str(server.getsockname()[1]), folder + "/rows"]
            seen = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        return _middle_and_most(sent, seen)


def _middle_and_most(sent, seen):
    """The median and the 99th percentile of the waits, after the first half of what was sent."""
    waits = sorted(
        next(when for when, count in seen if count > number) - moment
        for number, moment in list(enumerate(sent))[len(sent) // 2 :: 97]
    )
    return waits[len(waits) // 2], waits[len(waits) * 99 // 100]


def _serve(server, rate, seconds, sent):
    connection, _ = server.accept()
    with connection:
        begin, step, pause = time.monotonic(), max(rate // 200, 1), threading.Event()
        for number in range(0, rate * seconds, step):
            pause.wait(max(0.0, begin + number / rate - time.monotonic()))
            now = time.monotonic()
            sent += [now] * step
            lines = "".join('{"id": %d}\n' % i for i in range(number, number + step))
            connection.sendall(lines.encode())


def _visible(home, rows, running):
    """[(second, rows that are in the table then)], until all are or the job has ended."""
    seen, catalog = [], os.path.join(home, "catalog.sqlite")
    count, pause = 0, threading.Event()
    while count < rows and running.poll() is None:
        pause.wait(0.002)
        if not os.path.exists(catalog):
            continue
        try:
            with sqlite3.connect("file:%s?mode=ro" % catalog, uri=True) as connection:
                (count,) = connection.execute(
                    "SELECT COALESCE(SUM(rows), 0) FROM data_files f JOIN tables t ON t.id = "
                    "f.table_id WHERE t.name = 'out' AND f.removed_at IS NULL"
                ).fetchone()
        except sqlite3.OperationalError:
            continue
        if not seen or seen[-1][1] != count:
            seen.append((time.monotonic(), count))
    return seen
