"""What the console says of tables: lists, columns, partitions, rows, statistics, lineage, history, changes."""

import os
import sqlite3
import subprocess

import pytest
from console_home import BINARY, Console
from shop import ODD, ended, fill


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    made = Console(tmp_path_factory.mktemp("shop"))
    fill(made)
    made.start()
    yield made
    made.stop()


def test_lists_and_searches(shop):
    assert [one["name"] for one in shop.get("/tables/schemas")["schemas"]] == ["default", "mart"]
    page = shop.get("/tables")
    tables = {one["name"]: one for one in page["tables"]}
    assert page["total"] == len(tables) == 9
    assert tables["orders"]["partitions"] == 2 and tables["orders"]["rows"] == 4
    assert tables["orders"]["comment"] == ODD and tables["orders"]["lifecycle_days"] == 365
    assert tables["paid_orders"]["shape"] == "view" and tables["numbers"]["rows"] == 3000
    assert [one["name"] for one in shop.get("/tables", q="PAID")["tables"]] == ["paid_by_city", "paid_orders"]
    assert [one["name"] for one in shop.get("/tables", q="script>")["tables"]] == ["orders"]
    assert shop.get("/tables", q="%")["total"] == 0
    assert shop.get("/tables", q="_")["total"] == 2  # a letter, and no pattern
    assert shop.get("/tables", shape="view")["total"] == 3
    largest = shop.get("/tables", order="rows", way="desc", limit=2)
    assert largest["total"] == 9 and [one["name"] for one in largest["tables"]][0] == "numbers"
    second = shop.get("/tables", **{"from": 1}, limit=2)
    assert [one["name"] for one in second["tables"]] == [one["name"] for one in page["tables"]][1:3]
    assert shop.get("/tables", schema="mart")["total"] == 0
    assert shop.ask("GET", "/tables", schema="nothing")[0] == 404


def test_tells_one_table(shop):
    facts = shop.get("/tables/one", table="ORDERS")
    assert facts["name"] == "orders" and facts["partitioned"]
    columns = {one["name"]: one for one in facts["columns"]}
    assert columns["id"] == {
        "name": "id",
        "type": "BIGINT",
        "nullable": False,
        "comment": "number of the order",
        "default": "",
        "partition": False,
        "key": False,
    }
    assert columns["items"]["type"] == "ARRAY<STRUCT<sku:STRING,count:BIGINT>>" and columns["hh"]["partition"]
    assert "PARTITIONED BY" in facts["ddl"] and facts["rights"]["Drop"]
    ledger = shop.get("/tables/one", table="ledger")
    assert ledger["primary_key"] == ["k"] and ledger["transactional"]
    assert "WHERE paid" in shop.get("/tables/one", table="paid_orders")["query"]
    status, refusal = shop.ask("GET", "/tables/one", table="nothing")
    assert status == 404 and refusal["error"]["code"] == "ODPS-0130131"


def test_pages_partitions(shop):
    page = shop.get("/tables/partitions", table="orders")
    assert [one["name"] for one in page["partitions"]] == ["ds=20261129/hh=9", "ds=20261128/hh=8"]
    assert page["partitions"][0]["rows"] == 3
    found = shop.get("/tables/partitions", table="orders", q="hh=8")
    assert found["total"] == 1 and found["partitions"][0]["values"] == ["20261128", "8"]
    assert shop.get("/tables/partitions", table="orders", way="asc", limit=1)["partitions"][0]["values"][1] == "8"
    assert shop.ask("GET", "/tables/partitions", table="numbers")[0] == 400


