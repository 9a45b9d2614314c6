"""Each parameter of a PAI statement from end to end: a test that fails without its effect.

The scripts import no TensorFlow, which keeps them fast.
"""

import io
import json
import os
import re
import tarfile
import zipfile

import pytest
from paisql_home import cluster, job_id

# What a process may use, as one line of JSON.
RESOURCES = """
import json, os, re, resource, sys
memory = resource.getrlimit(resource.RLIMIT_DATA)[0]
cpus = len(os.sched_getaffinity(0))
group = re.search("^0::(/.*)$", open("/proc/self/cgroup").read(), re.MULTILINE)
folder = "/sys/fs/cgroup" + group[1] if group else ""
if os.path.exists(folder + "/memory.max") and "paisql" in folder:
    memory = int(open(folder + "/memory.max").read())
    quota, period = open(folder + "/cpu.max").read().split()
    cpus = int(quota) / int(period)
print("RESOURCES " + json.dumps({"argv": sys.argv[1:], "memory": memory, "cpus": cpus,
                                 "cards": os.environ.get("CUDA_VISIBLE_DEVICES", "")}))
"""

READ_TABLES = """
import sys
from paisql.job.manifest import TableUrl, current_job
for text in sys.argv[1].split("=", 1)[1].split(","):
    url = TableUrl(text)
    slices = current_job().find_input(url).narrowed(url)
    print(text.rsplit("/tables/")[1], sum(file["rows"] for file in slices), "rows")
"""

WRITE_TABLES = """
import sys
from paisql.tables.table_writer import TableWriter
for number, text in enumerate(sys.argv[1].split("=", 1)[1].split(",")):
    with TableWriter(text) as writer:
        writer.write((number,), [0])
"""


def job_file(home, outcome):
    with open(os.path.join(home.path, "jobs", job_id(outcome.stderr), "job.json")) as stream:
        return json.load(stream)


def resources(home, outcome, *process):
    """What RESOURCES printed in a process: resources(home, outcome, "worker", "1")."""
    log = home.run("LOG %s %s;" % (job_id(outcome.stderr), " ".join(process))).ok()
    line = next(row[-1] for row in log.rows if row[-1].startswith("RESOURCES"))
    return json.loads(line[len("RESOURCES ") :])


def archive(path, files):
    if path.endswith(".zip"):
        with zipfile.ZipFile(path, "w") as stream:
            for name, text in files.items():
                stream.writestr(name, text)
        return
    with tarfile.open(path, "w:gz") as stream:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            stream.addfile(entry, io.BytesIO(text.encode()))


# ---- script, entryFile ----

PROJECT = {
    "main/train.py": "import data, beside\nprint(data.NAME, beside.NAME, open('words.txt').read())\n",
    "main/beside.py": "NAME = 'beside'\n",
    "data.py": "NAME = 'root'\n",
    "words.txt": "words",
}


def test_a_script_comes_from_a_file_a_resource_or_a_bucket(home):
    home.write("single.py", "print('ran', __file__.rsplit('/', 1)[1])\n")
    bucket = os.path.join(home.path, "oss", "code")
    home.run("ADD PY single.py;").ok()
    os.makedirs(bucket)
    os.rename(home.write("bucket.py", "print('ran from the bucket')\n"), bucket + "/bucket.py")
    forms = ["file://" + os.path.join(home.files, "single.py"), "file://single.py"]
    forms += ["p/resources/single.py", "odps://p/resources/single.py"]
    for form in forms:
        outcome = home.run("PAI -name tensorflow1120_ext -Dscript='%s';" % form).ok()
        assert "ran single.py\n" in outcome.stderr, form
    outcome = home.run("PAI -name tensorflow1120 -Dscript=oss://code.oss-cn.aliyuncs.com/bucket.py;")
    assert "ran from the bucket\n" in outcome.ok().stderr


@pytest.mark.parametrize("name", ["a.tar.gz", "a.zip"])
def test_entry_file_chooses_the_script_of_an_archive(home, name):
    archive(os.path.join(home.files, name), PROJECT)
    statement = "PAI -name tensorflow1120_ext -Dscript=file://%s" % name
    outcome = home.run(statement + " -DentryFile=./main/train.py;").ok()
    assert "root beside words\n" in outcome.stderr
    home.run(statement + ";").fails("an archive needs -DentryFile", "[1,")
    home.run(statement + " -DentryFile=main/trian.py;").fails("did you mean 'main/train.py'")
    assert len(home.job_ids()) == 1


