"""Asks a service of the iris model over a few connections until its standard input ends.

usage: iris_load.py http://HOST:PORT/api/predict/NAME TOKEN FLOWERS

FLOWERS is JSON of {"name": [four measures]}. Prints "asking" when the first answer has come, and at the
end {"right": n, "wrong": n, "failed": {"what": n}}.
"""

import collections
import http.client
import itertools
import json
import sys
import threading
import urllib.parse

url, token, flowers = urllib.parse.urlparse(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
CONNECTIONS = 3
counts, failed = collections.Counter(), collections.Counter()
lock, over, begun = threading.Lock(), threading.Event(), threading.Event()


def ask():
    connection = http.client.HTTPConnection(url.netloc, timeout=60)
    for name in itertools.cycle(flowers):
        if over.is_set():
            return
        try:
            body = json.dumps({"measures": [flowers[name]]})
            connection.request("POST", url.path, body, {"Authorization": token})
            answer = connection.getresponse()
            text = answer.read()
            with lock:
                if answer.status != 200:
                    failed[str(answer.status)] += 1
                else:
                    counts["right" if json.loads(text)["category"] == [name] else "wrong"] += 1
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            with lock:
                failed[type(error).__name__] += 1
        begun.set()


threads = [threading.Thread(target=ask) for _ in range(CONNECTIONS)]
for thread in threads:
    thread.start()
begun.wait()
print("asking", flush=True)
sys.stdin.read()
over.set()
for thread in threads:
    thread.join()
print(json.dumps({"right": counts["right"], "wrong": counts["wrong"], "failed": failed}))
