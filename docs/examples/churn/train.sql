-- What a user did until noon, and whether anything came of it afterwards.
CREATE TABLE IF NOT EXISTS user_features (
    user_id   BIGINT,
    views     DOUBLE,
    carts     DOUBLE,
    spent     DOUBLE,
    last_hour DOUBLE,
    churned   BIGINT
)
PARTITIONED BY (ds STRING);

INSERT OVERWRITE TABLE user_features PARTITION (ds='${bizdate}')
SELECT user_id,
       LN(1 + SUM(IF(morning AND kind = 'view', 1, 0))),
       LN(1 + SUM(IF(morning AND kind = 'cart', 1, 0))),
       LN(1 + SUM(IF(morning, price, 0))),
       MAX(IF(morning, HOUR(event_time), 0)) / 12,
       IF(SUM(IF(morning, 0, 1)) = 0, 1, 0)
FROM (
    SELECT user_id, kind, price, event_time, HOUR(event_time) < 12 AS morning
    FROM events
    WHERE ds = '${bizdate}' AND NOT late
) of_day
GROUP BY user_id;

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

-- How well the model knows its own users.
CREATE TABLE IF NOT EXISTS churn_quality (
    users BIGINT, churned BIGINT, mean_of_churned DOUBLE, mean_of_others DOUBLE
)
PARTITIONED BY (ds STRING);

INSERT OVERWRITE TABLE churn_quality PARTITION (ds='${bizdate}')
SELECT COUNT(*),
       SUM(features.churned),
       AVG(IF(features.churned = 1, scores.probability, NULL)),
       AVG(IF(features.churned = 0, scores.probability, NULL))
FROM user_features features
JOIN churn_scores scores ON scores.user_id = features.user_id AND scores.ds = features.ds
WHERE features.ds = '${bizdate}';

SELECT users, churned, ROUND(mean_of_churned, 2) AS yes, ROUND(mean_of_others, 2) AS no
FROM churn_quality
WHERE ds = '${bizdate}';
