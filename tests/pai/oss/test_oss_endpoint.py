"""Buckets at an endpoint: a server of the package moto, and one that fails as it is told to."""

import json
import os
import subprocess

import pytest
import s3_server
from conftest import case_names, run_cases
from fake_job import PYTHON, FakeJob
from lake_home import s3_endpoint  # noqa: F401

SCRIPT = "oss/oss_endpoint_cases.py"


@pytest.fixture(name="faulty", scope="module")
def failing_endpoint():
    server = s3_server.FaultyServer()
    yield server
    server.close()


def describe(folder, bucket, url, there, mode=0o600):
    """The file of a bucket, as docs/internals/formats.md has it."""
    path = os.path.join(folder, "oss", bucket)
    text = {
        "format": 1,
        "scheme": "s3",
        "bucket": there,
        "prefix": "jobs/of" if there == "there" else "",
        "host": url[len("http://") :],
        "plain_http": True,
        "region": "us-east-1",
        "access_key_id": s3_server.KEY_ID,
        "access_key_secret": s3_server.SECRET,
        "connect_timeout_sec": 2,
        "request_timeout_sec": 1 if there == "slow" else 20,
        "attempts": 1,
    }
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(text, stream)
    os.chmod(path, mode)


@pytest.fixture(scope="module")
def outcome(server, faulty, tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("endpoint"))
    describe(job.folder, "s3", server.url, "there")
    for bucket, there in (("bad", "slow"), ("gone", "missing"), ("wrongkey", "secretkey")):
        describe(job.folder, bucket, faulty.url, there)
    describe(job.folder, "open", faulty.url, "slow", mode=0o644)
    return run_cases(job, SCRIPT, variables={"FAULTY": faulty.url, "PAISQL_PYTHON": PYTHON})


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""


CREATE = (
    "CREATE BUCKET %s LOCATION 's3://%s' PROPERTIES ('endpoint'='%s', 'region'='us-east-1', "
    "'access_key_id'='testkeyid', 'access_key_secret'='testkeysecret', 'connect_timeout'='2', "
    "'request_timeout'='%d', 'attempts'='1');"
)


def create(bucket, location, server, seconds=20):
    return CREATE % (bucket, location, server.url, seconds)


def every_text_of(home):
    """{path: text} of all files of the home but the descriptions of its buckets."""
    texts = {}
    for folder, _, names in os.walk(home.path):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.dirname(path) != os.path.join(home.path, "oss"):
                with open(path, "rb") as stream:
                    texts[path] = stream.read().decode("utf-8", "replace")
    return texts


def test_statements_make_show_fill_and_empty_a_bucket(home, server):
    home.write("a.txt", "one\ntwo\n")
    home.run(create("b", "there/stmt", server)).ok()
    path = os.path.join(home.path, "oss", "b")
    assert os.stat(path).st_mode & 0o777 == 0o600
    shown = home.run("SHOW BUCKETS;").ok()
    assert shown.rows[0][0] == "b" and shown.rows[0][2] == "s3://there/stmt at " + server.url
    assert s3_server.SECRET not in shown.stdout and s3_server.KEY_ID not in shown.stdout
    home.run(create("b", "there/stmt", server)).fails("bucket 'b' already exists")
    outcome = home.run(
        "CREATE BUCKET IF NOT EXISTS b LOCATION 's3://there';"
        "CREATE BUCKET local; OSS CP a.txt oss://b/数据/a\\ b.txt; OSS CP a.txt oss://b/in/;"
        "OSS CP -r oss://b/in/ oss://local/; OSS CP -r oss://local/ oss://b/again/;"
        "OSS CP oss://b/again/a.txt back.txt; OSS CAT oss://b/in/a.txt -tail 4;"
        "OSS STAT oss://b/in/a.txt; OSS STAT oss://b;"
    ).ok()
    assert ("two",) in outcome.rows and ("Content-Length", "8") in outcome.rows
    with open(os.path.join(home.files, "back.txt"), encoding="utf-8") as stream:
        assert stream.read() == "one\ntwo\n"
    listed = [row[-1] for row in home.run("OSS LS oss://b/;").ok().rows]
    assert [name for name in listed if name.startswith("oss://b/")][-1] == "oss://b/数据/a b.txt"
    level = home.run("OSS LS oss://b/ -d -s;").ok().stdout
    assert "oss://b/in/" in level and "oss://b/in/a.txt" not in level
    home.run("OSS CP a.txt oss://b/in/;").fails("is there already")
    home.run("OSS CAT oss://b/in/b.txt;").fails("does not exist", "did you mean 'a.txt'")
    home.run("OSS RM oss://b/in/a.txt; OSS RM -r -f oss://b/again/;").ok()
    left = home.run("OSS LS oss://b/ -d;").ok().stdout
    assert "oss://b/in/" not in left and "oss://b/again/" not in left
    home.run("DROP BUCKET b;").ok()
    assert not os.path.exists(path)
    home.run(create("b", "there/stmt", server)).ok()
    assert "a b.txt" in home.run("OSS LS oss://b/;").ok().stdout
    for name, text in every_text_of(home).items():
        assert s3_server.SECRET not in text, name