def test_previews_rows_exactly(shop):
    # The last partition that has rows.
    shop.run("ALTER TABLE orders ADD PARTITION (ds='20261130', hh=1)")
    _, page = ended(shop, "GET", "/tables/preview", table="orders")
    assert page["partition"] == ["20261129", "9"]
    shop.run("ALTER TABLE orders DROP PARTITION (ds='20261130', hh=1)")
    assert page["instance"] in [one["id"] for one in shop.get("/logview/instances")["instances"]]
    rows = {row[0]: row for row in page["rows"]}
    assert rows["1"][2] == "9999999999999999.99" and rows["1"][5] is None
    assert rows["2"][5] == "" and rows["2"][1] == "<script>alert(2)</script>"
    [(row, column, size)] = page["cut"]
    assert (page["rows"][row][0], column, size) == ("3", 5, 15000) and len(page["rows"][row][5]) == 4000
    whole = shop.get("/tables/cell", instance=page["instance"], row=row, column=5)
    assert whole["bytes"] == len(whole["text"]) == 15000 and not whole["cut"]
    _, other = ended(shop, "GET", "/tables/preview", table="orders", partition='["20261128","8"]')
    assert other["rows"][0][0] == "9007199254740993"
    assert other["rows"][0][6] == '[{"sku":"a","count":9223372036854775807}]'
    _, past = ended(shop, "GET", "/tables/preview", table="ledger", version=2)
    assert [row[0] for row in past["rows"]] == ["1", "2"]
    _, wide = ended(shop, "GET", "/tables/preview", table="wide")
    assert len(wide["columns"]) == 1000 and wide["rows"][0][999] == "999"
    _, first = ended(shop, "GET", "/tables/preview", table="numbers")
    assert len(first["rows"]) == 100
    status, refusal = ended(shop, "GET", "/tables/preview", table="orphan")
    assert status == 404 and refusal["error"]["code"] == "ODPS-0130131"
    assert shop.ask("GET", "/tables/preview", table="orders", partition="[1]")[0] == 400
    assert shop.ask("GET", "/tables/preview", table="ledger", version="x")[0] == 400


def test_reads_statistics_of_files(shop):
    facts = shop.get("/tables/statistics", table="orders")
    assert (facts["files"], facts["files_read"], facts["rows"]) == (2, 2, 4)
    columns = {one["name"]: one for one in facts["columns"]}
    assert (columns["id"]["min"], columns["id"]["max"]) == ("1", "9007199254740993")
    assert (columns["amount"]["min"], columns["amount"]["max"]) == ("0.01", "9999999999999999.99")
    assert columns["placed"]["max"] == "2026-11-29 10:30:00" and columns["amount"]["nulls"] == 1
    assert columns["items"]["nulls"] is None and columns["items"]["min"] is None
    one = shop.get("/tables/statistics", table="orders", partition='["20261128","8"]')
    assert one["rows"] == 1
    assert shop.get("/tables/statistics", table="paid_orders")["files"] == 0
    status, refusal = shop.ask("GET", "/tables/statistics", table="orders", partition='["x","8"]')
    assert status == 404 and refusal["error"]["code"] == "ODPS-0130271"


def test_reads_the_footers_of_two_hundred_files_at_most(own):
    own.run(
        "CREATE TABLE many (n BIGINT) PARTITIONED BY (p BIGINT)",
        "INSERT INTO many PARTITION (p) SELECT n, n AS p FROM (SELECT EXPLODE(SEQUENCE(1, 203)) AS n) t",
    )
    facts = own.get("/tables/statistics", table="many")
    assert (facts["files"], facts["files_read"]) == (203, 200)


def test_counts_a_column(shop):
    _, count = ended(shop, "GET", "/tables/column", table="numbers", column="root")
    assert (count["rows"], count["values"], count["distinct"]) == (3000, 3000, 3000)
    assert sum(one["count"] for one in count["bins"]) == 3000 and len(count["bins"]) == 24
    assert len(count["quantiles"]) == 5
    _, again = ended(shop, "GET", "/tables/column", table="numbers", column="root")
    assert again["instance"] == count["instance"]  # the same rows are not counted twice
    _, fresh = ended(shop, "GET", "/tables/column", table="numbers", column="root", fresh="true")
    assert fresh["instance"] != count["instance"]
    _, names = ended(shop, "GET", "/tables/column", table="numbers", column="name")
    assert [one["value"] for one in names["top"][:2]] == ["name 0", "name 1"] and names["top"][0]["count"] == 429
    _, nested = ended(shop, "GET", "/tables/column", table="orders", column="items")
    assert not nested["ordered"] and (nested["rows"], nested["values"], nested["distinct"]) == (4, 2, None)
    _, empty = ended(shop, "GET", "/tables/column", table="daily", column="total")
    assert empty["rows"] == 0 and empty["min"] is None
    assert shop.ask("GET", "/tables/column", table="numbers", column="nothing")[0] == 400


