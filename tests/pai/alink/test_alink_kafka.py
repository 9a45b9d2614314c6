"""Kafka as the source and the output of Alink's streams, with brokers of librdkafka."""

import json
import os
import shutil
import signal
import subprocess
import sys

import pytest
from alink_models_home import check_errors

pytest.importorskip("confluent_kafka", reason="scripts/setup installs it")

from fake_job import PYTHON_FOLDER
from kafka_brokers import Brokers
from paisql_home import BINARY
from test_alink import FILES, run_program
from test_alink_stream import ids, processes, statement, until

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink import kafka  # noqa: E402
from paisql.alink_stream.kafka import client  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402

SECRET = "hunter-of-two"


@pytest.fixture
def brokers():
    return Brokers()


@pytest.fixture
def filled(home):
    for name in ("pass_stream.py", "message_stream.py"):
        shutil.copy(os.path.join(FILES, name), home.files)
    return home


def rows_of(*numbers):
    return [b'{"id": %d, "y": %r}' % (number, number / 2) for number in numbers]


def read(brokers, topic, **changes):
    given = {
        "inputPath": "kafka://%s/%s" % (brokers.servers, topic),
        "inputSchemaStr": "id long, y double",
        "numWorkers": 1,
    }
    return statement(**dict(given, **changes))


def test_a_topic_goes_into_a_table_and_on(filled, brokers):
    topic = brokers.make("on", 3)
    for number in range(3):
        brokers.send(topic, *rows_of(*range(number, 300, 3)), partition=number)
    stream = read(brokers, topic, groupId="onward")
    filled.run(stream).ok()
    assert ids(filled) == list(range(300))
    assert brokers.offsets_of_group("onward", topic, 3) == [100] * 3
    filled.run(stream).ok()
    assert ids(filled) == list(range(300))
    # Empty messages and tombstones make no rows; line ends within JSON are blanks.
    brokers.send(topic, None, b" ", b'{"id": 300,\r\n"y":\n150.0}\n', None, partition=1)
    filled.run(stream).ok()
    assert ids(filled) == list(range(301))
    assert brokers.offsets_of_group("onward", topic, 3) == [100, 104, 100]
    # From the beginning, which is where the group ends: nothing.
    filled.run(read(brokers, topic, groupId="onward", startMode="restart", startupMode="GROUP_OFFSETS")).ok()
    assert ids(filled) == list(range(301))
    filled.run(read(brokers, topic, startMode="restart")).ok()
    assert ids(filled) == sorted([*range(301)] * 2)


@pytest.mark.parametrize("recovery", ["resume", "replay"])
def test_nothing_is_lost_or_doubled_when_processes_are_killed(filled, brokers, recovery):
    topic = brokers.make("killed-" + recovery, 3)
    go = os.path.join(filled.files, "go")
    slow = read(brokers, topic, follow="true", user_params={"hold": 350, "until": go}, recovery=recovery)

    def send(first, end):
        for number in range(3):
            own = [one for one in range(first, end) if one % 3 == number]
            brokers.send(topic, *rows_of(*own), partition=number)

    send(0, 150)
    running = filled.start(slow)
    until(lambda: len(ids(filled)) == 150)
    send(150, 300)
    until(lambda: len(ids(filled)) == 300)
    # The worker reads what its predecessor has, and so does the next coordinator.
    os.kill(max(processes(filled, "worker-0")), signal.SIGKILL)
    send(300, 340)
    until(lambda: len(ids(filled)) == 340)
    if recovery == "resume":
        # Not the later one, by which it commits.
        os.kill(min(processes(filled, "stream-0")), signal.SIGKILL)
    send(340, 500)
    wanted = 500 if recovery == "resume" else 350
    until(lambda: len(ids(filled)) == wanted)
    filled.end_jobs()
    assert running.wait(120) == 1
    # Another job takes the same messages in the same order, and then those that have come.
    send(500, 600)
    filled.write("go", "")
    filled.run(read(brokers, topic, recovery=recovery, user_params={"until": go})).ok()
    assert ids(filled) == list(range(600))


def test_a_coordinator_that_is_killed_before_its_first_commit(filled, brokers):
    """What the stream before it has left is counted by its own units."""
    topic = brokers.make("quiet")
    for first in (0, 10):
        brokers.send(topic, *rows_of(*range(first, first + 10)))
        filled.run(read(brokers, topic)).ok()
    running = filled.start(read(brokers, topic, follow="true"))
    until(lambda: len(processes(filled, "stream-0")) > 0)
    notes = os.path.join(filled.path, "jobs", filled.job_ids()[-1], "received", "kafka.json")
    until(lambda: os.path.exists(notes))
    before = processes(filled, "stream-0")
    os.kill(min(before), signal.SIGKILL)
    until(lambda: set(processes(filled, "stream-0")) - set(before))
    brokers.send(topic, *rows_of(*range(20, 30)))
    until(lambda: len(ids(filled)) >= 30)
    filled.end_jobs()
    running.wait(120)
    assert ids(filled) == list(range(30))


