"""Values of all kinds and an expression for each row of src/engine/spark/spelling/rows: what Spark computes itself has
to be what the engine on one machine computes."""

# Two of each type, so that a row of `pairs` has every pair of values.
INTS = ["NULL", "0", "1", "-1", "7", "2147483647", "-2147483648", "46341"]
BIGINTS = ["NULL", "0L", "1L", "-1L", "9223372036854775807L", "-9223372036854775807L - 1L", "3037000500L", "12L"]
DOUBLES = [
    "NULL",
    "0D",
    "-0D",
    "1.5D",
    "CAST('NaN' AS DOUBLE)",
    "CAST('Infinity' AS DOUBLE)",
    "1e308D",
    "1.0000000000000004D",
]
MORE_DOUBLES = [
    "0.1D",
    "-2.5D",
    "1e-16D",
    "CAST('-Infinity' AS DOUBLE)",
    "9D",
    "0.30000000000000004D",
    "4.9e-324D",
    "NULL",
]
DECIMALS = ["NULL", "0BD", "0.01BD", "-0.01BD", "9999999999999.99BD", "-9999999999999.99BD", "12.35BD", "-12.35BD"]
WIDE = [
    "NULL",
    "0BD",
    "99999999999999999999999999999999.999999BD",
    "-99999999999999999999999999999999.999999BD",
    "0.000001BD",
    "3BD",
    "-7.5BD",
    "12345678901234567890.123456BD",
]
TEXTS = ["NULL", "''", "'a'", "'aB c'", "' é '", "'日本語'", "'a😀b'", "'a%_b'"]
DATES = [
    "NULL",
    "DATE'0001-01-01'",
    "DATE'9999-12-31'",
    "DATE'1970-01-01'",
    "DATE'2024-02-29'",
    "DATE'1969-12-31'",
    "DATE'2023-12-31'",
    "DATE'1582-10-15'",
]
BOOLEANS = ["NULL", "true", "false", "true", "false", "NULL", "true", "false"]
COLUMNS = {
    "t": ("TINYINT", ["NULL", "0Y", "1Y", "-1Y", "127Y", "-128Y", "12Y", "5Y"]),
    "m": ("SMALLINT", ["NULL", "0S", "1S", "-1S", "32767S", "-32768S", "182S", "5S"]),
    "i": ("INT", INTS),
    "l": ("BIGINT", BIGINTS),
    "d": ("DOUBLE", DOUBLES),
    "e": ("DOUBLE", MORE_DOUBLES),
    "n": ("DECIMAL(15,2)", DECIMALS),
    "w": ("DECIMAL(38,6)", WIDE),
    "s": ("STRING", TEXTS),
    "y": ("DATE", DATES),
    "b": ("BOOLEAN", BOOLEANS),
}

SETUP = ["CREATE TABLE kinds (k BIGINT, %s)" % ", ".join("%s %s" % (name, kind) for name, (kind, _) in COLUMNS.items())]
SETUP.append(
    "INSERT INTO kinds "
    + " UNION ALL ".join(
        "SELECT %dL, %s" % (row, ", ".join("CAST(%s AS %s)" % (values[row], kind) for kind, values in COLUMNS.values()))
        for row in range(8)
    )
)
SETUP.append(
    "CREATE TABLE pairs AS SELECT a.k * 8 + b.k AS k, %s FROM kinds a JOIN kinds b ON a.k >= 0 AND b.k >= 0"
    % ", ".join("a.%s AS %s, b.%s AS %s2" % (name, name, name, name) for name in COLUMNS)
)

COMPARISONS = ["=", "<>", "<", "<=", ">", ">="]


def _arithmetic():
    for name in "tmil":
        for sign in "+-*":
            yield "%s %s %s2" % (name, sign, name)
    for sign in "+-*/":
        yield "d %s d2" % sign
        yield "d %s e2" % sign
        yield "n %s n2" % sign
        yield "n %s CAST(i2 AS DECIMAL(10,0))" % sign
    for sign in "+-*/":
        yield "w %s w2" % sign
        yield "w %s n2" % sign
    yield from ["n * (1 - n2) * (1 + n)", "i / i2", "i % i2", "l % l2", "i DIV i2", "-i", "-l", "-d", "-n", "-w"]
    yield from [
        "i & i2",
        "i | i2",
        "i ^ i2",
        "~i",
        "abs(i)",
        "abs(l)",
        "abs(d)",
        "abs(n)",
        "abs(w)",
        "ceil(l)",
        "floor(l)",
    ]
    yield from ["positive(l)", "positive(d)", "positive(n)", "negative(l)", "negative(d)", "negative(n)", "isnan(d)"]
    yield from ["round(n)", "round(n, 1)", "round(n, 0)", "round(CAST(n AS DECIMAL(20,6)), 3)", "sqrt(d)", "sqrt(e)"]


