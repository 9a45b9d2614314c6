"""Texts of vectors and tensors as SQL reads and writes them. Functions take and give SQL.

What is taken and what is not follows Alink's VectorUtil and TensorUtil: numbers with blanks or single commas
between them, "0:1.0 2:3.0" with or without a size before them, "FLOAT#2,2#1.0 2.0 3.0 4.0 ".
"""

from paisql.alink_models.alink_columns import text_literal, value_text

FINITE = "[+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?"
NUMBER = "(?:%s|[+-]?NaN|[+-]?Infinity)" % FINITE
_BETWEEN = "(?: *,| ) *"
_DENSE = "^ *(?:%s(?:%s%s)*(?: *,)?)? *$" % (NUMBER, _BETWEEN, NUMBER)
_PAIR = "[0-9]+:%s" % NUMBER
_SPARSE = "^ *(?:[$]-?[0-9]+[$])? *(?:%s(?:%s%s)*)? *$" % (_PAIR, _BETWEEN, _PAIR)
_HEAD = "^(FLOAT|DOUBLE|INT|LONG|BYTE|UBYTE|BOOLEAN|STRING)#(?:[0-9]+(?:,[0-9]+)*)?#"
_NUMERIC_HEAD = _HEAD.replace("|BOOLEAN|STRING", "")
INTEGER_TENSORS = ("INT", "LONG", "BYTE", "UBYTE")
FLOAT_TENSORS = ("FLOAT", "DOUBLE")

# Columns of parsed().
TEXT = "alink_text"
FORM = "alink_form"
KIND = "alink_kind"
SHAPE = "alink_shape"
PAIRS = "alink_pairs"
SIZE = "alink_size"
READ = "alink_is_read"
COUNT = "alink_count"
NUMBERS = "alink_numbers"


def matches(text, pattern):
    return "(%s RLIKE %s)" % (text, text_literal(pattern))


def words(text):
    """The parts of a text between blanks and commas."""
    return "FILTER(SPLIT(REPLACE(%s, ',', ' '), ' '), part -> part <> '')" % text


def _double(word):
    """A word as a DOUBLE; CAST reads Java's 1f and 2d, too."""
    return "CAST(%s AS DOUBLE)" % word


def parsed(text, rows):
    """The rows with the text read: a query in parentheses, whose steps stand in one another.

    alink_text     the text
    alink_form     tensor (of numbers), other (BOOLEAN and STRING tensors), sparse, dense, or none
    alink_kind     a tensor's type
    alink_shape    "2,3" of a tensor; of a vector how many values it has
    alink_pairs    the STRUCTs place, number of a sparse vector, in the order of their places
    alink_size     a sparse vector's size, NULL where it does not say it
    alink_is_read  whether it is a tensor of numbers or a vector, and no sparse one with a place beyond its size
    alink_count    how many values it has
    alink_numbers  the values, ARRAY<DOUBLE>
    """
    forms = (
        "SELECT *, CASE WHEN INSTR({text}, '#') > 0 AND {numeric} THEN 'tensor' "
        "WHEN INSTR({text}, '#') > 0 AND {tensor} THEN 'other' "
        "WHEN INSTR({text}, ':') > 0 OR INSTR({text}, '$') > 0 THEN IF({sparse}, 'sparse', 'none') "
        "WHEN {dense} THEN 'dense' ELSE 'none' END AS {form} "
        "FROM (SELECT *, {given} AS {text} FROM {rows}) texts"
    ).format(
        text=TEXT,
        form=FORM,
        given=text,
        rows=rows,
        numeric=matches(TEXT, _NUMERIC_HEAD),
        tensor=matches(TEXT, _HEAD),
        sparse=matches(TEXT, _SPARSE),
        dense=matches(TEXT, _DENSE),
    )
    parts = (
        "SELECT *, CASE {form} WHEN 'tensor' THEN {after_head} WHEN 'dense' THEN {plain} END AS alink_words, "
        "CASE {form} WHEN 'sparse' THEN {after_size} END AS alink_words_of_pairs, "
        "CASE {form} WHEN 'sparse' THEN CAST(NULLIF(REGEXP_EXTRACT({text}, '[$]([0-9]+)[$]', 1), '') AS BIGINT) "
        "END AS {size}, "
        "CASE WHEN {form} IN ('tensor', 'other') THEN REGEXP_EXTRACT({text}, '^([A-Z]+)#', 1) END AS {kind} "
        "FROM ({forms}) forms"
    ).format(
        form=FORM,
        text=TEXT,
        size=SIZE,
        kind=KIND,
        forms=forms,
        after_head=words("REGEXP_REPLACE(%s, '^[A-Z]+#[0-9,]*#', '')" % TEXT),
        plain=words(TEXT),
        after_size=words("REGEXP_REPLACE(%s, '^ *[$]-?[0-9]*[$]', '')" % TEXT),
    )
    pairs = (
        "SELECT *, SORT_ARRAY(TRANSFORM(alink_words_of_pairs, pair -> NAMED_STRUCT("
        "'place', CAST(SPLIT_PART(pair, ':', 1) AS BIGINT), 'number', {number}))) AS {pairs} "
        "FROM ({parts}) parts"
    ).format(number=_double("SPLIT_PART(pair, ':', 2)"), pairs=PAIRS, parts=parts)
    # The values of a sparse vector by their places, so that its zeros can be filled in.
    lengths = (
        "SELECT *, COALESCE({size}, {pairs}[SIZE({pairs}) - 1].place + 1, 0) AS alink_length, "
        "MAP_FROM_ENTRIES(TRANSFORM(FILTER(SEQUENCE(0, SIZE({pairs})), i -> i < SIZE({pairs}) AND "
        "COALESCE({pairs}[i].place <> {pairs}[i + 1].place, TRUE)), i -> NAMED_STRUCT("
        "'key', {pairs}[i].place, 'value', {pairs}[i].number))) AS alink_places FROM ({made}) pairs"
    ).format(size=SIZE, pairs=PAIRS, made=pairs)
    return (
        "(SELECT *, {form} IN ('tensor', 'dense') OR {form} = 'sparse' AND "
        "COALESCE({pairs}[SIZE({pairs}) - 1].place < alink_length, TRUE) AS {read}, "
        "CASE {form} WHEN 'sparse' THEN alink_length ELSE SIZE(alink_words) END AS {count}, "
        "CASE {form} WHEN 'sparse' THEN TRANSFORM(FILTER(SEQUENCE(0, alink_length), i -> i < alink_length), "
        "i -> COALESCE(alink_places[i], 0)) ELSE TRANSFORM(alink_words, word -> {double}) END AS {numbers}, "
        "CASE {form} WHEN 'tensor' THEN COALESCE(REGEXP_EXTRACT({text}, '#([0-9,]*)#', 1), '') "
        "WHEN 'dense' THEN CAST(SIZE(alink_words) AS STRING) ELSE CAST(alink_length AS STRING) END AS {shape} "
        "FROM ({lengths}) lengths)"
    ).format(
        form=FORM,
        pairs=PAIRS,
        read=READ,
        count=COUNT,
        double=_double("word"),
        numbers=NUMBERS,
        text=TEXT,
        shape=SHAPE,
        lengths=lengths,
    )


