"""The editor's requests: tabs, checks, completions, runs, rows."""

import csv
import io

import pytest
from console_home import Console

pytestmark = pytest.mark.usefixtures("shared_console")
READER = "ALIYUN$reader@example.com"


class Tab:
    def __init__(self, console, **parameters):
        self.console = console
        self.id = console.post("/editor/tabs", {}, **parameters)["tab"]

    def begin(self, text, **variables):
        body = {"text": text, "variables": variables}
        return self.console.post(f"/editor/tabs/{self.id}/statements", body)["id"]

    def end(self, instance):
        while True:
            run = self.console.get(f"/editor/instances/{instance}", wait_ms=20000)
            if run["ended_ms"]:
                return run

    def run(self, text, **variables):
        return self.end(self.begin(text, **variables))

    def rows(self, text, **variables):
        run = self.run(text, **variables)
        assert run["state"] == "success", run["error"]
        return self.console.get(f"/editor/instances/{run['id']}/rows", count=2000)["rows"]

    def check(self, text):
        return self.console.post("/editor/check", {"tab": self.id, "text": text})

    def complete(self, text):
        return self.console.post("/editor/complete", {"tab": self.id, "text": text, "cursor": len(text)})


@pytest.fixture
def tab(shared_console):
    return Tab(shared_console)


def test_a_tab_keeps_what_its_statements_set(tab):
    assert tab.run("SET paisql.rows=7")["state"] == "success"
    tab.run("CREATE TEMPORARY TABLE mine (n BIGINT)")
    tab.run("INSERT INTO mine VALUES (1L), (2L)")
    assert tab.rows("SELECT n FROM mine ORDER BY n LIMIT 9") == [["1"], ["2"]]
    assert tab.rows("SELECT SUM(n) FROM _") == [["3"]]
    state = tab.console.get(f"/editor/tabs/{tab.id}")
    assert state["state"] == ["SET paisql.rows=7"]
    # A check knows of all that, too.
    assert tab.check("SELECT n FROM mine; SELECT * FROM _;")["findings"] == []
    again = tab.console.post("/editor/tabs", {"restore": [*state["state"], "USE nowhere", "DROP TABLE mine"]})
    assert again["state"] == ["SET paisql.rows=7"] and again["failed"] == ["USE nowhere"]


def test_a_tab_runs_one_statement_at_a_time(tab):
    endless = tab.begin(
        "SELECT /*+ MAPJOIN(b) */ MAX(a.n * b.n) FROM (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) a "
        "CROSS JOIN (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) b"
    )
    status, body = tab.console.ask("POST", f"/editor/tabs/{tab.id}/statements", {"text": "SELECT 1"})
    assert status == 400 and body["error"]["cure"] == "wait for its end, stop it, or open another tab"
    # Another tab does not wait, and who types is answered meanwhile.
    assert Tab(tab.console).rows("SELECT 1") == [["1"]]
    assert tab.complete("SELEC")["items"][0]["text"] == "SELECT"
    tab.console.post(f"/editor/instances/{endless}/cancel")
    assert tab.end(endless)["state"] == "cancelled"
    assert tab.rows("SELECT 2") == [["2"]]


def test_a_tab_that_does_not_exist_is_404(shared_console):
    for method, path in (("GET", "/editor/tabs/x"), ("POST", "/editor/tabs/x/statements")):
        assert shared_console.ask(method, path, {"text": "SELECT 1"} if method == "POST" else None)[0] == 404
    assert shared_console.ask("POST", "/editor/check", {"tab": "x", "text": ""})[0] == 404


def test_findings_have_places_codes_and_cures(tab):
    # Places are those of browsers: the emoji has two units.
    text = "SELECT '😀';\nSELECT * FROM nowhere WHERE ds='1';"
    check = tab.check(text)
    (finding,) = check["findings"]
    assert text.encode("utf-16-le")[finding["begin"] * 2 : finding["end"] * 2].decode("utf-16-le") == "nowhere"
    assert finding["severity"] == "error" and finding["code"] == "ODPS-0130131"
    assert [one["verb"] for one in check["statements"]] == ["SELECT", "SELECT"]


def test_a_check_changes_nothing(tab):
    assert tab.check("CREATE TABLE checked (a BIGINT); INSERT INTO checked VALUES (1L);")["findings"] == []
    assert tab.run("SELECT * FROM checked")["error"]["code"] == "ODPS-0130131"


