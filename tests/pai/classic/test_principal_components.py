"""PrinCompAnalysis against NumPy, on the iris flowers."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

DATA = load_iris().data


@pytest.fixture
def flowers(home):
    rows = [(index, *row) for index, row in enumerate(DATA.tolist())]
    home.table("flowers", "id BIGINT, a DOUBLE, b DOUBLE, c DOUBLE, d DOUBLE", rows)
    return home


def expected(calculation, transformation, share):
    """(values, vectors as columns, components of each row) as NumPy has them."""
    matrix = {"CORR": np.corrcoef(DATA.T), "COVAR_SAMP": np.cov(DATA.T), "COVAR_POP": np.cov(DATA.T, ddof=0)}[
        calculation
    ]
    values, vectors = np.linalg.eigh(matrix)
    values, vectors = values[::-1], vectors[:, ::-1]
    vectors = vectors * np.sign(vectors[np.abs(vectors).argmax(axis=0), range(4)])
    count = int(np.searchsorted(np.cumsum(values) / values.sum(), share)) + 1
    rows = DATA if transformation == "Simple" else DATA - DATA.mean(axis=0)
    if transformation == "Normalization":
        rows = rows / DATA.std(axis=0, ddof=0 if calculation == "COVAR_POP" else 1)
    return values, vectors, rows @ vectors[:, :count]


@pytest.mark.parametrize(
    "calculation, transformation, share",
    [("CORR", "Simple", 0.9), ("COVAR_SAMP", "Sub-Mean", 0.98), ("COVAR_POP", "Normalization", 0.999)],
)
def test_components_are_those_of_numpy(flowers, calculation, transformation, share):
    values, vectors, components = expected(calculation, transformation, share)
    names = ", ".join("prin%d" % index for index in range(components.shape[1]))
    told = flowers.run(
        "PAI -name PrinCompAnalysis -project algo_public -DinputTableName=flowers -DselectedColNames=a..d"
        " -DtransType=%s -DcalcuType=%s -DcontriRate=%s -DappendColNames=id"
        " -DeigOutputTableName=eig -DprincompOutputTableName=prin;" % (transformation, calculation, share),
        "SELECT prin, eigenvalue, contribution, cumulative, a, b, c, d FROM eig ORDER BY prin LIMIT 9;"
        "SELECT id, %s FROM prin ORDER BY id LIMIT 200;" % names,
    ).ok()
    eigen = np.array([[float(cell) for cell in row[1:]] for row in told.rows[:4]])
    assert [row[0] for row in told.rows[:4]] == ["prin0", "prin1", "prin2", "prin3"]
    assert eigen[:, 0] == pytest.approx(values, rel=1e-9)
    assert eigen[:, 1] == pytest.approx(values / values.sum(), rel=1e-9)
    assert eigen[:, 2] == pytest.approx(np.cumsum(values) / values.sum(), rel=1e-9)
    assert eigen[:, 3:].T == pytest.approx(vectors, abs=1e-9)
    rows = np.array([[float(cell) for cell in row] for row in told.rows[4:]])
    assert rows[:, 0].tolist() == list(range(150))
    assert rows[:, 1:] == pytest.approx(components, abs=1e-9)


def test_rows_without_components(home):
    home.run(
        "CREATE TABLE t (x DOUBLE, y DOUBLE, k DOUBLE, s STRING); INSERT INTO t VALUES (1, 2, 5, 'a'), (2, NULL, 5, 'b');"
    )
    start = "PAI -name PrinCompAnalysis -DprincompOutputTableName=o -DinputTableName="
    home.run(start + "t -DselectedColNames=x,y;").fails("column y has NULL or NaN")
    home.run(start + "t -DselectedColNames=x,k;").fails("column k is constant")
    home.run(start + "t -DselectedColNames=x,s;").fails("column s is a STRING")
    home.run(start + '"(SELECT x FROM t WHERE x > 9)";').fails("the input has no rows")
    home.run(start + '"(SELECT x FROM t WHERE x = 1)";').fails("the input has one row")
    home.run(start + "t -DselectedColNames=x -DcontriRate=0;").fails("contriRate")
    home.check(start + "t -DselectedColNames=x;").ok()
    home.run(start + "t -DselectedColNames=x,k -DcalcuType=COVAR_SAMP; SELECT * FROM o;").ok()
