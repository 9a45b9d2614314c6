"""The kinds of statements that are swept: on which prepared home each runs, and its text.

One kind is not a statement but a transaction of several changes: tests/faults/transact.cpp makes it."""

import os
from dataclasses import dataclass

from interposer import ROOT

SPARK = os.environ.get("PAISQL_SPARK_PYTHON", str(ROOT / ".deps/spark/bin/python"))


@dataclass(frozen=True)
class Kind:
    name: str
    sql: str
    base: str = "filled"
    job: bool = False  # processes of its own go on after the session
    spark: bool = False  # runs on a Sail of its own, whose process may end after the session
    transact: bool = False
    resume: str = ""  # the statement that completes a killed one
    leaves: tuple = ("other", "71")  # what a job that has succeeded leaves: a table of the listing, and a text in it


def _many_partitions():
    values = ", ".join(f"({i}, 'k{i:02}')" for i in range(20))
    return f"INSERT OVERWRITE TABLE parts PARTITION (p) SELECT a, p FROM VALUES {values} AS t (a, p);"


def _on_spark(name, sql):
    """The faults are those of the session, of the client and of the tasks: all of their processes count together."""
    sets = "SET paisql.engine=spark; SET paisql.spark.remote=sail; SET paisql.spark.python=%s; " % SPARK
    return Kind(name, sets + sql, spark=True)


