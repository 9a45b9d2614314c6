-- Customers with a key: rows change, and what was there before can still be read.
CREATE TABLE customers (id BIGINT NOT NULL, name STRING, city STRING, PRIMARY KEY (id))
TBLPROPERTIES ("transactional"="true", "acid.data.retain.hours"="24");
CREATE TABLE incoming (id BIGINT, name STRING, city STRING, kind STRING);

INSERT INTO customers VALUES (1, 'Ann', 'Bonn'), (2, 'Bea', 'Rome'), (3, 'Cid', 'Oslo');
INSERT INTO incoming VALUES (2, 'Bea', 'Paris', 'change'), (3, NULL, NULL, 'leave'), (4, 'Dan', 'Lima', 'join');
CREATE STREAM news ON TABLE customers VERSION AS OF 2;

MERGE INTO customers AS c USING incoming AS i ON c.id = i.id
WHEN MATCHED AND i.kind = 'leave' THEN DELETE
WHEN MATCHED THEN UPDATE SET city = i.city
WHEN NOT MATCHED AND i.kind = 'join' THEN INSERT VALUES (i.id, i.name, i.city);

SELECT * FROM customers ORDER BY id LIMIT 10;
-- As they were before the MERGE.
SELECT * FROM customers VERSION AS OF get_latest_version('customers', 2) ORDER BY id LIMIT 10;
-- What is new since: the stream remembers how far a statement that writes has read.
CREATE TABLE letters AS SELECT id, name FROM news;
SELECT * FROM letters ORDER BY id LIMIT 10;
SELECT COUNT(*) AS unread FROM news;
-- The same key again: the new row takes the place of the old one. Then the mistake is taken back.
INSERT INTO customers VALUES (1, 'Anna', NULL);
RESTORE TABLE customers TO BEFORE LAST WRITE;
SELECT name, city FROM customers WHERE id = 1;
