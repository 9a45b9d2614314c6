"""What was served, as a table of a home."""

import re
import signal
import subprocess

import pytest
from conftest import BINARY, PYTHON, ROOT, TIMEOUT, Server

ROWS = [{"name": "Ann", "times": 2, "price": 0.5}, {"name": "Bob", "times": 0, "price": 3}]


class Home:
    def __init__(self, path):
        self.path = path

    def sql(self, text):
        """Rows of texts."""
        done = subprocess.run(
            [BINARY, "--home", self.path, "--format", "tsv", "--no-header", "-e", text],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [line.split("\t") for line in done.stdout.splitlines()]

    def log(self, *settings):
        """Flags of serve."""
        flags = ["--home", str(self.path), "--sink-table", "log"]
        return flags + [word for setting in settings for word in ("--set", setting)]


@pytest.fixture
def home(tmp_path):
    return Home(str(tmp_path / "home"))


def drift_query():
    """The example of docs/serving.md, for the tables of the test."""
    text = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    section = text[text.index("## What was served") :]
    query = re.search(r"```sql\n(.*?)```", section, re.S).group(1)
    return query.replace("churn_log", "log").replace("in_income", "in_price").replace("income", "price")


def test_what_was_served_is_a_select(serve, home):
    server = serve("texts", *home.log())
    said = server.predict(ROWS, X_Request_Id="first")
    assert said.status == 200 and said.headers["X-Request-Id"] == "first"
    assert server.predict(ROWS[:1]).headers["X-Request-Id"]
    half = server.request("POST", server.path + "?signature_name=half", {"x": 3})
    assert half.status == 200
    assert server.predict([{"name": 1}]).status == 400
    assert server.request("POST", server.path, ROWS, Authorization="wrong").status == 401
    status, errors = server.stop()
    assert status == 0 and "left out" not in errors and server.token not in errors
    assert home.sql(
        "SELECT request_id, row_number, version, signature, status, in_name, in_times, in_price, "
        "out_greeting, out_total, out_many, inputs FROM log WHERE ds > '2' AND request_id = 'first' "
        "ORDER BY row_number LIMIT 9;"
    ) == [
        ["first", "0", "1", "serving_default", "200", "Ann", "2", "0.5", "hello Ann", "1", "true", "NULL"],
        ["first", "1", "1", "serving_default", "200", "Bob", "0", "3", "hello Bob", "0", "false", "NULL"],
    ]
    assert home.sql("SELECT inputs, outputs FROM log WHERE ds > '2' AND signature = 'half';") == [
        ['{"x":3.0}', '{"half":1.5,"nothing":Infinity}']
    ]
    assert home.sql(
        "SELECT COUNT(*), COUNT(signature) FROM log WHERE ds > '2' AND status = 400 "
        "AND error LIKE '%price%' AND latency_ms > 0;"
    ) == [["1", "0"]]
    assert home.sql(
        "SELECT COUNT(*), COUNT(DISTINCT request_id) FROM log WHERE ds > '2' AND service = 'texts' "
        "AND served_at <= CAST(CURRENT_TIMESTAMP() AS TIMESTAMP);"
    ) == [["5", "4"]]
    home.sql("CREATE TABLE users AS SELECT CAST(k AS DOUBLE) AS price FROM (SELECT EXPLODE(ARRAY(1, 2, 3)) AS k) t;")
    ((version, rows, served, trained, drift),) = home.sql(drift_query().replace("'20260101'", "'2'"))
    assert (version, rows, float(trained)) == ("1", "3", 2.0)
    assert float(served) == pytest.approx(4 / 3) and float(drift) == pytest.approx(2 / 3)


PROCESSOR = """
import allspark

class Doubler(allspark.BaseProcessor):
    def process(self, data):
        return (b'\\xff', 200) if data == b'bytes' else (str(2 * int(data)), 200)

Doubler(worker_threads=1).run()
"""


def test_what_a_processor_was_sent_and_has_answered(home, tmp_path, monkeypatch):
    monkeypatch.setenv("PAISQL_PYTHON", str(PYTHON))
    folder = tmp_path / "doubler"
    folder.mkdir()
    (folder / "app.py").write_text(PROCESSOR)
    server = Server(folder, *home.log(), flag="--processor")
    assert server.predict(b"21", X_Request_Id="first").headers["X-Request-Id"] == "first"
    assert server.predict(b"bytes").body == b"\xff"
    assert server.predict(b"no number").status == 500
    assert "paisql_log_rows_total" in server.get("/metrics").text
    status, errors = server.stop()
    assert status == 0 and "left out" not in errors, errors
    rows = home.sql(
        "SELECT request_id, service, status, inputs, outputs, signature, error LIKE '%ValueError%' "
        "FROM log WHERE ds > '2' ORDER BY served_at LIMIT 9;"
    )
    assert rows[0] == ["first", "doubler", "200", "21", "42", "NULL", "NULL"]
    assert rows[1][2:5] == ["200", "bytes", "\ufffd"]
    assert rows[2][2:] == ["500", "no number", "NULL", "NULL", "true"]


def test_a_killed_server_leaves_whole_batches_and_the_next_one_goes_on(serve, home):
    server = serve("texts", *home.log("sinker.max_rows=2"))
    for _ in range(3):
        assert server.predict(ROWS).status == 200
    while server.metric("paisql_log_rows_total") < 4:
        pass
    assert server.predict(ROWS[:1]).status == 200
    server.stop(signal.SIGKILL)
    rows = int(home.sql("SELECT COUNT(*) FROM log WHERE ds > '2';")[0][0])
    assert rows in (4, 6)
    # Another model adds its columns.
    server = serve("dense", *home.log())
    assert server.predict([{"x": [1] * 32}]).status == 200
    assert server.stop()[0] == 0
    assert home.sql("SELECT COUNT(*), COUNT(in_name), COUNT(in_x), COUNT(out_y) FROM log WHERE ds > '2';") == [
        [str(rows + 1), str(rows), "1", "1"]
    ]
    verified = subprocess.run(
        [BINARY, "verify", "--home", home.path], capture_output=True, timeout=TIMEOUT, check=False
    )
    assert verified.returncode == 0, verified.stderr


def test_a_log_that_cannot_be_written_fails_no_request(serve, home):
    server = serve("dense", *home.log("sinker.max_seconds=1"))
    home.sql("DROP TABLE log;")
    for _ in range(5):
        assert server.predict([{"x": [1] * 32}]).status == 200
    while server.metric("paisql_log_failures_total") < 1:
        pass
    assert server.predict([{"x": [1] * 32}]).status == 200
    status, errors = server.stop()
    assert status == 0
    assert "the request log could not be written, and is tried again: " in errors
    assert "requests were left out of the request log: 6" in errors


def test_a_request_that_the_table_refuses_stops_no_other(serve, home):
    server = serve("texts", *home.log())
    assert server.predict(ROWS, X_Request_Id="caf\xe9").status == 200
    # Refused by a table that somebody has put into the place of ours.
    home.sql("DROP TABLE log; CREATE TABLE log (request_id VARCHAR(4), in_name STRING) PARTITIONED BY (ds STRING);")
    assert server.predict(ROWS[:1], X_Request_Id="long one").status == 200
    assert server.predict(ROWS[1:], X_Request_Id="last").status == 200
    status, errors = server.stop()
    assert status == 0 and "tried again" not in errors
    assert "rows were left out of the request log, which its table does not take: 1 (" in errors
    assert home.sql("SELECT request_id, in_name FROM log WHERE ds > '2' ORDER BY request_id, in_name LIMIT 9;") == [
        ["caf\ufffd", "Ann"],
        ["caf\ufffd", "Bob"],
        ["last", "Bob"],
    ]


def test_a_table_that_does_not_fit_is_said_at_once(models, home):
    home.sql("CREATE TABLE log (in_x BIGINT) PARTITIONED BY (ds STRING); CREATE TABLE flat (a BIGINT);")

    def run(*arguments):
        return subprocess.run(
            [BINARY, "serve", "--model", str(models / "dense"), "--home", home.path, *arguments],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )

    other = run("--sink-table", "log")
    assert other.returncode == 3 and "column in_x of table log is BIGINT" in other.stderr
    flat = run("--sink-table", "flat")
    assert flat.returncode == 3 and "not partitioned by ds" in flat.stderr
    assert run("--sink-table", "no_project.log").returncode == 3
    for wrong in (["--sink-table", "a b"], ["--sink-table", "t", "--sample", "0"], ["--sample", "0.5"]):
        assert run(*wrong).returncode == 2


def test_a_warm_up_by_a_request(models, serve, tmp_path):
    file = tmp_path / "request.json"
    file.write_text('[{"name": "Ann", "times": 2, "price": 0.5}]', encoding="utf-8")
    server = serve("texts", "--warm-up", str(file))
    assert server.predict(ROWS).status == 200
    file.write_text('[{"name": 5}]', encoding="utf-8")
    done = subprocess.run(
        [BINARY, "serve", "--model", str(models / "texts"), "--warm-up", str(file)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 3 and "the request of the warm-up" in done.stderr and "price" in done.stderr


def test_a_server_that_still_loads_ends_at_once(models):
    process = subprocess.Popen(
        [BINARY, "serve", "--model", str(models / "slow"), "--set", "metadata.rpc.max_batch_size=65536"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )

    def watches():
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
            blocked = int(re.search(r"SigBlk:\s+(\w+)", status.read()).group(1), 16)
        return blocked & 1 << signal.SIGTERM - 1

    while not watches():
        pass
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0 and said == ""
