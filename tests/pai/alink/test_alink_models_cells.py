"""Cells of Alink's predictors: texts of tensors, values that inputs take, answers as types of columns."""

import os
import sys

import numpy as np
import pytest
from fake_job import PYTHON_FOLDER

sys.path.append(PYTHON_FOLDER)

from paisql.alink_models import ModelError, answer_schema, tensor_text
from paisql.alink.models import pipeline, stages  # noqa: E402


@pytest.mark.parametrize(
    "text, dtype, values, shape",
    [
        ("FLOAT#2,2#1 2 3 4 ", np.float32, [1, 2, 3, 4], (2, 2)),
        ("LONG#1#7 ", np.float32, [7], (1,)),
        ("DOUBLE##0.5 ", None, [0.5], ()),
        ("BOOLEAN#2#true FALSE ", None, [True, False], (2,)),
        ("STRING#2#1 3 #词 ab", object, ["词".encode(), b" ab"], (2,)),
        ("a b", object, [b"a b"], None),
        ("1,2 , 3", np.float64, [1, 2, 3], None),
        ("$1,2$1 2", np.float32, [1, 2], (1, 2)),
        ("$4$0:1.5 3:2", np.float32, [1.5, 0, 0, 2], (4,)),
        ("true", np.bool_, [True], None),
        ("-7", np.int8, [-7], None),
        ("", np.float32, [], None),
        ("-inf,+Infinity 1e-3", np.float64, [-np.inf, np.inf, 0.001], None),
        ("UBYTE#2#0 255 ", None, [0, 255], (2,)),
    ],
)
def test_texts_of_tensors_are_read(text, dtype, values, shape):
    found, told = tensor_text.read(text, None if dtype is None else np.dtype(dtype))
    assert (found.tolist(), told) == (values, shape)


@pytest.mark.parametrize(
    "text, dtype",
    [
        ("FLOAT#3#1 2 ", np.float32),
        ("FLOAT#1#1.5 ", np.int64),
        ("STRING#1#9 #ab", object),
        ("STRING#1#2 #ab", np.float32),
        ("FLOAT#99999999999#1 ", np.float32),
        ("FLOAT#1#1 ", object),
        ("1.0", np.int64),
        ("300", np.int8),
        ("1", np.bool_),
        ("x", np.float32),
        ("$2$1", np.float32),
        ("$4$9:1", np.float32),
        ("$99999999999$0:1", np.float32),
        ("1_000", np.float32),
        ("1_000", np.int64),
        ("٣", np.float32),
        ("٣", np.int64),
        ("FLOAT#1#1_0 ", np.float32),
        ("STRING#1#0_2 #ab", object),
        ("$4$1_0:1", np.float32),
        ("$4$1:٣", np.float32),
        ("1" * 5000, np.int64),
        ("$4$%s:1" % ("1" * 5000), np.float32),
        ("FLOAT#%s#1 " % ("9" * 5000), np.float32),
        ("FLOAT#0,99999999999999999999#", np.float32),
        ("FLOAT#" + ",".join("1" * 40) + "#1 ", np.float32),
        ("1e39", np.float32),
        ("DOUBLE#1#1e39 ", np.float32),
        ("1e999", np.float64),
        ("LONG#1#300 ", np.int8),
    ],
)
def test_texts_that_are_no_tensors_are_refused(text, dtype):
    with pytest.raises(ValueError) as raised:
        tensor_text.read(text, np.dtype(dtype))
    assert_own_words(str(raised.value))


# What the libraries below would say.
THEIRS = (
    "int8",
    "int32",
    "int64",
    "float32",
    "float64",
    "invalid literal",
    "could not convert",
    "Could not convert",
    "sys.",
    "C integer",
    "C long",
    "not in range",
    "out of bounds",
    "truncated",
    "Failed to parse",
    "Maximum allowed",
    "double",
    "string",
    "no attribute",
    "codec",
    "Invalid",
    "size 1",
)


def assert_own_words(text):
    assert not [word for word in THEIRS if word in text], text


