"""Components of PAI as PyODPS runs them: their outputs, models, logs, errors, costs and ends."""

import base64
import json
import os
import sys

import pytest
from raw_requests import ask

from conftest import Server


@pytest.fixture(scope="module")
def pai_server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pai")
    before = os.environ.get("PAISQL_PYTHON")
    os.environ["PAISQL_PYTHON"] = os.environ.get("PAISQL_PYTHON", sys.executable)
    made = Server(folder)
    made.sql("CREATE TABLE spots AS SELECT * FROM VALUES (0.0, 0.0), (0.1, 0.0), (9.0, 9.0), (9.1, 9.0) t (x, y);")
    made.start()
    yield made
    made.stop()
    if before is None:
        del os.environ["PAISQL_PYTHON"]


def xflow(name, parameters, more="", project="algo_public"):
    pairs = "".join(
        "<Parameter><Key>%s</Key><Value><![CDATA[%s]]></Value></Parameter>" % pair for pair in parameters.items()
    )
    return (
        "<Instance><XflowInstance>%s<Project>%s</Project><Xflow>%s</Xflow><Parameters>%s</Parameters>"
        "<Guid>%s</Guid></XflowInstance></Instance>" % (more, project, name, pairs, os.urandom(8).hex())
    )


def run(server, body):
    """Submits, waits; the path of the instance."""
    status, headers, text = ask(server, "/projects/default_project/instances", "POST", body)
    assert status == 201, text
    path = headers["Location"].split("/api")[1]
    while "Terminated" not in ask(server, path + "?instancestatus")[2]:
        pass
    return path


def test_a_component_of_sql(pai_server):
    printed = pai_server.pyodps(
        """
        instance = o.execute_xflow(
            "AppendId", "algo_public",
            parameters={"inputTableName": "spots", "outputTableName": "numbered", "IDColName": "number"},
        )
        print(instance.is_successful(), instance.id[:2])
        print(sorted(o.get_xflow_sub_instances(instance)))
        with o.execute_sql("SELECT COUNT(*) AS n FROM numbered;").open_reader(tunnel=False) as rows:
            print(rows[0]["n"])
        plain = o.execute_sql("SELECT 1 AS x;")
        print(b"<Xflow>AppendId</Xflow>" in o.get_project().xflows.get_xflow_source(instance))
        try:
            o.get_project().xflows.get_xflow_source(plain)
        except Exception as error:
            print(type(error).__name__)
        """
    )
    lines = printed.splitlines()
    assert lines[:2] == ["True 20", "['AppendId']"] and lines[2:] == ["4", "True", "InvalidParameter"]


def test_a_component_that_learns(pai_server):
    printed = pai_server.pyodps(
        """
        instance = o.run_xflow(
            "KMeans", "algo_public",
            parameters={"inputTableName": "spots", "selectedColNames": "x,y", "centerCount": 2, "idxTableName": "found"},
        )
        seen = [name for name, _ in o.iter_xflow_sub_instances(instance, interval=0.2, check=True)]
        instance.wait_for_success()
        print(set(seen) <= {"KMeans"})
        with o.execute_sql("SELECT COUNT(DISTINCT cluster_index) AS n, COUNT(*) AS m FROM found;").open_reader(tunnel=False) as rows:
            print([(row["n"], row["m"]) for row in rows])
        """
    )
    assert printed.splitlines() == ["True", "[(2, 4)]"]


def test_a_script_and_its_log(pai_server, tmp_path):
    script = tmp_path / "say.py"
    script.write_text("import sys\nprint('said', sys.argv[1:])\n")
    path = run(
        pai_server, xflow("tensorflow1120", {"script": "file://%s" % script, "userDefinedParameters": "--a 'b;c'"})
    )
    _, _, text = ask(pai_server, path + "?taskstatus")
    assert "<Status>Success</Status>" in text
    _, _, text = ask(pai_server, path + "?log&id=job_0/M1%230&logtype=stdout")
    assert "said ['--a', 'b;c']" in text
    _, _, short = ask(pai_server, path + "?log&id=job_0/M1%230&logtype=stdout&size=5")
    assert len(short) == 5 and text.endswith(short)
    _, _, text = ask(pai_server, path + "?xresult")
    assert '<Action NodeType="Instance">' in text and path.rsplit("/", 1)[1] in text


def test_failures_have_the_codes_of_the_platform(pai_server):
    printed = pai_server.pyodps(
        """
        for name, parameters in (
            ("nosuch", {}),
            ("AppendId", {"inputTableName": "missing", "outputTableName": "made"}),
            ("AppendId", {"inputTableName": "spots"}),
        ):
            try:
                o.execute_xflow(name, "algo_public", parameters=parameters)
            except Exception as error:
                print(type(error).__name__, str(error.code))
        """
    )
    lines = printed.splitlines()
    assert lines[0].endswith("ODPS-1229011") and lines[1].startswith("NoSuchTable") and "ODPS-" in lines[2]


def test_an_estimate(pai_server):
    parameters = {"inputTableName": "spots", "outputTableName": "never"}
    path = run(pai_server, xflow("AppendId", parameters, "<RunningMode>estimate</RunningMode>"))
    _, _, text = ask(pai_server, path + "?result")
    assert "<Name>EstimateResult</Name>" in text
    cost = json.loads(base64.b64decode(text.split("<![CDATA[")[1].split("]]>")[0]))["Cost"]["PAI"]
    assert int(cost["Input"]) > 0 and int(cost["WorkerNumber"]) > 0
    assert "never" not in pai_server.sql("SHOW TABLES;")


def test_a_job_that_is_killed(pai_server, tmp_path):
    fifo = tmp_path / "here"
    os.mkfifo(fifo)
    script = tmp_path / "wait.py"
    never = tmp_path / "never"
    os.mkfifo(never)
    script.write_text("open(%r, 'w').close()\nopen(%r).read()\n" % (str(fifo), str(never)))
    body = xflow("tensorflow1120", {"script": "file://%s" % script})
    _, headers, _ = ask(pai_server, "/projects/default_project/instances", "POST", body)
    path = headers["Location"].split("/api")[1]
    open(fifo).close()  # it runs
    assert ask(pai_server, path, "PUT", "<Instance><Status>Terminated</Status></Instance>")[0] == 200
    _, _, text = ask(pai_server, path + "?taskstatus")
    assert "Cancelled" in text


@pytest.mark.parametrize("name", ["a b", "x;DROP TABLE spots", "-cost", "a'b"])
def test_names_that_are_none(pai_server, name):
    status, _, text = ask(pai_server, "/projects/default_project/instances", "POST", xflow(name, {}))
    assert status == 400 and "<Code>InvalidParameter</Code>" in text
    status, _, text = ask(pai_server, "/projects/default_project/instances", "POST", xflow("KMeans", {name: "1"}))
    assert status == 400


def test_statements_of_pai_in_sql(pai_server):
    printed = pai_server.pyodps(
        """
        o.execute_sql("PAI -name AppendId -project algo_public -DinputTableName=spots -DoutputTableName=by_sql;")
        print(o.exist_table("by_sql"))
        """
    )
    assert printed == "True\n"
