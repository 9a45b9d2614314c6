"""Roles: what a job's own file operations may do, and whom a statement's job is to its buckets."""

import os

import pytest
from conftest import case_names, run_cases
from fake_job import OSS_PLUGIN, FakeJob

SCRIPT = "oss/oss_role_cases.py"

ACTIONS = {"p": "PutObject", "g": "GetObject", "l": "ListObjects", "d": "DeleteObjects"}


def rules():
    """$PAISQL_OSS_ACCESS of the cases: src/oss/access.h has the form."""
    records = ["bucket %s %s" % (letter, letter) for letter in ACTIONS]
    records += ["bucket full full", "bucket nobody -"]
    for letter, action in ACTIONS.items():
        records += ["grant %s * oss:%s" % (letter, action), "grant full full oss:%s" % action]
    return "".join(record + ";" for record in records)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    if not os.path.exists(OSS_PLUGIN):
        pytest.skip("%s was not built" % OSS_PLUGIN)
    job = FakeJob(tmp_path_factory.mktemp("roles"))
    return run_cases(job, SCRIPT, variables={"PAISQL_OSS_ACCESS": rules()})


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""


# Ways of TensorFlow and of Python; the bucket `in` is the one that the statement names.
SCRIPT_OF_A_JOB = """
import os
import sys
import tensorflow as tf
table = dict(word[2:].split('=', 1) for word in sys.argv[1:])['tables']
def rows():
    taken = tf.data.TableRecordDataset(table, ['']).batch(9).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        return session.run(taken)[0].tolist()
def tell(what, call):
    try:
        print(what, 'done', call())
    except (tf.errors.OpError, OSError) as error:
        print(what, type(error).__name__, str(error).replace(chr(10), ' '))
def write(name):
    with tf.gfile.GFile(name, 'w') as stream:
        stream.write('x')
tell('read', lambda: tf.gfile.GFile('oss://in/a.txt').read())
tell('write', lambda: write('oss://in/b.txt'))
tell('other', lambda: tf.gfile.Exists('oss://other/a.txt'))
tell('checkpoint', lambda: write('oss://out/c/b.txt'))
root = os.environ['PAISQL_OSS_ROOT']
tell('plain other', lambda: open(root + '/other/a.txt').read())
tell('plain in', lambda: open(root + '/in/a.txt').read())
tell('plain write', lambda: open(root + '/in/plain.txt', 'w').close())
tell('plain home', lambda: os.listdir(os.path.dirname(root)))
tell('plain job', lambda: open('plain.txt', 'w').close())
tell('table', rows)
"""


@pytest.fixture(name="buckets")
def home_with_buckets(home):
    home.write("a.txt", "found")
    home.run(
        "CREATE TABLE words (a STRING); INSERT INTO words VALUES ('one');"
        "CREATE BUCKET in; CREATE BUCKET other; CREATE BUCKET out;"
        "OSS CP a.txt oss://in/; OSS CP a.txt oss://other/;"
        "CREATE ROLE AliyunODPSPAIDefaultRole; CREATE ROLE reader;"
        "GRANT oss:GetObject, oss:ListObjects ON BUCKET in TO ROLE reader;"
        "GRANT oss:PutObject ON BUCKET out TO ROLE reader;"
    ).ok()
    return home


def told(outcome):
    """{what: the rest of its line} of what the script has printed."""
    keys = (
        "read",
        "write",
        "other",
        "checkpoint",
        "plain other",
        "plain in",
        "plain write",
        "plain home",
        "plain job",
        "table",
    )
    lines = {}
    for line in outcome.ok().stderr.splitlines():
        for key in keys:
            if line.startswith((key + " done", key + " P")):
                lines[key] = line[len(key) + 1 :]
    return lines


JOB = {
    "buckets": "oss://in/",
    "checkpointDir": "oss://out/c",
    "arn": "acs:ram::16640818:role/reader",
    "tables": "odps://p/tables/words",
}


@pytest.mark.confined
def test_a_job_is_its_role_and_a_confined_one_reaches_nothing_else(buckets):
    """One import for both: what roles leave open to plain Python, the kernel closes."""
    lines = told(buckets.pai(SCRIPT_OF_A_JOB, **JOB))
    assert lines["read"] == "done found"
    assert "GRANT oss:PutObject ON BUCKET in TO ROLE reader;" in lines["write"]
    assert "the statement does not name the bucket other" in lines["other"]
    assert lines["checkpoint"] == "done None"
    assert lines["plain other"] == "done found"
    assert lines["plain home"].startswith("done") and lines["table"] == "done ['one']"

    lines = told(buckets.pai(SCRIPT_OF_A_JOB, "SET paisql.job.confine=true;", **JOB))
    assert lines["read"] == "done found" and lines["plain in"] == "done found"
    assert lines["checkpoint"] == "done None" and lines["plain job"] == "done None"
    assert lines["table"] == "done ['one']"
    for what in ("plain other", "plain write", "plain home"):
        assert lines[what].startswith("PermissionError"), lines


def test_a_statement_names_a_role_that_is_there(buckets):
    """At the place of the role, before anything runs."""
    script = "print('runs')"
    buckets.pai(script, buckets="oss://in/", arn="acs:ram::1:role/raeder").fails(
        "ODPS-0110011", "role 'raeder' does not exist", "did you mean 'reader'"
    )
    buckets.pai(script, buckets="oss://in/?role_arn=acs:ram::1:role/none&host=h").fails(
        "ODPS-0110011", "role 'none' does not exist", "CREATE ROLE none;"
    )
    buckets.run("DROP ROLE AliyunODPSPAIDefaultRole;").ok()
    buckets.pai(script, buckets="oss://in/").fails("ODPS-0110011", "the statement names no role")
    assert not buckets.job_ids()


def test_what_the_statement_reads_itself_wants_the_role(buckets):
    buckets.write("s.py", "print('ran as told')")
    buckets.run("OSS CP s.py oss://in/; OSS CP s.py oss://other/;").ok()
    statement = 'PAI -name tensorflow1120_ext -Dscript="oss://%s/s.py" -Darn="acs:ram::1:role/reader";'
    buckets.run(statement % "other").fails("ODPS-0110011", "GRANT oss:GetObject ON BUCKET other TO ROLE reader;")
    assert "ran as told" in buckets.run(statement % "in").ok().stderr
    # A home without roles asks for none.
    buckets.run("DROP ROLE reader; DROP ROLE AliyunODPSPAIDefaultRole;").ok()
    assert "ran as told" in buckets.run(statement % "other").ok().stderr
