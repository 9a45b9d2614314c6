"""Users of a server reach no files of its machine, and their code runs confined; the owner's do not."""

import os
import pathlib
import tempfile

import pytest

from signing import KeptServer

USERS = """boss boss-secret
bob bob-secret bob@example.com
"""
ASK = """
import sys
from odps import errors
def ask(name, *statements):
    o2 = ODPS(name, name + "-secret", "default_project", endpoint=o.endpoint)
    for statement in statements:
        try:
            with o2.execute_sql(statement).open_reader(tunnel=False) as reader:
                print(str(reader.raw).strip().splitlines()[-1:] or ["OK"])
        except errors.ODPSError as error:
            text = str(error)
            print("refused" if "ODPS-0130013" in text and "reach no files" in text else text)
o = o
"""


@pytest.fixture(scope="module")
def kept():
    # Outside of /dev, which a confined process may use: temporary files of tests may lie in /dev/shm.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        yield from keep(pathlib.Path(name))


def keep(folder):
    (folder / "private").mkdir()
    (folder / "private" / "key.csv").write_text("the key\n")
    made = KeptServer(
        folder,
        USERS,
        "CREATE TABLE sale AS SELECT 1L AS amount, 'x' AS city;",
        "ADD USER bob@example.com;",
        "GRANT CreateInstance, CreateTable, CreateResource, CreateFunction, CreateOfflineModel, List, Read, Write "
        "ON PROJECT default_project TO USER bob@example.com;",
        "GRANT All ON TABLE sale TO USER bob@example.com;",
    )
    yield made
    made.stop()


def asked(kept, name, *statements):
    return kept.pyodps(ASK + f"ask({name!r}, *{list(statements)!r})\n").splitlines()


def statements_with_paths(folder):
    return [
        f"TUNNEL DOWNLOAD sale {folder}/out.csv",
        f"TUNNEL UPLOAD {folder}/private/key.csv sale",
        f"ADD FILE {folder}/private/key.csv",
        f"ADD PY {folder}/private/key.csv AS k.py",
        f"GET RESOURCE k.py {folder}/out.py",
        f"PUT POLICY {folder}/private/key.csv",
        f"CREATE EXTERNAL TABLE stolen (a STRING) STORED AS TEXTFILE LOCATION '{folder}/private/'",
        f"LOAD INTO TABLE sale FROM LOCATION '{folder}/private/' STORED AS TEXTFILE",
        f"UNLOAD FROM (SELECT * FROM sale) INTO LOCATION '{folder}/out/' STORED AS TEXTFILE",
        f"CREATE MODEL m FROM '{folder}/private'",
        f"FS -put {folder}/private/key.csv /v/p/key.csv",
        f"PAI -name tensorflow -Dscript='file://{folder}/private/key.csv'",
        f"PAI -name tensorflow -Dscript='{folder}/private/key.csv'",
        "PAI -name tensorflow -Dscript='train.py'",
        f"EXPORT PROJECT default_project TO '{folder}/out'",
        f"CREATE BUCKET b LOCATION '{folder}/private'",
        f"SET paisql.temp_directory={folder}/out",
        "SET paisql.job.confine=false",
        "UNSET paisql.job.confine",
        "SELECT TRANSFORM(amount) USING 'cat /etc/hostname' AS (a) FROM sale",
    ]


def test_users_name_no_files_of_the_server(kept):
    statements = statements_with_paths(kept.folder)
    answers = asked(kept, "bob", *statements)
    wrong = [(s, a) for s, a in zip(statements, answers) if a != "refused" and "ODPS-0130161" not in a]
    assert not wrong and len(answers) == len(statements)
    assert not os.path.exists(os.path.join(kept.folder, "out"))
    assert not os.path.exists(os.path.join(kept.folder, "out.csv"))


def test_users_run_nothing_on_spark(kept):
    """Its settings name a program and an address, and functions and jobs of users run there unconfined."""
    code = """
from odps import errors
train = "PAI -name linearregression -project algo_public -DinputTableName=sale -DmodelName=line "
train += "-DfeatureColNames=amount -DlabelColName=amount"
asked = {"SELECT amount FROM sale": "paisql.engine", train: "paisql.job.place"}
for name in "bob", "boss":
    user = ODPS(name, name + "-secret", "default_project", endpoint=o.endpoint)
    for statement, setting in asked.items():
        hints = {setting: "spark", "paisql.spark.remote": "sc://127.0.0.1:1", "paisql.spark.python": "/no/python"}
        try:
            user.execute_sql(statement, hints=hints)
        except errors.ODPSError as error:
            text = str(error)
            print(name, setting, "ODPS-0130013" in text and "Spark" in text, "there is no /no/python" in text)
"""
    assert kept.pyodps(code).splitlines() == [
        "bob paisql.engine True False",
        "bob paisql.job.place True False",
        "boss paisql.engine False True",
        "boss paisql.job.place False True",
    ]


def test_the_owner_names_them(kept):
    assert (
        asked(
            kept,
            "boss",
            f"TUNNEL DOWNLOAD sale {kept.folder}/mine.csv",
            "SELECT TRANSFORM(amount) USING 'cat' AS (a) FROM sale",
        )[-1]
        == "['\"1\"']"
    )
    assert os.path.exists(os.path.join(kept.folder, "mine.csv"))


def test_functions_of_users_are_confined(kept):
    code = """
from odps import errors
source = '''
from odps.udf import annotate
@annotate("string->string")
class Peek(object):
    def evaluate(self, path):
        try:
            return open(path).read()
        except OSError as error:
            return type(error).__name__
'''
bob = ODPS("bob", "bob-secret", "default_project", endpoint=o.endpoint)
bob.create_resource("peek.py", "py", file_obj=source)
bob.create_function("peek", class_type="peek.Peek", resources=["peek.py"])
for path in %r, %r:
    with bob.execute_sql("SELECT peek('%%s') AS a;" %% path).open_reader(tunnel=False) as reader:
        print(reader[0]["a"].strip())
""" % (os.path.join(kept.folder, "private", "key.csv"), os.path.join(kept.home, "catalog.sqlite"))
    assert kept.pyodps(code).splitlines() == ["PermissionError", "PermissionError"]