def sizes_product(shape):
    """How many elements a tensor of the shape, an expression of "2,3", has."""
    return (
        "ARRAY_REDUCE(TRANSFORM(%s, size -> CAST(size AS BIGINT)), 1L, "
        "(product, size) -> product * size, product -> product)" % words(shape)
    )


def joined(array, kind="DOUBLE"):
    """Numbers of an array, which are of the kind, with blanks between them."""
    return "ARRAY_JOIN(TRANSFORM(%s, number -> %s), ' ')" % (array, value_text("number", kind))


def sparse_text():
    """The text of a sparse vector of parsed(), with its pairs in order."""
    return (
        "CONCAT(COALESCE(CONCAT('$', {size}, '$'), ''), ARRAY_JOIN(TRANSFORM({pairs}, "
        "pair -> CONCAT(pair.place, ':', CAST(pair.number AS STRING))), ' '))"
    ).format(size=SIZE, pairs=PAIRS)


def sparse_of(array):
    """The sparse vector of an array of numbers, zeros too, as Alink makes it of a dense one."""
    return (
        "CONCAT('$', SIZE({0}), '$', ARRAY_JOIN(TRANSFORM(FILTER(SEQUENCE(0, SIZE({0})), i -> i < SIZE({0})), "
        "i -> CONCAT(i, ':', CAST({0}[i] AS STRING))), ' '))"
    ).format(array)


def tensor_text(kind, shape, array):
    """A tensor of an array of numbers; `shape` an expression of "2,3"."""
    if kind in FLOAT_TENSORS:
        values = joined("TRANSFORM(%s, each -> CAST(each AS %s))" % (array, kind), kind)
    elif kind == "BOOLEAN":
        values = "ARRAY_JOIN(TRANSFORM(%s, each -> IF(each <> 0, 'true', 'false')), ' ')" % array
    else:
        values = joined("TRANSFORM(%s, each -> CAST(each AS BIGINT))" % array, "BIGINT")
    return "CONCAT('%s#', %s, '#', %s, ' ')" % (kind, shape, values)


def fits_tensor(kind, array):
    """Whether all numbers are ones of the tensor's type."""
    most = {"BYTE": (-128, 127), "UBYTE": (0, 255), "INT": (-(2**31), 2**31 - 1), "BOOLEAN": (0, 1)}
    if kind is None or kind in FLOAT_TENSORS:
        return "TRUE"
    low, high = most.get(kind, (-(2**63), 2**63))
    return "ALL_MATCH(%s, each -> each = FLOOR(each) AND each >= %r AND each <= %r)" % (array, float(low), float(high))
