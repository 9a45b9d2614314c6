"""What a check knows of components whose output's columns depend on rows."""

SCRIPT = """CREATE TABLE t (label BIGINT, p BIGINT, s DOUBLE);
PAI -name confusionmatrix -DinputTableName=t -DlabelColName=label -DpredictionColName=p -DoutputTableName=m;
PAI -name stat_summary -DinputTableName=m -DoutputTableName=summary;
PAI -name evaluate -DinputTableName=t -DlabelColName=label -DscoreColName=s -DoutputMetricTableName=metrics;
SELECT value FROM metrics;
"""


def test_a_table_of_unknown_columns_is_an_input(home):
    """Only a run can tell the classes, so nothing that reads the table is an error."""
    told = home.check(SCRIPT)
    assert told.status == 0, told.stdout + told.stderr
    assert "only running the statements before can tell" in told.stdout + told.stderr


def test_known_columns_are_checked(home):
    told = home.check(SCRIPT.replace("SELECT value", "SELECT auc"))
    assert told.status == 1
    assert "column auc cannot be resolved" in told.stdout + told.stderr
