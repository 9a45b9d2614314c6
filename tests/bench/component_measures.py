"""Classic components: what scripts/bench asks of them.

The references of learners run in a process of their own, which this file itself is with `--reference`: the library
called by hand on a DataFrame that is read from the same Parquet files.
"""

import glob
import json
import os
import statistics
import subprocess
import sys
import time

COLUMNS = 50
SETTINGS = {"eta": 0.3, "max_depth": 6, "objective": "binary:logistic", "seed": 0}
ROUNDS = 20


def _numbers():
    """50 columns of numbers that follow from the row's number, and a label that follows from three of them."""
    parts = [f"CAST((n * {7919 + 2 * i} % 100003) AS DOUBLE) / 100003 AS f{i}" for i in range(COLUMNS)]
    return ", ".join(parts) + ", CAST((n * 7919 % 100003) + (n * 7921 % 100003) > 100003 AS BIGINT) AS y"


def _fill(run, sql, rows, big):
    series = "SELECT EXPLODE(SEQUENCE(CAST(1 AS BIGINT), CAST(%d AS BIGINT))) AS n"
    run(sql(f"CREATE TABLE IF NOT EXISTS wide AS SELECT {_numbers()} FROM ({series % rows}) s;"))
    run(
        sql(
            "CREATE TABLE IF NOT EXISTS long AS SELECT n, CAST(n * 7919 % 1000003 AS DOUBLE) AS x, n % 97 AS k "
            f"FROM ({series % big}) s;"
        )
    )
    run(sql(f"CREATE TABLE IF NOT EXISTS small AS SELECT {_numbers()} FROM ({series % 500}) s;"))
    run(sql("CREATE TABLE IF NOT EXISTS parts (a DOUBLE, b DOUBLE, y BIGINT) PARTITIONED BY (ds STRING);"))
    run(
        sql(
            "SET odps.sql.allow.fullscan=true; INSERT OVERWRITE TABLE parts PARTITION (ds) SELECT f0, f1, y, "
            "CAST(k AS STRING) FROM small LATERAL VIEW EXPLODE(SEQUENCE(1, 97)) e AS k;"
        )
    )


def _relational(run, sql, add, repeats):
    pairs = (
        ("AppendId", "-DinputTableName=long -DoutputTableName=o1", "SELECT ROW_NUMBER() OVER (ORDER BY 1) - 1 AS append_id, n, x, k FROM long"),
        ("Normalize", "-DinputTableName=long -DselectedColNames=x -DoutputTableName=o2", "SELECT n, (x - lo) / (hi - lo) AS x, k FROM long JOIN (SELECT MIN(x) AS lo, MAX(x) AS hi FROM long) m ON 1 = 1"),
        ("split", "-DinputTableName=long -Dfraction=0.8 -Doutput1TableName=o3 -Doutput2TableName=o4", None),
    )  # fmt: skip
    for name, parameters, query in pairs:
        ours, theirs = [], []
        for _ in range(repeats):
            ours.append(run(sql(f"PAI -name {name} {parameters};"))[0])
            if query is None:
                # The same order of chance, and the rows to either side of it.
                plain = (
                    "FROM (SELECT n, x, k, ROW_NUMBER() OVER (ORDER BY r) AS p FROM (SELECT n, x, k, RAND() AS r FROM long) q) t "
                    "INSERT OVERWRITE TABLE p3 SELECT n, x, k WHERE p <= 8000000 "
                    "INSERT OVERWRITE TABLE p4 SELECT n, x, k WHERE p > 8000000;"
                )
                run(sql("CREATE TABLE IF NOT EXISTS p3 LIKE long; CREATE TABLE IF NOT EXISTS p4 LIKE long;"))
                theirs.append(run(sql("SET odps.sql.allow.cartesian=true; " + plain))[0])
            else:
                run(sql(f"DROP TABLE IF EXISTS plain_{name};"))
                theirs.append(run(sql(f"SET odps.sql.allow.cartesian=true; CREATE TABLE plain_{name} AS {query};"))[0])
        add(f"{name} of 10,000,000 rows", statistics.median(ours), statistics.median(theirs), "plain SQL", "1.1 x")