def lineage(console, **parameters):
    answer = console.get("/tables/lineage", **parameters)
    while answer["read"] < answer["sources"]:
        answer = console.get("/tables/lineage", **parameters)
    return answer


def test_follows_columns_through_views(shop):
    graph = lineage(shop, table="paid_by_city")
    levels = {one["key"].split(".")[1]: one["level"] for one in graph["nodes"]}
    assert levels == {"paid_by_city": 0, "paid_orders": -1, "customers": -1, "orders": -2}
    edges = {(one["from"].split(".")[1], one["to"].split(".")[1]): one for one in graph["edges"]}
    total = edges["paid_orders", "paid_by_city"]
    assert total["columns"] == [{"from": "amount", "to": "total", "copied": False}]
    assert {"from": "ds", "to": "ds", "copied": True} in edges["orders", "paid_orders"]["columns"]
    assert total["makers"][0]["kind"] == "view"
    near = lineage(shop, table="paid_by_city", before=1)
    assert len(near["nodes"]) == 3
    missing = lineage(shop, table="orphan")
    assert [one["kind"] for one in missing["nodes"] if one["level"] < 0] == ["missing"]


def test_tells_history(shop):
    history = shop.get("/tables/history", table="ledger")
    assert [one["rows"] for one in history["versions"]] == [2, 3, 2]
    assert [one["version"] for one in history["versions"]] == [4, 3, 2] and history["versions"][0]["today"]
    assert [one["more_rows"] for one in history["versions"]] == [-1, 1, 2]


@pytest.fixture
def own(tmp_path):
    made = Console(tmp_path)
    fill(made)
    made.start()
    yield made
    made.stop()


def test_changes_tables_by_statements(own):
    def change(body, table="customers"):
        return ended(own, "POST", "/tables/change", body, table=table)

    shown = own.post("/tables/change", {"action": "drop"}, table="customers")
    assert shown == {"state": "shown", "statement": "DROP TABLE `customers`"}
    for confirm in ("", "customer"):
        status, refusal = change({"action": "drop", "run": True, "confirm": confirm})
        assert status == 400 and "confirmed" in refusal["error"]["message"]
    text = 'it\'s ${x} \\ "表"'
    assert change({"action": "comment", "value": text, "run": True})[0] == 200
    assert change({"action": "column_comment", "column": "city", "value": text, "run": True})[0] == 200
    assert change({"action": "lifecycle", "value": "7", "run": True})[0] == 200
    facts = own.get("/tables/one", table="customers")
    assert (facts["comment"], facts["columns"][1]["comment"], facts["lifecycle_days"]) == (text, text, 7)
    assert change({"action": "comment", "value": "seen", "run": True}, "paid_orders")[0] == 200
    assert own.get("/tables/one", table="paid_orders")["comment"] == "seen"
    assert change({"action": "rename", "value": "clients", "run": True})[0] == 200
    assert change({"action": "drop", "run": True, "confirm": "clients"}, "clients")[0] == 200
    assert own.ask("GET", "/tables/one", table="clients")[0] == 404
    gone = {"action": "drop_partition", "partition": ["20261128", "8"], "run": True, "confirm": "orders"}
    assert change(gone, "orders")[0] == 200
    assert own.get("/tables/partitions", table="orders")["total"] == 1
    versions = own.get("/tables/history", table="ledger")["versions"]
    back = {"action": "restore", "value": versions[1]["snapshot"], "confirm": "ledger", "run": True}
    assert change(back, "ledger")[0] == 200
    restored = own.get("/tables/history", table="ledger")["versions"][0]
    assert restored["rows"] == 3 and restored["by"]["kind"] == "instance"
    for body in ({"action": "zap"}, {"action": "lifecycle", "value": "0"}, {"action": "drop_partition"}):
        assert change({**body, "run": True}, "orders")[0] == 400


