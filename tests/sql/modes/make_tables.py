#!/usr/bin/env python3
"""Writes tables/*.test: what operators and conversions answer where the answer does not exist.

usage: tests/sql/modes/make_tables.py

Each line of the tables below is an expression over a and b, their values, and the answers in normal
mode, in strict mode (odps.function.strictmode=true) and in Hive-compatible mode. An answer that is
the code of an error stands for that error. Every line is asked for with columns and with constants.
The answers follow the platform's page on the differences between normal mode and Hive-compatible mode
(help document 460724); nothing here is taken from the program. tests/unit/session/guard_test.cpp does
the same for the functions.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "tables"

# expression | a | b | normal | strict | Hive
OPERATORS = """
a + b | 127Y | 1Y | NULL | ODPS-0121145 | -128
a + b | 32767S | 1S | NULL | ODPS-0121145 | -32768
a + b | 2147483647 | 1 | NULL | ODPS-0121145 | -2147483648
a + b | 9223372036854775807L | 1L | NULL | ODPS-0121145 | -9223372036854775808
a + b | 9223372036854775806L | 1L | 9223372036854775807 | 9223372036854775807 | 9223372036854775807
a + b | CAST(3e38 AS FLOAT) | CAST(3e38 AS FLOAT) | NULL | ODPS-0121145 | Infinity
a + b | 1.7e308 | 1.7e308 | NULL | ODPS-0121145 | Infinity
a + b | 99999999999999999999999999999999999999BD | 1BD | NULL | ODPS-0121145 | NULL
a - b | -128Y | 1Y | NULL | ODPS-0121145 | 127
a - b | -32768S | 1S | NULL | ODPS-0121145 | 32767
a - b | -2147483648 | 1 | NULL | ODPS-0121145 | 2147483647
a - b | -9223372036854775808L | 1L | NULL | ODPS-0121145 | 9223372036854775807
a - b | CAST(-3e38 AS FLOAT) | CAST(3e38 AS FLOAT) | NULL | ODPS-0121145 | -Infinity
a - b | -1.7e308 | 1.7e308 | NULL | ODPS-0121145 | -Infinity
a - b | -99999999999999999999999999999999999999BD | 1BD | NULL | ODPS-0121145 | NULL
a * b | 64Y | 2Y | NULL | ODPS-0121145 | -128
a * b | 16384S | 2S | NULL | ODPS-0121145 | -32768
a * b | 1073741824 | 2 | NULL | ODPS-0121145 | -2147483648
a * b | 4611686018427387904L | 2L | NULL | ODPS-0121145 | -9223372036854775808
a * b | -9223372036854775808L | -1L | NULL | ODPS-0121145 | -9223372036854775808
a * b | CAST(3e38 AS FLOAT) | CAST(10 AS FLOAT) | NULL | ODPS-0121145 | Infinity
a * b | 1e300 | 1e300 | NULL | ODPS-0121145 | Infinity
a * b | 99999999999999999999BD | 99999999999999999999BD | NULL | ODPS-0121145 | NULL
a / b | 5 | 0 | NULL | ODPS-0121145 | NULL
a / b | 5L | 0L | NULL | ODPS-0121145 | NULL
a / b | 1.0 | 0.0 | NULL | ODPS-0121145 | Infinity
a / b | -1.0 | 0 | NULL | ODPS-0121145 | -Infinity
a / b | 0.0 | 0.0 | NULL | ODPS-0121145:[1,8] Data overflow - Div result is nan, two params are 0.000000 and 0.000000 | NaN
a / b | 1BD | 0BD | NULL | ODPS-0121145:[1,8] Data overflow - Div result is inf, two params are 1.000000 and 0.000000 | NULL
a / b | 1e300 | 1e-300 | NULL | ODPS-0121145 | Infinity
a % b | 5Y | 0Y | NULL | ODPS-0121145 | NULL
a % b | 5S | 0S | NULL | ODPS-0121145 | NULL
a % b | 5 | 0 | NULL | ODPS-0121145 | NULL
a % b | 5L | 0L | NULL | ODPS-0121145 | NULL
a % b | -9223372036854775808L | -1L | 0 | 0 | 0
a % b | CAST(5 AS FLOAT) | CAST(0 AS FLOAT) | NULL | ODPS-0121145 | NULL
a % b | 5.0 | 0.0 | NULL | ODPS-0121145 | NULL
a % b | 5BD | 0BD | NULL | ODPS-0121145 | NULL
a DIV b | 5Y | 0Y | NULL | ODPS-0121145 | NULL
a DIV b | 5S | 0S | NULL | ODPS-0121145 | NULL
a DIV b | 5 | 0 | NULL | ODPS-0121145 | NULL
a DIV b | 5L | 0L | NULL | ODPS-0121145 | NULL
a DIV b | -2147483648 | -1 | NULL | ODPS-0121145 | -2147483648
a DIV b | -9223372036854775808L | -1L | NULL | ODPS-0121145 | -9223372036854775808
a DIV b | 7.5 | 0.0 | NULL | ODPS-0121145 | NULL
a DIV b | 1e300 | 2.0 | NULL | ODPS-0121145 | NULL
a DIV b | -7.5 | 2.0 | -3 | -3 | -3
-a | -128Y | 0 | NULL | ODPS-0121145 | -128
-a | -32768S | 0 | NULL | ODPS-0121145 | -32768
-a | -2147483648 | 0 | NULL | ODPS-0121145 | -2147483648
-a | -9223372036854775808L | 0 | NULL | ODPS-0121145 | -9223372036854775808
a & b | -9223372036854775807L | -9223372036854775792L | NULL | ODPS-0121145 | -9223372036854775808
a | b | -9223372036854775808L | 0L | NULL | ODPS-0121145 | -9223372036854775808
a ^ b | 9223372036854775807L | -1L | NULL | ODPS-0121145 | -9223372036854775808
a & b | 12L | 10L | 8 | 8 | 8
~a | 9223372036854775807L | 0 | NULL | ODPS-0121145 | -9223372036854775808
pow(a, b) | 10.0 | 400.0 | NULL | ODPS-0121145 | Infinity
pow(a, b) | -8.0 | 0.5 | NULL | ODPS-0121145 | NaN
pow(a, b) | 0.0 | -1.0 | NULL | ODPS-0121145 | Infinity
"""

# A CAST to a type | the value | normal | strict | Hive
CONVERSIONS = """
TINYINT | 'abc' | NULL | ODPS-0123091 | NULL
SMALLINT | 'abc' | NULL | ODPS-0123091 | NULL
INT | 'abc' | NULL | ODPS-0123091 | NULL
BIGINT | 'abc' | NULL | ODPS-0123091:[1,8] Illegal type cast - in function cast, value 'abc' cannot be casted from String to Bigint | NULL
FLOAT | 'abc' | NULL | ODPS-0123091 | NULL
DOUBLE | 'abc' | NULL | ODPS-0123091 | NULL
DECIMAL(10,2) | 'abc' | NULL | ODPS-0123091 | NULL
BIGINT | '' | NULL | ODPS-0123091 | NULL
BIGINT | '123abc' | 123 | ODPS-0123091 | NULL
DOUBLE | '1.5x' | 1.5 | ODPS-0123091 | NULL
DECIMAL(10,2) | '1.5x' | 1.5 | ODPS-0123091 | NULL
TINYINT | '300' | NULL | ODPS-0121145 | NULL
SMALLINT | '40000' | NULL | ODPS-0121145 | NULL
INT | '3000000000' | NULL | ODPS-0121145 | NULL
BIGINT | '99999999999999999999' | NULL | ODPS-0123091 | NULL
FLOAT | '1e300' | NULL | ODPS-0121145 | Infinity
DOUBLE | '1e400' | NULL | ODPS-0121145 | Infinity
DECIMAL(4,2) | '123.4' | NULL | ODPS-0121145 | NULL
DATETIME | '2024-13-01 00:00:00' | NULL | ODPS-0121095 | NULL
DATETIME | '2024' | NULL | ODPS-0121095:[1,8] Invalid arguments - in function cast, string datetime's format must be yyyy-mm-dd hh:mi:ss,  input string is:2024 | NULL
DATE | 'a' | NULL | ODPS-0121095 | NULL
DATE | '2024-02-30' | NULL | ODPS-0121095 | NULL
DATE | '2022-12-20 00:01:01' | NULL | ODPS-0121095 | 2022-12-20
TIMESTAMP | '2024-01-01' | NULL | ODPS-0121095 | NULL
TIMESTAMP_NTZ | 'x' | NULL | ODPS-0121095 | NULL
TINYINT | 300 | NULL | ODPS-0121145 | 44
TINYINT | -129S | NULL | ODPS-0121145 | 127
SMALLINT | 40000 | NULL | ODPS-0121145 | -25536
INT | 3000000000L | NULL | ODPS-0121145 | -1294967296
TINYINT | 300L | NULL | ODPS-0121145 | 44
TINYINT | 300.7 | NULL | ODPS-0121145 | 44
INT | 3e9 | NULL | ODPS-0121145 | 2147483647
BIGINT | 1e20 | NULL | ODPS-0121145 | 9223372036854775807
BIGINT | -1e20 | NULL | ODPS-0121145 | -9223372036854775808
BIGINT | CAST('nan' AS DOUBLE) | NULL | ODPS-0121145 | 0
BIGINT | CAST(1e20 AS FLOAT) | NULL | ODPS-0121145 | 9223372036854775807
BIGINT | 99999999999999999999BD | NULL | ODPS-0121145 | NULL
TINYINT | 300BD | NULL | ODPS-0121145 | NULL
FLOAT | 1e300 | NULL | ODPS-0121145 | Infinity
DECIMAL(4,2) | 123 | NULL | ODPS-0121145 | NULL
DECIMAL(4,2) | 123.45 | NULL | ODPS-0121145 | NULL
DECIMAL(4,2) | 123.45BD | NULL | ODPS-0121145 | NULL
DECIMAL(4,2) | CAST('inf' AS DOUBLE) | NULL | ODPS-0121145 | NULL
DECIMAL(4,2) | CAST(1000 AS FLOAT) | NULL | ODPS-0121145 | NULL
DECIMAL(4,2) | 12.345BD | 12.35 | 12.35 | 12.35
DECIMAL(1,1) | true | NULL | ODPS-0121145 | NULL
"""

MODES = [("normal", ""),
         ("strict", "set odps.function.strictmode=true;\n"),
         ("hive", "set odps.sql.hive.compatible=true;\n")]

WRAPPED = "ODPS-0130071:[0,0] Semantic analysis exception - physical plan generation failed: "


def rows(table, width):
    for line in table.strip().splitlines():
        cells = [cell.strip() for cell in line.split(" | ")]
        if len(cells) > width:  # the operator | itself
            cells = [" | ".join(cells[:len(cells) - width + 1]), *cells[len(cells) - width + 1:]]
        yield cells


def block(setting, select, answer, constant):
    if not answer.startswith("ODPS-"):
        return f"query\n{setting}{select};\n----\n{answer}\n"
    if constant:
        number = "java.lang.NumberFormatException: " if answer.startswith("ODPS-0123091") else ""
        answer = WRAPPED + number + answer[:12] + ":"
    return f"statement error {answer}\n{setting}{select};\n"


def operator_blocks(mode, setting):
    for expression, a, b, *answers in rows(OPERATORS, 6):
        select = f"SELECT {expression} FROM VALUES ({a}, {b}) t(a, b)"
        yield block(setting, select, answers[mode], False)
        constant = re.sub(r"\b[ab]\b", lambda name: f"({a})" if name[0] == "a" else f"({b})",
                          expression)
        yield block(setting, f"SELECT {constant}", answers[mode], True)


def conversion_blocks(mode, setting):
    for kind, value, *answers in rows(CONVERSIONS, 5):
        select = f"SELECT CAST(a AS {kind}) FROM VALUES ({value}) t(a)"
        yield block(setting, select, answers[mode], False)
        yield block(setting, f"SELECT CAST({value} AS {kind})", answers[mode], True)


def main():
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.test"):
        old.unlink()
    for mode, (name, setting) in enumerate(MODES):
        for what, blocks in (("operators", operator_blocks), ("conversions", conversion_blocks)):
            text = "\n".join(["# Written by make_tables.py.\n", *blocks(mode, setting)])
            (FOLDER / f"{what}_{name}.test").write_text(text)


main()