def test_tensors_are_written_as_they_are_read():
    for array, text in (
        (np.array([[1.5, -2]], np.float32), "FLOAT#1,2#1.5 -2.0 "),
        (np.array(7), "LONG##7 "),
        (np.array([True, False]), "BOOLEAN#2#true false "),
        (np.array(["词".encode(), b"ab"], object), "STRING#2#1 2 #词ab"),
    ):
        assert tensor_text.tensor(array) == text
        found, shape = tensor_text.read(text, None)
        assert found.tolist() == array.ravel().tolist() and shape == array.shape
    assert tensor_text.tensor(np.array([1, 2]), "DOUBLE") == "DOUBLE#2#1.0 2.0 "
    assert tensor_text.tensor(np.array([1, 255], np.int64), "UBYTE") == "UBYTE#2#1 255 "
    with pytest.raises(ModelError, match="not a valid UBYTE_TENSOR: 256 does not fit UBYTE"):
        tensor_text.tensor(np.array([256]), "UBYTE")
    for array, text in (
        (np.array([0, 1.5, -0.0, np.nan], np.float32), "$4$1:1.5 3:nan"),
        (np.array([[0, 7], [0, 0]]), "$4$1:7"),
        (np.zeros(3), "$3$"),
        (np.zeros(0), "$0$"),
    ):
        assert tensor_text.sparse(array) == text
        assert tensor_text.read(text, np.dtype(np.float64))[0].tolist() == pytest.approx(
            array.ravel().tolist(), nan_ok=True
        )
    for array, said in ((np.array([True]), "holds booleans"), (np.array([b"1"], object), "holds texts")):
        with pytest.raises(ModelError, match=said):
            tensor_text.sparse(array)
    with pytest.raises(ModelError, match="not a valid INT_TENSOR"):
        tensor_text.tensor(np.array([1.5]), "INT")


def test_a_schema_names_what_is_wrong():
    assert [c.form for c in answer_schema.read("a long, b Float_Tensor, c vector")] == ["number", "tensor", "joined"]
    for text, said in (("a", "not a name and a type"), ("a long, A int", "twice"), ("a map", "'map'")):
        with pytest.raises(ModelError, match=said):
            answer_schema.read(text)


KINDS = "x string, f float, w long, a array<double>"


def kinds_of(models, schema_text, **values):
    """A LocalPredictor of the model `kinds`, whose answers are the columns of the schema alone."""
    stage = stages.TFSavedModelPredictor().setModelPath(os.path.join(models, "kinds.zip"))
    stage.setSelectedCols(["x", "f"]).setReservedCols([]).setOutputSchemaStr(schema_text)
    for name, value in values.items():
        getattr(stage, "set" + name)(value)
    return pipeline.LocalPredictor(pipeline.PipelineModel(stage), KINDS)


def test_answers_as_each_type_of_column(alink_models):
    names = ("bytes", "bytes", "bytes", "tenths", "truth", "tenths", "f", "bytes")
    kinds = (
        "ubyte_tensor",
        "tensor",
        "sparse_vector",
        "SPARSE_VECTOR",
        "bool_tensor",
        "double_tensor",
        "string",
        "long_tensor",
    )
    local = kinds_of(
        alink_models, ", ".join("c%d %s" % pair for pair in enumerate(kinds)), OutputSignatureDefs=list(names)
    )
    assert local.map(["1 0 -1", 0.1, 1, []]) == [
        "UBYTE#1,3#1 0 255 ",
        "UBYTE#1,3#1 0 255 ",
        "$3$0:1 2:255",
        "$3$0:0.1 2:-0.1",
        "BOOLEAN#1,3#true false false ",
        "DOUBLE#1,3#0.1 0.0 -0.1 ",
        "0.1",
        "LONG#1,3#1 0 255 ",
    ]
    assert local.mapBatch([["0 0 0", 1, 1, []], ["0 5 0", 2, 1, []]])[1][2:4] == ["$3$1:5", "$3$1:0.5"]
    assert kinds_of(alink_models, "rows sparse_vector").map(["1 1 1", 0, 1, []]) == ["$1$0:1"]
    with pytest.raises(ModelError, match="the answer holds booleans and is not a SPARSE_VECTOR"):
        kinds_of(alink_models, "truth sparse_vector").map(["1 1 1", 0, 1, []])