def test_a_damaged_file_is_an_error_that_names_the_table(own):
    for folder, _, files in os.walk(os.path.join(own.home, "warehouse", "default_project", "numbers")):
        for name in files:
            with open(os.path.join(folder, name), "r+b") as file:
                file.truncate(100)
    status, refusal = ended(own, "GET", "/tables/preview", table="numbers")
    assert status == 500 and "numbers" in refusal["error"]["message"]
    assert own.get("/tables/statistics", table="numbers")["files_read"] == 0


def test_users_see_what_they_may(own, tmp_path):
    own.run(
        "ADD USER ALIYUN$ann@example.com",
        "GRANT List, CreateInstance ON PROJECT default_project TO USER ALIYUN$ann@example.com",
        "GRANT Describe ON TABLE orders TO USER ALIYUN$ann@example.com",
        "GRANT Describe, Select ON TABLE customers TO USER ALIYUN$ann@example.com",
    )
    sign_in_as_ann(own, tmp_path)
    assert own.get("/tables")["total"] == 9
    assert not own.get("/tables/one", table="orders")["rights"]["Select"]
    for path in ("/tables/preview", "/tables/statistics"):
        status, refusal = ended(own, "GET", path, table="orders")
        assert (status, refusal["error"]["code"]) == (403, "ODPS-0130013"), path
    assert ended(own, "GET", "/tables/column", table="orders", column="id")[0] == 403
    status, answer = ended(own, "GET", "/tables/preview", table="customers")
    assert status == 200, answer
    status, refusal = own.ask("GET", "/tables/one", table="numbers")
    assert (status, refusal["error"]["code"]) == (403, "ODPS-0130013")
    status, refusal = ended(own, "POST", "/tables/change", {"action": "comment", "run": True}, table="customers")
    assert status == 403
    assert {one["name"] for one in lineage(own, table="customers")["nodes"]} == {"customers"}


def test_what_a_pipeline_makes_is_known_by_its_values(own):
    """Nodes of a canvas name their tables by ${t1} and ${outputTable}, whose values are the node's parameters."""
    folder = os.path.join(own.home, "pipelines", "default_project", "few")
    os.makedirs(folder)
    with open(os.path.join(folder, "flow.yaml"), "w", encoding="utf-8") as file:
        file.write(
            "name: few\nproject: default_project\nnodes:\n  n1:\n    file: n1.sql\n    depends: []\n"
            "    parameters:\n      outputTable: few_orders\n      t1: orders\n"
        )
    with open(os.path.join(folder, "n1.sql"), "w", encoding="utf-8") as file:
        file.write("INSERT INTO ${outputTable} SELECT id, amount FROM ${t1} WHERE id < 3")

    def edge():
        [found] = [one for one in lineage(own, table="orders")["edges"] if one["to"].endswith(".few_orders")]
        return found

    assert edge()["columns"] == []  # no run has made the table
    own.run("CREATE TABLE few_orders AS SELECT id, amount FROM orders WHERE ds = '20261128'")
    assert {"from": "amount", "to": "amount", "copied": True} in edge()["columns"]
    assert (edge()["makers"][0]["node"], edge()["makers"][0]["action"]) == ("n1", "ODPS_SQL")