def test_a_bucket_that_cannot_be_reached_is_not_made(home, server, faulty):
    def refused(statement, *words):
        outcome = home.run(statement).fails(*words)
        assert s3_server.SECRET not in outcome.stderr and "hidden" not in outcome.stderr
        assert home.run("SHOW BUCKETS;").ok().rows == []

    refused(create("b", "nowhere", server), "'nowhere' at %s does not exist" % server.url)
    refused(create("b", "unknownkey", faulty), "does not know the access_key_id")
    refused(create("b", "secretkey", faulty), "access_key_secret is not that of the access_key_id")
    refused(create("b", "elsewhere", faulty), "does not lie in region us-east-1", "'region'")
    refused(create("b", "any/mute", faulty, 1), "ODPS-0123019")
    closed = s3_server.FaultyServer()
    closed.close()
    refused(create("b", "there", closed), "nothing answers at " + closed.url)
    refused("CREATE BUCKET b LOCATION 's3://id:hidden@there';", "keys and the like are PROPERTIES")
    refused("CREATE BUCKET b LOCATION 'oss://there';", "'endpoint'")
    refused("CREATE BUCKET b LOCATION 'gs://there';", "gs:// is not supported")
    refused("CREATE BUCKET b LOCATION '/tmp' PROPERTIES ('region'='x');", "has no properties")
    base = "CREATE BUCKET b LOCATION 's3://there' PROPERTIES (%s);"
    refused(base % "'regoin'='x'", "did you mean 'region'")
    refused(base % "'access_key_id'='hidden'", "'access_key_secret' is missing")
    both = "'anonymous'='true', 'access_key_id'='a', 'access_key_secret'='hidden'"
    refused(base % both, "exclude each other")
    refused(base % "'endpoint'='http://u:hidden@h'", "has no keys in it")
    refused(base % "'attempts'='0'", "1 to 20")
    refused(base % "'request_timeout'='soon'", "seconds")
    refused(base % "'region' 'x'", "PROPERTIES has another form")


def test_keys_that_are_no_paths_lead_nowhere(home, faulty, tmp_path):
    home.run(create("b", "hostile", faulty)).ok()
    listed = [row[-1] for row in home.run("OSS LS oss://b/;").ok().rows]
    assert [name for name in listed if not name.endswith("/")] == ["oss://b/d/plain.txt"]
    target = tmp_path / "a" / "b" / "c"
    target.mkdir(parents=True)
    # The server gives none of the objects, so that the one which can be named fails, too.
    home.run("OSS CP -r oss://b/d/ %s/;" % target).fails()
    home.run("OSS RM -r -f oss://b/d/;")
    assert not any("evil" in path for _, path, _ in faulty.requests)
    assert [path.name for path in tmp_path.rglob("evil*")] == []


JOB = """
import os, sys
import tensorflow as tf
value = dict(a[2:].split('=', 1) for a in sys.argv[1:])
print('argument', sys.argv[1:])
with tf.gfile.GFile(value['buckets'] + 'in.txt') as stream:
    print('read', stream.read())
with tf.gfile.GFile(os.path.join(value['checkpointDir'], 'out.txt'), 'w') as stream:
    stream.write('from the job')
def tell(what, call):
    try:
        print(what, 'done', call())
    except (tf.errors.OpError, OSError) as error:
        print(what, type(error).__name__, str(error).replace(chr(10), ' '))
tell('other', lambda: tf.gfile.Exists('oss://plain/x'))
tell('delete', lambda: tf.gfile.Remove(value['buckets'] + 'in.txt'))
tell('description', lambda: open(os.environ['PAISQL_OSS_ROOT'] + '/plain').read()[:1])
"""


@pytest.mark.confined
def test_a_job_runs_from_it_and_on_it_as_its_role_and_confined(home, server):
    home.write("train.py", JOB)
    home.write("in.txt", "found")
    home.write("p.txt", "--rate=0.5\n")
    subprocess.run(["tar", "czf", "code.tar.gz", "train.py"], cwd=home.files, check=True)
    home.run(
        create("b", "there/job", server)
        + create("plain", "there/plain", server)
        + "OSS CP code.tar.gz oss://b/code/; OSS CP in.txt oss://b/data/; OSS CP p.txt oss://b/;"
    ).ok()
    statement = (
        'PAI -name tensorflow1120_ext -Dscript="oss://b/code/code.tar.gz" -DentryFile="train.py" '
        '-Dbuckets="oss://b/data/" -DcheckpointDir="oss://b/ck" -DhyperParameters="oss://b/p.txt"'
    )
    told = (
        home.run(
            "CREATE ROLE reader; GRANT oss:GetObject, oss:ListObjects, oss:PutObject ON BUCKET b TO "
            "ROLE reader; SET paisql.job.confine=true;",
            statement + ' -Darn="acs:ram::1:role/reader";',
        )
        .ok()
        .stderr
    )
    assert "read found" in told and "--rate=0.5" in told, told
    assert "other PermissionDeniedError" in told and "-Dbuckets" in told
    assert "delete PermissionDeniedError" in told and "GRANT oss:DeleteObjects ON BUCKET b" in told
    assert "description PermissionError" in told
    assert "from the job" in home.run("OSS CAT oss://b/ck/out.txt;").ok().stdout
    for name, text in every_text_of(home).items():
        assert s3_server.SECRET not in text, name
