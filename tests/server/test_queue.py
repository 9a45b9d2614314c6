"""The queue of instances: it is bounded, and a submission that is made twice is one instance."""

import urllib.error
import urllib.request

ENDLESS = (
    "SELECT /*+ MAPJOIN(b) */ MAX(a.n * b.n) FROM (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) a "
    "CROSS JOIN (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) b;"
)


def submit(server, query, unique="", task="SQL"):
    """The location of the instance, or the HTTP error."""
    body = (
        f"<Instance><Job><Priority>9</Priority><UniqueIdentifierID>{unique}</UniqueIdentifierID><Tasks><{task}>"
        f"<Name>AnonymousSQLTask</Name><Query><![CDATA[{query}]]></Query></{task}></Tasks></Job></Instance>"
    )
    address = server.endpoint + "/projects/default_project/instances"
    request = urllib.request.Request(address, body.encode(), {"Content-Type": "application/xml"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.headers["Location"]
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Retry-After"], b"<Code>FlowExceeded</Code>" in error.read()


def test_the_queue_has_an_end(server):
    server.stop()
    server.start("--at-once", "1", "--queue", "1")
    answers = [submit(server, ENDLESS) for _ in range(12)]
    assert (409, "1", True) in answers
    server.pyodps("print([one.stop() for one in o.list_instances(status='Running')])")


def test_a_submission_that_is_made_twice(server):
    server.sql("CREATE TABLE t (n BIGINT);")
    first = submit(server, "INSERT INTO t VALUES (1L);", "a name of the client's own")
    assert submit(server, "INSERT INTO t VALUES (1L);", "a name of the client's own") == first
    assert submit(server, "INSERT INTO t VALUES (1L);", "another one") != first
    for name in (first, submit(server, "SELECT 1;", "the last one")):
        server.pyodps("import sys\no.get_instance(sys.argv[1]).wait_for_success(interval=0.05)", name.split("/")[-1])
    server.stop()
    assert server.sql("SELECT COUNT(*) FROM t;") == "2\n"


def read(address):
    with urllib.request.urlopen(address) as answer:
        return answer.read().decode()


def test_a_refused_task_fails_when_its_cause_can_be_read(server):
    """Clients that hear of the failure ask for the result at once."""
    server.stop()
    server.start("--at-once", "1")
    for _ in range(2):
        submit(server, ENDLESS)
    refused = submit(server, "SELECT 1;", task="SQLRT")
    assert "Running" in read(refused)
    assert '"status":1,' in read(refused + "?info&taskname=AnonymousSQLTask&key=status")
    client = """
from odps.models.session.v1 import SessionInstance
import sys
project = o.get_project()
names = {"name": sys.argv[1], "session_task_name": "AnonymousSQLTask", "session_project": project}
print(SessionInstance(parent=project.instances, client=o.rest, **names).is_running(0))
"""
    assert server.pyodps(client, refused.rpartition("/")[2]) == "False\n"
    number = refused.rpartition("/")[2]
    code = (
        "import sys\nfor one in o.list_instances(status='Running'):\n    if one.id != sys.argv[1]:\n        one.stop()"
    )
    server.pyodps(code + "\no.get_instance(sys.argv[1]).wait_for_completion(interval=0.05)", number)
    assert "ODPS-1850001" in read(refused + "?info&taskname=AnonymousSQLTask&key=status")
