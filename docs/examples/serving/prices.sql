-- Trains a model, computes with it inside SQL, and gives it an address.
-- Run it with: paisql --project prices_project -f docs/examples/serving/prices.sql

CREATE TABLE IF NOT EXISTS flat (area DOUBLE, price DOUBLE);
INSERT OVERWRITE TABLE flat VALUES (30.0D, 95.0D), (50.0D, 155.0D), (80.0D, 245.0D);

PAI -name tensorflow1150 -project algo_public
    -Dscript="file://prices.py"
    -Dtables="odps://prices_project/tables/flat"
    -DcheckpointDir="oss://prices-models/line/"
    -DgpuRequired=0;

CREATE MODEL prices FROM 'oss://prices-models/line/export/';
SELECT area, ROUND(PREDICT('prices', area), 2) AS price FROM (SELECT 60.0D AS area) question;

DEPLOY SERVICE prices USING MODEL prices PROPERTIES ('token'='for-the-example-only');
