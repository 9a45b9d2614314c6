#!/usr/bin/env python3
"""Writes tables/*.test: every cell of the platform's two tables of conversions.

usage: tests/sql/conversion/make_tables.py

The grids below are the platform's printed tables, with what a value becomes in each cell: the pages
on type conversion say which cells are allowed and how values change, and nothing here is taken from
the program. A cell "-" is refused. CAST cells are asked for with the row's value and with NULL; an
implicit cell is an INSERT of a column of the row's type into a column of the head's type.
"""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "tables"

TYPES = ["CHAR(4)", "VARCHAR(4)", "BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT",
         "DOUBLE", "DECIMAL(10,2)", "BINARY", "DATE", "DATETIME", "TIMESTAMP", "TIMESTAMP_NTZ",
         "JSON", "STRING"]

FAMILY = {**dict.fromkeys(["BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE",
                           "DECIMAL(10,2)"], "numbers"),
          **dict.fromkeys(["CHAR(4)", "VARCHAR(4)", "STRING", "BINARY"], "texts"),
          **dict.fromkeys(["DATE", "DATETIME", "TIMESTAMP", "TIMESTAMP_NTZ", "JSON"], "others")}

# BIGINT to TIMESTAMP is refused in the printed table. The platform's own client tests it all the
# same (PyODPS, test_sqlalchemy_odps.py), with seconds since 1970.
# Explicit conversions. First the row's type, then a value of it, then one cell for each of TYPES.
CAST = """
BOOLEAN       | true                    | true|true|true|1|1|1|1|1|1.0|1|-|-|-|-|-|true|true
TINYINT       | 12Y                     | 12  |12|true|12|12|12|12|12|12.0|12|-|-|-|-|-|12|12
SMALLINT      | -7S                     | -7  |-7|true|-7|-7|-7|-7|-7|-7.0|-7|-|-|-|-|-|-7|-7
INT           | 0                       | 0   |0|false|0|0|0|0|0|0.0|0|-|-|-|-|-|0|0
BIGINT        | 100L                    | 100 |100|true|100|100|100|100|100|100.0|100|-|-|-|1970-01-01 08:01:40|-|100|100
FLOAT         | 1.5F                    | 1.5 |1.5|true|1|1|1|1|1.5|1.5|1.5|-|-|-|-|-|1.5|1.5
DOUBLE        | -1.6D                   | -1.6|-1.6|true|-1|-1|-1|-1|-1.6|-1.6|-1.6|-|-|-|-|-|-1.6|-1.6
DECIMAL(10,2) | CAST(2.75BD AS DECIMAL(10,2)) | 2.75|2.75|true|2|2|2|2|2.75|2.75|2.75|-|-|-|-|-|2.75|2.75
STRING        | '12.5'                  | 12.5|12.5|true|12|12|12|12|12.5|12.5|12.5|12.5|x|x|x|x|"12.5"|12.5
STRING        | '2024-02-29'            | 2024|2024|x|x|x|x|x|x|x|x|x|2024-02-29|x|x|x|x|x
STRING        | '2024-02-29 08:00:01'   | 2024|2024|x|x|x|x|x|x|x|x|x|x|2024-02-29 08:00:01|2024-02-29 08:00:01|2024-02-29 08:00:01|x|x
VARCHAR(4)    | CAST('1e2' AS VARCHAR(4)) | 1e2 |1e2|true|100|100|100|100|100|100.0|100|1e2|x|x|x|x|"1e2"|1e2
CHAR(4)       | CAST('-3' AS CHAR(4))   | -3  |-3|true|-3|-3|-3|-3|-3|-3.0|-3|-3|x|x|x|x|"-3"|-3
BINARY        | X'6162'                 | ab  |ab|-|-|-|-|-|-|-|-|ab|-|-|-|-|-|ab
DATE          | DATE'2024-02-29'        | 2024|2024|-|-|-|-|-|-|-|-|-|2024-02-29|2024-02-29 00:00:00|2024-02-29 00:00:00|2024-02-29 00:00:00|-|2024-02-29
DATETIME      | DATETIME'2024-02-29 08:00:01' | 2024|2024|-|-|-|-|-|-|-|-|-|2024-02-29|2024-02-29 08:00:01|2024-02-29 08:00:01|2024-02-29 08:00:01|-|2024-02-29 08:00:01
TIMESTAMP     | TIMESTAMP'2024-02-29 08:00:01.123456789' | 2024|2024|-|-|-|-|-|-|-|-|-|2024-02-29|2024-02-29 08:00:01|2024-02-29 08:00:01.123456789|2024-02-29 08:00:01.123456789|-|2024-02-29 08:00:01.123456789
TIMESTAMP_NTZ | TIMESTAMP_NTZ'2024-02-29 08:00:01.5' | 2024|2024|-|-|-|-|-|-|-|-|-|2024-02-29|2024-02-29 08:00:01|2024-02-29 08:00:01.5|2024-02-29 08:00:01.5|-|2024-02-29 08:00:01.5
JSON          | JSON'12'                | 12  |12|true|12|12|12|12|12|12.0|12|-|-|-|-|-|12|12
"""