def _learners(run, sql, python, files, add, repeats, rows):
    trainings = (
        ("xgboost", "xgboost", f"-Dnum_round={ROUNDS} -Dobjective=binary:logistic"),
        ("logistic", "logisticregression_binary", "-DregularizedType=l2 -DgoodValue=1"),
    )
    features = ",".join(f"f{i}" for i in range(COLUMNS))
    for kind, name, parameters in trainings:
        ours, theirs = [], []
        for _ in range(repeats):
            statement = (
                f"PAI -name {name} -DinputTableName=wide -DfeatureColNames={features} -DlabelColName=y "
                f"-DmodelName=m_{kind} {parameters};"
            )
            ours.append(run(sql(statement))[0])
            theirs.append(reference(python, kind, files("wide"))[0])
        add(
            f"{name}, {rows:,} x {COLUMNS}, statement to model",
            statistics.median(ours),
            statistics.median(theirs),
            "the library by hand, its imports and the reading of Parquet included",
            "1.2 x",
        )
        taken = [
            run(
                sql(
                    f"PAI -name prediction -DinputTableName=wide -DmodelName=m_{kind} -DoutputTableName=p_{kind} "
                    "-DappendColNames=y;"
                )
            )[0]
            for _ in range(repeats)
        ]
        add(f"prediction of {rows:,} rows, model of {name}", statistics.median(taken), None, "", "2 s")


def _many(run, sql, python, files, add):
    train = (
        "PAI -name xgboost -DinputTableName=parts -DinputTablePartitions=ds=%d -DfeatureColNames=a,b -DlabelColName=y "
        "-DmodelName=part_%d -Dnum_round=5;"
    )
    predict = (
        "PAI -name prediction -DinputTableName=parts -DinputTablePartitions=ds=%d -DmodelName=part_%d "
        "-DoutputTableName=part_answers -DappendColNames=y;"
    )
    statements = [text % (number, number) for number in range(1, 98) for text in (train, predict)]
    start = time.perf_counter()
    run(sql("".join(statements)))
    ours = time.perf_counter() - start
    theirs = reference(python, "parts", files("small"))[0] * 97
    add(
        "97 trainings and 97 predictions in one script, a statement",
        ours / 194,
        theirs / 194,
        "the library's own time",
        "0.2 s more",
    )
    small = [
        run(sql("PAI -name AppendId -DinputTableName=small -DoutputTableName=small_id;"))[0] - run(sql("SET a=b;"))[0]
        for _ in range(7)
    ]
    add("AppendId of 500 rows, without the process's start", statistics.median(small), None, "", "0.1 s")
    warm = (
        "PAI -name logisticregression_binary -DinputTableName=small -DfeatureColNames=f0,f1,f2 -DlabelColName=y "
        "-DmodelName=small_model -DgoodValue=1;"
    )
    few, more = (min(run(sql(warm * count))[0] for _ in range(3)) for count in (2, 12))
    add("a small logistic regression, warm", (more - few) / 10, None, "", "0.3 s")


def measure(run, sql, home, python, repeats, rows, big, add):
    """Relational components against plain SQL, learners against their libraries by hand."""

    def files(table):
        return glob.glob(os.path.join(home, "warehouse", "*", table, "**", "*.parquet"), recursive=True)

    _fill(run, sql, rows, big)
    _relational(run, sql, add, repeats)
    _learners(run, sql, python, files, add, repeats, rows)
    _many(run, sql, python, files, add)


def reference(python, name, files):
    """Seconds of a reference in a process of its own, and what it took within."""
    start = time.perf_counter()
    told = subprocess.run(
        [python, os.path.abspath(__file__), "--reference", name, json.dumps(files)], stdout=subprocess.PIPE, check=True
    )
    whole = time.perf_counter() - start
    within = json.loads(told.stdout)
    return (within if name == "parts" else whole), within


def _frame(files):
    import pandas

    frame = pandas.concat([pandas.read_parquet(file) for file in files])
    names = [name for name in frame.columns if name.startswith("f")]
    return frame[names].to_numpy(), frame["y"].to_numpy()


def _xgboost(files):
    import xgboost

    features, label = _frame(files)
    model = xgboost.train(SETTINGS, xgboost.DMatrix(features, label), ROUNDS)
    model.save_raw()


def _logistic(files):
    from sklearn.linear_model import LogisticRegression

    features, label = _frame(files)
    LogisticRegression(C=1.0, max_iter=100, tol=1e-6).fit(features, label)


def _parts(files):
    import xgboost

    features, label = _frame(files)
    start = time.perf_counter()
    model = xgboost.train(SETTINGS, xgboost.DMatrix(features[:, :2], label), 5)
    model.predict(xgboost.DMatrix(features[:, :2]))
    return time.perf_counter() - start


if __name__ == "__main__":
    if sys.argv[1] == "--reference":
        references = {"xgboost": _xgboost, "logistic": _logistic, "parts": _parts}
        print(json.dumps(references[sys.argv[2]](json.loads(sys.argv[3]))))
