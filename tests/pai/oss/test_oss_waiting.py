"""Endpoints that do not answer are not waited for; how they are addressed, and where keys come from."""

import os
import signal
import subprocess

import pytest
import s3_server
from fake_job import LIBRARIES
from paisql_home import job_id

# Far less than the endpoint is waited for.
PATIENCE = 300


@pytest.fixture(name="server", scope="module")
def silent_endpoint():
    if not os.path.exists(os.path.join(LIBRARIES, "libpaisql_oss_remote.so")):
        pytest.skip("libpaisql_oss_remote.so was not built: scripts/setup installed no TensorFlow")
    server = s3_server.FaultyServer()
    yield server
    server.close()


def create(bucket, location, url, *properties):
    pairs = ("'endpoint'='%s'" % url, "'request_timeout'='3000'", "'attempts'='1'", *properties)
    return "CREATE BUCKET %s LOCATION '%s' PROPERTIES (%s);" % (bucket, location, ", ".join(pairs))


KEYS = ("'access_key_id'='testkeyid'", "'access_key_secret'='testkeysecret'")


@pytest.fixture(name="bucket")
def silent_bucket(home, server):
    """oss://b, where a key that ends with /mute is waited for."""
    home.write("a.txt", "one\n")
    home.write("train.py", "print('never')\n")
    home.run(create("b", "s3://hostile", server.url, *KEYS)).ok()
    return home


STATEMENTS = {
    "cat": "OSS CAT oss://b/mute;",
    "stat": "OSS STAT oss://b/x/mute;",
    "copy": "OSS CP a.txt oss://b/x/mute;",
    "remove": "OSS RM oss://b/x/mute;",
    "a job's script": 'PAI -name tensorflow1120_ext -Dscript="oss://b/x/mute";',
    "a job's parameters": 'PAI -name tensorflow1120_ext -Dscript="file://train.py" -DhyperParameters="oss://b/x/mute";',
    "a job's bucket": 'PAI -name tensorflow1120_ext -Dscript="file://train.py" -Dbuckets="oss://b/x/mute";',
}


@pytest.mark.parametrize("kind", STATEMENTS)
def test_an_interruption_ends_the_wait(bucket, server, kind):
    before = len(server.requests)
    path = "/hostile/mute" if kind == "cat" else "/hostile/x/mute"
    process = bucket.start(STATEMENTS[kind])
    server.wait_for(path, before)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, told
    assert "interrupted" in told


def test_an_interruption_ends_the_making_of_a_bucket(home, server):
    before = len(server.requests)
    process = home.start(create("b", "s3://mute", server.url, *KEYS))
    server.wait_for("/mute", before)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, told
    assert home.run("SHOW BUCKETS;").ok().rows == []
    assert not os.listdir(os.path.join(home.path, "oss"))


def test_a_job_that_waits_can_be_ended(bucket, server):
    before = len(server.requests)
    text = "import tensorflow as tf\ntf.gfile.GFile('oss://b/in/mute').read()\n"
    started = bucket.run("SET paisql.job.async=true;", bucket.pai_statement(text)).ok()
    server.wait_for("/hostile/in/mute", before)
    bucket.run("KILL %s;" % job_id(started.stderr), timeout=PATIENCE).ok()
    while "Cancelled" not in (shown := bucket.run("SHOW JOBS;").ok().stdout):
        assert "Running" in shown


@pytest.mark.parametrize("addressing", ["path", "virtual"])
def test_the_bucket_is_in_the_path_or_in_the_hosts_name(home, server, addressing):
    # Each name below localhost is this machine.
    port = server.url.rsplit(":", 1)[1]
    properties = (*KEYS, "'addressing'='%s'" % addressing)
    home.run(create("b", "s3://hostile/in", "http://localhost:" + port, *properties)).ok()
    before = len(server.requests)
    assert home.run("OSS CAT oss://b/whole;").ok().stdout == s3_server.WHOLE.decode()
    found = {(asked.partition("?")[0], headers["Host"]) for _, asked, headers in server.requests[before:]}
    if addressing == "path":
        assert found == {("/hostile/in/whole", "localhost:" + port)}
    else:
        assert found == {("/in/whole", "hostile.localhost:" + port)}


def test_keys_of_the_platforms_own_tool_are_found(home, server, tmp_path):
    """$OSS_… first, then ~/.ossutilconfig; never for a place that is not the platform's."""
    (tmp_path / ".ossutilconfig").write_text(
        "[Credentials]\nlanguage=EN\nendpoint = oss-cn-x.aliyuncs.com\n"
        "accessKeyID = LTAIfromfile1\naccessKeySecret=hidden1\nstsToken=token1\n"
        "[Other]\naccessKeyID=LTAIfromfile2\naccessKeySecret=hidden2\n"
    )
    plain = {k: v for k, v in home.environment().items() if not k.startswith(("AWS_", "OSS_"))}

    def made(bucket, scheme, **more):
        before = len(server.requests)
        statement = create(bucket, scheme + "://hostile", server.url)
        environment = dict(plain, HOME=str(tmp_path), AWS_EC2_METADATA_DISABLED="true", **more)
        done = subprocess.run(
            home.command("-e", statement),
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert "hidden" not in done.stderr
        asked = [headers for _, _, headers in server.requests[before:]]
        return done, [{name.lower(): text for name, text in one.items()} for one in asked]

    done, headers = made("b", "oss")
    assert done.returncode == 0, done.stderr
    assert {one["authorization"].split("/")[0] for one in headers} == {"AWS4-HMAC-SHA256 Credential=LTAIfromfile1"}
    assert {one["x-amz-security-token"] for one in headers} == {"token1"}
    _, headers = made("c", "oss", OSS_ACCESS_KEY_ID="LTAIfromenv", OSS_ACCESS_KEY_SECRET="hidden3")
    assert all("Credential=LTAIfromenv/" in one["authorization"] for one in headers) and headers
    done, headers = made("d", "s3")
    assert done.returncode == 1 and headers == []
    assert "there are no keys for bucket 'd'" in done.stderr


def test_a_description_of_another_form_is_named_and_made_again(home, server):
    """Of a newer version, or garbage."""
    home.run("CREATE BUCKET other;").ok()
    path = os.path.join(home.path, "oss", "b")
    for text, problem in (
        ('{"format": 2, "secret": "hidden"}', "has format 2, and this version reads format 1"),
        ("hidden", "does not describe a bucket"),
    ):
        with open(path, "w", encoding="ascii") as stream:
            stream.write(text)
        for statement in (
            "OSS LS oss://b/;",
            "OSS CAT oss://b/k;",
            "CREATE BUCKET b;",
            "CREATE BUCKET IF NOT EXISTS b;",
            create("b", "s3://hostile", server.url, *KEYS),
        ):
            told = home.run(statement).fails("bucket 'b'", problem, "DROP BUCKET b;").stderr
            assert "hidden" not in told
        assert problem in home.run("SHOW BUCKETS;").ok().stdout
        home.run('PAI -name tensorflow1120_ext -Dscript="oss://b/train.py";').fails(problem)
        home.run("DROP BUCKET b;").ok()
        home.run(create("b", "s3://hostile", server.url, *KEYS)).ok()
        home.run("DROP BUCKET b;").ok()
