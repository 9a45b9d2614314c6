"""userFiles of Alink's script components: which forms there are, and what lies beside the script then."""

import hashlib
import json
import os
import shutil
import zipfile

import pytest
from alink_models_home import check_errors
from paisql_home import PaisqlHome
from test_alink import statement

MAIN = """import os
import helper, 词
from tools import inner

def main(config):
    assert (helper.NAME, 词.NAME, inner.NAME) == ("near", "non-ASCII", "inner")
    found = []
    for folder, _, names in os.walk(config.work_dir, followlinks=True):
        found += [os.path.relpath(os.path.join(folder, name), config.work_dir) for name in names]
    print("FILES " + " ".join(sorted(name for name in found if "__pycache__" not in name)))
    for name in ("packed/deep/model.bin", "second.txt", "from_oss.txt", "vocabulary/en/words.txt"):
        with open(os.path.join(config.work_dir, name)) as stream:
            print("HAS " + name + " " + stream.read())
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Files of all kinds, a table t of one row, and the bucket b."""
    home = PaisqlHome(tmp_path_factory.mktemp("files"))
    home.write("训练.py", MAIN)
    home.write("helper.py", "NAME = 'near'\n")
    home.write("词.py", "NAME = 'non-ASCII'\n")
    os.makedirs(os.path.join(home.files, "far", "data"))
    home.write("far/data/words.txt", "far")
    home.write("words.txt", "near")
    os.makedirs(os.path.join(home.files, "vocabulary", "en"))
    home.write("vocabulary/en/words.txt", "in a folder")
    os.makedirs(os.path.join(home.files, "tools"))
    home.write("tools/inner.py", "NAME = 'inner'\n")
    for name in ("plain.zip", "model.zip"):
        with zipfile.ZipFile(os.path.join(home.files, name), "w") as archive:
            archive.writestr("deep/model.bin", name)
    home.run("CREATE TABLE t (id BIGINT); INSERT INTO t VALUES (1); CREATE BUCKET b;").ok()
    home.write("object", "object")
    os.makedirs(os.path.join(home.path, "oss", "b", "in"))
    shutil.move(os.path.join(home.files, "object"), os.path.join(home.path, "oss", "b", "in", "x.txt"))
    return home


def given(**changes):
    common = {"mainScriptFile": "file://训练.py", "outputSchemaStr": "id long"}
    return statement("tensorflow2_batch", **dict(common, **changes))


SECRET = "SecretOfTheBucket0123456789"


def test_files_of_all_forms_lie_beside_the_script(home):
    with open(os.path.join(home.files, "words.txt"), "rb") as stream:
        digest = hashlib.md5(stream.read()).hexdigest()
    files = {
        "filePaths": [
            "helper.py",
            "file://词.py",
            "tools",
            "file://vocabulary/",
            "plain.zip",
            "https://host.cn/d/words.txt?x=1&md5=" + digest.upper(),
        ],
        # Those that stand here alone are files, too.
        "fileRenameMap": {
            "file://model.zip": "packed",
            "hdfs://name:9000/d/words.txt": "second.txt",
            "res:///tf_algos/words.txt": "third.txt",
            "oss://b/in/x.txt?host=oss-cn-x.aliyuncs.com&access_key_id=LTAI0123456789abcdef&access_key_secret="
            + SECRET: "from_oss.txt",
        },
    }
    far = os.path.join(home.files, "far", "data")
    done = home.run(
        "SET paisql.alink.url.https://host.cn/d=%s;" % home.files,
        "SET paisql.alink.url.hdfs://name:9000/d=%s;" % far,
        "SET paisql.alink.url.res:///tf_algos=%s;" % far,
        given(userFiles=json.dumps(files, ensure_ascii=False)),
        "SHOW JOBS;",
        "SHOW P;",
        timeout=240,
    ).ok()
    said = done.stdout + done.stderr
    job = home.job_ids()[-1]
    log = ""
    for name in os.listdir(os.path.join(home.path, "jobs", job, "logs")):
        with open(os.path.join(home.path, "jobs", job, "logs", name), encoding="utf-8") as stream:
            log += stream.read()
    lines = [line for line in log.splitlines() if line.startswith(("FILES ", "HAS "))]
    assert lines[1:] == [
        "HAS packed/deep/model.bin model.zip",
        "HAS second.txt far",
        "HAS from_oss.txt object",
        "HAS vocabulary/en/words.txt in a folder",
    ], log
    assert set(lines[0].split()[1:]) >= {"deep/model.bin", "third.txt", "words.txt", "tools/inner.py"}
    # What leads to a bucket elsewhere is not shown, and not needed: the home's bucket counts.
    described = home.run("DESC INSTANCE %s;" % job).ok().stdout
    assert "oss://b/in/x.txt?host=" in described and "access_key_secret=***" in described, described
    for text in (said, described, log):
        assert SECRET not in text and "LTAI0123456789abcdef" not in text


WRONG = [
    ({"userFiles": '{"filePath": ["a.py"]}'}, "filePaths is a list and fileRenameMap an object", '\\"filePath\\"'),
    ({"userFiles": '{"filePaths": "a.py"}'}, "filePaths is a list and fileRenameMap an object", '\\"filePaths\\"'),
    ({"userFiles": "[1]"}, "userFiles: a file is a text", "1]"),
    ({"userFiles": '{"fileRenameMap": {"helper.py": "../x.py"}}'}, "is a text without '/'", '\\"../x.py'),
    ({"userFiles": '{"fileRenameMap": {"helper.py": ""}}'}, "is a text without '/'", '\\"\\"'),
    ({"userFiles": "words.txt,far/data/words.txt"}, "two files are called words.txt", "far/data"),
    (
        {"userFiles": '{"fileRenameMap": {"words.txt": "helper.py", "helper.py": "helper.py"}}'},
        "fileRenameMap",
        '\\"helper.py\\": ',
    ),
    (
        {"userFiles": "https://host.cn/d/words.txt?md5=" + "0" * 32},
        "is not the file that is asked for: its MD5 is ",
        "https://",
    ),
    ({"userFiles": "https://host.cn/d/words.txt?md5=12"}, "'12' is not a MD5", "https://"),
    ({"userFiles": "res:///tf_algos/x.py"}, "SET paisql.alink.url.<prefix>=<folder>", "res://"),
    ({"userFiles": "hdfs://name/x.py"}, "SET paisql.alink.url.<prefix>=<folder>", "hdfs://"),
    ({"userFiles": "ftp://host/x.py"}, "'ftp://host/x.py' names no file", "ftp://"),
    (
        {"userFiles": "oss://b/in/nix.txt?host=h&access_key_id=LTAI0123456789abcdef&access_key_secret=" + SECRET},
        "nix.txt does not exist",
        "oss://b",
    ),
    ({"userFiles": "oss://nix/x.txt"}, "bucket 'nix' does not exist", "oss://nix"),
    ({"userFiles": "looped"}, "is neither a file nor a folder of", "looped"),
    ({"userFiles": "broken.zip"}, "broken.zip", "broken.zip"),
]


def test_what_is_wrong_with_files_is_said_before_anything_runs(home):
    os.makedirs(os.path.join(home.files, "looped"), exist_ok=True)
    os.symlink(".", os.path.join(home.files, "looped", "again"))
    home.write("broken.zip", "no archive")
    before = home.job_ids()
    setting = "SET paisql.alink.url.https://host.cn/d=%s;" % home.files
    lines = [given(**changes) for changes, *_ in WRONG]
    said = check_errors(home, lines, [case for _, *case in WRONG], [setting])
    assert SECRET not in said
    assert home.job_ids() == before
