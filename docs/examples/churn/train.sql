-- A model of the day's users, and its word on each of them.
CREATE TABLE IF NOT EXISTS churn_scores (user_id BIGINT, probability DOUBLE)
PARTITIONED BY (ds STRING);

ALTER TABLE churn_scores DROP IF EXISTS PARTITION (ds='${bizdate}');
ALTER TABLE churn_scores ADD PARTITION (ds='${bizdate}');

PAI -name tensorflow1120_ext -project algo_public
    -Dscript="file://churn_model.py"
    -Dtables="odps://churn_project/tables/user_features/ds=${bizdate}"
    -Doutputs="odps://churn_project/tables/churn_scores/ds=${bizdate}"
    -DcheckpointDir="oss://churn-models/${bizdate}/"
    -DgpuRequired=0
    -DjobName="churn_${bizdate}";