# ---- buckets, checkpointDir, volumes ----


def test_buckets_are_read_and_the_checkpoint_folder_is_written(home):
    for bucket in ("first", "second"):
        os.makedirs(os.path.join(home.path, "oss", bucket, "in"))
        with open(os.path.join(home.path, "oss", bucket, "in", "a.txt"), "w") as stream:
            stream.write("from " + bucket)
    script = "import os, sys\nvalue = dict(a[2:].split('=', 1) for a in sys.argv[1:])\n"
    script += "def local(url): return os.environ['PAISQL_OSS_ROOT'] + '/' + url[len('oss://'):]\n"
    script += "for url in value['buckets'].split(','): print(open(local(url + 'a.txt')).read())\n"
    script += "os.makedirs(local(value['checkpointDir']))\n"
    script += "open(local(value['checkpointDir'] + 'model'), 'w').close()\n"
    outcome = home.pai(
        script,
        buckets="oss://first/in/?role_arn=acs:ram::1:role/r&host=h,oss://second/in/",
        checkpointDir="oss://models/a/?host=h",
    ).ok()
    assert "from first\nfrom second\n" in outcome.stderr
    assert os.path.exists(os.path.join(home.path, "oss", "models", "a", "model"))
    strict = "SET paisql.oss.autocreate=false;"
    home.pai(script, strict, buckets="oss://frist/in/").fails("bucket 'frist' does not exist", "'first'")


def test_a_bucket_that_is_named_is_made_at_its_first_use_and_said_once(home):
    statement = home.pai_statement("print('ran')", buckets="oss://new/in/", checkpointDir="oss://new/model/")
    folder = os.path.join(home.path, "oss", "new")
    home.check(statement).ok()
    assert not os.path.exists(folder)
    refused = home.run("SET paisql.oss.autocreate=false;", statement)
    refused.fails("bucket 'new' does not exist", "CREATE BUCKET new; makes it")
    assert not os.path.exists(folder)
    said = "bucket 'new' is new: an empty one is made, the folder " + folder
    assert home.run(statement).ok().stderr.count(said) == 1
    assert os.listdir(folder) == []
    assert said not in home.run(statement).ok().stderr
    home.run("SET paisql.oss.autocreate=false;", statement).ok()


def test_volumes_become_folders(home):
    home.run("SELECT 1;").ok()
    folder = os.path.join(home.path, "volumes", "p", "words", "v1")
    os.makedirs(folder)
    with open(os.path.join(folder, "a.txt"), "w") as stream:
        stream.write("from the volume")
    script = "import os, sys\nprint(sys.argv[1], open(sys.argv[2].split('=')[1]).read())\n"
    script += "print(os.environ['PAISQL_VOLUME_1'])\n"
    parameters = {"volumes": "odps://p/volumes/words/v1"}
    parameters["userDefinedParameters"] = "--vocabulary=/data/volume1/a.txt"
    outcome = home.pai(script, **parameters).ok()
    assert "--volumes=odps://p/volumes/words/v1 from the volume\n" in outcome.stderr
    assert folder + "\n" in outcome.stderr
    home.pai(script, volumes="odps://p/volumes/words/v2").fails("words/v2 does not exist", "[1,")
    home.pai(script, outputs="odps://p/volumes/words/v1").fails("writing volumes is not offered")
    assert len(home.job_ids()) == 1


# ---- tables, outputs ----


def partitioned(home, name):
    """A table with one level of partitions and one with two, the same rows in each."""
    home.run(
        "CREATE TABLE %s_1 (v BIGINT) PARTITIONED BY (ds STRING);" % name,
        "CREATE TABLE %s_2 (v BIGINT) PARTITIONED BY (ds STRING, h BIGINT);" % name,
        "INSERT INTO %s_1 PARTITION (ds) VALUES (7, '1'), (7, '2');" % name,
        "INSERT INTO %s_2 PARTITION (ds, h) VALUES (7, '1', 1), (7, '1', 2), (7, '2', 1);" % name,
    ).ok()