def test_the_size_of_a_batch_is_that_of_inferBatchSize(alink_models):
    rows = [["1 1 1", n, 1, []] for n in range(10)]
    for size, wanted in ((None, [10] * 10), (4, [4] * 8 + [2] * 2), (1, [1] * 10), (99, [10] * 10)):
        local = kinds_of(alink_models, "rows int, f double", InferBatchSize=size)
        assert local.mapBatch(rows) == [[one, n] for n, one in enumerate(wanted)], size


@pytest.mark.parametrize(
    "row, said",
    [
        (["1 1 1", 10**400, 1, []], "column 'f', row 1: 1000"),
        (["1 1 1", "x", 1, []], "column 'f', row 1: 'x' is not a valid FLOAT"),
        (["1 1 1", 1, 2**63, []], "column 'w', row 1: 9223372036854775808 is not a valid BIGINT"),
        (["1 1 1", 1, 1.5, []], "column 'w', row 1: 1.5 is not a valid BIGINT"),
        (["1 1 1", 1, np.array([1, 2]), []], "column 'w', row 1: .1, 2. is not a valid BIGINT"),
        (["1 1 1", 1, 1, [10**400]], r"row 1: \[1000.*\.\.\. is not a valid ARRAY<DOUBLE>"),
        ([5, 1, 1, []], "column 'x', row 1: 5 is not a valid STRING"),
        (["1 1 1", 1, 1, ["x"]], r"column 'a', row 1: \['x'\] is not a valid ARRAY<DOUBLE>"),
        (
            ["1 300 1", 1, 1, []],
            "column 'x', row 1: '1 300 1' is not a value for the input 'x' TINYINT .*: 300 does not fit BYTE",
        ),
        (["1 1_0 1", 1, 1, []], "'1_0' is not an integer"),
        (["FLOAT#3#1 2 3 ", 1, 1, []], "it holds FLOAT and not BYTE"),
    ],
)
def test_values_that_do_not_fit_are_named_in_words_of_the_house(alink_models, row, said):
    with pytest.raises(ModelError, match=said) as raised:
        kinds_of(alink_models, "rows int").map(row)
    assert_own_words(str(raised.value))


@pytest.mark.parametrize(
    "columns, row, said",
    [
        ("x array<long>, f double", [[1, 300, 1], 1], "column 'x', row 2: 300 does not fit the input 'x' TINYINT"),
        ("x string, f double", ["1 1 1", 1e300], r"column 'f', row 2: 1e\+300 does not fit the input 'f' FLOAT"),
        ("x string, f boolean", None, "column 'f' is BOOLEAN, and the input .* CAST.f AS DOUBLE"),
        ("x array<double>, f double", None, "column 'x' is ARRAY<DOUBLE>, and the input"),
    ],
)
def test_columns_that_do_not_fit_are_named_in_words_of_the_house(alink_models, columns, row, said):
    stage = stages.TFSavedModelPredictor().setModelPath(os.path.join(alink_models, "kinds.zip"))
    made = pipeline.PipelineModel(stage.setOutputSchemaStr("rows int"))
    with pytest.raises(ModelError, match=said) as raised:
        pipeline.LocalPredictor(made, columns).mapBatch([[[1, 1, 1] if "x array" in columns else "1 1 1", 1], row])
    assert_own_words(str(raised.value))


@pytest.mark.parametrize(
    "schema_text, output, said",
    [
        ("y tinyint", "big", r"column 'y' .TINYINT.: the answer 1e\+32 does not fit"),
        ("y long", "tenths", "the answer has 3 elements a row"),
        ("y int", "big", r"the answer 1e\+32 does not fit"),
        ("y boolean", "text", "the answer '100.000000' does not fit"),
        ("y long", "text", "the answer '100.000000' does not fit"),
        ("y float_tensor", "text", "the answer holds texts and is not a valid FLOAT_TENSOR"),
        ("y int_tensor", "big", "the answer is not a valid INT_TENSOR: it holds DOUBLE and not INT"),
        ("y string_tensor", "big", "the answer holds numbers and is not a STRING_TENSOR"),
    ],
)
def test_answers_that_do_not_fit_are_named_in_words_of_the_house(alink_models, schema_text, output, said):
    with pytest.raises(ModelError, match=said) as raised:
        kinds_of(alink_models, schema_text, OutputSignatureDefs=[output]).map(["1 1 1", 100, 1, []])
    assert_own_words(str(raised.value))
