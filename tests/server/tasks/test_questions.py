"""Questions about instances, as PyODPS asks them: progress, summary, workers, queue, source, lists."""

import json
import time

import pytest
from raw_requests import ask, submit


def test_what_a_statement_has_done(shared_server):
    printed = shared_server.pyodps(
        """
        o.execute_sql("CREATE TABLE sale AS SELECT * FROM VALUES (1L, 'a'), (2L, 'b'), (3L, 'c') t (id, name);")
        instance = o.execute_sql("CREATE TABLE copied AS SELECT * FROM sale WHERE id > 1;")
        (stage,) = instance.get_task_progress().stages
        print(stage.name, stage.total_workers, stage.input_records, stage.output_records, stage.finished_percentage)
        summary = instance.get_task_summary(with_finalized=True)
        print(summary["Inputs"]["default_project.sale"][0], summary["Outputs"], summary.finalized)
        print(summary["Inputs"]["default_project.sale"][1] > 0, instance.get_task_cost().input_size > 0)
        print("default_project.sale: 3 (" in summary.summary_text, "default_project.copied: 2" in summary.summary_text)
        (worker,) = instance.get_task_workers()
        print(worker.type, worker.status, worker.input_records, repr(worker.get_log("stdout")))
        print(list(instance.get_task_quota()), instance.priority, len(instance.get_task_detail2()))
        info = instance.get_queueing_info()
        print([step["description"] for step in info.sub_status_history], info.sub_status == info.sub_status_history[-1])
        print(info.instance_id == instance.id, info.status.name, info.task_name, info.progress, info.start_time is not None)
        print(instance.get_sql_query(), list(instance.get_task_names()))
        """
    )
    assert printed.splitlines() == [
        "M1_job_0 1 3 2 100",
        "3 {'default_project.copied': [2]} True",
        "True True",
        "True True",
        "M1 Terminated 3 ''",
        "['quotaInfos'] 9 1",
        "['Waiting', 'Running', 'Success'] True",
        "True TERMINATED AnonymousSQLTask 1.0 True",
        "CREATE TABLE copied AS SELECT * FROM sale WHERE id > 1; ['AnonymousSQLTask']",
    ]


def test_the_console_asks_in_its_own_words(shared_server):
    instance = shared_server.pyodps("print(o.execute_sql('SELECT 1 AS x;').id)").strip()
    path = "/projects/default_project/instances/%s" % instance
    status, headers, text = ask(shared_server, path + "?summary&taskname=AnonymousSQLTask")
    assert (status, headers["x-odps-task-finalized"]) == (200, "true")
    told = json.loads(text)["mapReduce"]
    assert (
        told["summary"].startswith("inputs:\n") and json.loads(told["jsonSummary"])["Stages"][0]["OutputRecords"] == 1
    )
    assert ask(shared_server, path + "?summary&taskname=Other")[0] == 404
    assert ask(shared_server, path + "?subinstance")[0] == 405


def test_warnings_and_infos_of_a_task(shared_server):
    printed = shared_server.pyodps(
        """
        instance = o.execute_sql("SELECT 1 AS x WHERE '1' < 2.5;")
        (task,) = instance.tasks
        print("implicit conversion" in task.warnings)
        print(repr(instance.get_task_info("AnonymousSQLTask", "mine")))
        instance.put_task_info("AnonymousSQLTask", "mine", "kept", check_location=True)
        print(instance.get_task_info("AnonymousSQLTask", "mine"))
        for value in ("x" * 20000,):
            try:
                instance.put_task_info("AnonymousSQLTask", "long", value)
            except Exception as error:
                print(type(error).__name__)
        """
    )
    assert printed.splitlines() == ["True", "''", "kept", "InvalidParameter"]


def test_a_running_instance_is_in_the_queue(shared_server):
    printed = shared_server.pyodps(
        """
        instance = o.run_sql(
            "SELECT /*+ MAPJOIN(y) */ COUNT(*) FROM (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS a) x CROSS JOIN "
            "(SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS b) y WHERE a * b % 7 = 3;"
        )
        project = o.get_project()
        print([one.instance_id == instance.id for one in project.instance_queueing_infos.iterate(status="Running")])
        print(instance.get_task_summary(with_finalized=True).finalized, instance.get_queueing_info().status.name)
        instance.stop()
        print([one.instance_id for one in project.instance_queueing_infos])
        """
    )
    assert printed.splitlines() == ["[True]", "False RUNNING", "[]"]


def test_a_client_that_waits_hears_of_the_end_at_once(shared_server):
    printed = shared_server.pyodps(
        """
        import time
        instance = o.run_sql(
            "SELECT /*+ MAPJOIN(y) */ COUNT(*) FROM (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS a) x CROSS JOIN "
            "(SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS b) y WHERE a * b % 7 = 3;"
        )
        import threading
        statuses = []
        waits = threading.Thread(target=lambda: statuses.append(instance.is_terminated(blocking=True)))
        waits.start()
        other = o.get_instance(instance.id)
        other.stop()
        waits.join()
        print(statuses)
        """
    )
    assert printed == "[True]\n"


