"""`paisql lineage`: which tables and columns scripts read and write; nothing runs."""

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree

import pytest


@pytest.fixture
def lineage(shell, tmp_path):
    """Writes scripts by name and tells their lineage."""
    folder = tmp_path / "scripts"

    def run(scripts, *arguments, files=None, status=0):
        for name, text in scripts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        command = [
            shell.command()[0],
            "lineage",
            "--home",
            str(shell.home),
            *arguments,
            *(sorted(scripts) if files is None else files),
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180, check=False)
        assert done.returncode == status, done.stderr
        return done

    return run


TABLES = """CREATE TABLE events (id BIGINT, kind STRING, price DOUBLE) PARTITIONED BY (ds STRING);
CREATE TABLE users (id BIGINT, city STRING);
CREATE TABLE daily (city STRING, total DOUBLE, n BIGINT) PARTITIONED BY (ds STRING);
"""


def one(done):
    flows = json.loads(done.stdout)
    assert len(flows) == 1, flows
    return flows[0]


def columns(flow):
    """name -> where from, with the default project left out."""
    return {
        column["name"]: [
            f"{origin['table'].removeprefix('default_project.')}.{origin['column']}" for origin in column["from"]
        ]
        for column in flow["columns"]
    }


def rows_by(flow):
    return [f"{origin['table'].removeprefix('default_project.')}.{origin['column']}" for origin in flow["rows_by"]]


def test_insert_tells_tables_partitions_and_columns(shell, lineage):
    shell.ok(TABLES)
    done = lineage(
        {
            "job.sql": """-- each city's day
INSERT OVERWRITE TABLE daily PARTITION (ds = '20260101')
SELECT u.city, sum(e.price * 2), count(*) FROM events e JOIN users u ON e.id = u.id
WHERE e.ds = '20260101' AND e.kind = 'buy' GROUP BY u.city;
"""
        },
        "--column",
    )
    assert (
        done.stdout
        == """job.sql:2:1: INSERT OVERWRITE default_project.daily ds=20260101
  from default_project.events ds=20260101
  from default_project.users
    city = default_project.users.city
    total <- default_project.events.price
    n <- -
    rows by default_project.events.ds, default_project.events.id, default_project.events.kind, \
default_project.users.city, default_project.users.id
"""
    )
    assert done.stderr == ""
    assert shell.ok("SELECT count(*) FROM daily WHERE ds >= '';", "--format", "tsv", "--no-header") == "0\n"


def test_columns_through_queries(shell, lineage):
    """What a column is made of, through every kind of query."""
    shell.ok(TABLES + "CREATE VIEW v AS SELECT id AS who, upper(city) AS town FROM users;")
    cases = {
        "SELECT who, town FROM v": ({"who": ["users.id"], "town": ["users.city"]}, []),
        "WITH c AS (SELECT id, city x FROM users) SELECT x, id + 1 y FROM c": (
            {"x": ["users.city"], "y": ["users.id"]},
            [],
        ),
        "SELECT id FROM users UNION ALL SELECT id FROM events WHERE ds = '1'": (
            {"id": ["events.id", "users.id"]},
            ["events.ds"],
        ),
        "SELECT id, (SELECT max(price) FROM events e WHERE e.id = u.id AND ds = '1') m FROM users u": (
            {"id": ["users.id"], "m": ["events.ds", "events.id", "events.price", "users.id"]},
            ["events.ds", "events.id", "users.id"],
        ),
        "SELECT city FROM users WHERE id IN (SELECT id FROM events WHERE ds = '1')": (
            {"city": ["users.city"]},
            ["events.ds", "events.id", "users.id"],
        ),
        "SELECT city, row_number() OVER (PARTITION BY city ORDER BY id) r FROM users": (
            {"city": ["users.city"], "r": ["users.city", "users.id"]},
            [],
        ),
        "SELECT w FROM users LATERAL VIEW explode(split(city, ' ')) t AS w": ({"w": ["users.city"]}, ["users.city"]),
        "SELECT TRANSFORM (id, city) USING 'cat' AS (a, b) FROM users": (
            {"a": ["users.city", "users.id"], "b": ["users.city", "users.id"]},
            ["users.city", "users.id"],
        ),
        "SELECT DISTINCT city FROM users": ({"city": ["users.city"]}, ["users.city"]),
        "SELECT CASE WHEN id > 1 THEN city ELSE '' END c, 1 one FROM users": (
            {"c": ["users.city", "users.id"], "one": []},
            [],
        ),
        """WITH RECURSIVE r AS (SELECT id, city FROM users UNION ALL
           SELECT id + 1, 'x' FROM r WHERE id < 3) SELECT city, id FROM r""": (
            {"city": ["users.city"], "id": ["users.id"]},
            ["users.id"],
        ),
    }
    script = "".join(f"{query};\n" for query in cases)
    flows = json.loads(lineage({"job.sql": script}, "--format", "json").stdout)
    assert len(flows) == len(cases)
    for flow, (query, (wanted, rows)) in zip(flows, cases.items()):
        assert (query, columns(flow), rows_by(flow)) == (query, wanted, rows)
    assert flows[0]["views"] == ["default_project.v"]
    assert [column["copied"] for column in flows[0]["columns"]] == [True, False]


