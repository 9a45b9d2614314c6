"""Statements of the forms that stand in public repositories and in the vendor's manual.

The scripts of scripts/ have the parameters, values, letter case, comments and line breaks of real ones, on tables
of their own. Each is checked as it stands, and runs unchanged.
"""

import os
import subprocess

import pytest
from paisql_home import BINARY

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripts")
PREDICTED = ("prediction_result", "prediction_score", "prediction_detail")

# {script: {table: (rows, its columns or some of them)}}
MADE = {
    "coupons": {
        "d1_fillna": (240, ("user_id", "user_receive_counts", "this_day_received")),
        "fill_para": (None, ()),
        "level1_xgb1_d2_pred": (120, ("user_id", "coupon_id", "date_received", "label", *PREDICTED)),
        "level1_gbdt1_d2_pred": (120, PREDICTED),
        "level1_rf4_d2_pred": (120, PREDICTED),
        "lr_pred": (120, PREDICTED),
        "coupon_result": (120, ("user_id", "coupon_id", "date_received", "probability")),
        "coupon_metric": (None, ("name", "value")),
        "coupon_detail": (None, ()),
    },
    "cars": {
        "class_1710_predict": (60, ("sale_date", "province_id", "city_id", "class_id", "sale_quantity", *PREDICTED)),
        "class_1710_xgboost_predict": (60, PREDICTED),
        "class_1710_estimate": (1, ()),
        "class_1710_estimate_histogram": (None, ()),
        "submit_a": (None, ("sale_date", "class_id", "predict_quantity")),
    },
    "wifi": {
        "online_test_prob": (120, ("row_id", "mall_id", *PREDICTED)),
        "m_1021": (40, ("row_id", "shop_id")),
        "mall_wifi_vec": (120, ("row_id", "shop_id")),
        "result_400_sqrt": (120, ("row_id", "shop_id", "prediction_score", "prediction_detail")),
        "prediction_detail_knn": (300, ("row_id", "shop_id", *PREDICTED)),
        "wifi_predict": (300, ("row_id", "shop_id")),
    },
    "clicks": {
        "shoppers_train": (180, ("college_education", "totalspend")),
        "shoppers_test": (20, ("college_education", "totalspend")),
        "click_prediction": (20, ("clicks_in_category", *PREDICTED)),
        "click_metric": (1, ()),
        "output_metric_table": (None, ("name", "value")),
        "kmeans_center": (8, ("recency", "frequency", "totalspend")),
        "kmeans_idx": (200, ("cid", "cluster_index", "distance")),
        "kmeans_program_idx": (200, ("cid", "male", "cluster_index", "distance")),
        "shoppers_row_id": (200, ("row_id", "cid", "male", "recency")),
        "sub_shoppers": (50, ("cid",)),
        "some_shoppers": (22, ("cid",)),
        "few_shoppers": (100, ("cid",)),
        "wifi_train_": (200, ("cid", "rssi")),
        "shoppers_appendid": (200, ("ID", "male", "cid")),
    },
    "texts": {
        "pages_tfidf": (None, ("id", "word", "tfidf")),
        "trainset": (60, ("id", "key_value", "label")),
        "pagesresult": (60, ("id", *PREDICTED)),
        "pages_answer": (40, ("id", "risk")),
    },
    "films": {
        "films_features_fillna_rand_1": (200, ("row_id", "label", "type_ids")),
        "films_features_fillna_rand_2": (50, ("row_id", "label", "type_ids")),
        "films_model_imp": (None, ("id", "value")),
        "films_test_set_result": (50, ("row_id", "label", "pred_result", "pred_score", "prediction_detail")),
        "films_pairs": (50, ("pred_score", "score_4")),
    },
    "scales": {
        "features_normal": (200, ("ucf_which", "uf_rec_30")),
        "features_standard": (200, ("ucf_which", "uf_rec_30")),
        "lr_online": (50, ("user_id", "probability")),
    },
    "manual": {
        "pai_rf_told": (5, ("f0", "f1", "class", *PREDICTED)),
        "pai_kmeans_idx": (5, ("f0", "f1", "cluster_index", "distance")),
        "lm_told": (10, ("y", *PREDICTED)),
        "boundary_info": (2, ()),
        "dwd_pagerank": (7, ("node", "weight")),
        "pai_temp_121068_1704050_1": (10, ("y", "x")),
        "pai_temp_121068_1704058_1": (10, ("number", "other")),
        "pai_temp_121068_1704059_1": (10, ("number", "cluster_index", "distance")),
        "pai_temp_121068_1704059_3": (3, ()),
    },
}


