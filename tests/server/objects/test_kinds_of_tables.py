"""What the server says of tables of all kinds equals what DESC, SHOW and SELECT say of them."""

import json

TYPES = (
    "TINYINT SMALLINT INT BIGINT FLOAT DOUBLE DECIMAL(10,2) DECIMAL(38,18) STRING VARCHAR(10) CHAR(3) BINARY "
    "BOOLEAN DATE DATETIME TIMESTAMP TIMESTAMP_NTZ JSON ARRAY<BIGINT> MAP<STRING,ARRAY<DOUBLE>> "
    "STRUCT<a:INT,b:STRUCT<c:STRING>>"
).split()

TABLES = {
    "all_types": "CREATE TABLE {} (%s);" % ", ".join("c%d %s COMMENT 'a & <b>'" % pair for pair in enumerate(TYPES)),
    "plain": "CREATE TABLE {} (a BIGINT NOT NULL, b STRING DEFAULT 'x') COMMENT '一个表' LIFECYCLE 3;",
    "filled": "CREATE TABLE {} AS SELECT * FROM VALUES (1L, 'a'), (2L, NULL) t (x, y);",
    "chinese": "CREATE TABLE {} (`列` BIGINT COMMENT '值', `select` STRING) PARTITIONED BY (`日` STRING);",
    "parted": "CREATE TABLE {} (v STRING) PARTITIONED BY (pt STRING COMMENT 'd', hh INT);",
    "delta": "CREATE TABLE {} (k BIGINT NOT NULL, v STRING, PRIMARY KEY (k)) TBLPROPERTIES ('transactional'='true');",
    "clustered": "CREATE TABLE {} (x BIGINT, y STRING) CLUSTERED BY (x) SORTED BY (y DESC) INTO 4 BUCKETS;",
    "auto_parted": "CREATE TABLE {} (t DATETIME, v BIGINT) AUTO PARTITIONED BY (TRUNC_TIME(t, 'day') AS d);",
    "Mixed_Case": "CREATE TABLE {} (AbC BIGINT);",
    "of_view": "CREATE VIEW {} (n COMMENT 'name') COMMENT 'v' AS SELECT x FROM filled;",
    "of_rows": "CREATE MATERIALIZED VIEW {} AS SELECT x, y FROM filled;",
    "outside": "CREATE EXTERNAL TABLE {} (a BIGINT, b STRING) ROW FORMAT DELIMITED FIELDS TERMINATED BY '|' "
    "STORED AS TEXTFILE LOCATION 'oss://outside/files';",
    "columnar": "CREATE EXTERNAL TABLE {} (a BIGINT) STORED AS PARQUET LOCATION 'oss://outside/columns';",
}
AFTER = [
    "ALTER TABLE parted ADD PARTITION (pt='a', hh=1) PARTITION (pt='a b', hh=-2) PARTITION (pt='z:=', hh=30);",
    "INSERT INTO parted PARTITION (pt='a', hh=1) VALUES ('x'), ('y');",
    "INSERT INTO chinese PARTITION (`日`='one') VALUES (1L, 'x');",
    "INSERT INTO delta VALUES (1L, 'x');",
    "ALTER TABLE plain ADD COLUMNS (added STRING COMMENT 'late');",
    "ALTER TABLE plain CHANGE COLUMN b renamed STRING;",
    "ALTER TABLE clustered SET COMMENT 'changed';",
]
TYPE_NAMES = {"of_view": "VIRTUAL_VIEW", "of_rows": "MATERIALIZED_VIEW", "outside": "EXTERNAL_TABLE"}
TYPE_NAMES["columnar"] = "EXTERNAL_TABLE"

READ = """
import json, re
told = {}
for listed in o.list_tables():
    text = o.rest.get(listed.resource()).text
    one = json.loads(re.search(r"<!\\[CDATA\\[(.*)\\]\\]>", text, re.S).group(1))
    extended = o.get_table(listed.name)
    one["listed"] = [listed.type.name, extended.type.name, listed.owner == extended.owner]
    if extended.table_schema.partitions:
        one["partitions"] = [
            ["/".join("%s=%s" % pair for pair in part.partition_spec.kv.items()), part.record_num, part.size > 0]
            for part in extended.partitions
        ]
        spec = next(iter(extended.partitions), None)
        one["one"] = spec and extended.get_partition(str(spec.partition_spec)).reload_extend_info() or ""
    one["file_num"] = extended.file_num
    one["location"] = extended.location
    one["stored_as"] = extended.stored_as
    one["key"] = extended.primary_key
    one["upper"] = o.exist_table(listed.name.upper()) and [
        column.name for column in o.get_table(listed.name.upper()).table_schema.columns
    ]
    told[listed.name] = one
print(json.dumps(told))
"""


