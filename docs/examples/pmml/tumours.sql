-- Trains a logistic regression with components alone, judges it, and gives it an address.
-- Run it with: paisql --project tumours_project -f docs/examples/pmml/tumours.sql
--
-- The data: Breast Cancer Wisconsin (Diagnostic), W. Wolberg, O. Mangasarian, N. Street, W. Street,
-- UCI Machine Learning Repository, CC BY 4.0.

DROP TABLE IF EXISTS samples;
CREATE TABLE samples (
    id BIGINT, mean_radius DOUBLE, mean_texture DOUBLE, mean_perimeter DOUBLE, mean_area DOUBLE,
    mean_smoothness DOUBLE, mean_compactness DOUBLE, mean_concavity DOUBLE,
    mean_concave_points DOUBLE, mean_symmetry DOUBLE, mean_fractal_dimension DOUBLE,
    error_radius DOUBLE, error_texture DOUBLE, error_perimeter DOUBLE, error_area DOUBLE,
    error_smoothness DOUBLE, error_compactness DOUBLE, error_concavity DOUBLE,
    error_concave_points DOUBLE, error_symmetry DOUBLE, error_fractal_dimension DOUBLE,
    worst_radius DOUBLE, worst_texture DOUBLE, worst_perimeter DOUBLE, worst_area DOUBLE,
    worst_smoothness DOUBLE, worst_compactness DOUBLE, worst_concavity DOUBLE,
    worst_concave_points DOUBLE, worst_symmetry DOUBLE, worst_fractal_dimension DOUBLE,
    diagnosis STRING
);
TUNNEL UPLOAD ../breast_cancer/breast_cancer.csv samples -h true;

DROP OFFLINEMODEL IF EXISTS tumours;
PAI -name logisticregression_binary -project algo_public
    -DinputTableName="(SELECT * FROM samples WHERE id % 5 <> 0)"
    -DfeatureColNames="worst_radius,worst_texture,worst_smoothness,worst_concavity"
    -DlabelColName=diagnosis
    -DgoodValue=malignant
    -DregularizedType=l2
    -DmaxIter=1000
    -DmodelName=tumours;
DROP TABLE IF EXISTS told;
PAI -name prediction -project algo_public
    -DinputTableName="(SELECT * FROM samples WHERE id % 5 = 0)"
    -DmodelName=tumours
    -DappendColNames="id,diagnosis"
    -DoutputTableName=told;

-- What the model says inside SQL is what the component says.
SELECT COUNT(*) AS tested,
       SUM(IF(t.prediction_result = t.diagnosis, 1, 0)) AS correct,
       SUM(IF(ABS(PREDICT('tumours', s.worst_radius, s.worst_texture, s.worst_smoothness,
                          s.worst_concavity).prediction_score - t.prediction_score) < 1e-9,
              1, 0)) AS same
FROM told t JOIN samples s ON t.id = s.id;

DEPLOY SERVICE tumours USING MODEL tumours PROPERTIES ('token'='for-the-example-only');
