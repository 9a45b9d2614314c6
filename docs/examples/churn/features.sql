-- What a user did until noon, and whether anything came of it afterwards.
CREATE TABLE IF NOT EXISTS user_features (
    user_id   BIGINT,
    views     DOUBLE,
    carts     DOUBLE,
    spent     DOUBLE,
    last_hour DOUBLE,
    churned   BIGINT
)
PARTITIONED BY (ds STRING);

INSERT OVERWRITE TABLE user_features PARTITION (ds='${bizdate}')
SELECT user_id,
       LN(1 + SUM(IF(morning AND kind = 'view', 1, 0))),
       LN(1 + SUM(IF(morning AND kind = 'cart', 1, 0))),
       LN(1 + SUM(IF(morning, price, 0))),
       MAX(IF(morning, HOUR(event_time), 0)) / 12,
       IF(SUM(IF(morning, 0, 1)) = 0, 1, 0)
FROM (
    SELECT user_id, kind, price, event_time, HOUR(event_time) < 12 AS morning
    FROM events
    WHERE ds = '${bizdate}' AND NOT late
) of_day
GROUP BY user_id;