def test_a_change_is_followed_by_its_instance(own):
    """A page asks on with the instance of a change that takes long, also when the table is gone by then."""
    drop = {"action": "drop", "run": True, "confirm": "customers"}
    status, answer = ended(own, "POST", "/tables/change", drop, table="customers")
    assert status == 200, answer
    status, again = own.ask("POST", "/tables/change", drop, table="customers", instance=answer["instance"])
    assert (status, again.get("state"), again.get("instance")) == (200, "success", answer["instance"])
    other = run_in_tab(own, "SELECT 1")
    assert own.ask("POST", "/tables/change", drop, table="customers", instance=other)[0] == 404


def test_definitions_and_streams_use_tables(own, tmp_path):
    own.run(
        "CREATE SQL FUNCTION later_than (@n BIGINT) AS SELECT id FROM orders WHERE id > @n",
        "CREATE SQL FUNCTION is_known (@n BIGINT) AS @n IN (SELECT id FROM orders)",
        "CREATE VIEW sold (@n BIGINT) RETURNS @r TABLE (id BIGINT) AS BEGIN @r := SELECT id FROM orders WHERE id > @n; END;",
        "CREATE STREAM of_ledger ON TABLE ledger",
        "ADD USER ALIYUN$ann@example.com",
        "GRANT Describe ON TABLE orders TO USER ALIYUN$ann@example.com",
        "GRANT Describe ON TABLE ledger TO USER ALIYUN$ann@example.com",
    )

    def uses(table):
        return {(one["kind"], one["name"].split(".")[-1]) for one in own.get("/tables/uses", table=table)["uses"]}

    functions = {("function", "later_than"), ("function", "is_known")}
    lineage(own, table="orders")
    assert functions | {("view", "sold"), ("view", "paid_orders")} <= uses("orders")
    assert uses("ledger") == {("stream", "of_ledger")}
    sign_in_as_ann(own, tmp_path)
    lineage(own, table="orders")
    assert uses("orders") == set() and uses("ledger") == set()


def sign_in_as_ann(console, tmp_path):
    """Serves the home to a user who is not its owner."""
    users = tmp_path / "users"
    users.write_text("id1 secret1 ALIYUN$ann@example.com\n")
    users.chmod(0o600)
    console.stop()
    console.start_server("--user-file", str(users))
    console.token = console.post("/sign-in", {"access_id": "id1", "secret": "secret1"})["token"]


def test_the_rows_of_another_statement_are_not_read_as_an_answer(shop):
    mine = shop.post("/editor/tabs")["tab"]
    told = shop.post(f"/editor/tabs/{mine}/statements", {"text": "SELECT 'facts' AS part;"})
    for path, more in (("/tables/column", {"column": "id"}), ("/tables/preview", {})):
        status, refusal = shop.ask("GET", path, table="orders", instance=told["id"], **more)
        assert status == 404 and told["id"] in refusal["error"]["message"], path
    assert shop.get("/me")["owner"]


def test_who_owns_one_project_sees_no_columns_of_others(own, tmp_path):
    own.run("CREATE VIEW copy_of_orders AS SELECT id FROM default_project.orders", project="of_ann")
    own.run("ADD USER ALIYUN$ann@example.com", "GRANT admin TO ALIYUN$ann@example.com", project="of_ann")
    sign_in_as_ann(own, tmp_path)
    seen = lineage(own, table="copy_of_orders", project="of_ann")["nodes"]
    assert {one["name"] for one in seen} == {"copy_of_orders"}


def test_lists_a_hundred_thousand_tables(tmp_path):
    made = Console(tmp_path)
    made.run("CREATE TABLE t (a BIGINT)", "CREATE TABLE p (a BIGINT) PARTITIONED BY (ds STRING)")
    with sqlite3.connect(os.path.join(made.home, "catalog.sqlite")) as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(tables)") if row[1] not in ("id", "name")]
        names = ", ".join(columns)
        many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
        db.execute(
            f"{many} INSERT INTO tables (name, {names}) SELECT printf('t%06d', i), {names} FROM n, tables WHERE name = 't'"
        )
        few = many.replace("100000", "60000")
        db.execute(
            f"{few} INSERT INTO partitions (table_id, key, created_ms, last_modified_ms) SELECT"
            " (SELECT id FROM tables WHERE name = 'p'), printf('%06d', i), 1, 1 FROM n"
        )
    made.start()
    try:
        made.get("/tables", limit=1)
        asked = (
            ("/tables", {}),
            ("/tables", {"q": "99999"}),
            ("/tables", {"from": 99000, "limit": 200}),
            ("/tables", {"order": "modified", "way": "desc"}),
            ("/tables/partitions", {"table": "p", "from": 59000}),
            ("/tables/partitions", {"table": "p", "q": "ds=0599"}),
        )
        for path, parameters in asked:
            assert made.get(path, **parameters)["total"] > 0
    finally:
        made.stop()