def test_tables_are_read_whole_and_by_partitions(home):
    plain = home.table("plain", "v BIGINT", [(1,), (2,), (3,)])
    partitioned(home, "parts")
    names = ["parts_1", "parts_1/ds=2", "parts_2", "parts_2/ds=1", "parts_2/ds=1/h=2"]
    urls = ",".join([plain] + ["odps://p/tables/" + name for name in names])
    outcome = home.pai(READ_TABLES, tables=urls).ok()
    rows = re.findall(r"^(\S+) (\d+) rows$", outcome.stderr, re.MULTILINE)
    counts = [("plain", "3"), ("parts_1", "2"), ("parts_1/ds=2", "1"), ("parts_2", "3")]
    assert rows == counts + [("parts_2/ds=1", "2"), ("parts_2/ds=1/h=2", "1")]


def test_outputs_are_tables_and_partitions(home):
    plain = home.table("plain", "v BIGINT", [(9,)])
    partitioned(home, "parts")
    urls = [plain] + ["odps://p/tables/parts_" + part for part in ("1/ds=2", "2/ds=1/h=2")]
    home.pai(WRITE_TABLES, outputs=",".join(urls)).ok()
    assert home.rows("SELECT v FROM plain;") == [("0",)]
    assert home.rows("SELECT ds, v FROM parts_1 WHERE ds > '' ORDER BY ds LIMIT 9;") == [("1", "7"), ("2", "1")]
    assert home.rows("SELECT ds, h, v FROM parts_2 WHERE ds > '' ORDER BY ds, h LIMIT 9;") == [
        ("1", "1", "7"),
        ("1", "2", "2"),
        ("2", "1", "7"),
    ]
    home.pai(WRITE_TABLES, outputs="odps://p/tables/parts_1").fails("add /ds=<value>", "[1,")


def test_tables_and_outputs_may_end_with_a_slash(home):
    partitioned(home, "parts")
    for end in ("", "/"):
        url = "odps://p/tables/parts_2/ds=1/h=2" + end
        outcome = home.pai(READ_TABLES, tables=url).ok()
        assert "parts_2/ds=1/h=2%s 1 rows\n" % end in outcome.stderr
        home.pai(WRITE_TABLES, outputs=",".join(["odps://p/tables/parts_2/ds=2/h=1", url])).ok()
        rows = home.rows("SELECT v FROM parts_2 WHERE ds = '1' AND h = 2;")
        assert rows == [("1",)]
        home.run("INSERT OVERWRITE TABLE parts_2 PARTITION (ds = '1', h = 2) VALUES (7);").ok()


# ---- gpuRequired, cpuRequired, memRequired ----


def test_a_job_of_one_process_has_its_resources(home):
    outcome = home.pai(RESOURCES, gpuRequired="0", cpuRequired="100", memRequired="900").ok()
    used = resources(home, outcome, "worker")
    assert (used["cards"], used["cpus"], used["memory"]) == ("-1", 1, 900 << 20)
    # One GPU is the default; cards that a setting names are believed.
    outcome = home.pai(RESOURCES, "SET paisql.gpus=0,2;").ok()
    assert resources(home, outcome, "worker")["cards"] in ("0", "2")
    role = job_file(home, outcome)["roles"][0]
    assert (role["gpu"], role["default_gpu"]) == (100, True)
    outcome = home.pai(RESOURCES, "SET paisql.gpus=0,2;", gpuRequired="200").ok()
    assert resources(home, outcome, "worker")["cards"] == "0,2"
    role = job_file(home, home.pai(RESOURCES, gpuRequired="25").ok())["roles"][0]
    assert (role["gpu"], role["default_gpu"]) == (25, False)


# ---- cluster ----


def after_the_server(home):
    """RESOURCES with a worker 0 that waits for the parameter server, which is ended with it."""
    meeting = os.path.join(home.files, "meeting")
    os.mkfifo(meeting)
    script = RESOURCES + "if '--job_name=ps' in sys.argv: open(%r, 'w').close()\n" % meeting
    return script + "elif '--task_index=0' in sys.argv: open(%r).close()\n" % meeting


def test_a_cluster_has_its_processes_and_each_its_resources(home):
    # Together they ask for one core, which every machine has.
    shape = {"ps": {"count": 1, "cpu": 10, "memory": 800}}
    shape["worker"] = {"count": 2, "gpu": 0, "cpu": 45, "memory": 900}
    text = json.dumps(shape).replace('"', '\\"')
    outcome = home.pai(after_the_server(home), "SET paisql.gpus=5,6,7;", cluster=text).ok()
    assert "the platform takes gpu 0 of worker for 100" in outcome.stderr
    # A parameter server has no GPU unless it asks for one; a worker always has.
    server = resources(home, outcome, "ps", "0")
    assert "--job_name=ps" in server["argv"] and "--task_index=0" in server["argv"]
    assert (server["cards"], server["memory"]) == ("-1", 800 << 20) and server["cpus"] <= 1
    cards = set()
    for index in "01":
        worker = resources(home, outcome, "worker", index)
        assert worker["argv"][2:] == ["--job_name=worker", "--task_index=" + index]
        assert worker["memory"] == 900 << 20 and worker["cpus"] <= 1
        cards.add(worker["cards"])
    assert len(cards) == 2 and cards < {"5", "6", "7"}
    assert len(worker["argv"][1].split(",")) == 2


