"""What is wrong with a workflow is told with its place, and nothing runs."""

import json
import shutil
import subprocess


def problems(flows, **files):
    for old in flows.folder.iterdir():
        old.unlink()
    flows.write(**files)
    done = flows.flow("check", "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(done.stdout)
    assert (done.returncode == 1) == any(one["severity"] == "error" for one in found)
    return [(one["file"].rpartition("/")[2], one["line"], one["column"], one["message"]) for one in found]


def test_mistakes_of_workflows(flows):
    assert problems(
        flows,
        flow_yaml="nodes:\n  a: {kind: VIRTUAL, depends: [c]}\n"
        "  b: {kind: VIRTUAL, depends: [a]}\n  c: {kind: VIRTUAL, depends: [b]}\n",
    ) == [
        (
            "flow.yaml",
            2,
            3,
            "nodes wait for each other in a circle: a waits for c, which waits for b, which waits for a",
        )
    ]
    assert problems(
        flows,
        flow_yaml="nodes:\n  a: {kind: VIRTUAL, outputs: p.x}\n"
        "  b: {kind: VIRTUAL, outputs: [P.X]}\n  c: {kind: VIRTUAL, depends: [p.y]}\n"
        "  d: {kind: VIRTUAL, depends: [p.x, default_project.c]}\n",
    ) == [
        ("flow.yaml", 3, 32, "output P.X of node b is one of node a, too"),
        ("flow.yaml", 4, 32, "node c waits for p.y, which no node is called and none makes"),
    ]
    assert problems(
        flows, flow_yaml="nodes:\n  a: {kind: NOSUCH, file: a.sql}\n  b: b.sql\n  c: {kind: PERL}\n", a_sql=""
    ) == [
        ("flow.yaml", 2, 13, "there is no kind of node called 'NOSUCH'"),
        ("flow.yaml", 3, 3, f"node b: cannot read {flows.folder}/b.sql: No such file or directory"),
        ("flow.yaml", 4, 3, "node c is of kind PERL (a script of Perl), which does not run here"),
    ]


def test_mistakes_of_parameters(flows):
    found = problems(
        flows,
        flow_yaml="parameters: {m: '$[yyyymm-1]'}\nnodes:\n"
        "  a: {parameters: {d: '${yyyymmdd-1/24}', h: '$[hh24-1/24]'}}\n",
        a_sql="SELECT '${bizdate}', '${nothing}';\n",
    )
    assert [(line, column) for _, line, column, _ in found] == [(3, 23), (3, 46), (1, 17), (1, 9), (1, 23)]
    assert "variable ${nothing} is not defined" in found[-1][3]
    assert "the hour goes back across midnight" in found[1][3]
    assert "no parameter is called bizdate" in found[3][3]


def test_sql_is_analysed_in_the_order_of_the_nodes(flows):
    files = {
        "flow_yaml": "nodes: {c: , b: , a: }\n",
        "a_sql": "CREATE TABLE t (x BIGINT);\n",
        "b_sql": "INSERT INTO t SELECT 1;\n",
        "c_sql": "SELECT y\nFROM t;\n",
    }
    found = problems(flows, **files)
    assert [(file, line, column) for file, line, column, _ in found] == [("c.sql", 1, 8)]
    done = flows.run()
    assert done.returncode == 1
    assert "1 error: nothing has run" in done.stderr
    assert not flows.flow("status").stdout.count("RUN")
    # A circle by tables names them, and `depends` ends it.
    files.update(
        a_sql="INSERT INTO s SELECT x FROM t;",
        b_sql="INSERT INTO t SELECT x FROM s;",
        c_sql="CREATE TABLE t (x BIGINT); CREATE TABLE s (x BIGINT);",
    )
    assert "b waits for a (default_project.s), which waits for b (default_project.t)" in problems(flows, **files)[0][3]
    files["flow_yaml"] = "nodes: {a: {depends: c}, b: , c: }"
    assert problems(flows, **files) == []


def test_settings_behind_statements_are_run_by_both_orders(flows):
    """The editor of the platform runs SET and USE first, its scheduler where they stand."""
    made = subprocess.run(
        flows.command("--project", "second", "-e", "CREATE TABLE x (y BIGINT);"),
        capture_output=True,
        check=False,
        timeout=100,
    )
    assert made.returncode == 0, made.stderr
    code = "CREATE TABLE {0} AS SELECT 1 AS v;\nUSE second;\n"
    files = {"a_sql": code.format("made") + "SELECT * FROM x LIMIT 1;\n"}
    found = problems(flows, flow_yaml="nodes: {a: }", **files)
    assert [one[:3] for one in found] == [("a.sql", 2, 1)] and "its editor before everything else" in found[0][3]
    assert flows.run().returncode == 0
    assert flows.rows("SELECT v FROM default_project.made;") == [["1"]]
    files = {"a_sql": code.format("late")}
    assert problems(flows, flow_yaml="set-order: editor\nnodes: {a: }", **files) == []
    assert flows.run().returncode == 0
    assert flows.rows("SELECT v FROM second.late;") == [["1"]]


def test_dates_that_do_not_exist(flows):
    flows.write(flow_yaml="nodes: {a: {kind: VIRTUAL}}")
    for words in (
        ["--bizdate", "20260230"],
        ["--backfill", "20260101..20261301"],
        ["--backfill", "20260105..20260101"],
    ):
        done = flows.flow("run", *words)
        assert done.returncode == 2 and words[1] in done.stderr, done.stderr


def test_folders_that_are_no_workflow(flows):
    done = flows.flow("run")
    assert (done.returncode, done.stdout) == (2, "")
    assert "has neither a flow.yaml with nodes nor a file of code" in done.stderr
    new = flows.flow("new")
    assert new.returncode == 0, new.stderr
    assert flows.flow("new").returncode == 2
    assert flows.run().returncode == 0
    assert flows.flow("log", "1", "nobody").returncode == 1
    assert flows.flow("status", "7").returncode == 1


def test_a_graph_is_drawn_where_graphviz_is(flows):
    flows.write(flow_yaml="nodes: {a: {kind: VIRTUAL}, b: {kind: VIRTUAL, depends: [a]}}")
    done = flows.flow("graph", "--format", "svg")
    if shutil.which("dot"):
        assert "<svg" in done.stdout
    else:
        assert done.returncode == 3 and "Graphviz" in done.stderr and "--format dot" in done.stderr


def test_what_other_code_may_make_is_a_warning(flows):
    """Tables, partitions, projects, resources, models and files of a node of Python or a shell."""
    sql = (
        "SELECT SUM(a) FROM made;\nINSERT INTO TABLE made VALUES (1);\nUSE other_project;\n"
        "SELECT * FROM other_project.t;\nPAI -name tensorflow200_ext -Dscript='oss://bucket/train.py';\n"
        "PAI -name tensorflow200_ext -Dscript='file://made.py';\nADD FILE made.txt;\n"
        "PAI -name tensorflow200_ext -Dscript='odps://default_project/resources/made.py';\n"
        "CREATE MODEL m FROM 'made_model';\n"
    )
    files = {"use_sql": sql, "make_sh": "exit 1\n", "make_py": "raise SystemExit(1)\n"}
    for file in ("make.sh", "make.py"):
        flows.write(flow_yaml=f"nodes:\n  make: {file}\n  use: {{file: use.sql, depends: [make]}}\n", **files)
        done = flows.flow("check")
        assert done.returncode == 0, done.stdout + done.stderr
        said = done.stdout + done.stderr
        assert said.count("only running the statements before can tell") >= 7, said
    # Nothing before it makes anything.
    flows.write(
        flow_yaml="nodes:\n  use: use.sql\n  make: {file: make.sh, depends: [use]}\n",
        use_sql="SELECT SUM(a) FROM made;\nADD FILE made.txt;\n",
    )
    done = flows.flow("check")
    assert done.returncode == 1
    assert "only running the statements before can tell" not in done.stdout + done.stderr


def test_a_table_that_python_makes_is_read(flows):
    flows.write(
        flow_yaml="project: k3p\nnodes:\n  make: {kind: PYODPS3, file: make.py}\n"
        "  use: {file: use.sql, depends: [make]}\n",
        make_py="o.create_table('made', 'a bigint', if_not_exists=True); o.write_table('made', [[1], [2]])\n",
        use_sql="SELECT SUM(a) FROM made;\n",
    )
    done = flows.run()
    assert done.returncode == 0, done.stderr
    assert "3" in flows.flow("log", "last", "use").stdout


def test_the_order_sees_all_tables_of_pai(flows):
    """As their text says, also before they are there: queries, models, algorithms that run elsewhere."""
    flows.write(
        flow_yaml="nodes: {serve: , predict: , train: , rows: , other: , last: }\n",
        rows_sql="CREATE TABLE rows_a (x BIGINT); CREATE TABLE rows_b (x BIGINT);\n",
        train_sql="PAI -name tensorflow200_ext -Dscript='file://t.py' "
        '-Dtables="(SELECT x FROM rows_a),(SELECT x FROM rows_b WHERE x IN (SELECT x FROM rows_c))" '
        "-Doutputs=odps://default_project/tables/scored;\n",
        other_sql="PAI -name KMeans -DinputTableName=scored -DidxTableName=clusters -DmodelName=m;\n"
        "PAI -name logisticregression_binary -DinputTableName=clusters -DmodelTableName=the_model;\n",
        predict_sql="PAI -name TFTableModelPredictBatchOp -DinputTableName=clusters -DmodelTableName=the_model "
        "-DoutputTableName=answers -DoutputSchemaStr='y double';\n",
        last_sql="SELECT * FROM answers;\n",
        serve_sql="SELECT 1;\n",
    )
    graph = flows.flow("graph").stdout
    after = {line.split()[0]: line.partition("<- ")[2] for line in graph.splitlines()}
    assert "rows (" in after["train"] and "rows_a" in after["train"]
    assert after["other"].startswith("train (default_project.scored")
    assert "other (default_project." in after["predict"]
    assert after["last"].startswith("predict (default_project.answers") and after["serve"] == ""