def test_a_check_knows_what_others_and_the_tab_have_changed_since(tab):
    text = "SELECT n FROM made_later; SELECT * FROM nowhere;"

    def missing():
        return [finding["message"].split()[1].split(".")[1] for finding in tab.check(text)["findings"]]

    assert missing() == missing() == ["made_later", "nowhere"]
    Tab(tab.console).run("CREATE TABLE made_later (n BIGINT)")
    assert missing() == missing() == ["nowhere"]
    tab.run("CREATE TEMPORARY TABLE nowhere (n BIGINT)")
    assert missing() == missing() == []
    tab.console.run("DROP TABLE made_later")
    assert missing() == missing() == ["made_later"]


def test_a_change_that_the_tab_has_made_is_no_finding(tab):
    def codes(tab, text):
        return [finding["code"] for finding in tab.check(text)["findings"]]

    create = "CREATE TABLE once (n BIGINT)"
    assert codes(tab, create) == []
    tab.run(create)
    assert codes(tab, f"{create}; SELECT n FROM once;") == []
    # Another text, and the text in another tab.
    assert codes(tab, "CREATE TABLE once (m BIGINT);") == codes(Tab(tab.console), create) == ["ODPS-0130211"]
    # What has failed since is told again, and so is a query.
    assert tab.run(create)["state"] == "failed"
    assert codes(tab, create) == ["ODPS-0130211"]
    tab.run("DROP TABLE once")
    assert codes(tab, "DROP TABLE once; SELECT n FROM once;") == ["ODPS-0130131"]
    # The same for each verb that changes things.
    tab.run("CREATE TABLE twice (n BIGINT) PARTITIONED BY (ds STRING)")
    for change in (
        "ALTER TABLE twice ADD PARTITION (ds='1')",
        "ALTER TABLE twice ADD COLUMNS (m BIGINT)",
        f"ADD USER {READER}",
        "CREATE ROLE readers",
        f"GRANT readers TO {READER}",
        f"GRANT Select ON TABLE twice TO USER {READER}",
        f"REVOKE Select ON TABLE twice FROM USER {READER}",
        f"REVOKE readers FROM {READER}",
        f"REMOVE USER {READER}",
        "DROP ROLE readers",
    ):
        assert codes(tab, change) == [], change
        assert tab.run(change)["state"] == "success", change
        assert codes(tab, change) == [], change


def test_a_check_reads_the_last_result_of_the_tab_alone(tab):
    tab.run("SELECT 1 AS mine")
    assert tab.check("SELECT 2 AS other;")["findings"] == []
    assert tab.check("SELECT mine FROM _;")["findings"] == []


def test_endings_of_the_prompt_are_refused(tab):
    (finding,) = tab.check("SELECT 1 \\g format=csv")["findings"]
    assert finding["code"] == "ODPS-0121125" and "semicolon" in finding["cure"]


def test_variables_without_values_are_told_and_given(tab):
    found = tab.console.post("/editor/split", {"tab": tab.id, "text": "SETVAR a=1; SELECT '${a}', '${b}', '${b}';"})
    assert found["variables"] == ["b"] and found["secrets"] == []
    found = tab.check("SELECT '${db_pwd}', '${day}', '${api_token}';")
    assert found["variables"] == ["db_pwd", "day", "api_token"] and found["secrets"] == ["db_pwd", "api_token"]
    assert tab.rows("SELECT '${b}'", b="it") == [["it"]]
    assert tab.rows("SELECT '${b}'") == [["it"]]


def test_completions_are_the_prompts(tab):
    tab.run("CREATE TABLE IF NOT EXISTS completed (a_column BIGINT COMMENT 'what it is')")
    found = tab.complete("SELECT a_col")
    assert found["begin"] == 7
    found = tab.complete("SELECT * FROM compl")
    assert [(item["text"], item["kind"]) for item in found["items"]] == [("completed", "table")]
    found = tab.complete("PAI -name tensorflow1120_ext -Dscr")
    assert "-Dscript=" in [item["text"] for item in found["items"]]
    assert "substr(" in tab.complete("SELECT SUBSTR('a', ")["signature"].lower()


def test_words_are_those_of_the_grammar_and_the_functions(shared_console):
    words = shared_console.get("/editor/words")
    assert "SELECT" in words["keywords"] and "substr" in words["functions"]
    assert "BIGINT" in words["types"] and "tensorflow1120_ext" in words["algorithms"]


def test_errors_tell_their_place_in_the_statement(tab):
    run = tab.run("SELECT 1 +\n  nothing")
    assert run["state"] == "failed" and run["error"]["code"] == "ODPS-0130071"
    assert (run["error"]["line"], run["error"]["column"]) == (2, 3)
    assert run["statement"][run["error"]["begin"] : run["error"]["end"]] == "nothing"