def test_what_a_script_makes_counts_for_what_follows(lineage):
    done = lineage(
        {
            "job.sql": TABLES
            + """
CREATE TABLE kept AS SELECT id, city FROM users;
CREATE VIEW named AS SELECT id, city AS town FROM kept;
CREATE TABLE others (id BIGINT, city STRING);
FROM kept INSERT INTO users SELECT id, city INSERT OVERWRITE TABLE others SELECT id, 'x';
CREATE MATERIALIZED VIEW counted AS SELECT town, count(*) AS n FROM named GROUP BY town;
ALTER MATERIALIZED VIEW counted REBUILD;
SELECT 1;
"""
        },
        "--format",
        "json",
    )
    flows = json.loads(done.stdout)
    assert [(flow["action"], flow["writes"][0]["table"]) for flow in flows] == [
        ("CREATE TABLE AS", "default_project.kept"),
        ("CREATE VIEW", "default_project.named"),
        ("INSERT INTO", "default_project.users"),
        ("INSERT OVERWRITE", "default_project.others"),
        ("CREATE MATERIALIZED VIEW", "default_project.counted"),
        ("ALTER MATERIALIZED VIEW REBUILD", "default_project.counted"),
    ]
    assert columns(flows[1]) == {"id": ["kept.id"], "town": ["kept.city"]}
    assert columns(flows[4]) == columns(flows[5]) == {"town": ["kept.city"], "n": []}
    assert flows[4]["views"] == ["default_project.named"]
    assert [flow["line"] for flow in flows] == [5, 6, 8, 8, 9, 10]


def test_training_and_tunnel(shell, lineage, tmp_path):
    shell.ok(TABLES + "CREATE TABLE model (w DOUBLE); ALTER TABLE events ADD PARTITION (ds='1');")
    (tmp_path / "train.py").write_text("pass\n")
    (tmp_path / "users.csv").write_text("1,x\n")
    done = lineage(
        {
            "job.sql": f"""
PAI -name tensorflow1120_ext -Dscript='file://{tmp_path}/train.py'
    -Dtables='odps://default_project/tables/events/ds=1,odps://default_project/tables/users'
    -Doutputs='odps://default_project/tables/model';
TUNNEL UPLOAD {tmp_path}/users.csv users;
TUNNEL DOWNLOAD users {tmp_path}/out.csv;
"""
        }
    )
    assert (
        done.stdout
        == """job.sql:2:1: PAI tensorflow1120_ext default_project.model
  from default_project.events ds=1
  from default_project.users
job.sql:5:1: TUNNEL UPLOAD default_project.users
job.sql:6:1: TUNNEL DOWNLOAD
  from default_project.users
"""
    )
    assert not (tmp_path / "out.csv").exists()


