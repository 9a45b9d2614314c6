"""Kinds of tasks: what each runs, and what is said of those that are not offered."""

import base64
import json
import xml.etree.ElementTree

import pytest
from raw_requests import ask, submit

REFUSED = ["MaxFrame", "LOT", "GRAPH", "CUPID", "COPY", "AlgoTask", "STREAM"]
QUESTIONS = [
    "",
    "instancestatus",
    "taskstatus",
    "result",
    "source",
    "instanceprogress=T&taskname=T",
    "instancesummary&taskname=T",
    "summary&taskname=T",
    "instancedetail&taskname=T",
    "detail&taskname=T",
    "info&taskname=T&key=warnings",
    "instancequota&taskname=T",
    "cached",
    "log&id=job_0/M1%230",
    "xresult",
    "xsource",
    "subinstance",
]


@pytest.mark.parametrize("kind", REFUSED)
def test_refusals_say_what_is_offered(shared_server, kind):
    status, _, text = submit(shared_server, "x", task=kind)
    assert status == 400 and "<Code>InstanceTypeNotSupported</Code>" in text
    assert "task %s" % kind in text and ": use " in text or "submit an XflowInstance" in text


def test_costs_and_plans(shared_server):
    printed = shared_server.pyodps(
        """
        o.execute_sql("CREATE TABLE priced AS SELECT * FROM VALUES (1L), (2L) t (id);")
        cost = o.execute_sql_cost("SELECT id, COUNT(*) FROM priced GROUP BY id;")
        print(cost.input_size > 0, cost.udf_num, cost.complexity)
        try:
            o.execute_sql_cost("SELECT id FROM nosuch;")
        except Exception as error:
            print(type(error).__name__)
        """
    )
    assert printed.splitlines() == ["True 0 1.0", "NoSuchTable"]
    status, headers, _ = submit(shared_server, "SELECT id FROM priced;", task="SQLPlan")
    path = headers["Location"].split("/api")[1]
    assert status == 201
    _, _, text = ask(shared_server, path + "?instancestatus")
    assert "Terminated" in text
    _, _, text = ask(shared_server, path + "?result")
    assert "<Status>Success</Status>" in text


def test_small_files_are_merged(shared_server):
    printed = shared_server.pyodps(
        """
        o.execute_sql("CREATE TABLE small (id BIGINT) PARTITIONED BY (ds STRING);")
        for number in range(3):
            o.execute_sql("INSERT INTO small PARTITION (ds='1') VALUES (%d);" % number)
        o.execute_merge_files("small", partition="ds=1")
        print(o.run_sql("ALTER TABLE small PARTITION (ds='1') MERGE SMALLFILES;").id != "")
        o.execute_archive_table("small", partition="ds=1")
        try:
            o.execute_merge_files("nosuch")
        except Exception as error:
            print(type(error).__name__)
        with o.execute_sql("SELECT COUNT(*) AS n FROM small WHERE ds='1';").open_reader(tunnel=False) as rows:
            print(rows[0]["n"])
        """
    )
    assert printed.splitlines() == ["True", "NoSuchTable", "3"]


def test_clients_of_query_acceleration_run_offline(shared_server):
    printed = shared_server.pyodps(
        """
        import warnings
        warnings.simplefilter("ignore")
        from odps import errors
        try:
            o.execute_sql_interactive("SELECT 1 AS x;", fallback=False)
        except errors.SQAUnsupportedFeature as error:
            print("ODPS-1850001" in str(error))
        for policy in True, "default", "unsupported":
            instance = o.execute_sql_interactive("SELECT 7 AS x;", fallback=policy)
            with instance.open_reader(tunnel=False) as rows:
                print(rows[0]["x"])
        """
    )
    assert printed.splitlines() == ["True", "7", "7", "7"]


@pytest.mark.parametrize(
    "settings, query, says",
    [
        ({"odps.sql.read.only": "true"}, "CREATE TABLE locked (x BIGINT);", "ODPS-0130013"),
        ({"odps.sql.read.only": "true"}, "SELECT 1 AS x;", "Success"),
        ({"odps.sql.submit.mode": "script"}, "@t := SELECT 1 AS x; SELECT x + 1 AS y FROM @t;", "Success"),
        ({"odps.sql.timezone": "Nowhere/At"}, "SELECT 1 AS x;", "Success"),
        ({"odps.default.schema": "nosuch"}, "SELECT id FROM sale;", "nosuch"),
        ({"odps.sql.type.system.odps2": "false"}, "SELECT CAST(1 AS TINYINT) AS x;", "ODPS-01"),
    ],
)
def test_settings_of_a_task(shared_server, settings, query, says):
    status, headers, text = submit(shared_server, query, settings=settings)
    if status == 201:
        path = headers["Location"].split("/api")[1]
        ask(shared_server, path + "?instancestatus")
        _, _, text = ask(shared_server, path + "?result")
        if "Base64" in text and says.startswith("ODPS"):
            text = base64.b64decode(text.split("<![CDATA[")[1].split("]]>")[0]).decode()
    assert says in text


@pytest.mark.parametrize("task", ["SQL", "SQLCost", "SQLPlan", "SQLRT"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_each_question_has_an_answer_or_a_named_error(shared_server, task, question):
    _, headers, _ = submit(shared_server, "SELECT 1 AS x;", "<Guid>%s</Guid>" % task, task=task)
    path = headers["Location"].split("/api")[1]
    ask(shared_server, path + "?instancestatus")
    status, headers, text = ask(shared_server, path + "?" + question)
    assert status in (200, 400, 404, 405)
    if headers["Content-Type"].startswith("application/json"):
        json.loads(text)
    elif headers["Content-Type"].startswith("application/xml"):
        root = xml.etree.ElementTree.fromstring(text)
        if status != 200:
            assert root.tag == "Error" and root.find("Code").text and root.find("Message").text