def _comparisons():
    for sign in COMPARISONS:
        for name in "ildnwsyb":
            yield "%s %s %s2" % (name, sign, name)
        for constant in ["0D", "1.5D", "1.0000000000000004D", "9D", "CAST('NaN' AS DOUBLE)", "0.3D", "-0D"]:
            yield "d %s %s" % (sign, constant)
            yield "%s %s e" % (constant, sign)
        yield "d %s e2" % sign
    yield from ["d BETWEEN e2 AND d2", "d BETWEEN 0D AND 1.5D", "e BETWEEN 0.1D AND 0.3D", "d IN (0D, 1.5D, 9D)"]
    yield from ["e IN (e2, 0.3D)", "i <=> i2", "d <=> d2", "s <=> s2", "i IS DISTINCT FROM i2", "i IN (0, 7)"]
    yield from [
        "n BETWEEN n2 AND 12.35BD",
        "s IN ('a', '')",
        "b AND b2",
        "b OR b2",
        "NOT b",
        "i IS NULL",
        "s IS NOT NULL",
    ]
    yield from ["b IS TRUE", "b IS NOT TRUE", "b IS FALSE", "b IS NOT FALSE"]
    yield from ["if(b, i, i2)", "coalesce(i, i2, 5)", "nvl(s, s2)", "nullif(i, i2)", "nullif(d, d2)", "nullif(s, s2)"]
    yield from ["greatest(%s, %s2)" % (name, name) for name in "ildnsy"]
    yield from ["least(%s, %s2)" % (name, name) for name in "ildnsy"]
    yield from [
        "decode(i, 1, 'x')",
        "decode(i, 1, 'x', 'y')",
        "decode(i, 1, 'x', 7, 'z')",
        "decode(i, 1, s, 7, 'z', s2)",
    ]


def _texts():
    yield from [
        "concat(s)",
        "concat(s, s2)",
        "concat(s, '-', s2)",
        "concat(s, '-', s2, s)",
        "concat(s, 'x', s2, 'y', s)",
    ]
    yield from [
        "s || s2",
        "length(s)",
        "lengthb(s)",
        "substr(s, 1)",
        "substr(s, 2)",
        "substr(s, 1, 2)",
        "substr(s, 2, 0)",
    ]
    yield from [
        "sequence(1L, 5L)",
        "sequence(3L, 1L)",
        "sequence(2, 2)",
        "size(sequence(0, 4000))",
        "CAST(i AS STRING)",
    ]
    yield from ["substr(s, 99, 2)", "instr(s, s2)", "instr(s, 'b')", "locate(s2, s)"]
    yield from [
        "s LIKE 'a%'",
        "s LIKE '%b'",
        "s LIKE '%b%'",
        "s LIKE 'a_b'",
        "s LIKE '日%語'",
        "s LIKE ''",
        "s LIKE '_'",
    ]


def _dates():
    yield from ["year(y)", "quarter(y)", "month(y)", "day(y)", "dayofweek(y)", "dayofyear(y)", "datediff(y, y2)"]
    yield from ["datediff(y, y2, 'dd')", "last_day(y)", "date_add(y, 1)", "date_add(y, -1)", "dateadd(y, 30, 'dd')"]
    yield from ["dateadd(y, 3652058, 'dd')", "y + INTERVAL '1' DAY"]


def _casts():
    for name in ["t", "m", "i", "l", "b"]:
        yield from [
            "CAST(%s AS %s)" % (name, kind) for kind in ["TINYINT", "SMALLINT", "INT", "BIGINT", "BOOLEAN", "STRING"]
        ]
    for name in ["t", "i", "l", "n", "w"]:
        kinds = ["DOUBLE", "DECIMAL(38,18)", "DECIMAL(15,2)", "DECIMAL(5,1)", "DECIMAL(10,0)"]
        yield from ["CAST(%s AS %s)" % (name, kind) for kind in kinds]
    yield from ["CAST(n AS BIGINT)", "CAST(w AS BIGINT)", "CAST(n AS INT)", "CAST(n AS BOOLEAN)", "CAST(y AS STRING)"]
    yield from ["CAST(s AS VARCHAR(2))", "CAST(s AS CHAR(3))", "CAST(CAST(s AS CHAR(3)) AS STRING)"]
    yield from ["CAST(CAST(s AS VARCHAR(3)) AS STRING)", "CAST(b AS STRING)"]


