-- Trains a classifier with a parameter server and two workers, lets two workers predict, and
-- counts the right and the wrong answers.
-- Run it with: build/paisql --project cancer_project -f docs/examples/breast_cancer/breast_cancer.sql
--
-- The data: Breast Cancer Wisconsin (Diagnostic), W. Wolberg, O. Mangasarian, N. Street, W. Street,
-- UCI Machine Learning Repository, CC BY 4.0.

CREATE TABLE IF NOT EXISTS cancer_data (
    id                      BIGINT,
    mean_radius             DOUBLE,
    mean_texture            DOUBLE,
    mean_perimeter          DOUBLE,
    mean_area               DOUBLE,
    mean_smoothness         DOUBLE,
    mean_compactness        DOUBLE,
    mean_concavity          DOUBLE,
    mean_concave_points     DOUBLE,
    mean_symmetry           DOUBLE,
    mean_fractal_dimension  DOUBLE,
    error_radius            DOUBLE,
    error_texture           DOUBLE,
    error_perimeter         DOUBLE,
    error_area              DOUBLE,
    error_smoothness        DOUBLE,
    error_compactness       DOUBLE,
    error_concavity         DOUBLE,
    error_concave_points    DOUBLE,
    error_symmetry          DOUBLE,
    error_fractal_dimension DOUBLE,
    worst_radius            DOUBLE,
    worst_texture           DOUBLE,
    worst_perimeter         DOUBLE,
    worst_area              DOUBLE,
    worst_smoothness        DOUBLE,
    worst_compactness       DOUBLE,
    worst_concavity         DOUBLE,
    worst_concave_points    DOUBLE,
    worst_symmetry          DOUBLE,
    worst_fractal_dimension DOUBLE,
    diagnosis               STRING
);
TRUNCATE TABLE cancer_data;
TUNNEL UPLOAD breast_cancer.csv cancer_data -h true;

CREATE TABLE IF NOT EXISTS cancer_cases (
    id          BIGINT,
    radius      DOUBLE,
    texture     DOUBLE,
    smoothness  DOUBLE,
    compactness DOUBLE,
    concavity   DOUBLE,
    symmetry    DOUBLE,
    malignant   BIGINT
)
PARTITIONED BY (split STRING);

-- Each measure is brought to mean 0 and deviation 1; every fifth case is kept for the test.
INSERT OVERWRITE TABLE cancer_cases PARTITION (split)
SELECT id,
       (worst_radius      - AVG(worst_radius)      OVER ()) / STDDEV(worst_radius)      OVER (),
       (worst_texture     - AVG(worst_texture)     OVER ()) / STDDEV(worst_texture)     OVER (),
       (worst_smoothness  - AVG(worst_smoothness)  OVER ()) / STDDEV(worst_smoothness)  OVER (),
       (worst_compactness - AVG(worst_compactness) OVER ()) / STDDEV(worst_compactness) OVER (),
       (worst_concavity   - AVG(worst_concavity)   OVER ()) / STDDEV(worst_concavity)   OVER (),
       (worst_symmetry    - AVG(worst_symmetry)    OVER ()) / STDDEV(worst_symmetry)    OVER (),
       IF(diagnosis = 'malignant', 1, 0),
       IF(id % 5 = 0, 'test', 'train') AS split
FROM cancer_data;

CREATE TABLE IF NOT EXISTS cancer_predictions (id BIGINT, malignant BIGINT, probability DOUBLE);

-- The parameter server keeps the variables; each worker reads its half of the table, again and
-- again. A worker that dies is started again and goes on at the checkpoint.
PAI -name tensorflow1120_ext -project algo_public
    -Dscript="file://cancer_cluster.py"
    -DuserDefinedParameters="--mode=train --steps=1000"
    -Dtables="odps://cancer_project/tables/cancer_cases/split=train"
    -DcheckpointDir="oss://cancer-models/logistic/"
    -Dcluster="{\"ps\":{\"count\":1},\"worker\":{\"count\":2}}"
    -DenableDynamicCluster=true
    -DjobName="cancer_train";

-- Two workers without a server: each predicts the rows of its slice, and both write one table.
PAI -name tensorflow1120_ext -project algo_public
    -Dscript="file://cancer_cluster.py"
    -DuserDefinedParameters="--mode=predict"
    -Dtables="odps://cancer_project/tables/cancer_cases/split=test"
    -Doutputs="odps://cancer_project/tables/cancer_predictions"
    -DcheckpointDir="oss://cancer-models/logistic/"
    -Dcluster="{\"worker\":{\"count\":2}}"
    -DjobName="cancer_predict";

SELECT IF(truth.malignant = 1, 'malignant', 'benign') AS diagnosis,
       COUNT(*) AS cases,
       SUM(IF(prediction.malignant = truth.malignant, 1, 0)) AS found,
       ROUND(AVG(prediction.probability), 2) AS mean_probability
FROM cancer_cases truth
JOIN cancer_predictions prediction ON prediction.id = truth.id
WHERE truth.split = 'test'
GROUP BY truth.malignant
ORDER BY diagnosis
LIMIT 10;
