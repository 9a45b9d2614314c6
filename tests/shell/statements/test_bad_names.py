"""A name that nothing has: its code, its place, and what to do."""

import pytest

COLUMN = "ODPS-0130071"
TABLE = "ODPS-0130131"
PROJECT = "ODPS-0420111"
RESOURCE = "ODPS-0410100"
FILE = "ODPS-0130025"
PAI = "PAI -name tensorflow1120_ext -Dscript="


@pytest.mark.parametrize(
    "statement, place, cure",
    [
        ("SELECT * FROM goodz;", TABLE + ":[1,15]", "did you mean 'goods'?"),
        ("SELECT * FROM elsewhere;", TABLE + ":[1,15]", "SHOW TABLES;"),
        ("INSERT INTO goodz VALUES (1, 'x');", TABLE + ":[1,13]", "did you mean 'goods'?"),
        ("SELECT pric FROM goods;", COLUMN + ":[1,8]", "did you mean 'price'?"),
        ("SELECT g.nme FROM goods g;", COLUMN + ":[1,8]", "did you mean 'name'?"),
        ("SELECT uper(name) FROM goods;", COLUMN + ":[1,8]", "did you mean 'upper'?"),
        ("SELECT * FROM nowhere.goods;", PROJECT + ":[1,15]", "--project"),
        ("SHOW TABLES IN nowhere;", PROJECT + ":[1,16]", "SHOW PROJECTS;"),
        ("USE nowhere;", PROJECT + ":[1,5]", "--project"),
        ("CREATE TABLE nowhere.t (a BIGINT);", PROJECT + ":[1,14]", "--project"),
        ("DESC RESOURCE model.py;", RESOURCE + ":[1,15]", "LIST RESOURCES;"),
        ("GET RESOURCE word.txt /tmp/x;", RESOURCE + ":[1,14]", "did you mean 'words.txt'?"),
        ("TUNNEL UPLOAD none.csv goods;", FILE + ":[1,15]", "relative paths start at"),
        (PAI + "oss://no-bucket/x.py;", "ODPS-0123019:[1,39]", "CREATE BUCKET no-bucket;"),
        (PAI + "odps://default_project/resources/x.py;", RESOURCE + ":[1,39]", "ADD FILE"),
    ],
    ids=lambda value: value if value.endswith(";") else "",
)
def test_unknown_names(shell, tmp_path, statement, place, cure):
    (tmp_path / "words.txt").write_text("a\n")
    shell.ok(f"CREATE TABLE goods (price DOUBLE, name STRING); ADD FILE {tmp_path}/words.txt;")
    done = shell.sql(statement + " CREATE TABLE later (a BIGINT);")
    assert done.returncode == 1
    first, hint = done.stderr.splitlines()
    assert first.startswith("FAILED: " + place)
    assert hint.startswith("hint: ") and cure in hint
    assert shell.ok("SHOW TABLES;", "--format", "tsv", "--no-header") == "goods\n"
