"""Parameters of the script components whose effect a script sees, and counts beyond the quota."""

import json
import os
import shutil
import tarfile

from test_alink import filled, python, statement  # noqa: F401
from test_alink_stream import until

TYPES = "flag BOOLEAN, price DECIMAL(10,2), day DATE, at DATETIME, hole STRING, xs ARRAY<DOUBLE>"
ROW = "%s, 1.25, DATE '2026-01-0%d', DATETIME '2026-01-0%d 08:09:10', %s, ARRAY(1d, %dd)"


def told(home, table):
    return [
        json.loads(text.replace("\\\\", "\\"))
        for _, text in home.rows("SELECT * FROM %s ORDER BY worker LIMIT 9;" % table)
    ]


def parameters(algorithm, **more):
    return statement(
        algorithm,
        mainScriptFile="parameters.py",
        userFile="file://beside.py",
        schema="worker long, told string",
        outputSchemaStr="",
        **more,
    ).replace(' -DoutputSchemaStr=""', "")


def test_what_a_script_sees_of_its_parameters(filled):  # noqa: F811
    rows = ["(%s)" % (ROW % ("true" if n % 2 else "false", n, n, "NULL" if n < 3 else "'full'", n)) for n in (1, 2, 3)]
    filled.run(
        "CREATE TABLE kinds (%s);" % TYPES,
        "INSERT INTO kinds VALUES %s;" % ", ".join(rows),
        parameters(
            "tensorflow2_batch",
            inputTableName="kinds",
            numWorkers=2,
            evenSplit="false",
            convertTypes="true",
            nullValues="omit",
            tensorShapes='{"xs": [2, 1]}',
            intraOpParallelism=3,
        ),
        timeout=240,
    ).ok()
    first, second = told(filled, "out")
    # Every row once, in turn; no row of a worker is doubled.
    assert [one["length"] for one in (first, second)] == [2, 1]
    assert [one["streamed"] for one in (first, second)] == [2, 1]
    seen = [first["rows"][0], second["rows"][0], first["rows"][1]]
    for number, row in enumerate(seen, 1):
        expected = {
            "flag": ["int64_list", [number % 2]],
            "price": ["float_list", [1.25]],
            "day": ["bytes_list", ["2026-01-0%d" % number]],
            "at": ["bytes_list", ["2026-01-0%d 08:09:10" % number]],
            "xs": ["float_list", [1.0, float(number)]],
        }
        if number == 3:
            expected["hole"] = ["bytes_list", ["full"]]
        assert row == expected
    for one in (first, second):
        assert one["shapes"] == {"xs": [2, 1]} and one["threads"] == "3", one
        assert one["beside"] == "from a file beside"


def test_a_job_beyond_the_quota_is_fitted_to_it(filled):  # noqa: F811
    """Of 8 workers and 4 parameter servers what the memory is enough for; rows are dealt to those."""
    done = filled.run(
        "SET paisql.quota.memory=1500MB;",
        parameters(
            "tensorflow2_batch", inputTableName="(SELECT id FROM t)", numWorkers=8, numPSs=4, tensorShapes='{"id": [1]}'
        ),
        timeout=240,
    ).ok()
    assert done.stderr.count("the job is fitted to what there is: ") == 1
    assert "1 ps instead of 4, 2 workers instead of 8 for its 3 processes" in done.stderr, done.stderr
    workers = told(filled, "out")
    assert [one["length"] for one in workers] == [3, 3]
    for one in workers:
        count, cluster = one["workers"]
        assert count == 2 and {role: len(hosts) for role, hosts in cluster.items()} == {
            "chief": 1,
            "worker": 1,
            "ps": 1,
        }
    ids = [[row["id"][1][0] for row in one["rows"]] for one in workers]
    assert ids == [[0, 2, 4], [1, 3, 4]]