def test_an_input_query_tells_its_tables(shell, lineage, tmp_path):
    shell.ok(TABLES + "CREATE VIEW v AS SELECT id FROM users; CREATE TABLE model (w DOUBLE);")
    (tmp_path / "train.py").write_text("pass\n")
    done = lineage(
        {
            "job.sql": f"""PAI -name tensorflow1120_ext -Dscript='file://{tmp_path}/train.py'
    -Dtables="(SELECT id FROM v), (SELECT price FROM events WHERE ds = '1')"
    -Doutputs='odps://default_project/tables/model';
"""
        }
    )
    assert (
        done.stdout
        == """job.sql:1:1: PAI tensorflow1120_ext default_project.model
  from default_project.users
  from default_project.events ds=1
  through view default_project.v
"""
    )


def test_files_of_a_folder_come_in_the_order_of_their_tables(lineage):
    """The file that makes a table comes before those that read it, whatever they are called."""
    scripts = {
        "all/a_report.sql": "CREATE TABLE report AS SELECT city, n FROM clean;",
        "all/b_clean.sql": "CREATE TABLE clean AS SELECT city, count(*) n FROM raw GROUP BY city;",
        "all/deep/z_raw.sql": "CREATE TABLE raw (city STRING);",
        "all/notes.txt": "no script",
    }
    done = lineage(scripts, files=["all"])
    assert re.findall(r"^(\S+):\d+:\d+: CREATE TABLE AS (\S+)", done.stdout, re.MULTILINE) == [
        ("all/b_clean.sql", "default_project.clean"),
        ("all/a_report.sql", "default_project.report"),
    ]


def test_graph_and_drawing(shell, lineage):
    shell.ok(TABLES)
    script = {'say "hi".sql': "CREATE TABLE made AS SELECT id, upper(city) c FROM users;"}
    graph = lineage(script, "--format", "dot").stdout
    assert "<b>default_project.made</b>" in graph
    assert 'label="CREATE TABLE AS\\nsay \\"hi\\".sql:1"' in graph
    graph = lineage(script, "--format", "dot", "--column").stdout
    assert graph.count("->") == 2 and graph.count("style=dashed") == 1
    drawn = lineage(script, "--format", "svg", "--column", status=0 if shutil.which("dot") else 3)
    if shutil.which("dot"):
        xml.etree.ElementTree.fromstring(drawn.stdout)
    else:
        assert "Graphviz" in drawn.stderr and "--format dot" in drawn.stderr


def test_what_is_wrong_is_told_and_the_rest_is_there(shell, lineage):
    shell.ok(TABLES)
    done = lineage(
        {"job.sql": "INSERT INTO users SELECT idd, city FROM users;\nINSERT INTO users SELECT id, city FROM users;\n"},
        status=1,
    )
    assert (
        done.stdout
        == """job.sql:2:1: INSERT INTO default_project.users
  from default_project.users
"""
    )
    assert "job.sql:1:26: error: ODPS-0130071" in done.stderr
    assert done.stderr.endswith("1 error: their statements are left out\n")


@pytest.mark.parametrize(
    "arguments, files, said",
    [
        ([], [], "lineage needs files"),
        (["--format", "csv"], ["job.sql"], "text, json, dot and svg"),
        ([], ["nothing.sql"], "cannot read nothing.sql"),
        ([], ["empty"], "empty has no .sql file"),
        (["-e", "SELECT 1"], [], "takes files"),
    ],
)
def test_wrong_usage(lineage, tmp_path, arguments, files, said):
    (tmp_path / "scripts" / "empty").mkdir(parents=True)
    done = lineage({"job.sql": "SELECT 1;"}, *arguments, files=files, status=2)
    assert said in done.stderr


def test_forms_of_lineage_are_for_it_alone(shell):
    for arguments in (["--format", "dot"], ["--column"]):
        done = subprocess.run(
            [shell.command()[0], *arguments, "-e", "SELECT 1;"],
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert done.returncode == 2 and "paisql lineage" in done.stderr
