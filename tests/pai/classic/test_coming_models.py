"""What a check knows of models that the statements of a script are to make."""

SCRIPT = """CREATE TABLE t (x DOUBLE, y DOUBLE, kind STRING);
DROP OFFLINEMODEL IF EXISTS kinds;
PAI -name xgboost -DinputTableName=t -DfeatureColNames="x,y" -DlabelColName=kind -DmodelName=kinds;
PAI -name prediction -DinputTableName=t -DmodelName=Kinds -DappendColNames=kind -DoutputTableName=told;
SELECT kind, CONCAT(prediction_result, '!'), prediction_score FROM told;
PAI -name confusionmatrix -DinputTableName=told -DlabelColName=kind -DpredictionColName=prediction_result
  -DoutputTableName=matrix;
DROP OFFLINEMODEL kinds;
"""


def _told(home, script):
    told = home.check(script)
    return told.status, told.stdout + told.stderr


def test_a_model_of_the_script_is_known(home):
    assert _told(home, SCRIPT) == (0, "0 errors, 0 warnings\n")


def test_columns_of_its_predictions_are_checked(home):
    status, told = _told(home, SCRIPT.replace("SELECT kind,", "SELECT kinds,"))
    assert status == 1
    assert "column kinds cannot be resolved" in told


def test_columns_that_it_appends_are_checked(home):
    status, told = _told(home, SCRIPT.replace("appendColNames=kind", "appendColNames=color"))
    assert status == 1
    assert "color" in told


def test_a_model_of_clusters_tells_numbers(home):
    script = """CREATE TABLE t (x DOUBLE);
PAI -name kmeans -DinputTableName=t -DcenterCount=2 -DidxTableName=clusters -DmodelName=heaps;
PAI -name prediction -DinputTableName=t -DmodelName=heaps -DoutputTableName=told;
SELECT prediction_result + 1L FROM told;
"""
    assert _told(home, script) == (0, "0 errors, 0 warnings\n")


def test_a_dropped_model_is_not_known(home):
    script = SCRIPT + "PAI -name prediction -DinputTableName=t -DmodelName=kinds -DoutputTableName=more;\n"
    assert "model" in _told(home, script)[1]
