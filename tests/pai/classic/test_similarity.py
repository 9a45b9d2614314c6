"""string_similarity and string_similarity_topn, against plain definitions of the measures."""

import itertools

import pytest

from paisql_home import PaisqlHome

TEXTS = [
    ("kitten", "sitting"),
    ("北京大学", "北京大学生"),
    ("北京大学", "北大"),
    ("abcabc", "cab"),
    ("", "我"),
    ("", ""),
    ("同", "同"),
    ("a😀b", "ab😀"),
]


def levenshtein(one, other):
    row = list(range(len(other) + 1))
    for index, character in enumerate(one, 1):
        above, row = row, [index]
        for place, second in enumerate(other, 1):
            row.append(min(above[place] + 1, row[-1] + 1, above[place - 1] + (character != second)))
    return row[-1]


def apart(one, other):
    substrings = {one[begin:end] for begin in range(len(one)) for end in range(begin + 1, len(one) + 1)}
    common = max((len(text) for text in substrings if text in other), default=0)
    return max(len(one), len(other)) - common


def alike(distance):
    return lambda one, other: 1 - distance(one, other) / max(1, len(one), len(other))


def product(one, other, features):
    left, right = features(one), features(other)

    def dot(first, second):
        return sum(value * second.get(key, 0) for key, value in first.items())

    if one == other:
        return 1.0
    norm = dot(left, left) * dot(right, right)
    return dot(left, right) / norm**0.5 if norm else 0.0


def grams(text):
    found = {}
    for start in range(max(len(text) - 1, 1) if text else 0):
        found[text[start : start + 2]] = found.get(text[start : start + 2], 0) + 1
    return found


def subsequences(text):
    found = {}
    for first, last in itertools.combinations(range(len(text)), 2):
        key = text[first] + text[last]
        found[key] = found.get(key, 0) + 0.5 ** (last - first + 1)
    return found


MEASURES = {
    "levenshtein": levenshtein,
    "levenshtein_sim": alike(levenshtein),
    "lcs": apart,
    "lcs_sim": alike(apart),
    "cosine": lambda one, other: product(one, other, grams),
    "ssk": lambda one, other: product(one, other, subsequences),
}


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    module_home = PaisqlHome(tmp_path_factory.mktemp("similarity"))
    rows = ", ".join("(%d, '%s', '%s')" % (number, *pair) for number, pair in enumerate(TEXTS))
    module_home.run(
        "CREATE TABLE pairs (n BIGINT, a STRING, b STRING)",
        "INSERT INTO pairs VALUES %s, (100, NULL, 'x'), (101, 'x', NULL)" % rows,
    ).ok()
    yield module_home
    module_home.end_jobs()


def test_measures(pairs):
    statements = []
    for name in MEASURES:
        statements.append(
            "PAI -name string_similarity -DinputTableName=pairs -DoutputTableName=of_%s -Dmethod=%s "
            "-DinputSelectedColName1=a -DinputSelectedColName2=b -DinputAppendColNames=n" % (name, name)
        )
        statements.append("SELECT output FROM of_%s ORDER BY n LIMIT 100" % name)
    cells = [row[0] for row in pairs.run(*statements).ok().rows]
    size = len(TEXTS) + 2
    for index, (name, rule) in enumerate(MEASURES.items()):
        got = cells[index * size : (index + 1) * size]
        assert got[-2:] == ["NULL", "NULL"]
        assert [float(cell) for cell in got[:-2]] == pytest.approx([rule(*pair) for pair in TEXTS]), name


def test_fingerprints(pairs):
    outcome = pairs.run(
        "PAI -name string_similarity -DinputTableName=pairs -DoutputTableName=bits -Dmethod=simhash_hamming "
        "-DinputAppendColNames=n",
        "PAI -name string_similarity -DinputTableName=pairs -DoutputTableName=sims -Dmethod=simhash_hamming_sim "
        "-DinputAppendColNames=n -DoutputColName=sim",
        "SELECT bits.n, output, sim, sim = 1 - output / 64 FROM bits JOIN sims ON bits.n = sims.n ORDER BY n LIMIT 20",
    ).ok()
    assert [row[3] for row in outcome.rows] == ["true"] * len(TEXTS) + ["NULL", "NULL"]
    by_number = {row[0]: row[1] for row in outcome.rows}
    assert by_number["5"] == by_number["6"] == "0.0"  # equal texts
    assert 0 < float(by_number["1"]) < 32  # texts that are nearly equal


def test_most_alike(pairs):
    outcome = pairs.run(
        "CREATE TABLE places (id BIGINT, place STRING)",
        "INSERT INTO places VALUES (1, '北京大学'), (2, '南京大学'), (3, NULL), (4, '北京大学'), (5, '上海')",
        "CREATE TABLE asked (question STRING)",
        "INSERT INTO asked VALUES ('北京大学'), (NULL), ('')",
        "PAI -name string_similarity_topn -DinputTableName=asked -DmapTableName=places -DoutputTableName=top "
        "-DinputAppendColNames=question -DmapAppendColNames=id,place -DtopN=3",
        "SELECT * FROM top",
    ).ok()
    assert outcome.rows == [
        ("北京大学", "1", "北京大学", "1.0"),
        ("北京大学", "4", "北京大学", "1.0"),
        ("北京大学", "2", "南京大学", "0.75"),
        ("", "1", "北京大学", "0.0"),
        ("", "2", "南京大学", "0.0"),
        ("", "4", "北京大学", "0.0"),
    ]


def test_most_alike_of_no_rows(pairs):
    outcome = pairs.run(
        'PAI -name string_similarity_topn -DinputTableName="(SELECT a FROM pairs WHERE n > 999)" '
        "-DmapTableName=pairs -DoutputTableName=top_of_none -DmapAppendColNames=n",
        "PAI -name string_similarity_topn -DinputTableName=pairs -DmapSelectedColName=b "
        '-DmapTableName="(SELECT b FROM pairs WHERE n > 999)" -DoutputTableName=none_of_top -DinputAppendColNames=n',
        "SELECT COUNT(*) FROM top_of_none",
        "SELECT COUNT(*) FROM none_of_top",
    ).ok()
    assert outcome.rows == [("0",), ("0",)]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("-DinputSelectedColName1=n", "column n is a BIGINT, not a text"),
        ("-Dmethod=jaccard", "jaccard"),
        ("-Dk=0", "'0' is not a value for k"),
        ("-Dlambda=1", "'1' is not a value for lambda"),
        ("-DinputAppendColNames=a -DoutputColName=A", "the output would have two columns 'A'"),
    ],
)
def test_wrong_parameters(pairs, parameters, message):
    pairs.run("PAI -name string_similarity -DinputTableName=pairs -DoutputTableName=w " + parameters).fails(message)
