"""Query acceleration MaxQA: its three ways in, and queries of PyODPS through it."""

import json

from raw_requests import ask

BODY = "<Instance><Job><Tasks><SQL><Name>AnonymousMCQATask</Name><Query>SELECT 5 AS x;</Query></SQL></Tasks></Job></Instance>"


def test_queries_of_pyodps(shared_server):
    printed = shared_server.pyodps(
        """
        instance = o.execute_sql_interactive("SELECT 42 AS x, 'a' AS y;", use_mcqa_v2=True, quota_name="fast")
        print(instance.id.endswith("_mcqa"), instance.is_successful())
        with instance.open_reader(tunnel=False) as rows:
            print([(row["x"], row["y"]) for row in rows])
        with instance.open_reader(tunnel=True) as rows:
            print([row["x"] for row in rows])
        print(o.get_project().instances.get(instance.id, quota_name="fast").is_successful())
        try:
            o.execute_sql_interactive("SELECT x FROM nosuch;", use_mcqa_v2=True)
        except Exception as error:
            print(type(error).__name__)
        print(instance.id in [one.id for one in o.list_instances()])
        """
    )
    assert printed.splitlines() == ["True True", "[(42, 'a')]", "[42]", "True", "NoSuchTable", "True"]


def test_the_status_carries_the_result(shared_server):
    _, headers, _ = ask(shared_server, "/mcqa/projects/default_project/sessions?quota=fast", "POST", " ")
    connection = headers["x-odps-mcqa-conn"]
    status, _, text = ask(shared_server, "/connection/mcqa?project=default_project&quota=fast")
    assert status == 200 and json.loads(text)["connInfo"] == connection
    sent = {"x-odps-mcqa-conn": connection}.items()
    status, headers, _ = ask(shared_server, "/mcqa/projects/default_project/instances", "POST", BODY, sent)
    identity = headers["Location"].rsplit("/", 1)[1]
    assert status == 201 and identity.endswith("_mcqa") and headers["x-odps-mcqa-query-cookie"]
    path = "/mcqa/projects/default_project/instances/%s" % identity
    status, headers, text = ask(shared_server, path + "?instancestatus", headers=sent)
    assert "<Status>Terminated</Status>" in text and "<Result " in text and "<ResultDescriptor>" in text
    assert headers["x-odps-mcqa-query-cookie"] and headers["x-odps-start-time"]
    status, _, _ = ask(shared_server, path, "PUT", "<Instance><Status>Terminated</Status></Instance>", sent)
    assert status == 400


def test_a_quota_tells_its_connection(shared_server):
    printed = shared_server.pyodps(
        """
        from odps.models.session.v2 import McqaV2Methods
        info = McqaV2Methods._init_mcqa_quota_by_quota_api(o, "maxqa")
        print(info.conn_info == McqaV2Methods._init_mcqa_quota_by_connection_api(o, "maxqa").conn_info)
        print(o.get_quota("maxqa").is_interactive_quota(), o.get_quota("default").is_interactive_quota())
        print(o.get_quota("default").mcqa_conn_header, sorted(quota.nickname for quota in o.list_quotas()))
        """
    )
    assert printed.splitlines() == ["True", "True False", "None ['default', 'maxqa']"]


def test_what_is_refused(shared_server):
    assert ask(shared_server, "/mcqa/projects/default_project/instances", "POST", BODY)[0] == 400
    assert ask(shared_server, "/connection/mcqa?project=nosuch")[0] == 404
    assert ask(shared_server, "/connection/mcqa?project=default_project&quota=a%0Ab")[0] == 400
    assert ask(shared_server, "/projects/default_project/sessions", "POST", " ")[0] == 404
    assert ask(shared_server, "/mcqa/projects/default_project/tables")[0] == 404