# A row's value may have no meaning in a cell that the table allows: such a cell is an "x" above, and
# a second row, or the tests of dirty texts, stand for it.

# Implicit conversions: Y happens, N is refused.
#             C V B T S I B F D D B D D T N J S
IMPLICIT_2 = """
BOOLEAN       | N N Y N N N N N N N N N N N N N N
TINYINT       | Y Y N Y Y Y Y Y Y Y N N N N N N Y
SMALLINT      | Y Y N N Y Y Y Y Y Y N N N N N N Y
INT           | Y Y N N N Y Y Y Y Y N N N N N N Y
BIGINT        | Y Y N N N N Y Y Y Y N N N N N N Y
FLOAT         | Y Y N N N N N Y Y Y N N N N N N Y
DOUBLE        | Y Y N N N N N N Y Y N N N N N N Y
DECIMAL(10,2) | Y Y N N N N N N N Y N N N N N N Y
STRING        | Y Y N N N N N N Y Y N N N N N N Y
VARCHAR(4)    | Y Y N N N N N N Y Y N N N N N N Y
CHAR(4)       | Y Y N N N N N N Y Y N N N N N N Y
BINARY        | N N N N N N N N N N Y N N N N N N
DATE          | Y Y N N N N N N N N N Y Y Y Y N Y
DATETIME      | Y Y N N N N N N N N N N Y Y N N Y
TIMESTAMP     | Y Y N N N N N N N N N N N Y N N Y
TIMESTAMP_NTZ | Y Y N N N N N N N N N N N N Y N Y
JSON          | N N N N N N N N N N N N N N N Y N
"""

TYPES_1 = ["BOOLEAN", "BIGINT", "DOUBLE", "DECIMAL(10,2)", "STRING", "DATETIME"]
#             Bool Bigint Double Decimal String Datetime
IMPLICIT_1 = """
BOOLEAN       | Y N N N N N
BIGINT        | N Y Y Y Y N
DOUBLE        | N Y Y Y Y N
DECIMAL(10,2) | N Y Y Y Y N
STRING        | N Y Y Y Y Y
DATETIME      | N N N N Y Y
"""


def implicit_hive():
    """An INSERT in the Hive-compatible mode converts whatever CAST can."""
    answers = {}
    for name, (_, *row) in cells(CAST):
        answers[name] = " ".join("N" if cell.strip() == "-" else "Y" for cell in row)
    return "\n".join(f"{name} | {answer}" for name, answer in answers.items())


EDITION_1 = "set odps.sql.type.system.odps2=false;\n"
HIVE = "set odps.sql.hive.compatible=true;\n"


def cells(grid):
    for line in grid.strip().splitlines():
        name, *rest = line.split("|")
        yield name.strip(), rest


def cast_rows():
    for name, (value, *row) in cells(CAST):
        yield name, value.strip(), dict(zip(TYPES, row))


def null_text(name, head):
    """CAST(NULL AS JSON) is the JSON value null, which is NULL in every other type."""
    return "null" if name == head == "JSON" else "NULL"


def shown(text, head):
    """Only CHAR's blanks count: the others stand there to line the grid up."""
    return text[-4:].ljust(4) if head == "CHAR(4)" else text.strip()


