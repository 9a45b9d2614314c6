"""Variables: --define, --define-env, --bizdate, and where their errors are shown."""

import json
import os
import re
import subprocess

import pytest

TABLE = (
    "CREATE TABLE sales (id BIGINT) PARTITIONED BY (ds STRING);"
    "INSERT INTO sales PARTITION (ds='20251031') VALUES (1), (2);"
)
COUNT = "SELECT count(*) FROM sales WHERE ds='${bizdate}';"


@pytest.fixture
def script(tmp_path):
    def write(text, name="job.sql"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def carets(stderr):
    """What each caret of a report marks."""
    marked = []
    lines = stderr.splitlines()
    for above, line in zip(lines, lines[1:]):
        if re.fullmatch(r"  \| *\^+", line):
            marked.append(above[line.index("^") : line.rindex("^") + 1])
    return marked


def test_an_undefined_variable_counts_no_rows_silently(shell):
    shell.ok(TABLE)
    done = shell.sql(COUNT)
    assert done.returncode == 1
    assert "ODPS-0130161:[1,38] Parse exception - variable ${bizdate} is not defined" in done.stderr
    assert "--bizdate 20251031" in done.stderr
    for flags in (
        ["--bizdate", "20251031"],
        ["-d", "bizdate=20251031"],
        ["-d", "bizdate=$[yyyymmdd-1]", "--cyctime", "20251101023045"],
        ["-d", "bizdate=${d}", "--define", "d=20251031"],
    ):
        assert shell.ok(COUNT, "--format", "tsv", "--no-header", *flags) == "2\n", flags


def test_the_business_date_is_yesterday(shell):
    query = (
        "SELECT '${yyyymmdd}' = to_char(dateadd(getdate(), -1, 'dd'), 'yyyymmdd'), "
        "'${bdp.system.cyctime}' = to_char(getdate(), 'yyyymmdd') || '000000';"
    )
    # The zone in which it is midnight soonest differs by two days from the one where it is latest.
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"):
        rows = shell.rows(f"SET odps.sql.timezone={zone}; {query}")
        assert rows == [["true", "true"]], zone


def test_the_environment(shell):
    done = shell.sql(
        "SELECT '${REGION}', '${raw}';",
        "--define-env",
        "REGION,raw=DOLLARS",
        "--format",
        "tsv",
        "--no-header",
        env={**os.environ, "REGION": "cn", "DOLLARS": "$bizdate ${x}"},
    )
    assert (done.returncode, done.stdout) == (0, "cn\t$bizdate ${x}\n")
    done = shell.sql("SELECT 1;", "--define-env", "NOBODY_HAS_THIS")
    assert done.returncode == 2
    assert "the environment has no NOBODY_HAS_THIS" in done.stderr


def test_places_are_those_of_the_file(shell, script):
    shell.ok(TABLE)
    path = script("-- ${not_looked_at}\nSELECT 1;\nSELECT '${long}', id\n  FROM ${table}\n  WHERE 数据 = 1;\n")
    done = shell.run("-d", "long=" + "x\n" * 1000, "-d", "table=sales", "-f", path)
    assert done.returncode == 1
    assert f"  --> {path}:5:9\n" in done.stderr
    done = shell.run("-d", "long=1", "-d", "table=sails", "-f", path)
    assert f"  --> {path}:4:8\n" in done.stderr
    assert carets(done.stderr)[0] == "${table}"


def test_check_points_into_the_file(shell, script):
    shell.ok(TABLE)
    path = script(
        "SETVAR t=sales;\nSELECT id, ${columns}\nFROM ${t} WHERE ds='${day}' AND x=${y};\n"
        "SELECT nme FROM ${t} WHERE ds='${bizdate}';\n"
    )
    done = shell.run(
        "check", "--format", "json", path, "-d", "columns='1;2'", "-d", "day=$bizdate", "--bizdate", "20251031"
    )
    found = [(one["line"], one["column"], one["message"]) for one in json.loads(done.stdout)]
    assert found == [(3, 35, "variable ${y} is not defined"), (4, 8, "column nme cannot be resolved")]
    # Before the tool as after it.
    assert shell.run("-d", "y=1", "check", path).returncode == 1


def test_an_undefined_variable_is_one_error_of_a_script(shell, script):
    """Ten uses of three variables are three errors, and no table that a statement with one makes is missed."""
    path = script(
        "CREATE TABLE made AS SELECT '${a}' AS x;\nSELECT x FROM made;\n"
        + "SELECT '${a}', '${b}';\n" * 4
        + "SELECT ${c}, ${b}, ${a};\nSELECT nothing;\n"
    )
    expected = [
        (1, "variable ${a} is not defined"),
        (3, "variable ${b} is not defined"),
        (7, "variable ${c} is not defined"),
        (8, "column nothing cannot be resolved"),
    ]
    done = shell.run("check", "--format", "json", path)
    found = json.loads(done.stdout)
    assert [(one["line"], one["message"]) for one in found if one["severity"] == "error"] == expected
    done = shell.run("-f", path)
    assert done.returncode == 1
    assert [line.split(" - ")[1] for line in done.stderr.splitlines() if line.startswith("FAILED:")] == [
        message for _, message in expected
    ]


def test_a_value_is_no_place_for_statements(shell, script):
    path = script("SELECT '${v}';\n")
    assert shell.run("--format", "tsv", "--no-header", "-d", "v=a;b", "-f", path).stdout == "a;b\n"
    done = shell.run("-d", "v=a'; DROP TABLE x; SELECT 'b", "-f", path)
    assert done.returncode == 1
    assert "makes several statements of one" in done.stderr
    assert carets(done.stderr) == ["${v}"]


def test_long_values_with_quotes_and_lines(shell):
    value = "'" + '数"\n' * 20_000 + "'"
    out = shell.ok("SELECT length(${v});", "--format", "tsv", "--no-header", "-d", "v=" + value)
    assert out == "60000\n"


def test_variables_off(shell):
    assert shell.rows("SET paisql.variables=off; SELECT '${x}', '${bizdate}';") == [["${x}", "${bizdate}"]]


def test_values_are_shown_without_secrets(shell):
    out = shell.ok("SHOW VARIABLES;", "-d", "my_token=hush", "-d", "plain=seen", "--format", "json")
    assert "hush" not in out
    assert {row["variable"]: row["text"] for row in json.loads(out)}["plain"] == "seen"


def test_standard_input_has_variables(shell):
    done = shell.run(
        "--format", "tsv", "--no-header", "-d", "a=1", stdin="SELECT ${a};\nSETVAR b=2;\nSELECT ${b};\nSELECT ${c};\n"
    )
    assert done.stdout == "1\n2\n"
    assert done.returncode == 1
    assert "variable ${c} is not defined" in done.stderr


def test_wrong_use(shell):
    for flags in (
        ["-d", "novalue"],
        ["-d", "a b=1"],
        ["--bizdate", "yesterday"],
        ["--cyctime", "25:00"],
        ["verify", "-d", "a=1"],
    ):
        done = shell.run(*flags, "-e", "SELECT 1;") if flags[0] != "verify" else shell.run(*flags)
        assert done.returncode == 2, flags
        assert done.stdout == ""


def test_tools_take_flags_on_either_side(binary, tmp_path, script):
    path = script("SELECT 1;")
    home = str(tmp_path / "home")
    for arguments in (
        ["--home", home, "check", path],
        ["check", "--home", home, path],
        ["check", path, "--home", home],
    ):
        done = subprocess.run([binary, *arguments], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "0 errors, 0 warnings\n")
    subprocess.run([binary, "--home", home, "-e", "SHOW TABLES;"], check=True, capture_output=True)
    for arguments in (["--home", home, "verify"], ["verify", "--home", home]):
        assert subprocess.run([binary, *arguments], capture_output=True, check=False).returncode == 0


def test_errors_do_not_say_values_of_secrets(shell, script):
    statement = "SELECT ${password}.x;\n"
    lines = "SETVAR url=${password};\nSELECT ${url};\nSELECT 1 \\g > missing/${password}.csv\nSELECT '${password}' + nosuch(1), CAST(1 AS ${password});\n"
    for secret in ("hunter2", "Hunter2 hunter3"):
        define = ["-d", "password=" + secret]
        for done in (
            shell.sql(statement, *define),
            shell.run(*define, "--keep-going", "-f", script(statement + lines)),
            shell.run(*define, "--output", "jsonl", "--keep-going", "-f", script(statement + lines)),
            shell.run(*define, "--check-first", "-e", statement + "SELECT 1;"),
            shell.run(*define, "--dry-run", "-f", script(statement + "SELECT 1;")),
            shell.run("check", *define, script(statement + lines)),
            shell.run(*define, "--keep-going", stdin=statement + lines),
        ):
            said = done.stdout + done.stderr
            assert done.returncode == 1 and "unter" not in said, said
            assert "***" in said or " " in secret, said


def test_warnings_do_not_say_values_of_secrets(shell, script):
    done = shell.run(
        "check",
        "-d",
        "password=hunter2",
        script(
            "ALTER TABLE hunter2 DROP PARTITION (d='1');\n".replace("ALTER", "CREATE TABLE bad (a nosuch);\nALTER")
            + "CREATE TABLE ${password} (a nosuch);\nSELECT a FROM ${password};\n"
        ),
    )
    assert "job.sql:4:15: warning: table default_project.*** cannot be resolved" in done.stdout
    assert "job.sql:2:" in done.stdout


def test_plans_and_messages_do_not_say_values_of_secrets(shell, tmp_path):
    (tmp_path / "HunterTwo99.csv").write_text("1,x\n")
    define = ["-d", "password=HunterTwo99"]
    for explain in ("EXPLAIN", "EXPLAIN ANALYZE"):
        plan = shell.ok(f"{explain} SELECT '${{password}}' AS v;", *define)
        assert "***" in plan and "HunterTwo99" not in plan
    done = shell.sql("CREATE TABLE t (a BIGINT); TUNNEL UPLOAD ${password}.csv t;", *define, cwd=tmp_path)
    assert "***" in done.stderr and "HunterTwo99" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "ending, error",
    [
        ("| false ${password}", "the command false *** ended with status 1"),
        ("> missing/${password}", "missing/***"),
        (">> missing/${password}", "missing/***"),
    ],
)
def test_what_an_ending_does_has_its_place_and_no_secrets(shell, script, ending, error):
    done = shell.run("-d", "password=hunter22", "-f", script("SELECT 1;\nSELECT 2 \\g " + ending + "\n"))
    assert done.returncode == 1 and error in done.stderr and "hunter22" not in done.stderr
    assert "job.sql:2:10" in done.stderr and "\\g" in done.stderr.split("job.sql:2:10")[1]
