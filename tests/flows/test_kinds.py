"""What official files hold beside what runs here: other kinds, other forms of the same."""

import json
import subprocess

import pytest
from conftest import BINARY, TIMEOUT
from spec_forms import node

# Names of kinds in the vendor's own specs and samples, in the forms in which they stand there.
OTHERS = (
    """EMR_HIVE EMR_SPARK EMR_SPARK_SQL EMR_MR EMR_SHELL EMR_SPARK_SHELL EMR_PRESTO EMR_IMPALA EMR_SCOOP
EMR_SPARK_STREAMING EMR_HIVE_CLI EMR_STREAMING_SQL EMR_TRINO EMR_KYUUBI EMR_PYSPARK EMR_JAR EMR_FILE EMR_TABLE
EMR_FUNCTION CDH_HIVE CDH_SPARK CDH_SPARK_SQL CDH_MR CDH_SHELL CDH_SPARK_SHELL CDH_PRESTO CDH_IMPALA CDH_JAR CDH_FILE
CDH_TABLE CDH_FUNCTION HOLOGRES_DEVELOP HOLOGRES_SQL HOLOGRES_SYNC_DATA HOLOGRES_SYNC_DATA_TO_MC HOLOGRES_SYNC_DDL
BLINK_DATASTREAM BLINK_STREAM_SQL FLINK_SQL_BATCH FLINK_SQL_STREAM ODPS_SHELL ODPS_SHARK odps_pl HIVE LIGHTNING_SQL
EXTREME_STORAGE YSF_DESEN DEPENDENT PAI_FLOW FUNCTION_COMPUTE DataService_studio CUSTOM CLICK_SQL DRDS Doris Mariadb
OceanBase Oracle Redshift Saphana Selectdb StarRocks Vertica DB2 DATAX2 DT DD_MERGE TT_MERGE RI
DATA_SYNCHRONIZATION_QUALITY_CHECK""".split()
    + ["Sql Server", "ADB for MySQL", "ADB_for_PostgreSQL", "ADB Spark", "ADB Spark SQL"]
)


