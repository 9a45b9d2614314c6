"""Computes what Alink has computed, and ends with an error where an answer is another one.

Arguments: the folder with cases.json and .ak files that Alink 1.6.2 has written (tests/pai/alink/test_alink_real.py).
"""

import json
import os
import re
import sys

import paisql.alink
from paisql.alink import *

FOLDER = sys.argv[1]
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
# What the error here says of a case that fails in Alink, too.
HERE = {
    "cols2vec_null_error": "'1.0', NULL are not all finite numbers",
    "vec2cols_'1 2'_ERROR": "'1 2' is not a vector of 3 values",
    "totensor_badshape": "'1 2 3' is not a such tensor",
    "totensor_'abc'_FLOAT": "'abc' is not a such tensor",
    "jv_null": "NULL is not JSON",
    "jv_bad": "'{bad' is not JSON",
    "jv_badtype": "has 'x' for column 'x', which is not a valid BIGINT",
    "j2c_ERROR_{bad": "'{bad' is not a JSON object",
    "union_badtypes": "column 'a' is INT, and 'c' in its place is STRING",
    "strat_ratios": "strataRatios has nothing for 'c'",
    "strat_sizes": "strataSizes has nothing for 'c'",
    "weightsample": "a weight is 0, and has to be more than 0",
    "appendid_bad": "appendType is DENSE or UNIQUE, not 'X'",
    "typeconvert_bad": "'x' in column 's' is not a valid DOUBLE",
    "typeconvert_s46": "'4.6' in column 's' is not a valid BIGINT",
    "assemble_null": "are not all numbers or vectors",
    "index_err": "'z' of column 's' is not a token of the model",
}
_TYPES = {"VARCHAR": "STRING", "INTEGER": "INT"}


def built(spec):
    """The operator of {"rows", "schema"}, {"op", "params", "in"} or {"method", "args", "in"}."""
    if "rows" in spec:
        return MemSourceBatchOp(spec["rows"], spec["schema"])
    inputs = spec.get("in", [])
    inputs = [built(one) for one in (inputs if isinstance(inputs, list) else [inputs])]
    if "method" in spec:
        operator = getattr(inputs[0], spec["method"])(*spec["args"])
    else:
        operator = getattr(paisql.alink, spec["op"])()
        for name, value in spec["params"].items():
            getattr(operator, "set" + name[0].upper() + name[1:])(value)
        if inputs:
            operator.linkFrom(inputs)
    return operator.getSideOutput(spec["side"]) if "side" in spec else operator


def plain(value):
    """A value whose numbers are numbers, however they are written: 1.0E10 is 10000000000.0."""
    if isinstance(value, str) and value.startswith("{"):
        try:
            return json.dumps({name: plain(one) for name, one in json.loads(value).items()}, sort_keys=True)
        except ValueError:
            return value
    if isinstance(value, str):
        return _NUMBER.sub(lambda match: "%.7g" % float(match[0]) if set(".eE") & set(match[0]) else match[0], value)
    return "%.9g" % value if isinstance(value, float) else value


def in_order(rows):
    return sorted(([plain(value) for value in row] for row in rows), key=repr)


useLocalEnv(1, config={"odps.sql.timezone": "UTC"})
with open(os.path.join(FOLDER, "cases.json"), encoding="utf-8") as stream:
    cases = json.load(stream)
wrong = []
for case in cases:
    try:
        operator = built(case["graph"])
        columns, rows = operator.schema(), operator.collect()
    except (AlinkError, ValueError) as error:
        if "fails" not in case or HERE[case["name"]] not in str(error):
            wrong.append((case["name"], str(error)))
        continue
    if "fails" in case:
        wrong.append((case["name"], "is not an error, but %r" % rows))
        continue
    texts = [
        (name, "STRING" if "Vector" in kind or "Tensor" in kind else _TYPES.get(kind, kind))
        for name, kind in case["columns"]
    ]
    if texts != columns or in_order(case["rows"]) != in_order(rows):
        wrong.append((case["name"], columns, rows))

# What Alink has written goes through a table, and is written with the same bytes.
for name in ("all", "nulls"):
    kept = AkSourceBatchOp().setFilePath(os.path.join(FOLDER, name + ".ak"))
    AkSinkBatchOp(kept).setFilePath(name + ".ak")
BatchOperator.execute()
for name in ("dense", "sparse", "vectors", "decimals"):
    kept = AkSourceBatchOp().setFilePath(os.path.join(FOLDER, name + ".ak"))
    rows = kept.select("CAST(%s AS STRING) AS v" % kept.getColNames()[0]).collect()
    wanted = {
        "dense": ["1.0 2.5", "", None, "3.0"],
        "sparse": ["$4$1:2.5", "2:7.0 5:1.0", None],
        "vectors": ["1.0 2.5", "$4$1:2.5", None, "2:7.0"],
        "decimals": ["1.5", None, "12345678901234567890.123456789", "-0.001"],
    }
    if [row[0] for row in rows] != wanted[name]:
        wrong.append((name, rows))
try:
    AkSourceBatchOp().setFilePath(os.path.join(FOLDER, "tensors.ak")).collect()
    wrong.append(("tensors", "were read"))
except ValueError as error:
    if "column 't' is TENSOR, whose form in .ak files is Java's own" not in str(error):
        wrong.append(("tensors", str(error)))

# Times are instants, which the session's zone shows.
useLocalEnv(1, config={"odps.sql.timezone": "Asia/Shanghai"})
there = AkSourceBatchOp().setFilePath(os.path.join(FOLDER, "all.ak")).where("i = 1 or i = 3").select("t")
if sorted(map(str, there.collect()))[0][:16] != "['1970-01-01 07:":
    wrong.append(("zone", there.collect()))
for one in wrong:
    print(*one)
for name in set(HERE) ^ {case["name"] for case in cases if "fails" in case}:
    wrong.append((name, "is in one of the lists of failures alone"))
print(len(cases), "cases,", len(wrong), "wrong")
