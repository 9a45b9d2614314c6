-- Events with their types. What is broken stays out; what came late is marked.
CREATE TABLE IF NOT EXISTS events (
    event_id   BIGINT,
    user_id    BIGINT,
    event_time DATETIME,
    kind       STRING,
    price      DOUBLE,
    late       BOOLEAN
)
PARTITIONED BY (ds STRING);

INSERT OVERWRITE TABLE events PARTITION (ds='${bizdate}')
SELECT CAST(event_id AS BIGINT),
       CAST(user_id AS BIGINT),
       CAST(event_time AS DATETIME),
       kind,
       CAST(price AS DOUBLE),
       TO_CHAR(CAST(event_time AS DATETIME), 'yyyymmdd') <> '${bizdate}'
FROM raw_events
WHERE ds = '${bizdate}'
  AND event_time RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$'
  AND price RLIKE '^[0-9]+([.][0-9]+)?$';
