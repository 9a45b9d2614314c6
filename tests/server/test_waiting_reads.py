"""Reads that wait for a query hold none of the threads that answer."""

import threading

import requests

ENDLESS = (
    "CREATE VIEW endless AS SELECT /*+ MAPJOIN(x) */ COUNT(*) AS n FROM (SELECT EXPLODE(SEQUENCE(1L, 1000000L)) AS a) x JOIN "
    "(SELECT EXPLODE(SEQUENCE(1L, 1000000L)) AS b) y WHERE a * b % 7 = 3;"
)
WAITING = 48


def test_other_requests_are_answered_meanwhile(server):
    server.sql(ENDLESS)
    table = server.endpoint + "/projects/default_project/tables/endless?downloads"
    about = "projects.default_project.schemas.default.tables.endless"
    storage = server.endpoint + "/storage/v2?Action=TableCreateReadSession&Target=" + about

    def ask(url):
        try:
            requests.post(url, json={}, timeout=20)
        except requests.RequestException:
            pass  # it waits until the server ends

    asking = [threading.Thread(target=ask, args=(url,), daemon=True) for url in [table, storage] * (WAITING // 2)]
    for one in asking:
        one.start()
    for _ in range(20):
        answer = requests.get(server.endpoint + "/projects/default_project", timeout=5)
        assert answer.status_code == 200
    server.stop()
    for one in asking:
        one.join()