def flow(home, *words, code=0):
    done = subprocess.run(
        [BINARY, "--home", str(home), "flow", *map(str, words)],
        text=True,
        capture_output=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def spec(path, *nodes, flows=()):
    path.write_text(
        json.dumps(
            {
                "version": "1.1.0",
                "kind": "CycleWorkflow",
                "spec": {"name": "w", "nodes": list(nodes), "flow": list(flows)},
            }
        )
    )
    return path


def test_kinds_that_run_elsewhere_stop_nobody(tmp_path):
    """One that is skipped succeeds, and one that is not is told by its name."""
    home, plain = tmp_path / "home", tmp_path / "flow"
    nodes = [node(f"n{i}", kind, "", "select 1", recurrence="Skip")[0] for i, kind in enumerate(OTHERS)]
    nodes.append(node("last", "DIDE_SHELL", "shell", "echo last")[0])
    source = spec(tmp_path / "w.json", *nodes)
    flow(home, "import", source, plain)
    assert "there is no kind" not in flow(home, "check", plain).stderr
    flow(home, "run", plain, "--bizdate", "20260101")
    assert flow(home, "log", "last", "last").stdout == "last\n"
    flow(home, "export", plain, tmp_path / "back.json")
    assert (tmp_path / "back.json").read_text() == source.read_text()
    said = flow(home, "check", plain, code=0)
    text = (plain / "flow.yaml").read_text().replace("recurrence: Skip", "recurrence: Normal")
    (plain / "flow.yaml").write_text(text)
    said = flow(home, "check", plain, code=1)
    assert (said.stdout + said.stderr).count("which does not run here") == len(OTHERS)


def test_a_kind_that_nobody_knows_is_a_warning_where_it_does_not_run(tmp_path):
    folder = tmp_path / "flow"
    folder.mkdir()
    (folder / "a.sql").write_text("select 1;\n")
    text = """
nodes:
  a: {kind: VIRTUAL}
  emr: {kind: NOSUCHKIND, file: a.sql, recurrence: Skip, depends: [a], parameters: {x: '$[yyyy'}}
  b: {kind: VIRTUAL, depends: [emr]}
"""
    (folder / "flow.yaml").write_text(text)
    done = flow(tmp_path / "home", "run", folder, "--bizdate", "20260101")
    assert "warning: there is no kind of node called 'NOSUCHKIND'" in done.stderr
    assert "3 nodes succeeded" in done.stderr
    (folder / "flow.yaml").write_text(text.replace("recurrence: Skip, ", ""))
    done = flow(tmp_path / "home", "run", folder, code=1)
    assert "error: there is no kind of node called 'NOSUCHKIND'" in done.stderr
    assert "recurrence: Skip" in done.stderr


def test_code_of_what_does_not_run_stops_nobody(tmp_path):
    """Whatever is wrong with it, also within a loop."""
    folder = tmp_path / "flow"
    folder.mkdir()
    for name, text in {"bad": "SELEC 1;\n", "snippet": "SELECT @@{nothing};\n", "good": "SELECT 1;\n"}.items():
        (folder / f"{name}.sql").write_text(text)
    (folder / "flow.yaml").write_text("""
nodes:
  bad: {file: bad.sql, recurrence: Skip}
  snippet: {kind: COMPONENT_SQL, file: snippet.sql, recurrence: Skip}
  loop: {for-each: list.outputs, recurrence: Skip, do: {inner: {file: bad.sql}}}
  list: {kind: CONTROLLER_ASSIGNMENT, file: good.sql}
  good: {file: good.sql, depends: [bad, snippet, loop]}
""")
    done = flow(tmp_path / "home", "run", folder, "--bizdate", "20260101")
    assert "bad.sql:1:1: warning: ODPS-0130161" in done.stderr and "error:" not in done.stderr, done.stderr
    assert flow(tmp_path / "home", "log", "last", "good").stdout.count("1") >= 1
    text = (folder / "flow.yaml").read_text().replace("bad: {file: bad.sql, recurrence: Skip}", "bad: {file: bad.sql}")
    (folder / "flow.yaml").write_text(text)
    assert "bad.sql:1:1: error: ODPS-0130161" in flow(tmp_path / "home", "check", folder, code=1).stdout


def test_code_without_a_command_is_not_lost(tmp_path):
    def bare(name, content, **script):
        made, _ = node(name, "", "", content)
        made["script"].pop("runtime")
        made["script"].update(script)
        return made

    numbered = bare("numbered", "echo x")
    numbered["script"]["runtime"] = {"commandTypeId": 6}
    source = spec(
        tmp_path / "w.json",
        bare("guessed", "select 1;"),
        bare("path", "print(1)", path="f/p.py"),
        bare("language", "echo", language="shell-script"),
        numbered,
        bare("empty", ""),
    )
    done = flow(tmp_path / "home", "import", source, tmp_path / "flow")
    assert "node guessed does not say what it is: it is read as ODPS_SQL" in done.stderr
    assert done.stderr.count("does not say") == 1
    files = {path.name: path.read_text() for path in (tmp_path / "flow").glob("*.*") if path.is_file()}
    assert files["guessed.sql"] == "select 1;" and files["path.py"] == "print(1)"
    assert files["language.sh"] == "echo" and files["numbered.sh"] == "echo x"
    assert "empty: {kind: VIRTUAL" in files["flow.yaml"].replace("empty:\n    kind", "empty: {kind")


def test_parameters_of_data_integration_are_one_text(tmp_path):
    made, _ = node(
        "sync",
        "DI",
        "json",
        "{}",
        recurrence="Skip",
        parameters=[
            {
                "name": "-",
                "artifactType": "Variable",
                "scope": "NodeParameter",
                "type": "NoKvVariableExpression",
                "value": ' -p"-Dbizdate=$bizdate -Dend=$[yyyymmdd hh24] -Dbegin=$[yyyymmdd hh24 - 1/24]"',
            }
        ],
    )
    text, _ = node("text", "ODPS_SQL", "odps-sql", "select '${a}', '${b}';")
    text["script"]["parameters"] = "a=$bizdate b=1"
    source = spec(tmp_path / "w.json", made, text)
    flow(tmp_path / "home", "import", source, tmp_path / "flow")
    written = (tmp_path / "flow" / "flow.yaml").read_text()
    assert "bizdate: $bizdate" in written and "end: $[yyyymmdd hh24]" in written
    assert "begin: $[yyyymmdd hh24 - 1/24]" in written and "a: $bizdate" in written
    flow(tmp_path / "home", "run", tmp_path / "flow", "--bizdate", "20260101")
    assert "20260101" in flow(tmp_path / "home", "log", "last", "text").stdout
    flow(tmp_path / "home", "export", tmp_path / "flow", tmp_path / "back.json")
    assert (tmp_path / "back.json").read_text() == source.read_text()


ARRAY = {
    "name": "loopDataArray",
    "artifactType": "Variable",
    "scope": "NodeContext",
    "type": "NodeOutput",
    "value": "${outputs}",
    "referenceVariable": {
        "name": "outputs",
        "artifactType": "Variable",
        "scope": "NodeContext",
        "type": "NodeOutput",
        "value": "${outputs}",
        "node": {"name": "list"},
    },
}


@pytest.mark.parametrize("where", ["array", "parameters"])
def test_a_for_each_says_what_it_goes_through_in_any_place(tmp_path, where):
    source = node("list", "CONTROLLER_ASSIGNMENT", "shell", "echo a,b")[0]
    inner = node("sh", "DIDE_SHELL", "shell", "echo said ${dag.foreach.current}")[0]
    each = node("each", "CONTROLLER_TRAVERSE", depends=["list"])[0]
    each["for-each"] = {"maxIterations": 128, "nodes": [inner], "flow": []}
    if where == "array":
        each["for-each"]["array"] = {**ARRAY, "node": {"nodeId": source["id"]}}
    else:
        each["script"]["parameters"] = [ARRAY]
    flow(tmp_path / "home", "import", spec(tmp_path / "w.json", source, each), tmp_path / "flow")
    flow(tmp_path / "home", "run", tmp_path / "flow", "--bizdate", "20260101")
    assert flow(tmp_path / "home", "log", "last", "each/1/sh").stdout == "said a\n"
    assert flow(tmp_path / "home", "log", "last", "each/2/sh").stdout == "said b\n"


def test_loops_whose_nodes_stand_beside_them(tmp_path):
    """FlowSpec 2.0 as it is written in folders: start, body and end are siblings of the loop."""
    root = tmp_path / "w"

    def write(name, command, end="", content="", depends=(), **members):
        folder = root / name
        folder.mkdir(parents=True)
        made = {
            "name": name,
            "recurrence": "Normal",
            "script": {"runtime": {"command": command}, "path": f"w/{name}", **members.pop("script", {})},
            "outputs": {"nodeOutputs": [{"data": "${projectIdentifier}." + name}]},
            **members,
        }
        document = {
            "version": "2.0.0",
            "kind": "Node",
            "spec": {
                "nodes": [made],
                "dependencies": [
                    {
                        "nodeId": name,
                        "depends": [{"type": "Normal", "output": "${projectIdentifier}." + one} for one in depends],
                    }
                ],
            },
        }
        (folder / f"{name}.spec.json").write_text(json.dumps(document))
        (folder / "dataworks.properties").write_text("projectIdentifier=shop\n")
        if end:
            (folder / f"{name}{end}").write_text(content)

    write("list", "CONTROLLER_ASSIGNMENT", ".sh", "echo x,y", script={"language": "shell"})
    write(
        "each",
        "CONTROLLER_TRAVERSE",
        depends=["list"],
        script={
            "parameters": [{**ARRAY, "referenceVariable": {**ARRAY["referenceVariable"], "node": {"name": "list"}}}]
        },
        **{"for-each": {"maxIterations": 128, "parallelism": 0}},
    )
    write("begin", "CONTROLLER_TRAVERSE_START")
    write("body", "DIDE_SHELL", ".sh", "echo turn ${dag.foreach.current}\n", ["begin"])
    write("more", "DIDE_SHELL", ".sh", "echo more ${dag.offset}\n", ["body"])
    write("done", "CONTROLLER_TRAVERSE_END")
    write("again", "CONTROLLER_CYCLE", depends=["each"], **{"do-while": {"maxIterations": 9}})
    write("first", "CONTROLLER_CYCLE_START")
    write("count", "DIDE_SHELL", ".sh", "echo ${dag.loopTimes}\n", ["first"])
    write(
        "stop",
        "CONTROLLER_CYCLE_END",
        ".sh",
        "if [ ${dag.loopTimes} -lt 2 ]; then echo True; else echo False; fi\n",
        script={"language": "shell"},
    )
    write("last", "DIDE_SHELL", ".sh", "echo last\n", ["again"])
    home, plain = tmp_path / "home", tmp_path / "flow"
    flow(home, "import", root, plain)
    flow(home, "run", plain, "--bizdate", "20260101")
    for name, said in (
        ("each/1/body", "turn x"),
        ("each/2/body", "turn y"),
        ("each/2/more", "more 1"),
        ("again/2/count", "2"),
        ("last", "last"),
    ):
        assert flow(home, "log", "last", name).stdout == said + "\n", name
    # What has not changed comes back as it was.
    flow(home, "export", plain, tmp_path / "back")
    for path in root.rglob("*"):
        if path.is_file():
            assert (tmp_path / "back" / path.relative_to(root)).read_bytes() == path.read_bytes()


def test_statements_alone_come_out_of_a_pai_node(tmp_path):
    def xml(inner):
        extra = (
            "<extra><entry><key>runningAccessKey</key><value>SECRETKEY</value></entry></extra>"
            "<endpoint>http://service.example/api</endpoint><project>p</project>"
        )
        return (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><job><subJobs>'
            + inner.replace("@", extra)
            + "</subJobs></job>"
        )

    content = {
        "appId": 1,
        "name": "mini",
        "flowUniqueCode": "u",
        "taskRelations": [],
        "tasks": [
            {
                "taskName": "LR-1",
                "taskUniqueCode": "t1",
                "code": xml(
                    "<sql>@<query>drop table if exists a1</query></sql><sql>@<sql>drop table if exists a2</sql></sql>"
                    "<deleteModel>@<modelName>old</modelName></deleteModel>"
                    "<odpscmd>@<command>PAI -name x -Dk=1</command></odpscmd>"
                ),
            }
        ],
    }
    source = tmp_path / "pai.json"
    source.write_text(json.dumps(content))
    flow(tmp_path / "home", "import", source, tmp_path / "flow")
    code = [path.read_text() for path in (tmp_path / "flow").glob("*.sql")]
    assert code == [
        "drop table if exists a1;\ndrop table if exists a2;\n-- DROP OFFLINEMODEL IF EXISTS old\nPAI -name x -Dk=1;\n"
    ]


def test_names_with_line_breaks_are_nodes(tmp_path):
    nodes = [node("a\nb", "DIDE_SHELL", "shell", "echo one")[0], node("c\td", "VIRTUAL", depends=["a\nb"])[0]]
    source = spec(tmp_path / "w.json", *nodes)
    done = flow(tmp_path / "home", "import", source, tmp_path / "flow")
    assert "a workflow of 2 nodes" in done.stderr
    assert "2 nodes succeeded" in flow(tmp_path / "home", "run", tmp_path / "flow").stderr
    flow(tmp_path / "home", "export", tmp_path / "flow", tmp_path / "back.json")
    assert (tmp_path / "back.json").read_text() == source.read_text()


@pytest.mark.parametrize("name", ["scr.ms", "scr.sql"])
def test_a_node_in_script_mode_runs_whole_or_not_at_all(tmp_path, name):
    """Its kind says that it is a script, whatever its file is called; its variables are its own."""
    home, plain = tmp_path / "home", tmp_path / "flow"
    plain.mkdir()
    (plain / "prep.sql").write_text(
        "CREATE TABLE IF NOT EXISTS dst (k BIGINT);\nINSERT OVERWRITE TABLE dst VALUES (0);\n"
    )
    (plain / "flow.yaml").write_text(
        f"nodes:\n  prep: prep.sql\n  scr: {{kind: ODPS_SCRIPT, file: {name}, depends: [prep]}}\n"
        "  other: {file: other.sql, depends: [scr]}\n"
    )
    script = "INSERT INTO dst VALUES (1);\nINSERT INTO dst SELECT k + 1 FROM dst WHERE assert_true(k {}) IS NULL;\n"
    (plain / "other.sql").write_text("SELECT COUNT(*) FROM dst;\n")
    (plain / name).write_text(script.format("> 5"))
    failed = flow(home, "run", plain, "--bizdate", "20260101", code=1)
    assert "ODPS-0130071" in failed.stdout + failed.stderr  # it reads what it has written
    (plain / name).write_text(
        "@a := SELECT k FROM dst;\n" + script.replace("k + 1 FROM dst", "k + 1 FROM @a").format("> 5")
    )
    failed = flow(home, "run", plain, "--bizdate", "20260101", code=1)
    assert "ODPS-0121095" in failed.stdout + failed.stderr
    count = [BINARY, "--home", str(home), "--no-header", "--format", "tsv", "-e", "SELECT COUNT(*) FROM dst;"]
    assert subprocess.run(count, text=True, capture_output=True, check=True).stdout == "1\n"
    (plain / name).write_text(
        "@a := SELECT k FROM dst;\n" + script.replace("k + 1 FROM dst", "k + 1 FROM @a").format(">= 0")
    )
    (plain / "other.sql").write_text("SELECT COUNT(*) FROM @a;\n")
    failed = flow(home, "run", plain, "--bizdate", "20260101", code=1)
    assert "variable @a cannot be resolved" in failed.stdout + failed.stderr
