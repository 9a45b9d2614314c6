"""The calls of the platform's ODBC driver, which no registry has: what it asks when a tool connects and queries."""

import re
import urllib.request

BODY = """<?xml version="1.0"?><Instance><Job><Priority>9</Priority><Tasks><SQL><Name>%s</Name><Config><Property>
<Name>settings</Name><Value>{"odps.default.schema":"default","odps.sql.select.output.format":"json"}</Value></Property>
</Config><Query><![CDATA[%s]]></Query></SQL></Tasks><DAG><RunMode>Sequence</RunMode></DAG></Job></Instance>"""


def ask(server, method, path, body=None, **headers):
    """The answer's status, headers and text."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    data = None if body is None else body.encode()
    request = urllib.request.Request(server.endpoint + path, data=data, method=method, headers=names)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.status, answer.headers, answer.read().decode("latin-1")


def run(server, prefix, task, query, **headers):
    """Where the instance of the query is, when it has ended, and the headers that its questions need."""
    path = prefix + "/projects/default_project/instances"
    status, told, _ = ask(server, "POST", path, BODY % (task, query), Content_Type="application/xml", **headers)
    assert status == 201
    place = path + "/" + told["Location"].rsplit("/", 1)[1]
    if told["x-odps-mcqa-query-cookie"]:
        headers["x_odps_mcqa_query_cookie"] = told["x-odps-mcqa-query-cookie"]
    while "<Status>Terminated</Status>" not in ask(server, "GET", place + "?instancestatus", **headers)[2]:
        pass
    return place, headers


def test_connecting_and_metadata(shared_server):
    shared_server.sql(
        "CREATE TABLE odbc_t (id BIGINT COMMENT 'a key', name STRING);", "INSERT INTO odbc_t VALUES (1, 'a');"
    )
    assert "<Name>default_project</Name>" in ask(shared_server, "GET", "/projects/default_project")[2]
    assert "<Name>odbc_t</Name>" in ask(shared_server, "GET", "/projects/default_project/tables?expectmarker=true")[2]
    described = ask(shared_server, "GET", "/projects/default_project/tables/odbc_t")[2]
    assert '"id"' in described and "a key" in described


def test_a_query_is_explained_first(shared_server):
    place, _ = run(shared_server, "", "AnonymousSQLTask", "EXPLAIN SELECT 1 AS x;")
    assert "<Status>Success</Status>" in ask(shared_server, "GET", place + "?taskstatus")[2]


def test_quick_queries(shared_server):
    path = "/mcqa/projects/default_project/sessions?quota=default"
    _, told, _ = ask(shared_server, "POST", path, "", Content_Type="application/json")
    connection = told["x-odps-mcqa-conn"]
    assert connection
    place, headers = run(shared_server, "/mcqa", "AnonymousMCQATask", "SELECT 7L AS x;", x_odps_mcqa_conn=connection)
    assert place.endswith("_mcqa")
    tunnel = place.replace("/mcqa", "", 1)
    _, _, download = ask(shared_server, "POST", tunnel + "?downloads", "", **headers)
    assert re.search(r'"RecordCount": ?1\b', download)
    name = re.search(r'"DownloadID": ?"([^"]+)"', download).group(1)
    path = f"{tunnel}?data&downloadid={name}&rowrange=(0,1)"
    _, _, rows = ask(shared_server, "GET", path, x_odps_tunnel_version="6", **headers)
    # The first column, whose value 7 is 14 in zigzag.
    assert rows.startswith("\x08\x0e")
