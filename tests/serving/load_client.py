"""Asks a service of the models "numbered" as fast as it answers, over connections that it keeps.

usage: load_client.py HOST:PORT SERVICE TOKEN CONNECTIONS

Prints a line `{"version": N}` when the first answer of a version comes, and when its standard input
ends the counts: {"versions": {"1": n}, "statuses": {"503": n}, "broken": n, "wrong": n}. Each
request has a number of its own, which its answer must show.
"""

import collections
import http.client
import itertools
import json
import sys
import threading

address, service, token, connections = sys.argv[1:]
versions, statuses = collections.Counter(), collections.Counter()
broken, wrong = 0, 0
lock = threading.Lock()
numbers = itertools.count()
over = threading.Event()


def count(status, body, number):
    global wrong
    with lock:
        if status != 200:
            statuses[str(status)] += 1
            return
        version, rest = divmod(json.loads(body)[0]["y"], 1000)
        if rest != number:
            wrong += 1
            return
        versions[str(int(version))] += 1
        if versions[str(int(version))] == 1:
            print(json.dumps({"version": int(version)}), flush=True)


def ask():
    global broken
    connection = http.client.HTTPConnection(address, timeout=180)
    while not over.is_set():
        with lock:
            number = next(numbers) % 1000
        try:
            connection.request("POST", f"/api/predict/{service}", json.dumps([{"x": number}]), {"Authorization": token})
            answer = connection.getresponse()
            count(answer.status, answer.read(), number)
        except (OSError, http.client.HTTPException):
            connection.close()
            with lock:
                broken += 1


threads = [threading.Thread(target=ask) for _ in range(int(connections))]
for thread in threads:
    thread.start()
sys.stdin.read()
over.set()
for thread in threads:
    thread.join()
print(json.dumps({"versions": versions, "statuses": statuses, "broken": broken, "wrong": wrong}))
