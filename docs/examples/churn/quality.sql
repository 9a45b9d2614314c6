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