def test_a_followed_pattern_until_it_is_stopped(filled, brokers):
    first = brokers.make("clicks-1")
    brokers.send(first, *rows_of(0, 1))
    brokers.send(brokers.make("other"), *rows_of(100))
    stream = dict(
        inputPath="-",
        bootstrapServers=brokers.servers,
        topicPattern="clicks-[0-9]",
        startupMode="LATEST",
        groupId="followers",
        recovery="resume",
    )
    # Of a stream from the end nobody can tell when it has begun, but by its notes.
    filled.run("SET paisql.job.async=true;", read(brokers, "", follow="true", **stream)).ok()
    (job,) = filled.job_ids()
    until(lambda: os.path.exists(os.path.join(filled.path, "jobs", job, "received", "kafka.json")))
    brokers.send(first, *rows_of(2, 3))
    until(lambda: ids(filled) == [2, 3])
    # A topic that comes is read from its first message on.
    brokers.send(brokers.make("clicks-2"), *rows_of(4, 5))
    until(lambda: ids(filled) == [2, 3, 4, 5])
    # Brokers that are away are waited for.
    brokers.set_up(False)
    log = os.path.join(filled.path, "jobs", job, "logs", "stream-0.log")
    until(lambda: "does not answer" in open(log, encoding="utf-8").read())
    brokers.set_up(True)
    brokers.send(first, *rows_of(6))
    until(lambda: ids(filled) == [2, 3, 4, 5, 6])
    filled.run("KILL %s;" % job).ok()
    assert brokers.offsets_of_group("followers", first) == [5]
    brokers.send("clicks-2", *rows_of(7))
    filled.run(read(brokers, "", **stream)).ok()
    assert ids(filled) == [2, 3, 4, 5, 6, 7]


def test_messages_come_with_their_places(filled, brokers):
    topic = brokers.make("places", 2)
    brokers.send(topic, "词".encode(), b"\xff{", partition=1, key=b"k")
    into = dict(
        inputSchemaStr="",
        mainScriptFile="file://message_stream.py",
        outputSchemaStr="told string",
        outputTableName="told",
        nullValues="omit",
    )
    brokers.send(topic, None)
    filled.run(read(brokers, topic, **into)).ok()
    told = [json.loads(text) for (text,) in filled.rows("SELECT told FROM told;")]
    place = {"message_key": "k", "topic": topic, "topic_partition": 1}
    assert sorted(told, key=lambda one: (-one["topic_partition"], one["partition_offset"])) == [
        dict(place, message="词", partition_offset=0),
        dict(place, message="\ufffd{", partition_offset=1),
        {"topic": topic, "topic_partition": 0, "partition_offset": 0},
    ]


def test_bad_messages_and_those_that_are_gone(filled, brokers):
    topic = brokers.make("bad", 2)
    brokers.send(topic, *rows_of(0), None, b'{"id": 1}{"id": 2}', b"no", *rows_of(3), partition=1)
    filled.run(read(brokers, topic)).fails("bad[1] offset 2: this is not JSON", "-DbadRows=skip")
    skip = read(brokers, topic, badRows="skip", startMode="restart")
    filled.run(skip).ok()
    assert ids(filled) == [0, 3]
    without = brokers.make("nulls")
    brokers.send(without, *rows_of(0), None, b'{"id": 9}')
    into = dict(outputTableName="nulls", startMode="restart")
    filled.run(read(brokers, without, **into)).fails("column 'y' is NULL in kafka://", "nulls[0] offset 2,")
    # A partition keeps 5 MiB, so that offset 5, the next one, is dropped.
    big = b'{"id": 4, "y": 2.0, "more": "%s"}' % (b"x" * 900_000)
    brokers.send(topic, *[big] * 8, partition=1)
    filled.run(read(brokers, topic, badRows="skip")).fails("offset 5 of bad[1] does not exist", "-DstartMode=restart")


def test_rows_go_into_a_topic(filled, brokers):
    topic, sent = brokers.make("in"), brokers.make("out")
    brokers.send(topic, *rows_of(0, 1, 2))
    to = dict(outputPath="kafka://%s/%s" % (brokers.servers, sent), groupId="sent")
    filled.run(read(brokers, topic, **to)).ok()
    assert brokers.messages(sent) == rows_of(0, 1, 2)
    # The group goes on where it was.
    brokers.send(topic, *rows_of(3))
    filled.run(read(brokers, topic, startupMode="GROUP_OFFSETS", outputFormat="csv", **to)).ok()
    assert brokers.messages(sent)[3:] == [b"3,1.5"]


