"""Queries that mean the same to MaxCompute and to DuckDB, over the tables of test_differential.py.

A query that ends in ORDER BY … LIMIT orders by a unique key, so that its rows have one order.
Divisors are never 0, sums are exact in binary, and every window orders by a unique key: what is
left to differ is a wrong plan.
"""

AGGREGATES = ["count(*)", "count(i)", "count(DISTINCT k)", "sum(i)", "sum(d)", "avg(d)", "min(k)",
              "max(day)", "sum(n)", "min(n)", "max(flag)", "stddev_samp(d)"]
CONDITIONS = ["i > 3", "k = 'c'", "k IS NULL", "NOT (i > 3 OR flag)", "d BETWEEN -2.5 AND 4",
              "k IN ('a', 'd', NULL)", "day >= DATE'2024-02-01'", "k LIKE '%e%' OR i IS NULL",
              "i IN (SELECT i FROM b)", "id NOT IN (SELECT aid FROM b WHERE aid IS NOT NULL)",
              "EXISTS (SELECT 1 FROM b WHERE b.aid = a.id AND b.score > 1)",
              "d > (SELECT avg(d) FROM a)"]
EXPRESSIONS = ["i + 1", "i * 2 - id", "i % 4", "-d", "d / 4", "n * 2", "n - 1", "round(n / 3, 6)", "round(n / 1.5, 6)",
               "round(CAST(n AS DECIMAL(20,7)) / CAST(i + 1 AS DECIMAL(6,1)), 6)", "abs(i - 5)",
               "CASE WHEN i > 5 THEN 'big' WHEN i > 2 THEN 'mid' ELSE 'small' END",
               "CASE k WHEN 'a' THEN 1 WHEN 'c' THEN 3 END", "coalesce(i, -1)", "nullif(i, 3)",
               "upper(k)", "length(k)", "k || '-' || k", "substr(k, 1, 2)", "replace(k, 'e', 'x')",
               "k || 'z'", "trim('  ' || k || ' ')", "reverse(k)", "lpad(k, 5, '*')",
               "instr(k, 'e')", "floor(d)", "ceil(d)", "round(d, 1)", "sqrt(abs(d))",
               "year(day)", "month(day)", "day(day)", "CAST(i AS STRING)", "CAST(i AS DOUBLE)",
               "CAST(CAST(id AS STRING) AS BIGINT)", "i = 3", "i <> 3", "k < 'c'", "i IS NULL",
               "flag AND i > 2", "flag OR i > 2", "NOT flag", "i BETWEEN 2 AND 4",
               "k LIKE 'a%'", "k NOT LIKE '_'", "i IN (1, 2, NULL)", "i NOT IN (1, 2)",
               "greatest(id, 100)", "least(id, 100)", "power(i, 2)", "sign(d)"]
WINDOWS = ["row_number() OVER (PARTITION BY k ORDER BY id)",
           "rank() OVER (ORDER BY i, id)", "rank() OVER (PARTITION BY flag ORDER BY i)",
           "dense_rank() OVER (PARTITION BY flag ORDER BY i)", "ntile(7) OVER (ORDER BY id)",
           "percent_rank() OVER (PARTITION BY k ORDER BY id)",
           "cume_dist() OVER (PARTITION BY k ORDER BY id)",
           "lag(i) OVER (PARTITION BY k ORDER BY id)", "lead(i, 2, -1) OVER (ORDER BY id)",
           "lag(k, 1, 'none') OVER (ORDER BY id)", "sum(i) OVER (PARTITION BY k ORDER BY id)",
           "sum(d) OVER (PARTITION BY k)", "count(*) OVER ()", "max(i) OVER (ORDER BY id DESC)",
           "avg(d) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING)",
           "min(d) OVER (PARTITION BY flag ORDER BY id ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING)",
           "first_value(i) OVER (PARTITION BY k ORDER BY id)",
           "last_value(i) OVER (PARTITION BY k ORDER BY id "
           "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)",
           "nth_value(i, 2) OVER (PARTITION BY k ORDER BY id)",
           "count(i) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 3 FOLLOWING)"]
