CREATE TABLE IF NOT EXISTS orders (customer STRING, amount DOUBLE) PARTITIONED BY (ds STRING);
INSERT OVERWRITE TABLE orders PARTITION (ds='${bizdate}')
VALUES ('ann', 12.5D), ('bob', 80.0D), ('ann', 7.5D);