def refuse_cast(setting, value, name, head):
    select = f"SELECT CAST(x AS {head}) FROM (SELECT {value} AS x) t;"
    return (f"statement error ODPS-0130141:[1,8] Illegal implicit type cast - cannot cast from "
            f"{name} to {head}\n{setting}{select}\n")


def cast_blocks(setting, types):
    for name, value, row in cast_rows():
        if name not in types:
            continue
        allowed = [head for head in types if row[head].strip() not in ("-", "x")]
        casts = ", ".join(f"CAST(x AS {head})" for head in allowed)
        if allowed:
            yield name, (f"query\n{setting}SELECT {casts} FROM (SELECT {value} AS x) t;\n----\n"
                         + "\t".join(shown(row[head], head) for head in allowed) + "\n")
        legal = [head for head in types if row[head].strip() != "-"]
        casts = ", ".join(f"CAST(x AS {head})" for head in legal)
        yield name, (f"query\n{setting}SELECT {casts} FROM (SELECT CAST(NULL AS {name}) AS x) t;\n"
                     "----\n" + "\t".join(null_text(name, head) for head in legal) + "\n")
        for head in types:
            if row[head].strip() == "-":
                yield name, refuse_cast(setting, value, name, head)


def column(head):
    return "c_" + head.split("(")[0].lower()


def implicit_blocks(setting, types, grid):
    columns = ", ".join(f"{column(head)} {head}" for head in types)
    yield None, f"statement ok\n{setting}CREATE TABLE target ({columns});\n"
    values = {}
    for name, value, row in cast_rows():
        for head in types:
            if row[head].strip() not in ("-", "x"):
                values[name, head] = (value, shown(row[head], head))
        values.setdefault(name, value)
    for name, (row,) in cells(grid):
        answer = dict(zip(types, row.split()))
        groups = {}
        for head in types:
            if answer[head] == "Y":
                # The unparametrised value of a numeric text is not a date, so such a cell may
                # have its own value.
                value, text = values.get((name, head), ("'2024-02-29 08:00:01'", None))
                if text is None:
                    continue
                groups.setdefault(value, []).append((head, text))
        for value, members in groups.items():
            names = ", ".join(column(head) for head, _ in members)
            sources = ", ".join("x" for _ in members)
            null = f"CAST(NULL AS {name})"
            yield name, (
                f"query\n{setting}TRUNCATE TABLE target;\n"
                f"INSERT INTO target ({names}) SELECT {sources} FROM (SELECT {value} AS x) t;\n"
                f"SELECT {names} FROM target;\n----\n"
                + "\t".join(text for _, text in members) + "\n")
            yield name, (
                f"query\n{setting}TRUNCATE TABLE target;\n"
                f"INSERT INTO target ({names}) SELECT {sources} FROM (SELECT {null} AS x) t;\n"
                f"SELECT {names} FROM target;\n----\n"
                + "\t".join(null_text(name, head) for head, _ in members) + "\n")
        for head in types:
            if answer[head] == "N":
                insert = f"INSERT INTO target ({column(head)}) SELECT x FROM (SELECT "
                yield name, (
                    f"statement error ODPS-0130071:[1,{len(insert) - len('x FROM (SELECT ') + 1}] "
                    f"Semantic analysis exception - column x in source has incompatible type {name} "
                    f"with destination column {column(head)}, which has type {head}\n"
                    f"{setting}{insert}{values[name]} AS x) t;\n")


def write(name, blocks):
    files = {}
    head = None
    for source, block in blocks:
        if source is None:
            head = block
        else:
            files.setdefault(FAMILY[source], []).append(block)
    for family, members in files.items():
        parts = ["# Written by make_tables.py.\n", *([head] if head else []), *members]
        (FOLDER / f"{name}_of_{family}.test").write_text("\n".join(parts))


def main():
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.test"):
        old.unlink()
    write("cast_2", cast_blocks("", TYPES))
    write("cast_hive", cast_blocks(HIVE, TYPES))
    write("cast_1", cast_blocks(EDITION_1, TYPES_1))
    write("implicit_2", implicit_blocks("", TYPES, IMPLICIT_2))
    write("implicit_hive", implicit_blocks(HIVE, TYPES, implicit_hive()))
    write("implicit_1", implicit_blocks(EDITION_1, TYPES_1, IMPLICIT_1))


main()
