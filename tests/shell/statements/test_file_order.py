"""Which parts of files a reader leaves out, by the least and greatest values that the files tell."""

import sqlite3
from contextlib import closing

import pyarrow.parquet as parquet

ROWS = 700_000


def row_groups(home):
    """The least and greatest value of each column in each row group of the files of t."""
    with closing(sqlite3.connect(home / "catalog.sqlite")) as catalog:
        listed = catalog.execute(
            "SELECT d.path FROM data_files d JOIN tables t ON t.id = d.table_id "
            "WHERE t.name = 't' AND d.removed_at IS NULL"
        ).fetchall()
    groups = []
    for (path,) in listed:
        meta = parquet.ParquetFile(home / path).metadata
        for i in range(meta.num_row_groups):
            columns = [meta.row_group(i).column(j) for j in range(meta.num_columns)]
            groups.append({c.path_in_schema: (c.statistics.min, c.statistics.max) for c in columns})
    return groups


def read_share(groups, column):
    """The share of the row groups that a condition on one value of a hundred reads, on average."""
    reads = 0
    for k in range(100):
        low, high = k * 10_000, k * 10_000 + 9_999
        reads += sum(1 for group in groups if group[column][0] <= high and group[column][1] >= low)
    return reads / (100 * len(groups))


def fill(shell, home, insert):
    shell.home = home
    shell.ok(
        "SET odps.sql.max.sequence.length=1000000; CREATE TABLE s AS SELECT (i * 7919) % 1000000 AS a, (i * 104729 + 17) % 1000000 AS b "
        f"FROM (SELECT 1 AS one) x LATERAL VIEW EXPLODE(SEQUENCE(1L, {ROWS}L)) n AS i; {insert}"
    )
    return row_groups(home)


def test_rows_along_a_curve_are_near_in_each_column(shell, tmp_path):
    plain = fill(shell, tmp_path / "plain", "CREATE TABLE t AS SELECT a, b FROM s;")
    assert read_share(plain, "a") > 0.95 and read_share(plain, "b") > 0.95
    curved = fill(
        shell,
        tmp_path / "curve",
        "CREATE TABLE t (a BIGINT, b BIGINT); INSERT OVERWRITE TABLE t SELECT a, b FROM s ZORDER BY a, b;",
    )
    assert read_share(curved, "a") < 0.75 and read_share(curved, "b") < 0.75
    clustered = fill(
        shell,
        tmp_path / "clustered",
        "CREATE TABLE t (a BIGINT, b BIGINT) RANGE CLUSTERED BY (a); INSERT OVERWRITE TABLE t SELECT a, b FROM s;",
    )
    assert read_share(clustered, "a") < 0.35


def test_the_platforms_words_for_a_clustered_table(shell):
    out = shell.ok(
        "CREATE TABLE t (a BIGINT, b STRING) CLUSTERED BY (b) SORTED BY (a DESC) INTO 16 BUCKETS LIFECYCLE 3;"
        "ALTER TABLE t DISABLE LIFECYCLE; DESC EXTENDED t;",
        "--format",
        "auto",
    )
    for words in (
        "ClusterType:",
        "hash",
        "BucketNum:",
        "16",
        "ClusterColumns:",
        "[b]",
        "SortColumns:",
        "[a DESC]",
        "3 (disabled)",
    ):
        assert words in out, out


def test_merge_smallfiles_leaves_one_file_of_the_same_rows(shell):
    def count(words):
        lines = [line for line in words.splitlines() if "FileNum:" in line]
        return [int(line.split()[2]) for line in lines]

    one = "INSERT INTO TABLE t PARTITION (p='1') VALUES ({0}); INSERT INTO TABLE t PARTITION (p='2') VALUES ({0});"
    shell.ok("CREATE TABLE t (a BIGINT) PARTITIONED BY (p STRING);" + "".join(one.format(i) for i in range(5)))
    show = "DESC EXTENDED t PARTITION (p='1'); DESC EXTENDED t PARTITION (p='2');"
    assert count(shell.ok(show, "--format", "auto")) == [5, 5]
    shell.ok("ALTER TABLE t PARTITION (p='1') MERGE SMALLFILES;")
    assert count(shell.ok(show, "--format", "auto")) == [1, 5]
    shell.ok("ALTER TABLE t MERGE SMALLFILES;")
    assert count(shell.ok(show, "--format", "auto")) == [1, 1]
    assert sorted(shell.rows("READ t;")) == sorted([str(i), p] for i in range(5) for p in "12")
