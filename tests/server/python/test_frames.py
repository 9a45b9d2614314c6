"""PyODPS's DataFrames, whose functions in Python the server runs, and frames of pandas."""

TABLE = """
import warnings
warnings.simplefilter("ignore")
options.sql.use_odps2_extension = True
from odps.df import DataFrame
o.delete_table("fruit", if_exists=True)
table = o.create_table("fruit", "name string, weight double, n bigint")
with table.open_writer() as writer:
    writer.write([["apple", 1.5, 1], ["pear", 2.5, 2], ["pear", None, 3]])
frame = DataFrame(table)
def rows(result):
    return [tuple(record.values) for record in result.execute()]
"""


def test_functions_of_users_in_frames(shared_server):
    printed = shared_server.pyodps(
        TABLE
        + """
from odps.df import output
@output(["name", "total"], ["string", "int"])
def mapper(row):
    yield row[0], row[1] * 10
class Mean(object):
    def buffer(self):
        return [0.0, 0]
    def __call__(self, buffer, value):
        buffer[0] += value
        buffer[1] += 1
    def merge(self, buffer, other):
        buffer[0] += other[0]
        buffer[1] += other[1]
    def getvalue(self, buffer):
        return buffer[0] / buffer[1]
print(rows(frame[frame.name, frame.n.map(lambda n: n * 2)]))
print(rows(frame[["name", "n"]].map_reduce(mapper)))
print(frame.n.agg(Mean, rtype="float").execute())
"""
    )
    assert printed.splitlines() == [
        "[('apple', 2), ('pear', 4), ('pear', 6)]",
        "[('apple', 10), ('pear', 20), ('pear', 30)]",
        "2.0",
    ]


def test_frames_are_kept_as_tables(shared_server):
    printed = shared_server.pyodps(
        TABLE
        + """
o.delete_table("heavy", if_exists=True)
heavy = frame[frame.n > 1].persist("heavy")
print(sorted(rows(heavy.groupby("name").agg(total=heavy.n.sum(), count=heavy.weight.count()))))
print(rows(frame.sort("n", ascending=False)[:1]))
result = o.execute_sql("SELECT name, weight, n FROM fruit WHERE n > 1 ORDER BY n LIMIT 5").open_reader(tunnel=True)
read = result.to_pandas()
print(list(read.columns), [str(kind) for kind in read.dtypes], read["n"].tolist(), read["weight"].isna().tolist())
"""
    )
    assert printed.splitlines() == [
        "[('pear', 1, 5)]",
        "[('pear', None, 3)]",
        "['name', 'weight', 'n'] ['object', 'float64', 'int64'] [2, 3] [False, True]",
    ]
