"""How long a service is away when its processes are killed: from `kill -9` to the next right answer."""

import contextlib
import json
import os
import select
import signal
import sqlite3
import statistics
import time
import urllib.error
import urllib.request

import serving_load

LIMIT_S = 60


class Killed(serving_load.Deployed):
    """A service with one process, whose fleet is killed in parts."""

    def rows(self, query):
        with contextlib.closing(sqlite3.connect(os.path.join(self.home, "catalog.sqlite"), timeout=LIMIT_S)) as catalog:
            return catalog.execute(query).fetchall()

    def processes(self):
        """{'supervisor': pid, 'front': pid, 'instance': pid}, of those that are written down as ready."""
        ((supervisor, front),) = self.rows("SELECT supervisor_pid, front_pid FROM fleet")
        ((instance,),) = self.rows("SELECT pid FROM service_instances WHERE state = 'ready'") or [(0,)]
        return {"supervisor": supervisor, "front": front, "instance": instance}

    def await_all(self, but):
        """Returns once all processes are there, and none of `but`."""
        end = time.monotonic() + LIMIT_S
        while True:
            now = self.processes()
            if all(pid and pid not in but and os.path.exists(f"/proc/{pid}") for pid in now.values()):
                return
            assert time.monotonic() < end, now
            select.select([], [], [], 0.01)

    def away(self, names, request, right):
        """The seconds until it answers again by processes of which those of the names were killed."""
        before = self.processes()
        begin = time.perf_counter()
        for name in names:
            os.kill(before[name], signal.SIGKILL)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=LIMIT_S) as answer:
                    assert json.loads(answer.read()) == right
                break
            except (OSError, urllib.error.HTTPError):
                assert time.perf_counter() < begin + LIMIT_S
        seconds = time.perf_counter() - begin
        self.await_all({before[name] for name in names})
        return seconds


def measure(paisql, folder, model, body, repeats=5):
    """{'instance': seconds, ...}: medians, by the names of the processes that are killed at once."""
    service = Killed(paisql, folder, "killed", model, body)
    request = urllib.request.Request(service.address, body, {"Authorization": "bench"})
    try:
        with urllib.request.urlopen(request, timeout=LIMIT_S) as answer:
            right = json.loads(answer.read())
        cases = (("instance",), ("supervisor",), ("front",), ("supervisor", "front"))
        return {
            " and ".join(names): statistics.median(service.away(names, request, right) for _ in range(repeats))
            for names in cases
        }
    finally:
        service.end()
