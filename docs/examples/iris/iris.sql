-- Trains a classifier on the iris data and compares its predictions with the truth.
-- Run it with: build/paisql --project iris_project -f docs/examples/iris/iris.sql

CREATE TABLE IF NOT EXISTS iris_data (
    sepal_length DOUBLE,
    sepal_width  DOUBLE,
    petal_length DOUBLE,
    petal_width  DOUBLE,
    category     STRING
);
TRUNCATE TABLE iris_data;
TUNNEL UPLOAD iris.csv iris_data -h true;

-- Every fifth flower of each category is for the test. The numbering is the same in every run,
-- because rows that are equal in all columns may change places without a difference.
CREATE TABLE IF NOT EXISTS iris_train (
    sepal_length DOUBLE,
    sepal_width  DOUBLE,
    petal_length DOUBLE,
    petal_width  DOUBLE,
    category     STRING
)
PARTITIONED BY (split STRING);

INSERT OVERWRITE TABLE iris_train PARTITION (split)
SELECT sepal_length, sepal_width, petal_length, petal_width, category,
       CASE WHEN number % 5 = 0 THEN 'test' ELSE 'train' END AS split
FROM (
    SELECT sepal_length, sepal_width, petal_length, petal_width, category,
           ROW_NUMBER() OVER (
               PARTITION BY category
               ORDER BY sepal_length, sepal_width, petal_length, petal_width
           ) AS number
    FROM iris_data
) numbered;

CREATE TABLE IF NOT EXISTS iris_output (f1 DOUBLE, f2 DOUBLE, f3 DOUBLE, f4 DOUBLE, f5 STRING);

PAI -name tensorflow1120_ext -project algo_public
    -Dscript="file://iris_train.py"
    -Dtables="odps://iris_project/tables/iris_train/split=train,odps://iris_project/tables/iris_train/split=test"
    -Doutputs="odps://iris_project/tables/iris_output"
    -DcheckpointDir="oss://iris-models/softmax/"
    -DgpuRequired=0
    -DjobName="iris_softmax";

-- The predictions beside the truth. A flower is known by its four measures.
SELECT truth.category,
       COUNT(*) AS flowers,
       SUM(CASE WHEN prediction.f5 = truth.category THEN 1 ELSE 0 END) AS correct,
       ROUND(AVG(CASE WHEN prediction.f5 = truth.category THEN 1.0 ELSE 0.0 END), 3) AS accuracy
FROM (
    SELECT DISTINCT sepal_length, sepal_width, petal_length, petal_width, category
    FROM iris_train
    WHERE split = 'test'
) truth
JOIN (
    SELECT DISTINCT f1, f2, f3, f4, f5 FROM iris_output
) prediction
ON prediction.f1 = truth.sepal_length AND prediction.f2 = truth.sepal_width
   AND prediction.f3 = truth.petal_length AND prediction.f4 = truth.petal_width
GROUP BY truth.category
ORDER BY truth.category
LIMIT 10;