WHOLE = [
    # joins
    "SELECT a.id, b.bid FROM a JOIN b ON a.id = b.aid",
    "SELECT a.id, b.bid FROM a, b WHERE a.id = b.aid AND b.score > 2",
    "SELECT a.id, b.bid, b.name FROM a LEFT JOIN b ON a.id = b.aid",
    "SELECT a.id, b.bid FROM a LEFT JOIN b ON a.id = b.aid AND b.score > 2",
    "SELECT a.id, b.bid FROM a LEFT JOIN b ON a.id = b.aid AND a.flag",
    "SELECT a.id, b.bid FROM a LEFT JOIN b ON a.id = b.aid WHERE b.bid IS NULL",
    "SELECT a.id, b.bid FROM a RIGHT JOIN b ON a.id = b.aid",
    "SELECT a.id, b.bid FROM a FULL OUTER JOIN b ON a.id = b.aid",
    "SELECT a.id, b.bid FROM a FULL OUTER JOIN b ON a.id = b.aid AND a.i = b.i",
    "SELECT a.k, b.name FROM a JOIN b ON a.k = b.name AND a.i = b.i",
    "SELECT x.id, y.id FROM a x JOIN a y ON x.i = y.i AND x.k = y.k WHERE x.id < y.id",
    "SELECT /*+ MAPJOIN(y) */ x.bid, y.bid FROM b x JOIN b y ON x.score < y.score",
    "SELECT /*+ MAPJOIN(y) */ x.bid, y.bid FROM b x LEFT JOIN b y ON x.score < y.score - 3",
    "SELECT a.id, b.bid, c.id FROM a JOIN b ON a.id = b.aid JOIN a c ON c.i = b.i AND c.k = a.k",
    "SELECT a.id, b.bid, c.id FROM a LEFT JOIN b ON a.id = b.aid LEFT JOIN a c ON c.id = b.bid",
    "SELECT id, name FROM a JOIN (SELECT aid, max(name) AS name FROM b GROUP BY aid) m "
    "ON a.id = m.aid",
    # grouping
    "SELECT k, i, count(*) FROM a GROUP BY k, i",
    "SELECT i % 3, sum(d) FROM a GROUP BY i % 3",
    "SELECT k, sum(i) FROM a GROUP BY k HAVING sum(i) > 50",
    "SELECT k FROM a GROUP BY k HAVING count(DISTINCT i) > 3",
    "SELECT k, flag, count(*), grouping(k) FROM a GROUP BY ROLLUP(k, flag)",
    "SELECT k, flag, sum(i) FROM a GROUP BY CUBE(k, flag)",
    "SELECT k, flag, max(id) FROM a GROUP BY GROUPING SETS((k), (flag), ())",
    "SELECT k, count(*) FROM a GROUP BY k ORDER BY k LIMIT 100",
    "SELECT k, sum(i) s FROM a WHERE k IS NOT NULL GROUP BY k ORDER BY s DESC, k LIMIT 3",
    "SELECT count(*) FROM a WHERE 1 = 0",
    "SELECT sum(i), max(k) FROM a WHERE 1 = 0",
    "SELECT k FROM a WHERE 1 = 0 GROUP BY k",
    "SELECT k, sum(CASE WHEN flag THEN 1 ELSE 0 END) / count(*) FROM a GROUP BY k",
    "SELECT k, max(i) - min(i), sum(i + 1) FROM a GROUP BY k",
    "SELECT upper(k), count(*) FROM a GROUP BY upper(k)",
    "SELECT sum(s) FROM (SELECT k, sum(i) s FROM a GROUP BY k) q",
    "SELECT k, sum(sum(i)) OVER (ORDER BY k) FROM a GROUP BY k",
    "SELECT k, rank() OVER (ORDER BY count(*) DESC) FROM a GROUP BY k",
    "SELECT count(DISTINCT i), count(DISTINCT k), sum(DISTINCT i) FROM a",
    "SELECT avg(i), avg(id), sum(id) FROM a",
    # distinct, order, limit
    "SELECT DISTINCT k FROM a",
    "SELECT DISTINCT k, flag FROM a",
    "SELECT DISTINCT i + 1 FROM a",
    "SELECT id FROM a ORDER BY id LIMIT 5",
    "SELECT id, k FROM a ORDER BY k, id LIMIT 20",
    "SELECT id, k FROM a ORDER BY k DESC, id LIMIT 20",
    "SELECT id, k FROM a ORDER BY k DESC NULLS LAST, id DESC LIMIT 20",
    "SELECT id FROM a ORDER BY d, id LIMIT 10 OFFSET 15",
    "SELECT id FROM a ORDER BY -id LIMIT 5",
    "SELECT id FROM a ORDER BY id LIMIT 5 OFFSET 1000",
    # set operations
    "SELECT k FROM a UNION SELECT name FROM b",
    "SELECT k FROM a UNION ALL SELECT name FROM b",
    "SELECT id FROM a INTERSECT SELECT aid FROM b",
    "SELECT id FROM a EXCEPT SELECT aid FROM b",
    "SELECT k FROM a UNION ALL SELECT name FROM b UNION SELECT 'x'",
    "SELECT id FROM a UNION ALL SELECT bid FROM b ORDER BY id LIMIT 4",
    "SELECT x, count(*) FROM (SELECT k x FROM a UNION ALL SELECT name FROM b) u GROUP BY x",
    # subqueries
    "SELECT id, (SELECT max(score) FROM b WHERE b.aid = a.id) FROM a",
    "SELECT id, (SELECT count(*) FROM b WHERE b.aid = a.id) FROM a",
    "SELECT id FROM a WHERE i = (SELECT max(i) FROM a x WHERE x.k = a.k)",
    "SELECT id FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.aid = a.id)",
    "SELECT id FROM a WHERE id IN (SELECT aid FROM b WHERE b.i = a.i)",
    "SELECT id FROM a WHERE i NOT IN (SELECT i FROM b)",
    "SELECT k, (SELECT count(*) FROM b WHERE b.name = a.k) FROM a GROUP BY k",
    "SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY k ORDER BY id) r FROM a) q "
    "WHERE r = 2",
    "SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.aid = a.id "
    "AND EXISTS (SELECT 1 FROM a c WHERE c.id = b.bid AND c.flag))",
    # common table expressions
    "WITH t AS (SELECT k, sum(i) s FROM a GROUP BY k) SELECT * FROM t WHERE s > 10",
    "WITH t AS (SELECT id, i FROM a), u AS (SELECT i, count(*) c FROM t GROUP BY i) "
    "SELECT t.id, u.c FROM t JOIN u ON t.i = u.i",
    "WITH t AS (SELECT 1 x) SELECT x.x, y.x FROM t x JOIN t y ON x.x = y.x",
    "WITH a AS (SELECT bid id FROM b) SELECT id FROM a",
]


def all_queries():
    queries = [f"SELECT {e} FROM a WHERE {c}" for e, c in
               zip(["id", "id, k", "count(*)"] * len(CONDITIONS), CONDITIONS, strict=False)]
    queries += [f"SELECT k, {aggregate} FROM a GROUP BY k" for aggregate in AGGREGATES]
    queries += [f"SELECT {aggregate} FROM a WHERE i > 2" for aggregate in AGGREGATES]
    queries += [f"SELECT id, {expression} FROM a" for expression in EXPRESSIONS]
    queries += [f"SELECT id, {window} FROM a" for window in WINDOWS]
    return queries + WHOLE
