"""A home with tables of every kind, for the tests of the pages of tables."""

ODD = '<script>alert(1)</script> 表 😀 "x"'

STATEMENTS = (
    "CREATE TABLE orders (id BIGINT NOT NULL COMMENT 'number of the order', customer STRING COMMENT '客户',"
    " amount DECIMAL(18,2), paid BOOLEAN, placed DATETIME, note STRING,"
    " items ARRAY<STRUCT<sku:STRING,count:BIGINT>>, extra MAP<STRING,STRING>)"
    f" COMMENT '{ODD}' PARTITIONED BY (ds STRING, hh BIGINT) LIFECYCLE 365",
    "INSERT INTO orders PARTITION (ds='20261128', hh=8) SELECT 9007199254740993L, 'Ann', 12.50BD, true,"
    " DATETIME'2026-11-28 08:00:00', '', ARRAY(NAMED_STRUCT('sku','a','count',9223372036854775807L)), MAP('k','v')",
    "INSERT INTO orders PARTITION (ds='20261129', hh=9)"
    " SELECT 1L, 'Bob', 9999999999999999.99BD, false, DATETIME'2026-11-29 09:00:00', NULL, NULL, NULL"
    " UNION ALL SELECT 2L, '<script>alert(2)</script>', 0.01BD, true, DATETIME'2026-11-29 10:30:00', '', ARRAY(), MAP()"
    " UNION ALL SELECT 3L, '', NULL, NULL, NULL, REPEAT('long ', 3000), NULL, NULL",
    "CREATE TABLE customers (name STRING, city STRING)",
    "INSERT OVERWRITE TABLE customers VALUES ('Ann','Hangzhou'),('Bob','Beijing'),('Cy',NULL)",
    "CREATE TABLE daily (city STRING, total DECIMAL(38,2)) PARTITIONED BY (ds STRING)",
    "CREATE VIEW paid_orders AS SELECT id, customer, amount, ds FROM orders WHERE paid",
    "CREATE VIEW paid_by_city AS SELECT c.city AS city, SUM(p.amount) AS total FROM paid_orders p"
    " LEFT JOIN customers c ON c.name = p.customer GROUP BY c.city",
    "CREATE TABLE ledger (k BIGINT NOT NULL, v DOUBLE, PRIMARY KEY (k)) TBLPROPERTIES ('transactional'='true')",
    "INSERT INTO ledger VALUES (1, 1.5), (2, 2.5)",
    "INSERT INTO ledger VALUES (3, 3.5)",
    "DELETE FROM ledger WHERE k = 1",
    "CREATE TABLE numbers AS SELECT CAST(p AS BIGINT) AS n, SQRT(CAST(p AS DOUBLE)) AS root,"
    " CONCAT('name ', p % 7) AS name FROM (SELECT EXPLODE(SEQUENCE(0, 2999)) AS p) t",
    "CREATE SCHEMA mart",
    "CREATE TABLE gone_base (x BIGINT)",
    "CREATE VIEW orphan AS SELECT x FROM gone_base",
    "DROP TABLE gone_base",
    "CREATE TABLE wide (" + ", ".join(f"c{i} BIGINT COMMENT 'column {i}'" for i in range(1000)) + ")",
    "INSERT INTO wide SELECT " + ", ".join(f"{i}L" for i in range(1000)),
)


def fill(console):
    console.run(*STATEMENTS)


def ended(console, method, path, body=None, **parameters):
    """(status, body) of a question that runs as an instance, once it has ended."""
    status, answer = console.ask(method, path, body, **parameters)
    while status == 200 and answer["state"] in ("waiting", "running"):
        status, answer = console.ask(method, path, body, **parameters, instance=answer["instance"])
    return status, answer