def run_in_tab(console, text):
    """Runs a statement as an instance of the server; its id."""
    tab = console.post("/editor/tabs", {})["tab"]
    instance = console.post(f"/editor/tabs/{tab}/statements", {"text": text})["id"]
    while not (run := console.get(f"/editor/instances/{instance}", wait_ms=20000))["ended_ms"]:
        pass
    assert run["state"] == "success", run["error"]
    return instance


def test_lineage_has_statements_jobs_and_workflows(own, tmp_path):
    folder = tmp_path / "nightly"
    folder.mkdir()
    (folder / "fill.sql").write_text(
        "INSERT OVERWRITE TABLE report SELECT city, total FROM daily WHERE ds='${bizdate}';"
    )
    own.run("CREATE TABLE report (city STRING, total DECIMAL(38,2))")
    made = run_in_tab(
        own,
        "INSERT OVERWRITE TABLE daily PARTITION (ds='20261129') SELECT city, SUM(amount) FROM paid_orders p JOIN customers c ON c.name = p.customer WHERE p.ds = '20261128' GROUP BY city",
    )
    copied = run_in_tab(own, "CREATE TABLE copy AS SELECT d.city AS town FROM daily d WHERE d.ds = '20261129'")
    run_in_tab(own, "SELECT * FROM customers")
    own.stop()
    subprocess.run([BINARY, "--home", own.home, "flow", "run", str(folder)], check=True, capture_output=True)
    own.start()
    graph = lineage(own, table="daily", before=1)
    edges = {(one["from"].split(".")[1], one["to"].split(".")[1]): one for one in graph["edges"]}
    assert set(edges) == {("paid_orders", "daily"), ("customers", "daily"), ("daily", "copy"), ("daily", "report")}
    [maker] = edges["paid_orders", "daily"]["makers"]
    assert (maker["kind"], maker["id"], maker["action"]) == ("instance", made, "INSERT OVERWRITE")
    assert edges["paid_orders", "daily"]["columns"] == [{"from": "amount", "to": "total", "copied": False}]
    assert edges["customers", "daily"]["columns"] == [{"from": "city", "to": "city", "copied": True}]
    assert edges["daily", "copy"]["columns"] == [{"from": "city", "to": "town", "copied": True}]
    assert edges["daily", "copy"]["makers"][0]["id"] == copied
    [flow] = edges["daily", "report"]["makers"]
    assert (flow["kind"], flow["name"], flow["node"]) == ("workflow", "nightly", "fill")
    uses = own.get("/tables/uses", table="daily")["uses"]
    assert {(one["kind"], one["writes"].split(".")[1]) for one in uses} == {
        ("instance", "copy"),
        ("workflow", "report"),
    }
    [version, *_] = own.get("/tables/history", table="daily")["versions"]
    assert version["by"] in (None, {"kind": "instance", "id": made, "user": ""})


def test_history_tells_of_uploads(own, tmp_path):
    (tmp_path / "more.csv").write_text("Dan,Hangzhou\n")
    made = run_in_tab(own, f"TUNNEL UPLOAD {tmp_path}/more.csv customers")
    [version, *_] = own.get("/tables/history", table="customers")["versions"]
    assert (version["more_rows"], version["by"]) == (1, {"kind": "instance", "id": made, "user": ""})