def _aggregates():
    yield from ["count(%s)" % name for name in "ilns"]
    yield from ["count(DISTINCT %s)" % name for name in "ilnsyb"]
    yield from ["count(DISTINCT i, s)", "count(DISTINCT i, s, n)", "count(DISTINCT i, s, n, y)", "count_if(b)"]
    yield from ["%s(%s)" % (f, name) for f in ["max", "min"] for name in "tmilnwsyb"]
    yield from ["sum(t)", "sum(i)", "sum(k)", "sum(DISTINCT k)", "sum(n)", "sum(DISTINCT n)", "sum(n) FILTER (WHERE b)"]
    yield from ["sum(e) FILTER (WHERE e > 0.2D AND e < 1D)", "avg(e) FILTER (WHERE e > 0.2D AND e < 1D)"]
    yield from ["avg(n)", "avg(DISTINCT n)", "avg(CAST(n AS DECIMAL(28,6)))", "avg(n) FILTER (WHERE b)", "avg(w)"]
    yield from ["avg(i)", "avg(k)", "bool_and(b)", "bool_or(b)", "bitwise_and_agg(l)", "bitwise_or_agg(l)"]
    yield from ["bitwise_xor_agg(l)"]


def _decimal_averages():
    """Kernels on Sail, which takes one list of rows a statement."""
    yield from [
        "max(d)",
        "min(d)",
        "max(e)",
        "min(e)",
        "avg(n)",
        "avg(DISTINCT n)",
        "avg(n) FILTER (WHERE b)",
        "avg(n) FILTER (WHERE k < 0)",
    ]
    yield from [
        "avg(CAST(n AS DECIMAL(20,6)))",
        "avg(w / 1000000BD)",
        "sum(w / 1000000BD)",
        "sort_array(collect_list(i))",
    ]


def _windows():
    """Over pairs, whose k is unique."""
    order, peers = "ORDER BY k", "PARTITION BY y2 ORDER BY i"
    yield from ["row_number() OVER (PARTITION BY y2 ORDER BY i, k)", "ntile(3) OVER (%s)" % order]
    yield from ["%s() OVER (%s)" % (f, peers) for f in ["rank", "dense_rank", "percent_rank", "cume_dist"]]
    yield from ["%s(s) OVER (%s)" % (f, order) for f in ["lag", "lead", "first_value", "last_value"]]
    yield from ["lag(l, 2, 7L) OVER (%s)" % order, "lead(n, 3) OVER (%s)" % order, "nth_value(s, 2) OVER (%s)" % order]
    near = order + " ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING"
    yield from ["first_value(i, true) OVER (%s)" % near, "last_value(i, true) OVER (%s)" % near]
    yield from ["%s(i) OVER (%s)" % (f, near) for f in ["count", "sum", "avg", "min", "max"]]
    yield from ["avg(n) OVER (%s)" % near, "avg(n) OVER (PARTITION BY y2)"]
    yield from ["count(*) OVER (PARTITION BY y2)", "nth_value(s, 2, true) OVER (%s)" % near]


def statements():
    """Each with many expressions; rows come in one order."""
    for family in [_arithmetic, _comparisons, _texts, _dates, _casts, _windows]:
        expressions = list(family())
        items = ", ".join("%s AS x%d" % (text, number) for number, text in enumerate(expressions))
        yield expressions, "SELECT k, %s FROM pairs ORDER BY k LIMIT 1000" % items
    for expressions in [list(_aggregates()), *([text] for text in _decimal_averages())]:
        yield from _grouped(expressions)


def _grouped(expressions):
    items = ", ".join("%s AS x%d" % (text, number) for number, text in enumerate(expressions))
    yield expressions, "SELECT y2, %s FROM pairs GROUP BY y2 ORDER BY y2 LIMIT 1000" % items
    yield expressions, "SELECT 0, %s FROM pairs WHERE k >= 0 LIMIT 1000" % items
    yield expressions, "SELECT 0, %s FROM pairs WHERE k < 0 LIMIT 1000" % items