def test_a_cluster_has_the_platforms_defaults(home):
    outcome = home.pai(after_the_server(home), cluster=cluster(ps=1, worker=1)).ok()
    roles = {role["name"]: role for role in job_file(home, outcome)["roles"]}
    numbers = {name: (role["gpu"], role["cpu"], role["memory_mb"]) for name, role in roles.items()}
    assert numbers == {"ps": (0, 600, 30000), "worker": (100, 600, 30000)}
    assert all(roles["ps"]["default_" + key] for key in ("gpu", "cpu", "memory"))
    # Both processes have them.
    assert resources(home, outcome, "worker", "0")["memory"] == 30000 << 20
    assert resources(home, outcome, "ps", "0")["memory"] == 30000 << 20


@pytest.mark.parametrize("role, switch", [("worker", "enableDynamicCluster"), ("ps", "autoEnablePsTaskFailover")])
def test_a_process_that_failed_is_started_again_when_asked_for(home, role, switch):
    here, go = os.path.join(home.files, "here"), os.path.join(home.files, "go")
    script = "import os, sys\nif '--job_name=%s' in sys.argv:\n" % role
    # The first one fails, the second one lets the others go on.
    script += "    if not os.path.exists(%r):\n        open(%r, 'w').close()\n" % (here, here)
    script += "        sys.exit(3)\n"
    script += "    open(%r, 'w').close() if '--job_name=ps' in sys.argv else None\n" % go
    script += "elif '--job_name=worker' in sys.argv: open(%r).close()\n" % go
    script += "if '--job_name=ps' in sys.argv: import signal; signal.pause()\n"
    os.mkfifo(go)
    outcome = home.pai(script, cluster=cluster(ps=1, worker=1))
    outcome.fails("%s 0 ended with exit status 3" % role)
    os.remove(here)
    outcome = home.pai(script, cluster=cluster(ps=1, worker=1), **{switch: "true"}).ok()
    assert "%s 0 ended with exit status 3; it is started again" % role in outcome.stderr


# ---- jobName, tags, -jobname ----


def test_a_job_is_known_by_its_name_and_its_parameters(home):
    statement = home.pai_statement("", jobName="own", tags="cnn,ctr", gpuRequired="0")
    statement = statement.replace(" -D", " -jobname option -D", 1)
    outcome = home.run("SET odps.instance.priority=3;", "SET odps.sql.timezone=UTC;", statement)
    job = job_file(home, outcome.ok())
    assert job["name"] == "own" and job["priority"] == 3
    given = {"script": "file://script.py", "jobName": "own", "tags": "cnn,ctr", "gpuRequired": "0"}
    assert job["parameters"] == given
    assert job["settings"] == {"odps.instance.priority": "3", "odps.sql.timezone": "UTC"}
    assert job["script_folder"].rstrip("/") == home.files
    assert ("own", "Success") in home.run("DESC INSTANCE %s;" % job_id(outcome.stderr)).ok().rows
    outcome = home.run(home.pai_statement("").replace(" -D", " -jobname option -D", 1)).ok()
    assert job_file(home, outcome)["name"] == "option"


# ---- time limits ----


def test_a_job_that_hangs_is_ended_unless_it_may(home):
    home.pai("import signal; signal.pause()", maxHungTimeBeforeGCInSeconds="1").fails("maxHungTimeBeforeGCInSeconds")
    limits = {
        value: job_file(home, home.pai("", **given).ok())["limits"]
        for value, given in {
            "default": {},
            "never": {"maxHungTimeBeforeGCInSeconds": "0"},
            "hours": {"maxTrainingTimeInHour": "2"},
        }.items()
    }
    assert limits["default"]["hung_seconds"] == 3600
    assert limits["default"]["training_seconds"] == 0
    assert limits["never"]["hung_seconds"] == 0
    assert limits["hours"]["training_seconds"] == 7200