WRONG = [
    ({"inputPath": "kafka://h:1"}, "the topic is missing", '"kafka://h:1"'),
    ({"inputPath": "kafka://h/t"}, "'h' is not a server of Kafka", '"kafka://h/t"'),
    ({"inputPath": "kafka://h:1,i:0/t"}, "'i:0' is not a server of Kafka", '"kafka://h:1,i:0/t"'),
    ({"inputPath": "kafka://h:1/a b"}, "'a b' is not a name of a topic", '"kafka://h:1/a b"'),
    ({"inputPath": "-"}, "a stream has one source", '"file://pass_stream.py"'),
    ({"bootstrapServers": "h:1"}, "bootstrapServers: inputPath says it", '"h:1"'),
    ({"inputPath": "-", "bootstrapServers": "h:1"}, "has topics or a pattern", '"h:1"'),
    ({"inputPath": ".", "groupId": "g"}, "groupId: the source is not a topic of Kafka", '"g"'),
    ({"outputFormat": "csv"}, "outputFormat: the rows go into a table", '"csv"'),
    ({"outputProperties": "a=b"}, "outputProperties: the rows go into no topic of Kafka", '"a=b"'),
    ({"inputFormat": "csv"}, "messages are JSON", '"csv"'),
    ({"startupMode": "NOW"}, "'NOW' is not a value for startupMode", '"NOW"'),
    ({"startupMode": "GROUP_OFFSETS"}, "give -DgroupId", '"GROUP_OFFSETS"'),
    ({"startupMode": "TIMESTAMP"}, "give -DstartTime", '"TIMESTAMP"'),
    ({"startupMode": "TIMESTAMP", "startTime": "soon"}, "'soon' is not a time", '"soon"'),
    ({"startTime": "0"}, "leave startTime out", '"0"'),
    ({"properties": "acks"}, "write name=value", '"acks"'),
    ({"properties": "group.id=g"}, "group.id has its own parameter", '"group.id=g"'),
    ({"properties": '{"a": {}}'}, "a is an object", '"{'),
    ({"outputPath": "kafka://h:1/a,b"}, "rows go into one topic", '"kafka://h:1/a,b"'),
]


def errors_of(home, statements, **environment):
    done = subprocess.run(
        [BINARY, "--home", home.path, "--project", "p", "--output", "jsonl", "--keep-going"],
        input="\n".join(statements),
        cwd=home.files,
        env=dict(home.environment(), **environment),
        capture_output=True,
        text=True,
        timeout=120,
    )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    found = {event["number"]: event for event in events if event["event"] == "error"}
    assert home.job_ids() == []
    return [found[number] for number in range(1, len(statements) + 1)]


def test_what_is_wrong_is_said_before_anything_runs(filled):
    base = {"inputPath": "kafka://h:1/t", "inputSchemaStr": "id long"}
    statements = [statement(**dict(base, **changes)) for changes, *_ in WRONG]
    check_errors(filled, statements, [case for _, *case in WRONG])
    (error,) = errors_of(filled, [statement(**base, properties="sasl.password=a (b")])
    assert "write all of properties as a JSON object" in error["hint"] and "(b" not in str(error)
    # A Python without the client.
    os.mkdir(os.path.join(filled.files, "path"))
    filled.write("path/confluent_kafka.py", "raise ModuleNotFoundError(\"No module named 'confluent_kafka'\")")
    path = {"PYTHONPATH": os.path.join(filled.files, "path")}
    to = dict(base, inputPath=".", outputPath="kafka://h:1/t")
    for error in errors_of(filled, [statement(**base), statement(**to)], **path):
        assert "needs the Python package confluent-kafka" in error["message"]
        assert "-m pip install confluent-kafka brings it" in error["hint"]


def test_what_the_brokers_refuse_ends_the_job(filled, brokers):
    filled.run(read(brokers, "nowhere")).fails("there is no topic 'nowhere'")
    away = statement(inputPath="kafka://127.0.0.1:1/t", inputSchemaStr="id long", numWorkers=1)
    filled.run(away).fails("kafka://127.0.0.1:1/t does not answer: ", "Connection refused")