def described(server, *statements):
    """The rows of each statement, as JSON."""
    lines = server.sql("SET odps.sql.allow.fullscan=true; SET paisql.format=json;", *statements).splitlines()
    return [json.loads(line) for line in lines if line.startswith("[")]


def test_all_that_is_told_of_tables(shared_server):
    shared_server.sql("CREATE BUCKET outside;")
    shared_server.sql(*(text.format("`%s`" % name) for name, text in TABLES.items()), *AFTER)
    told = json.loads(shared_server.pyodps(READ))
    names = sorted(TABLES, key=str.lower)
    (shown,) = described(shared_server, "SHOW TABLES;")
    assert list(told) == [row["table"] for row in shown] == names
    columns = described(shared_server, *("DESC `%s`;" % name for name in names))
    counted = [name for name in names if not name.startswith(("of_view", "outside", "columnar"))]
    counts = described(shared_server, *("SELECT COUNT(*) AS n FROM `%s`;" % name for name in counted))
    for name, rows in zip(names, columns):
        one = told[name]
        both = one["columns"] + one["partitionKeys"]
        assert [(c["name"], c["type"], c["comment"]) for c in both] == [
            (row["field"].lower(), row["type"].lower(), row["comment"]) for row in rows
        ], name
        assert [c["isNullable"] for c in one["columns"]] == [
            row["nullable"] == "true" for row in rows if row["partition"] == "false"
        ], name
        assert one["listed"] == [TYPE_NAMES.get(name, "MANAGED_TABLE")] * 2 + [True]
        assert one["upper"] == [c["name"] for c in both], name
    for name, rows in zip(counted, counts):
        assert [told[name]["recordNum"]] == [int(row["n"]) for row in rows], name
    parted = [name for name in names if "partitions" in told[name]]
    assert parted == ["auto_parted", "chinese", "parted"]
    for name, rows in zip(parted, described(shared_server, *("SHOW PARTITIONS `%s`;" % name for name in parted))):
        assert [part[0] for part in told[name]["partitions"]] == [row["partition"] for row in rows], name
    assert [part[1:] for part in told["parted"]["partitions"]] == [[2, True], [0, False], [0, False]]


def test_facts_of_single_kinds(shared_server):
    told = json.loads(shared_server.pyodps(READ))
    assert (told["plain"]["comment"], told["plain"]["lifecycle"]) == ("一个表", 3)
    assert [c.get("defaultValue") for c in told["plain"]["columns"]] == [None, "'x'", None]
    assert told["clustered"]["comment"] == "changed"
    assert told["delta"]["key"] == ["k"]
    assert (told["outside"]["location"], told["outside"]["stored_as"]) == ("oss://outside/files", "TEXTFILE")
    assert told["columnar"]["stored_as"] == "PARQUET"
    assert told["outside"]["isExternal"] and not told["plain"]["isExternal"]
    assert told["of_view"]["viewText"] == "SELECT x FROM filled"
    assert [told[name]["lifecycle"] for name in ("filled", "parted")] == [-1, -1]


def test_lists_go_on_while_objects_go(shared_server):
    shared_server.sql(
        "CREATE TABLE going (x BIGINT) PARTITIONED BY (pt STRING, n BIGINT);",
        "ALTER TABLE going ADD %s;" % " ".join("PARTITION (pt='a/%d', n=%d)" % (n % 2, n) for n in range(9)),
    )
    printed = shared_server.pyodps(
        """
        import re
        from odps.errors import ODPSError
        url = o.endpoint + "/projects/default_project/tables"
        def page(path, marker="", **params):
            text = o.rest.get(url + path, params=dict(params, expectmarker="true", maxitems=2, marker=marker)).text
            return re.findall('Name="n" Value="(.*?)"', text), re.search("<Marker>(.*?)</Marker>", text).group(1)
        for query in "/going?partitions", "/going?partitions&reverse":
            seen, marker = page(query)
            while marker:
                o.execute_sql("ALTER TABLE going DROP PARTITION (pt='a/%d', n=%s);" % (int(seen[-1]) % 2, seen[-1]))
                more, marker = page(query, marker)
                seen += more
            print(seen)
        text = o.rest.get(url + "/going?partitions&name").text
        print(re.findall("<Name>(.*?)</Name>", text))
        for marker in "x", "W10=", "WzFd":
            try:
                print(page("/going?partitions", marker)[0])
            except ODPSError as error:
                print(error.code)
        """
    )
    assert printed == (
        "['0', '2', '4', '6', '8', '1', '3', '5', '7']\n['7', '3', '8', '4', '0']\n"
        "['pt=a/0/n=0', 'pt=a/0/n=8', 'pt=a/1/n=7']\nInvalidArgument\n['0', '8']\nInvalidArgument\n"
    )
