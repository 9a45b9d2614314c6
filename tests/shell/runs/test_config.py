"""odps_config.ini and ~/.paisqlrc."""

import os

import pexpect
import pytest

from conftest import TIMEOUT

FLAGS = "SHOW FLAGS;"


def environment_of(home):
    """The environment of a user with this folder, whose ~/.paisqlrc counts."""
    env = {**os.environ, "HOME": str(home)}
    env.pop("PAISQLRC", None)
    return env


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "client.ini"
    path.write_text(
        "project_name=shop\naccess_id=hush\naccess_key = hush\n"
        "set.odps.sql.timezone=UTC\nset.odps.sql.allow.fullscan=maybe\nodd=hush\nbroken\n"
    )
    return path


def test_a_configuration_gives_project_and_settings(shell, config):
    done = shell.sql(FLAGS + "SHOW PROJECTS;", "--config", str(config))
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["odps.sql.timezone=UTC", "default_project", "shop"]
    assert "hush" not in done.stderr
    assert done.stderr.splitlines()[:3] == [
        f"paisql: {config}:5:29: odps.sql.allow.fullscan does not take 'maybe', expect true or false",
        f"paisql: {config}:7:1: expect key=value",
        f"paisql: {config}: nothing here reads odd (line 6)",
    ]


def test_the_flag_counts_before_the_variable_and_the_home(shell, config, tmp_path):
    shell.ok("SHOW TABLES;")
    (shell.home / "odps_config.ini").write_text("set.a.b=home\n")
    other = tmp_path / "other.ini"
    other.write_text("set.a.b=variable\n")
    environment = {**os.environ, "PAISQL_CONFIG": str(other)}
    assert shell.ok(FLAGS) == "a.b=home\n"
    assert shell.ok(FLAGS, env=environment) == "a.b=variable\n"
    config.write_text("set.a.b=flag\n")
    assert shell.ok(FLAGS, "--config", str(config), env=environment) == "a.b=flag\n"


def test_a_project_of_the_command_line_counts_first(shell, config):
    config.write_text("project_name=shop\n")
    shell.ok("CREATE TABLE t (a BIGINT);", "--config", str(config), "--project", "mine")
    assert shell.rows("SELECT count(*) FROM mine.t;") == [["0"]]


def test_settings_of_the_configuration_stay_behind_use(shell, config):
    config.write_text("set.odps.sql.timezone=UTC\n")
    out = shell.ok(
        "SET x.y=1; SET odps.sql.timezone=Asia/Tokyo; USE default_project; SHOW FLAGS;", "--config", str(config)
    )
    assert out == "odps.sql.timezone=UTC\n"


def test_a_configuration_that_is_named_and_cannot_be_read(shell, tmp_path):
    for path in (tmp_path / "none.ini", tmp_path):
        done = shell.sql(FLAGS, "--config", str(path))
        assert done.returncode == 2, path
        assert "cannot read the configuration" in done.stderr
    big = tmp_path / "big.ini"
    big.write_bytes(b"#" * (2 << 20))
    assert shell.sql(FLAGS, "--config", str(big)).returncode == 2
    # That of the home is told, and the session starts.
    shell.ok("SHOW TABLES;")
    (shell.home / "odps_config.ini").mkdir()
    done = shell.sql("SELECT 1;")
    assert done.returncode == 0
    assert "odps_config.ini: it is a folder" in done.stderr


def test_check_has_the_settings(shell, config, tmp_path):
    shell.ok("CREATE TABLE t (a BIGINT) PARTITIONED BY (ds STRING);")
    config.write_text("set.odps.sql.allow.fullscan=true\n")
    job = tmp_path / "job.sql"
    job.write_text("SELECT * FROM t;")
    assert shell.run("check", str(job)).returncode == 1
    assert shell.run("check", str(job), "--config", str(config)).returncode == 0


