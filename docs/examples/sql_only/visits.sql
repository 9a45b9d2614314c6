-- A day's visits of a shop: loaded, cut into visits by pauses, and counted.
-- Run it with: paisql --project visits_project -f docs/examples/sql_only/visits.sql

CREATE TABLE IF NOT EXISTS raw_visit (visitor STRING, page STRING, at DATETIME, seconds BIGINT);
TRUNCATE TABLE raw_visit;
TUNNEL UPLOAD visits.csv raw_visit -h true;

CREATE TABLE IF NOT EXISTS visit (visitor STRING, number BIGINT, pages BIGINT, seconds BIGINT, bought BOOLEAN)
PARTITIONED BY (ds STRING);

-- A pause of more than half an hour begins a new visit; a visit belongs to the day on which it begins.
INSERT OVERWRITE TABLE visit PARTITION (ds)
SELECT visitor, number, COUNT(*), SUM(seconds), MAX(page = 'cart'), TO_CHAR(MIN(at), 'yyyymmdd')
FROM (
    SELECT visitor, page, at, seconds,
           SUM(IF(DATEDIFF(at, before, 'mi') <= 30, 0, 1)) OVER (PARTITION BY visitor ORDER BY at) AS number
    FROM (
        SELECT visitor, page, at, seconds, LAG(at) OVER (PARTITION BY visitor ORDER BY at) AS before
        FROM raw_visit
    ) beside
) numbered
GROUP BY visitor, number;

SELECT ds, COUNT(*) AS visits, SUM(IF(bought, 1, 0)) AS sales, ROUND(AVG(pages), 2) AS pages_a_visit
FROM visit
WHERE ds >= '20260101'
GROUP BY ds
ORDER BY ds
LIMIT 10;