KINDS = [
    Kind("insert_into", "INSERT INTO TABLE plain VALUES (3, 'z');"),
    Kind("insert_merging", "INSERT INTO TABLE many VALUES (15);"),  # the 16th file makes them one
    Kind("insert_overwrite", "INSERT OVERWRITE TABLE plain SELECT a + 100, b FROM plain;"),
    Kind("insert_static", "INSERT OVERWRITE TABLE parts PARTITION (p='1') VALUES (99);"),
    Kind("insert_new_partition", "INSERT INTO TABLE parts PARTITION (p='4') VALUES (41);"),
    Kind("insert_dynamic", "INSERT OVERWRITE TABLE parts PARTITION (p) SELECT a + 100, p FROM parts;"),
    Kind("insert_many_partitions", _many_partitions()),
    Kind("insert_multi", "FROM plain INSERT OVERWRITE TABLE other SELECT a, b INSERT INTO TABLE nothing SELECT a;"),
    Kind("load", "LOAD OVERWRITE TABLE plain FROM LOCATION '{folder}/rows.csv' STORED AS CSV;"),
    Kind(
        "create_external",
        "CREATE EXTERNAL TABLE made (a BIGINT, b STRING) STORED AS CSV LOCATION '{folder}/elsewhere';",
    ),
    Kind(
        "script",
        "@a := SELECT a, b FROM plain; INSERT OVERWRITE TABLE plain SELECT a + 100, b FROM @a; "
        "INSERT INTO TABLE other SELECT a, b FROM @a; INSERT INTO TABLE nothing SELECT a FROM @a;",
    ),
    Kind(
        "script_of_ten",
        "BEGIN CREATE TABLE made (a BIGINT); TRUNCATE TABLE written; ALTER TABLE other ADD COLUMNS (c STRING); "
        "ALTER TABLE parts DROP PARTITION (p='1'); CLONE TABLE plain TO copied; DROP TABLE many; "
        "UPDATE versioned SET a = a + 100 WHERE a = 51; INSERT INTO TABLE keyed VALUES (1, 'new'), (3, 'c'); "
        "INSERT OVERWRITE TABLE nothing SELECT a FROM plain; INSERT INTO TABLE made SELECT a FROM plain; END",
    ),
    Kind("create_table", "CREATE TABLE made (a BIGINT, b ARRAY<STRING>) PARTITIONED BY (p STRING);"),
    Kind("create_table_as", "CREATE TABLE made AS SELECT a, b FROM plain;"),
    # Whoever opens the home next drops what a killed session leaves.
    Kind("create_temporary", "CREATE TEMPORARY TABLE made AS SELECT a, b FROM plain;"),
    Kind("create_materialized", "CREATE MATERIALIZED VIEW made AS SELECT sum(a) AS a FROM plain;"),
    Kind("replace_materialized", "CREATE OR REPLACE MATERIALIZED VIEW summed AS SELECT max(a) AS a FROM plain;"),
    Kind("rebuild_materialized", "ALTER MATERIALIZED VIEW summed REBUILD;"),
    Kind("replace_table", "CREATE OR REPLACE TABLE plain AS SELECT a + 100 AS a FROM plain;"),
    Kind("drop_table", "DROP TABLE plain;"),
    Kind("drop_partitioned", "DROP TABLE parts;"),
    Kind("truncate", "TRUNCATE TABLE plain;"),
    Kind("drop_purge", "DROP TABLE written PURGE;"),
    Kind("undrop", "UNDROP TABLE gone;"),
    Kind("undrop_as", "RESTORE TABLE gone AS made;"),
    Kind("restore", "RESTORE TABLE written TO BEFORE LAST WRITE;"),
    Kind("restore_as", "RESTORE TABLE written TO BEFORE LAST WRITE AS made;"),
    Kind("restore_partition", "RESTORE TABLE parts PARTITION (p='2') TO BEFORE LAST WRITE;"),
    Kind("keep_nothing", "SET odps.timemachine.retention.days=0; DROP TABLE written;"),
    Kind("rename", "ALTER TABLE plain RENAME TO renamed;"),
    Kind("add_columns", "ALTER TABLE plain ADD COLUMNS (c DOUBLE);"),
    Kind("add_partition", "ALTER TABLE parts ADD PARTITION (p='4');"),
    Kind("drop_partition", "ALTER TABLE parts DROP PARTITION (p='1');"),
    Kind("update", "UPDATE versioned SET a = a + 100 WHERE a = 51;"),
    Kind("delete", "DELETE FROM versioned WHERE a = 52;"),
    Kind(
        "merge",
        "MERGE INTO versioned v USING plain p ON v.a = p.a + 50 WHEN MATCHED THEN UPDATE SET a = v.a + 100 "
        "WHEN NOT MATCHED THEN INSERT VALUES (p.a);",
    ),
    Kind("upsert", "INSERT INTO TABLE keyed VALUES (1, 'new'), (3, 'c');"),
    Kind(
        "upserts", "@a := 3; INSERT INTO TABLE keyed SELECT @a, 'c'; INSERT INTO TABLE keyed VALUES (1, 'x'), (3, 'd');"
    ),
    Kind(
        "merge_keyed",  # the updated row wins over the inserted one
        "MERGE INTO keyed k USING (SELECT 1 AS a, 'u' AS b UNION ALL SELECT 1, 'i' UNION ALL SELECT 2, 'i') s "
        "ON k.a = s.a AND s.b = 'u' WHEN MATCHED THEN UPDATE SET b = s.b WHEN NOT MATCHED THEN INSERT VALUES (s.a, s.b);",
    ),
    Kind("overwrite_keyed", "INSERT OVERWRITE TABLE keyed VALUES (1, 'x'), (1, 'y'), (4, 'z');"),
    Kind("compact", "ALTER TABLE versioned COMPACT 'major';"),
    Kind("compact_forgetting", "ALTER TABLE versioned COMPACT 'major' -h 0;"),
    Kind("create_stream", "CREATE STREAM made ON TABLE versioned VERSION AS OF 2;"),
    Kind("insert_of_stream", "INSERT INTO TABLE plain SELECT a, 'new' FROM unread;"),
    Kind("drop_stream", "DROP STREAM unread;"),
    Kind("rename_partition", "ALTER TABLE parts PARTITION (p='1') RENAME TO PARTITION (p='9');"),
    Kind("reorder_columns", "ALTER TABLE plain ADD COLUMNS (z BIGINT FIRST, y STRING AFTER z);"),
    Kind("exchange_partition", "ALTER TABLE spare EXCHANGE PARTITION (p='1') WITH TABLE parts;"),
    Kind("merge_partitions", "ALTER TABLE parts MERGE PARTITION (p <> '') OVERWRITE PARTITION (p='2');"),
    Kind("clone", "CLONE TABLE parts TO made;"),
    Kind("clone_overwrite", "CLONE TABLE plain TO other IF EXISTS OVERWRITE;"),
    Kind("add_file", "ADD FILE {folder}/added.txt;"),
    Kind("add_file_f", "ADD FILE {folder}/kept.txt -f;"),
    Kind("create_project", "CREATE PROJECT made;"),
    Kind("drop_project", "DROP PROJECT spare CASCADE;"),
    Kind("create_schema", "CREATE SCHEMA made;"),
    Kind("drop_schema", "DROP SCHEMA shelf CASCADE;"),
    Kind("import", "IMPORT TABLE made FROM '{folder}/exported';"),
    Kind("drop_resource", "DROP RESOURCE kept.txt;"),
    Kind("create_model", "CREATE MODEL made FROM '{folder}/model';"),
    Kind("add_model_version", "ALTER MODEL kept ADD VERSION FROM '{folder}/model';"),
    Kind("drop_model", "DROP MODEL kept;"),
    Kind("replace_view", "CREATE OR REPLACE VIEW v AS SELECT b FROM plain;"),
    Kind("drop_view", "DROP VIEW v;"),
    Kind("upload", "TUNNEL UPLOAD {folder}/rows.csv plain;"),
    Kind("put_into_volume", "FS -put {folder}/kept.txt /shelf/p;"),
    Kind("remove_partition", "FS -rmp /shelf/gone;"),
    Kind("upload_blocks", "TUNNEL UPLOAD -bs 1 -t 1 -ss false {folder}/wide.csv plain;", resume="TUNNEL RESUME;"),
    Kind("upload_create", "TUNNEL UPLOAD -create -h false {folder}/rows.csv made;"),
    Kind("transform", "INSERT OVERWRITE TABLE nothing SELECT TRANSFORM (a) USING 'cat' AS (a BIGINT) FROM plain;"),
    Kind("create_function", "CREATE FUNCTION made AS 'sums.Plus' USING 'sums.py';"),
    Kind("replace_function", "CREATE FUNCTION added AS 'sums.Less' USING 'sums.py' -f;"),
    Kind("drop_function", "DROP FUNCTION added;"),
    Kind("replace_module", "ADD PY {folder}/sums.py -f;"),
    Kind("insert_of_function", "INSERT OVERWRITE TABLE plain SELECT added(a, 100), b FROM plain;"),
    Kind("insert_of_table_function", "INSERT OVERWRITE TABLE nothing SELECT each(a) FROM plain;"),
    Kind("create_role", "CREATE ROLE writer ARN 'acs:ram::7:role/writer';"),
    Kind("drop_role", "DROP ROLE reader;"),
    Kind("grant", "GRANT ALL ON ALL BUCKETS TO ROLE reader;"),
    Kind("revoke", "REVOKE oss:GetObject, oss:ListObjects ON BUCKET kept FROM ROLE reader;"),
    Kind("create_bucket", "CREATE BUCKET made;"),
    Kind("create_bucket_elsewhere", "CREATE BUCKET made LOCATION '{folder}/elsewhere';"),
    Kind("drop_bucket", "DROP BUCKET hollow;"),
    Kind("drop_bucket_elsewhere", "DROP BUCKET linked;"),
    Kind(
        "job",
        "SET paisql.warm=false; PAI -name tensorflow1120_ext -Dscript=file://{folder}/job.py "
        "-Doutputs=odps://default_project/tables/other;",
        job=True,
    ),
    Kind(
        "component",
        "PAI -name split -DinputTableName=plain -DthresholdColName=a -Dthreshold=2 -Doutput1TableName=made "
        "-Doutput2TableName=other;",
    ),
    Kind(
        "learner",
        'SET paisql.warm=false; PAI -name linearregression -DinputTableName="(SELECT a, a * 2.5D AS y FROM plain)" '
        "-DfeatureColNames=a -DlabelColName=y -DmodelName=made;",
        job=True,
        leaves=("models", "made"),
    ),
    _on_spark("spark_insert", "INSERT INTO TABLE plain SELECT a + 100, b FROM plain;"),
    _on_spark("spark_overwrite", "INSERT OVERWRITE TABLE parts PARTITION (p) SELECT a + 100, p FROM parts;"),
    _on_spark("spark_create", "CREATE TABLE made AS SELECT a, sha2(concat(b, 'x'), 256) AS b FROM plain;"),
    Kind("transaction", "", transact=True),
    Kind("open_new", "SHOW TABLES;", "none"),
    Kind("migrate", "SHOW TABLES;", "old"),
    Kind("sweep", "SELECT count(*) FROM plain;", "dirty"),
]
BY_NAME = {kind.name: kind for kind in KINDS}
