"""What a PAI statement says of itself: options, values without effect, mistakes, help.

The scripts import no TensorFlow, which keeps them fast; test_help_examples_run alone does.
"""

import os
import re

import pytest
from fake_job import TENSORFLOW
from paisql_home import cluster


def test_lineage_is_said_to_have_no_effect(home):
    statement = home.pai_statement("print('ran')").replace(" -D", " -lineage '{}' -D", 1)
    done = home.run(statement, statement).ok()
    assert done.stderr.count("-lineage has no effect here") == 1


def test_cost_tells_of_the_input_and_starts_nothing(home):
    url = home.table("source", "v BIGINT", [(1,), (2,)])
    statement = home.pai_statement("", tables=url, cluster=cluster(ps=1, worker=2))
    outcome = home.run(statement.replace(" -D", " -cost -D", 1)).ok()
    assert home.job_ids() == []
    files = os.path.join(home.path, "warehouse", "p", "source")
    size = sum(os.path.getsize(os.path.join(files, name)) for name in os.listdir(files))
    assert outcome.stderr == "Input:%d Bytes\nWorkerNumber:2\nOK\n" % size
    wrong = home.pai_statement("", tables=url + "s").replace(" -D", " -cost -D", 1)
    home.run(wrong).fails("cannot be resolved", "[1,")


# ---- what has no effect, and what is wrong ----


def test_what_has_no_effect_is_said_once_a_session(home):
    statement = home.pai_statement(
        "", arn="acs:ram::1:role/r", ossHost="h", autoStrategy="true", allOrNothing="false", vpcId=""
    )
    said = "-Darn has no effect here: the home has no roles\n"
    outcome = home.run(statement, statement).ok()
    assert outcome.stderr.count(said) == 1
    assert len(re.findall("has no effect here", outcome.stderr)) == 3
    assert outcome.stderr.index(said) < outcome.stderr.index("ID = ")
    # Another session is another user.
    assert said in home.run(statement).ok().stderr


WRONG = [
    ({"gpuRequired": "150"}, "'150' is not a value for gpuRequired"),
    ({"gpuRequired": "one"}, "'one' is not a value for gpuRequired"),
    ({"cpuRequired": "1.5"}, "'1.5' is not a value for cpuRequired"),
    ({"memRequired": "8GB"}, "'8GB' is not a value for memRequired"),
    ({"maxHungTimeBeforeGCInSeconds": "-1"}, "'-1' is not a value for maxHungTime"),
    ({"maxTrainingTimeInHour": "soon"}, "'soon' is not a value for maxTrainingTimeInHour"),
    ({"enableDynamicCluster": "yes"}, "'yes' is not a value for enableDynamicCluster"),
    ({"autoStrategy": "yes"}, "'yes' is not a value for autoStrategy"),
    ({"arn": "me"}, "'me' is not a value for arn"),
    ({"ossHost": "http://h"}, "'http://h' is not a value for ossHost"),
    ({"cluster": '{\\"worker\\":{\\"count\\":2,\\"gpu\\":150}}'}, "150 is not a value for gpu"),
    ({"cluster": '{\\"worker\\":2}'}, "cluster: worker is a number, not an object"),
    ({"cluster": cluster(worker=2), "gpuRequired": "100"}, "gpuRequired contradicts cluster"),
    ({"cluster": cluster(worker=2), "cpuRequired": "100"}, "cpuRequired contradicts cluster"),
    ({"cluster": cluster(worker=2), "memRequired": "100"}, "memRequired contradicts cluster"),
    ({"tables": "p.t"}, "'p.t' is not the name of a table"),
    ({"outputs": "odps://p/tables/none"}, "table p.none cannot be resolved"),
    ({"checkpointDir": "hdfs://x"}, "does not begin with oss://"),
    ({"hyperParameters": "file://none.txt"}, "none.txt does not exist"),
    ({"userDefinedParameters": "--a='b"}, "the quote ' does not end"),
]


def test_what_is_wrong_has_its_place_and_starts_nothing(home):
    for parameters, message in WRONG:
        statement = home.pai_statement("", **parameters)
        session = home.start_file(statement)
        _, errors = session.communicate(timeout=120)
        assert session.returncode == 1 and message in errors, errors
        assert re.search(r"^ *\|.*\^+$", errors, re.MULTILINE), errors
        column = int(re.search(r"ODPS-\d+:\[1,(\d+)\]", errors)[1])
        assert column > statement.index("script.py"), errors
    assert home.job_ids() == []


# ---- HELP ----


@pytest.mark.skipif(not TENSORFLOW, reason="scripts/setup installed no TensorFlow")
@pytest.mark.parametrize("name", ["tensorflow1120_ext", "tensorflow220"])
def test_help_examples_run(home, name):
    lines = [row[0] for row in home.run("HELP PAI %s;" % name).ok().rows]
    example = "\n".join(lines[lines.index("") :])
    script, statements = example.split("train.py", 1)[1].split("and these statements:")
    home.write("train.py", "".join(line[4:] + "\n" for line in script.split("\n")[1:]))
    home.run("CREATE TABLE other (v BIGINT);").ok()
    statements = statements.replace("default_project", "p")
    home.run(statements, "SELECT x, y FROM doubled ORDER BY x LIMIT 9;").ok()
    assert home.rows("SELECT x, y FROM doubled ORDER BY x LIMIT 9;") == [("1.0", "2.0"), ("2.0", "4.0")]


def test_help_lists_the_algorithms_by_families(home):
    text = "\n".join(row[0] for row in home.run("HELP PAI;").ok().rows)
    for title in ("TensorFlow 1: ", "TensorFlow 2: ", "TensorBoard: "):
        assert title in text
    home.run("HELP PAI pytorch180;").fails("is PyTorch, and is not offered")
    home.run("PAI -name easy_rec_ext -Dcmd=train;").fails("is EasyRec", "[1,")
    home.run("HELP PAI tensorflow1129;").fails("did you mean")


def test_a_leading_partition_key_that_matches_nothing_is_named(home):
    home.run(
        "CREATE TABLE days (v BIGINT) PARTITIONED BY (ds STRING, hh STRING);",
        "ALTER TABLE days ADD PARTITION (ds='20260101', hh='01');",
    ).ok()
    for parameter in ("tables", "outputs"):
        home.pai("", **{parameter: "odps://p/tables/days/ds=20260109"}).fails("ds=20260109")