def test_rows_are_read_by_ranges(tab):
    run = tab.run("SELECT n, IF(n % 2 = 0, NULL, '') AS s FROM (SELECT EXPLODE(SEQUENCE(0, 99999)) AS n) a")
    assert run["result"]["rows"] == 100000
    assert [column["type"] for column in run["result"]["columns"]] == ["BIGINT", "STRING"]
    rows = tab.console.get(f"/editor/instances/{run['id']}/rows", **{"from": 99998, "count": 5})
    assert [row[1] for row in rows["rows"]] == [None, ""] and rows["from"] == 99998


def test_long_cells_are_cut_and_given_whole(tab):
    run = tab.run("SELECT 1, REPEAT('中', 5000) AS long")
    answer = tab.console.get(f"/editor/instances/{run['id']}/rows")
    assert answer["cut"] == [[0, 1, 15000]] and answer["rows"][0][1] == "中" * 333
    cell = tab.console.get(f"/editor/instances/{run['id']}/cell", row=0, column=1)
    assert cell == {"text": "中" * 5000, "bytes": 15000}
    assert tab.console.ask("GET", f"/editor/instances/{run['id']}/cell", row=3, column=0)[0] == 404


def test_a_result_is_saved_as_csv(tab):
    run = tab.run("SELECT * FROM VALUES ('a\"b', 1), ('', NULL), (NULL, 2) AS t(s, n)")
    status, text = tab.console.ask("GET", f"/editor/instances/{run['id']}/result.csv")
    assert status == 200 and text.startswith("\ufeffs,n\n")
    assert list(csv.reader(io.StringIO(text[1:])))[1] == ['a"b', "1"]
    assert tab.console.ask("GET", f"/editor/instances/{tab.run('SET a=b')['id']}/result.csv")[0] == 404


def test_plans_are_json(tab):
    run = tab.run("EXPLAIN ANALYZE SELECT 1 + 1")
    assert run["result"]["text"].startswith('{"plan":[')


def test_history_is_searched_and_paged(shared_console):
    tab = Tab(shared_console)
    ran = [tab.run(f"SELECT 'History {i}'")["id"] for i in range(3)]
    first = shared_console.get("/editor/instances", search="history", limit=2)
    assert [one["id"] for one in first["instances"]] == ran[:0:-1]
    second = shared_console.get("/editor/instances", search="HISTORY", limit=2, after=first["next"])
    assert [one["id"] for one in second["instances"]] == ran[:1] and second["next"] == ""


def test_a_user_sees_his_own_and_what_is_granted(tmp_path):
    users = tmp_path / "users"
    users.write_text(f"id1 secret1 -\nid2 secret2 {READER}\n")
    users.chmod(0o600)
    console = Console(tmp_path)
    console.run("CREATE TABLE hidden_table (hidden_column BIGINT); INSERT INTO hidden_table VALUES (1L)",
                f"ADD USER {READER}; GRANT CreateInstance ON PROJECT default_project TO USER {READER}")  # fmt: skip
    console.start_server("--user-file", str(users))
    try:
        owner, reader = (console.ask("POST", "/sign-in", {"access_id": one, "secret": two}, token="")[1]
                         for one, two in (("id1", "secret1"), ("id2", "secret2")))  # fmt: skip
        console.token = owner["token"]
        mine = Tab(console).run("SELECT * FROM hidden_table")
        console.token = reader["token"]
        tab = Tab(console)
        assert console.ask("GET", f"/editor/instances/{mine['id']}")[0] == 404
        assert console.ask("GET", f"/editor/instances/{mine['id']}/rows")[0] == 404
        assert console.get("/editor/instances")["instances"] == []
        assert tab.check("SELECT * FROM hidden_table")["findings"][0]["code"] == "ODPS-0130013"
        assert tab.run("SELECT * FROM hidden_table")["error"]["code"] == "ODPS-0130013"
        for statement in (f"TUNNEL UPLOAD {users} hidden_table", f"ADD FILE {users}", f"CREATE MODEL m FROM '{users}'"):
            assert "reach no files" in tab.run(statement)["error"]["message"], statement
        for text in ("SELECT * FROM hid", "SELECT hid", "SELECT hidden_table.hid"):
            assert [item for item in tab.complete(text)["items"] if "hidden" in item["text"]] == []
    finally:
        console.stop()
