-- One turn for each kind of event.
CREATE TABLE IF NOT EXISTS kind_counts (users BIGINT, events BIGINT, spent DOUBLE)
PARTITIONED BY (ds STRING, kind STRING);

INSERT OVERWRITE TABLE kind_counts PARTITION (ds='${bizdate}', kind='${dag.foreach.current[0]}')
SELECT COUNT(DISTINCT user_id), COUNT(*), SUM(price)
FROM events
WHERE ds = '${bizdate}' AND kind = '${dag.foreach.current[0]}';
