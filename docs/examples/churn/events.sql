-- The day's file as it came: all texts, so that one broken value loses nothing but itself.
CREATE TABLE IF NOT EXISTS raw_events (
    event_id   STRING,
    user_id    STRING,
    event_time STRING,
    kind       STRING,
    price      STRING
)
PARTITIONED BY (ds STRING);

ALTER TABLE raw_events DROP IF EXISTS PARTITION (ds='${bizdate}');
ALTER TABLE raw_events ADD PARTITION (ds='${bizdate}');

-- Rows with a field too few are left out.
TUNNEL UPLOAD -h true -dbr true -mbr 10000 data/events_${bizdate}.csv raw_events/ds=${bizdate};

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
