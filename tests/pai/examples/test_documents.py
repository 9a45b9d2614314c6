"""The sample scripts and statements of the platform's documents, as their pages have them.

scripts/documents/: csv and queue, csv_… and queue_with_the_blanks_of_the_page and iris.sql from "PAI-TF
data I/O" in Chinese, iris_in_english.sql from the same page in English, command.sql from "PAI-TensorFlow
commands". Only what stands in placeholders is filled in.
"""

import os
import tarfile

import pytest

from paisql_home import script

CSV = "".join("a%d,b%d,c,d,e\n" % (number, number) for number in range(5))


def document(name):
    return script(os.path.join("documents", name))


@pytest.mark.parametrize("name", ["queue.txt", "queue_with_the_blanks_of_the_page.txt"])
def test_the_script_that_reads_by_a_queue(home, name):
    home.write("csvtest.csv", CSV)
    outcome = home.pai(
        document(name),
        "CREATE BUCKET data;",
        "OSS CP csvtest.csv oss://data/in/csvtest.csv;",
        algorithm="tensorflow180_ext -project algo_public",
        buckets="oss://data/in/",
    ).ok()
    assert "\nb0\nb1\nb2\nb3\nOK" in outcome.stderr
    assert "deprecated" not in outcome.stderr
    assert "paisql:" not in outcome.stderr


def archive(home, name, **members):
    """A .tar.gz in the folder of files: archive(home, "code.tar.gz", main=text) with main.py."""
    with tarfile.open(os.path.join(home.files, name), "w:gz") as stream:
        for member, text in members.items():
            path = home.write(member.replace("_", "."), text)
            stream.add(path, member.replace("_", "."))


@pytest.mark.parametrize("name", ["csv.txt", "csv_with_the_blanks_of_the_page.txt"])
def test_the_script_that_reads_a_file_of_its_package(home, name):
    archive(home, "code.tar.gz", main_py=document(name), csvtest_csv=CSV)
    outcome = home.run("PAI -name tensorflow1120_ext -Dscript=file://code.tar.gz -DentryFile=main.py;").ok()
    assert "['a3', 'b3', 'c', 'd', 'e']\n['a4', 'b4', 'c', 'd', 'e']\nOK" in outcome.stderr


COPY = """
import tensorflow as tf
FLAGS = tf.app.flags.FLAGS
with tf.python_io.TableWriter(FLAGS.outputs) as writer:
    writer.write(tf.python_io.TableReader(FLAGS.tables).read(10), range(5))
"""


def test_the_statements_around_the_iris_data(home):
    """The placeholders of the Chinese page are names of variables here; those of the English one are replaced."""
    home.write("iris.py", COPY)
    columns = "f1 DOUBLE,f2 DOUBLE,f3 DOUBLE,f4 DOUBLE,f5 STRING"
    home.table("iris_data", columns, [(5.1, 3.5, 1.4, 0.2, "setosa"), (6.2, 2.9, 4.3, 1.3, "versicolor")])
    values = {
        "当前项目名": "p",
        "输出表名": "iris_output",
        "OSShost": "oss-cn-beijing.aliyuncs.com",
        "输入表名": "iris_data",
        "GPU卡数": "0",
        "OSS访问RoleARN": "acs:ram::1:role/aliyunodpspaidefaultrole",
        "执行的代码文件": "file://iris.py",
    }
    given = "".join("SETVAR %s=%s;\n" % pair for pair in values.items())
    assert home.run_file(home.write("iris.sql", given + document("iris.sql"))).ok()
    assert home.rows("SELECT f5, f1 FROM iris_output ORDER BY f1 LIMIT 9;") == [
        ("setosa", "5.1"),
        ("versicolor", "6.2"),
    ]

    text = document("iris_in_english.sql")
    for place, value in zip(
        (
            "current project}",
            "output table}",
            "host of OSS}",
            "input table}",
            "number of GPUs}",
            "access OSS}",
            "be executed}",
        ),
        values.values(),
    ):
        while place in text:
            end = text.index(place) + len(place)
            text = text[: text.rindex("${", 0, end)] + value + text[end:]
    home.run("DROP TABLE iris_output;").ok()
    home.run_file(home.write("english.sql", text)).ok()
    assert home.rows("SELECT count(*) FROM iris_output;") == [("2",)]


def test_the_command_and_its_parameters(home):
    """The first command, and one with the example of every parameter of the page."""
    archive(home, "train.tar.gz", main_py="import sys\nprint('RUNS', *sorted(sys.argv[1:]))\n")
    table = home.table("days", "id BIGINT", [(1,)])
    home.run(
        "CREATE BUCKET scripts;",
        "OSS CP train.tar.gz oss://scripts/train.tar.gz;",
        "CREATE TABLE parts (id BIGINT) PARTITIONED BY (pt_key1 STRING, pt_key2 STRING);",
        "ALTER TABLE parts ADD PARTITION (pt_key1='v1', pt_key2='v2');",
    ).ok()
    command = (
        document("command.sql").rstrip().replace("<bucket_name>.<oss_host>*", "scripts.oss-cn-x.aliyuncs.com/train")
    )
    assert "RUNS" in home.run_file(home.write("command.sql", command + "\n-DentryFile='main.py';")).ok().stderr

    command += (
        """
    -DentryFile='main.py' -Dbuckets='oss://scripts/,oss://others/' -DcheckpointDir='oss://scripts/out/'
    -Dtables="%s,odps://p/tables/parts/pt_key1=v1/pt_key2=v2" -Doutputs="odps://p/tables/parts/pt_key1=v1/pt_key2=v2"
    -Dcluster="{\\"ps\\":{\\"count\\":1},\\"worker\\":{\\"count\\":2,\\"gpu\\":100}}"
    -DenableDynamicCluster=false -DjobName=jk_wdl_online_job -DmaxHungTimeBeforeGCInSeconds=3600;
    """
        % table
    )
    outcome = home.run_file(home.write("command.sql", command)).ok()
    assert "--tables=%s,odps://p/tables/parts/pt_key1=v1/pt_key2=v2 --task_index=0" % table in outcome.stderr
