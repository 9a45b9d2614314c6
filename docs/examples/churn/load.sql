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