def test_lists_have_what_is_asked_for(shared_server):
    printed = shared_server.pyodps(
        """
        import time
        begin = int(time.time()) - 5
        from odps.models.job import Job
        from odps.models.tasks import SQLTask
        job = Job(name="nightly")
        job.add_task(SQLTask(query="SELECT 1 AS x;", properties={"settings": "{}"}))
        named = o.get_project().instances.create(job=job)
        named.wait_for_success()
        for number in range(2):
            o.execute_sql(f"SELECT {number} AS x;")
        print([one.id == named.id for one in o.get_project().instances.iterate(job_name="nightly")])
        print(len(list(o.list_instances(start_time=begin + 1000))), len(list(o.list_instances(status="running"))))
        ids = [one.id for one in o.get_project().instances.iterate(start_time=begin, max_items=2)]
        print(len(ids) == len(set(ids)) and len(ids) > 2, sorted(ids, reverse=True) == ids)
        """
    )
    assert printed.splitlines() == ["[True]", "0 0", "True True"]


def test_location_is_what_the_client_has_reached(shared_server):
    host = shared_server.endpoint.split("/")[2]
    status, headers, _ = submit(shared_server, "SELECT 1 AS x;")
    assert status == 201 and headers["Location"].startswith("http://%s/api/projects/default_project/instances/2" % host)
    port = host.split(":")[1]
    _, _, text = ask(shared_server, "/logview/host", headers={"Host": "localhost:" + port}.items())
    assert text == "http://localhost:" + port
    _, headers, _ = ask(shared_server, "/logview/host", headers={"Host": "localhost:1"}.items())
    assert headers["Content-Type"].startswith("text/plain")


def test_waiting_with_the_submission(shared_server):
    body = "<Instance><Job><Tasks><SQL><Name>T</Name><Query>SELECT 42 AS x;</Query></SQL></Tasks></Job></Instance>"
    status, headers, text = ask(shared_server, "/projects/default_project/instances?tryWait", "POST", body)
    assert status == 200 and "<Status>Success</Status>" in text and "Location" in headers


def test_one_id_is_one_instance(shared_server):
    made = {
        submit(shared_server, "SELECT 1 AS x;", "<Guid>abc-%d</Guid>" % number)[1]["Location"] for number in (1, 1, 2)
    }
    assert len(made) == 2


@pytest.mark.parametrize(
    "query, says",
    [
        ("SLEECT 1;", "ODPS-0130161:[1,1] Parse exception - invalid token 'SLEECT'"),
        ("SELECT 1 AS x;\n  SELECT FROM;", "ODPS-0130161:[2,10]"),
        ("CREATE TABLE t (a BIGINT", "ODPS-0130161:[1,"),
    ],
)
def test_mistakes_of_syntax_are_answered_at_once(shared_server, query, says):
    status, _, text = submit(shared_server, query)
    assert status == 400 and "<Code>ParseError</Code>" in text and says in text


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<Instance/>",
        "<Instance><Job/></Instance>",
        "<Instance><Job><Tasks/></Job></Instance>",
        "<Instance><Job><Tasks><SQL/><SQL/></Tasks></Job></Instance>",
        "<Instance><Job><Tasks><Unknown/></Tasks></Job></Instance>",
        "<Instance><XflowInstance><Project>p</Project></XflowInstance></Instance>",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><Instance>&a;</Instance>",
        "\x00\x01",
    ],
)
def test_bodies_that_are_no_jobs(shared_server, body):
    status, _, text = ask(shared_server, "/projects/default_project/instances", "POST", body or " ")
    assert status == 400 and "<Code>InvalidParameter</Code>" in text


def test_what_was_done_survives_the_server(server):
    ask_again = """
        instance = o.get_instance({identity})
        print(instance.get_task_summary("T")["Inputs"]["default_project.kept"][0], len(instance.get_task_progress("T").stages))
        print([one.id == instance.id for one in o.get_project().instances.iterate(job_name="nightly")])
        """
    server.sql("CREATE TABLE kept AS SELECT * FROM VALUES (1L), (2L) t (id);")
    _, headers, _ = submit(server, "SELECT id FROM kept;", "<Name>nightly</Name>")
    code = ask_again.format(identity=repr(headers["Location"].rsplit("/", 1)[1]))
    ask(server, headers["Location"].split("/api")[1] + "?instancestatus")
    assert server.pyodps(code).splitlines() == ["2 1", "[True]"]
    server.stop()
    server.start()
    assert server.pyodps(code).splitlines() == ["2 1", "[True]"]


def test_who_asks_without_a_pause_is_held(shared_server):
    """Clients that poll in a loop would take the machine from the statements that they wait for."""
    endless = (
        "SELECT /*+ MAPJOIN(y) */ COUNT(*) FROM (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS a) x CROSS JOIN "
        "(SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS b) y WHERE a * b % 7 = 3;"
    )
    _, headers, _ = submit(shared_server, endless)
    path = "/projects/default_project/instances/" + headers["Location"].rsplit("/", 1)[1]
    ask(shared_server, path)  # the instance is 100 ms old
    for question in ("", "?taskstatus"):
        begin = time.monotonic()
        _, _, text = ask(shared_server, path + question)
        assert "<Status>Running</Status>" in text and 0.09 < time.monotonic() - begin < 5
    stop = "<Instance><Status>Terminated</Status></Instance>"
    assert ask(shared_server, path, "PUT", stop)[0] == 200