def path_of(script):
    return os.path.join(SCRIPTS, script + ".sql")


def tool(name, *arguments):
    """What `paisql check` or `paisql lineage` prints, which finds no mistake."""
    done = subprocess.run([BINARY, name, *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("script", MADE)
def test_a_script_runs_unchanged(home, script):
    home.run_file(path_of(script)).ok()
    counts = " UNION ALL ".join("SELECT '%s' AS t, COUNT(*) AS n FROM %s" % (table, table) for table in MADE[script])
    found = dict(home.rows("SELECT * FROM (%s) c LIMIT 100;" % counts))
    for table, (rows, columns) in MADE[script].items():
        assert int(found[table]) == rows if rows is not None else int(found[table]) > 0, table
        if columns:
            home.run("EXPLAIN SELECT %s FROM %s;" % (", ".join(columns), table)).ok()


@pytest.mark.parametrize("script", MADE)
def test_a_check_finds_no_mistake(tmp_path, script):
    """Models that the script trains count as there, and so do tables that components make."""
    at = ["--home", str(tmp_path / "home"), "--project", "p", path_of(script)]
    told = tool("check", *at)
    assert "model" not in told, told
    flow = tool("lineage", *at)
    for table in MADE[script]:
        assert table.lower() in flow.lower(), table


def test_a_check_knows_the_type_of_a_trained_class(home):
    """The column prediction_result has the type of the label, so a query on it is checked."""
    script = """CREATE TABLE t (x DOUBLE, y %s);
    PAI -name xgboost -DinputTableName=t -DfeatureColNames=x -DlabelColName=y -DmodelName=m;
    PAI -name prediction -DinputTableName=t -DmodelName=p/offlinemodels/m -DoutputTableName=told -DappendColNames=x;
    CREATE TABLE target (r BIGINT);
    INSERT INTO target SELECT prediction_result FROM told;
    SELECT nix FROM told;
    """
    told = home.check(script % "BIGINT")
    assert told.status == 1
    texts = told.stdout + told.stderr
    assert "column nix cannot be resolved" in texts and "1 error, 0 warnings" in texts, texts
    told = home.check((script % "BIGINT").replace("SELECT nix", "SELECT x"))
    assert told.status == 0, told.stdout + told.stderr


def test_a_dropped_model_is_missing_in_a_check(home):
    script = """CREATE TABLE t (x DOUBLE, y BIGINT);
    PAI -name gbdt_lr -DinputTableName=t -DfeatureColNames=x -DlabelColName=y -DmodelName=m;
    PAI -name gbdt_lr -DinputTableName=t -DfeatureColNames=x -DlabelColName=y -DmodelName=m;
    DROP OFFLINEMODEL m;
    PAI -name prediction -DinputTableName=t -DmodelName=m -DoutputTableName=told;
    """
    told = home.check(script)
    assert "model p.m cannot be resolved" in told.stdout + told.stderr
    told = home.check(script.replace("DROP OFFLINEMODEL m;", "DROP OFFLINEMODEL IF EXISTS other;"))
    assert told.status == 0 and "model" not in told.stdout + told.stderr, told.stdout + told.stderr


def test_a_regression_has_its_numbers_in_the_score(home):
    """Public scripts evaluate prediction_result, which the platform leaves NULL for a regression."""
    home.run("CREATE TABLE told AS SELECT 1.5D AS y, CAST(NULL AS DOUBLE) AS prediction_result, 1.0D AS s;").ok()
    statement = "PAI -name regression_evaluation -DinputTableName=told -DyColName=y -DindexOutputTableName=m"
    home.run(statement + " -DpredictionColName=prediction_result;").fails(
        "no row has numbers in both columns y and prediction_result", "into prediction_score"
    )
    home.run(statement + " -DpredictionColName=s;").ok()