def test_a_stream_that_is_fitted_to_fewer_workers_than_it_was_begun_with_says_so(filled):  # noqa: F811
    def stream(**more):
        given = dict(inputTableName="t", outputTableName="out", numWorkers=3, **more)
        return "PAI -name sql_stream %s;" % " ".join('-D%s="%s"' % pair for pair in given.items())

    wide = ("SET paisql.quota.cpu=64;", "SET paisql.quota.memory=640GB;")
    filled.run(*wide, "SET paisql.job.async=true;", stream(follow="true")).ok()
    until(lambda: filled.run("SELECT id FROM out;").rows and len(filled.rows("SELECT id FROM out;")) == 5)
    # After a KILL it might go on with any number of workers.
    filled.end_jobs()
    filled.run("INSERT INTO t VALUES (5, 0.5, 'later');").ok()
    filled.run("SET paisql.quota.memory=1500MB;", stream()).fails(
        "2 workers instead of 3",
        "the stream started with 3 workers and continues with as many, but this job is fitted to 2: SET",
    )
    filled.run(*wide, stream()).ok()
    assert filled.rows("SELECT COUNT(*), COUNT(DISTINCT id) FROM out;") == [("6", "6")]


# Asks for the file of the rows, and does without TensorFlow.
ASKS = "def main(config):\n    print(config.dataset_file, config.dataset_length)\n"


def test_a_row_that_is_too_large_is_refused_with_its_column(filled):  # noqa: F811
    filled.write("asks.py", ASKS)
    filled.run(
        "CREATE TABLE big AS SELECT id, s FROM t;",
        "CREATE TABLE part AS SELECT 9L AS id, REPEAT('x', 2097152) AS s;",
        "INSERT INTO big SELECT /*+ MAPJOIN(part) */ MAX(id), WM_CONCAT('', s) FROM "
        "(SELECT EXPLODE(SEQUENCE(1L, 129L)) AS n) numbers JOIN part;",
    ).ok()
    asks = statement(inputTableName="big", mainScriptFile="asks.py", outputSchemaStr="id long")
    filled.run(asks).fails(
        "column 's', row 6 of the input: with it the row has 27053",
        "bytes, and a tf.train.Example has at most 268435456: leave the column out with -DselectedCols",
    )
    filled.run(asks.replace(" -D", ' -DselectedCols="id" -D', 1)).ok()


# What a script of an environment may import: a package of it, and this installation's own.
IMPORTS = """import sys
import brought, numpy, pyarrow

def main(config):
    assert numpy.__file__ == sys.modules["numpy"].__file__ and hasattr(pyarrow, "table")
    print("brought:", brought.WORD, config.task_type)
"""


def environment(folder, version, word):
    """An environment of a Python: a package `brought`, one that stands in the way of ours, and a program."""
    packages = os.path.join(folder, "lib", "python" + version, "site-packages")
    os.makedirs(os.path.join(packages, "pyarrow"))
    os.makedirs(os.path.join(folder, "bin"))
    os.symlink("/usr/bin/python3", os.path.join(folder, "bin", "python"))
    for name, text in (("brought.py", "WORD = %r\n" % word), ("pyarrow/__init__.py", "not Python")):
        with open(os.path.join(packages, name), "w", encoding="utf-8") as stream:
            stream.write(text)
    return folder


def test_packages_of_an_environment_are_found_behind_those_of_the_installation(filled):  # noqa: F811
    filled.write("imports.py", IMPORTS)
    own = python("import sys; print('%d.%d' % sys.version_info[:2])").strip()
    environment(os.path.join(filled.files, "envs", "same"), own, "same")
    far = environment(os.path.join(filled.files, "tf115"), "3.7", "other")
    with tarfile.open(os.path.join(filled.files, "tf115.tar.gz"), "w:gz") as archive:
        archive.add(far, "tf115")
    shutil.rmtree(far)
    given = dict(mainScriptFile="imports.py", outputSchemaStr="id long")
    done = filled.run(
        statement(pythonEnv="file://envs/same", numWorkers=2, **given),
        "SET paisql.alink.url.https://host.cn/envs=%s;" % filled.files,
        statement(pythonEnv="https://host.cn/envs/tf115.tar.gz", **given),
    ).ok()
    behind = "its packages are found after those of this installation"
    assert done.stderr.count("pythonEnv file://envs/same: %s\n" % behind) == 1, done.stderr
    said = "tf115.tar.gz: it is of Python 3.7 and scripts run in Python %s: %s, but" % (own, behind)
    assert done.stderr.count(said) == 1, done.stderr
    logs = []
    for job in filled.job_ids():
        logs += [filled.run("LOG %s;" % job).ok().stdout]
    assert "brought: same chief" in logs[0] and "brought: other chief" in logs[1], logs
