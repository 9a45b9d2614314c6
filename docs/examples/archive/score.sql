-- An archive with several files and a requirements.txt, as it is uploaded to the platform. Make it and run it:
--   tar -czf scorer.tar.gz -C docs/examples/archive scorer
--   paisql --project score_project --define archive=$PWD/scorer.tar.gz -f docs/examples/archive/score.sql

CREATE TABLE IF NOT EXISTS customer (id BIGINT, amount DOUBLE, age BIGINT);
INSERT OVERWRITE TABLE customer VALUES (1, 20.0D, 1), (2, 5000.0D, 12), (3, 700.0D, 30);
CREATE TABLE IF NOT EXISTS customer_score (id BIGINT, score DOUBLE);

ADD ARCHIVE ${archive} AS scorer.tar.gz -f;

PAI -name tensorflow1150 -project algo_public
    -Dscript="odps://score_project/resources/scorer.tar.gz"
    -DentryFile="scorer/main.py"
    -Dtables="odps://score_project/tables/customer"
    -Doutputs="odps://score_project/tables/customer_score"
    -DgpuRequired=0;

SELECT id, score FROM customer_score ORDER BY id LIMIT 10;
