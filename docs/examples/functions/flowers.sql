-- A UDF, a UDTF and a UDAF in Python, on the iris data.
-- Run it with: paisql --project flowers_project -f docs/examples/functions/flowers.sql

SET odps.sql.python.version = cp311;

ADD PY flowers.py -f;
CREATE FUNCTION petal_area AS 'flowers.PetalArea' USING 'flowers.py' -f;
CREATE FUNCTION measures AS 'flowers.Measures' USING 'flowers.py' -f;
CREATE FUNCTION spread AS 'flowers.Spread' USING 'flowers.py' -f;

CREATE TABLE IF NOT EXISTS flowers (
    sepal_length DOUBLE,
    sepal_width  DOUBLE,
    petal_length DOUBLE,
    petal_width  DOUBLE,
    category     STRING
);
TRUNCATE TABLE flowers;
TUNNEL UPLOAD ../iris/iris.csv flowers -h true;

-- A UDF stands wherever a value does.
SELECT category, ROUND(AVG(petal_area(petal_length, petal_width)), 3) AS area
FROM flowers
GROUP BY category
ORDER BY category
LIMIT 3;

-- A UDTF gives rows, a UDAF takes them.
SELECT category, measure, s.n, ROUND(s.mean, 3) AS mean, ROUND(s.deviation, 3) AS deviation
FROM (
    SELECT category, measure, spread(value) AS s
    FROM flowers
    LATERAL VIEW measures(sepal_length, sepal_width, petal_length, petal_width) m AS measure, value
    WHERE measure LIKE 'petal%'
    GROUP BY category, measure
) spreads
ORDER BY category, measure
LIMIT 6;