@pytest.fixture
def prompt(shell, tmp_path):
    started = []

    def start(rc, *arguments, **environment):
        folder = tmp_path / "user"
        folder.mkdir(exist_ok=True)
        if rc is not None:
            (folder / ".paisqlrc").write_text(rc)
        env = {**environment_of(folder), "TERM": "dumb", "NO_COLOR": "1", "INPUTRC": "/dev/null", **environment}
        command = shell.command("--project", "demo", *arguments)
        child = pexpect.spawn(command[0], command[1:], env=env, encoding="utf-8", timeout=TIMEOUT, dimensions=(50, 200))
        started.append(child)
        child.expect("demo> ")
        return child

    yield start
    for child in started:
        child.close(force=True)


def test_paisqlrc_runs_before_the_first_prompt(prompt):
    child = prompt("-- mine\nSETVAR a=4\n  2;\nSELECT 'hello' AS greeting; SET odps.sql.timezone=UTC;\nSETVAR last=one")
    assert "hello" in child.before
    assert "OK" not in child.before
    child.sendline("SELECT '${a}', '${last}'; SHOW FLAGS;")
    child.expect("4\\\\n  2")
    child.expect("one")
    child.expect("odps.sql.timezone=UTC")


def test_errors_of_paisqlrc_are_told_and_the_session_starts(prompt, tmp_path):
    child = prompt("SET a.b=1;\n\nSELECT nme\n  FROM nowhere;\n\\nonsense\nSETVAR a=1;\n")
    path = tmp_path / "user" / ".paisqlrc"
    assert "FAILED: ODPS-0130131:[2,8]" in child.before
    assert f"--> {path}:4:8" in child.before
    assert "there is no command \\nonsense" in child.before
    assert f"--> {path}:5:1" in child.before
    child.sendline("SELECT ${a} + 41;")
    child.expect("42")


def test_paisqlrc_has_what_the_prompt_has(prompt, tmp_path):
    included = tmp_path / "more.sql"
    included.write_text("SETVAR b=2;\nSELECT nme FROM nowhere;\n")
    child = prompt(
        f"SELECT 'one' AS a \\g format=json > {tmp_path}/one.json\nsource {included};\n"
        "SET paisql.language=zh;\nSELECT c FROM nowhere;\nSETVAR a=40;\n"
    )
    assert (tmp_path / "one.json").read_text().count('"one"') == 1
    assert f"--> {included}:2:17" in child.before
    assert "表不存在 (Table not found)" in child.before
    assert "OK" not in child.before and " s)" not in child.before
    child.sendline("SELECT ${a} + ${b};")
    child.expect("42")
    child.expect(r" s\)|秒\)")


def test_paisqlrc_may_be_another_file_or_none(prompt, tmp_path):
    other = tmp_path / "other"
    other.write_text("SELECT 'other file';\n")
    assert "other file" in prompt("SELECT 'the usual';", PAISQLRC=str(other)).before
    for child in (
        prompt("SELECT 'the usual';", PAISQLRC=""),
        prompt("SELECT 'the usual';", "-X"),
        prompt("SELECT 'the usual';", "--no-init"),
    ):
        assert "the usual" not in child.before
    assert "cannot read /nowhere/rc: No such file" in prompt(None, PAISQLRC="/nowhere/rc").before
    assert "it is not a file" in prompt(None, PAISQLRC=str(tmp_path)).before


def test_quit_in_paisqlrc_ends_the_file_alone(prompt):
    child = prompt("SELECT 'first';\nquit;\nSELECT 'second';\n")
    assert "first" in child.before and "second" not in child.before


def test_scripts_do_not_read_paisqlrc(shell, tmp_path):
    (tmp_path / ".paisqlrc").write_text("SELECT 'from the file';\n")
    environment = environment_of(tmp_path)
    job = tmp_path / "job.sql"
    job.write_text("SELECT 1;")
    for done in (
        shell.sql("SELECT 1;", env=environment),
        shell.run("-f", str(job), env=environment),
        shell.run(stdin="SELECT 1;", env=environment),
    ):
        assert done.returncode == 0
        assert "from the file" not in done.stdout + done.stderr