def secrets_in(top):
    """[(path, content)] of all files below a folder, in none of which the secret stands."""
    found = []
    for folder, _, names in os.walk(top):
        for path in (os.path.join(folder, name) for name in names):
            if os.path.isfile(path):
                with open(path, "rb") as stream:
                    found.append((path, stream.read()))
                assert SECRET.encode() not in found[-1][1], path
    return found


def test_secrets_of_the_client_are_kept_nowhere(filled, brokers):
    topic = brokers.make("secrets")
    brokers.send(topic, *rows_of(0))
    names = {"security.protocol": "plaintext", "sasl.password": SECRET, "sasl.username": "u"}
    for given in (json.dumps(names), ",".join("%s=%s" % pair for pair in names.items())):
        done = filled.run(read(brokers, topic, properties=given, startMode="restart")).ok()
        assert SECRET not in done.stdout + done.stderr
    shown = filled.run("SHOW P;", "DESC INSTANCE %s;" % filled.job_ids()[0]).ok()
    assert SECRET not in shown.stdout + shown.stderr
    secrets_in(filled.path)
    # A message of the client may have a value of its settings.
    wrong = json.dumps({"sasl.password": SECRET, "security.protocol": SECRET})
    failed = filled.run(read(brokers, topic, properties=wrong)).fails("Invalid value", "of librdkafka")
    assert SECRET not in failed.stdout + failed.stderr
    # The statement itself has the value under a name of no secret, and is kept; what processes say of it is not.
    logs = secrets_in(os.path.join(filled.path, "jobs", filled.job_ids()[-1], "logs"))
    assert any(b"Invalid value" in data for _, data in logs)


@pytest.mark.parametrize(
    "given",
    [
        '{"client.id": "a,b=c", "acks": -1, "enable.idempotence": true}',
        {"client.id": "a,b=c", "acks": -1, "enable.idempotence": True},
        "client.id=a, acks = -1,enable.idempotence=true",
    ],
)
def test_properties_of_a_sink_are_read_as_those_of_a_statement(given):
    wanted = {"client.id": "a" if isinstance(given, str) and given[0] == "c" else "a,b=c", "acks": "-1"}
    assert kafka._named(given) == dict(wanted, **{"enable.idempotence": "true"})


@pytest.mark.parametrize("given", ["acks", "=1", '{"a": {}}', '{"a": ', "[1]", '{"sasl.password": ["%s"]}' % SECRET])
def test_properties_of_a_sink_that_are_none(given):
    with pytest.raises(ValueError, match="are name=value,name=value, a dict, or an object of JSON") as told:
        kafka._named(given)
    assert SECRET not in str(told.value)
    with pytest.raises(ValueError, match="bootstrap.servers has its own parameter"):
        kafka._named({"bootstrap.servers": "h:1"})


def test_operators_of_a_program(filled, brokers):
    topic, sent = brokers.make("program"), brokers.make("program-out")
    brokers.send(topic, *rows_of(0, 1))
    shutil.copy(os.path.join(FILES, "kafka_streams.py"), filled.files)
    program = os.path.join(filled.files, "kafka_streams.py")
    done = run_program(filled, program, brokers.servers)
    assert done.stdout.endswith("all\n")
    # debug_mode shows statements, without passwords.
    assert "-DgroupId=" in done.stderr and SECRET not in done.stderr
    assert brokers.messages(sent) == [*rows_of(0, 1), b'7;3.5;;""', b'8;;true;"a;b"']


PROGRAMS = {
    "plugin.library.paths": "monitor",
    "sasl.kerberos.kinit.cmd": "id",
    "ssl.engine.id": "dynamic",
    "ssl.engine.location": "/tmp/x.so",
    "ssl.providers": "default,/tmp/x",
    "sasl.kerberos.keytab": '/k" $(id)',
    "sasl.kerberos.principal": "u;id",
}


def test_no_property_runs_a_program(filled):
    base = {"inputPath": "kafka://h:1/t", "inputSchemaStr": "id long"}
    into = {"inputPath": ".", "inputSchemaStr": "id long", "outputPath": "kafka://h:1/t"}
    statements = []
    for name, value in PROGRAMS.items():
        statements.append(statement(**base, properties=json.dumps({name: value})))
        statements.append(statement(**into, outputProperties=json.dumps({name: value})))
    for number, error in enumerate(errors_of(filled, statements)):
        name = list(PROGRAMS)[number // 2]
        assert name in error["message"] and "a command" in error["message"] and error["column"] > 1, error
    for name, value in PROGRAMS.items():
        with pytest.raises(TaskError, match=name + ".* a command"):
            client.Settings("h:1", {name: value})
    client.Settings("h:1", {"sasl.kerberos.principal": "kafka/host-1.x@REALM", "sasl.kerberos.keytab": "/etc/k.keytab"})
