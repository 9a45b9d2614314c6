"""Plain Spark SQL, the reference of the measures: reads a statement in each line, answers with a line of JSON.

usage: plain_spark.py REMOTE FOLDER, with a Python that has pyspark. Each folder in FOLDER is a view of its Parquet
files. The answer has the rows of the statement, or the error. Rows are fetched as Arrow, which is Spark's fastest way
to give them.
"""

import json
import sys
from pathlib import Path

from pyspark.sql import SparkSession


def main():
    spark = SparkSession.builder.remote(sys.argv[1]).getOrCreate()
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    for folder in Path(sys.argv[2]).iterdir():
        files = sorted(str(path) for path in folder.rglob("*.parquet"))
        if files:
            spark.read.parquet(*files).createOrReplaceTempView(folder.name)
    for line in sys.stdin:
        try:
            table = spark.sql(line).toArrow()
            columns = [column.to_pylist() for column in table.columns]
            answer = {"rows": [[text(cell) for cell in row] for row in zip(*columns)]}
        except Exception as error:  # pylint: disable=broad-exception-caught
            answer = {"error": str(error)[:500]}
        print(json.dumps(answer), flush=True)


def text(cell):
    return None if cell is None else str(cell)


main()
