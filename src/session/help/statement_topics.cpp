// Topics of HELP about statements.

#include "session/help/topic.h"

namespace paisql::session {

namespace {

constexpr Topic kStatementTopics[] = {
    {"SELECT", "WITH|FROM", "reads rows",
     "[WITH name AS (query), ...] SELECT [ALL|DISTINCT] expressions [FROM tables] [WHERE "
     "condition]\n"
     "  [GROUP BY ...] [HAVING condition] [QUALIFY condition] [ORDER BY ... LIMIT n [OFFSET m]];",
     "ORDER BY needs LIMIT, unless odps.sql.validate.orderby.limit=false.\n"
     "A partitioned table needs a condition on its partitions, unless "
     "odps.sql.allow.fullscan=true.",
     "SELECT shop_name, SUM(total_price) AS total FROM sale_detail\n"
     "  WHERE sale_date = '2026' GROUP BY shop_name ORDER BY total DESC LIMIT 10;"},
    {"SUMMARIZE", "PROFILE|STATISTICS|DESCRIBE DATA", "describes the values of each column",
     "SUMMARIZE t;\nSUMMARIZE SELECT ...;",
     "A row for each column: type, least and greatest value, different values, average, quartiles, "
     "NULLs.",
     "SUMMARIZE sale_detail;"},
    {"INSERT", "VALUES|INSERT INTO|INSERT OVERWRITE|MULTI INSERT|ZORDER|ZORDER BY",
     "adds rows to a table, or replaces them",
     "INSERT INTO|OVERWRITE [TABLE] t [PARTITION (p='v', q)] [(columns)] SELECT ...|VALUES (...), "
     "...;",
     "OVERWRITE replaces the rows of the table, or of each partition that is written.\n"
     "PARTITION (q) without a value takes it from the last columns of the query.",
     "INSERT OVERWRITE TABLE sale_detail PARTITION (sale_date='2026', region='east')\n"
     "  VALUES ('s1', 'c1', 100.1), ('s2', 'c2', 100.2);"},
    {"UPDATE", "DELETE|DELETE FROM", "changes or removes rows of a transactional table",
     "UPDATE t [PARTITION (p='v')] [AS a] SET c = value, (d, e) = (SELECT ...) [FROM tables] "
     "[WHERE "
     "condition];\n"
     "DELETE FROM t [PARTITION (p='v')] [AS a] [WHERE condition];",
     "CREATE TABLE ... TBLPROPERTIES ('transactional'='true') makes such a table.\n"
     "Only the files that hold changed rows are written again.",
     "CREATE TABLE stock (id BIGINT, amount BIGINT) TBLPROPERTIES ('transactional'='true');\n"
     "INSERT INTO stock VALUES (1, 10), (2, 0);\n"
     "UPDATE stock SET amount = amount + 5 WHERE id = 1; DELETE FROM stock WHERE amount = 0;"},
    {"MERGE INTO", "MERGE|MATCHED|UPSERT", "brings the rows of a query into a transactional table",
     "MERGE INTO t [AS a] USING table|(SELECT ...) [AS s] ON condition\n"
     "  [WHEN MATCHED [AND condition] THEN UPDATE SET c = value, ...|DELETE]\n"
     "  [WHEN NOT MATCHED [AND condition] THEN INSERT [(columns)] VALUES (...)]\n"
     "  [WHEN NOT MATCHED BY SOURCE [AND condition] THEN UPDATE SET ...|DELETE];",
     "The first clause of a kind whose condition holds applies. It is an error when several rows "
     "of "
     "the source match one row.\n"
     "INSERT INTO a table with a PRIMARY KEY replaces the rows that have the keys.",
     "CREATE TABLE IF NOT EXISTS prices (id BIGINT, price DOUBLE) TBLPROPERTIES "
     "('transactional'='true');\n"
     "MERGE INTO prices p USING (SELECT 1L AS id, 2.5D AS price) s ON p.id = s.id\n"
     "  WHEN MATCHED THEN UPDATE SET price = s.price WHEN NOT MATCHED THEN INSERT VALUES (s.id, "
     "s.price);"},
    {"CREATE FUNCTION",
     "CREATE OR REPLACE FUNCTION|CREATE TEMPORARY FUNCTION|FUNCTION|UDF|UDTF|UDAF|ANNOTATE|"
     "PYTHON FUNCTION|DROP FUNCTION|DROP TEMPORARY FUNCTION|RELOAD FUNCTION|CODE|#CODE|"
     "DESC FUNCTION|LIST FUNCTIONS",
     "makes a function of a class in Python",
     "CREATE [OR REPLACE] [TEMPORARY] FUNCTION [IF NOT EXISTS] f AS 'module.Class' USING "
     "'module.py[,data.zip]' [-f];\n"
     "... USING #CODE ('lang'='PYTHON', 'filename'='module')\n...\n#END CODE;\n"
     "DROP [TEMPORARY] FUNCTION [IF EXISTS] f; RELOAD FUNCTION f; DESC FUNCTION [EXTENDED] f; LIST "
     "FUNCTIONS [LIKE 'a*'];",
     "ADD PY module.py; makes the resource, and the module has its name without .py.\n"
     "The class has @annotate('bigint,string->double') and a method evaluate; a class of BaseUDTF "
     "has process and gives rows by forward.\n"
     "OR REPLACE and -f replace a function. p.f(x) calls one of the project p.",
     "ADD PY sums.py;\nCREATE FUNCTION plus AS 'sums.Plus' USING 'sums.py';\nDESC FUNCTION plus;"},
    {"SCRIPT MODE",
     "SCRIPT|SCRIPTS|LOOP|BEGIN|TABLE VARIABLE|DROP TABLE VARIABLES|CACHE ON|SQL FUNCTION|"
     "CREATE SQL FUNCTION|MACRO|CREATE TEMPORARY MACRO|DROP TEMPORARY MACRO",
     "runs several statements as one, whole or not at all",
     "@v [type|TABLE (c type, ...)] := [CACHE ON] SELECT ...|value;\n"
     "IF condition BEGIN ...; END [ELSE BEGIN ...; END]\n"
     "LOOP @i FROM first TO last BEGIN ...; END\n"
     "DESC [EXTENDED] @v; DROP TABLE VARIABLES [IF EXISTS] @v, ...;\n"
     "[CREATE SQL] FUNCTION f (@a type, ...) AS expression;\n"
     "CREATE TEMPORARY MACRO m (a type, ...) expression; DROP TEMPORARY MACRO [IF EXISTS] m;",
     "A script begins with a variable, IF, LOOP or BEGIN, or is a file for -s. Definitions come "
     "before writes, and one SELECT may show rows.\n"
     "SET odps.sql.step.script.mode=true; runs the statements one after another.",
     "@shops := SELECT DISTINCT shop_name FROM sale_detail WHERE sale_date = '2026';\n"
     "SELECT COUNT(*) FROM @shops;"},
    {"COMPACT", "COMPACT MAJOR|COMPACT MINOR|MERGE SMALLFILES", "merges the files of a table",
     "ALTER TABLE t [PARTITION (p='v')] COMPACT 'major'|'minor' [-h hours] [-f];\n"
     "ALTER TABLE t [PARTITION (p='v')] MERGE SMALLFILES;",
     "A major one leaves one file, a minor one leaves large files alone. Earlier versions can be "
     "read as long as they are kept. COMPACT is of transactional tables, MERGE SMALLFILES of any.",
     "CREATE TABLE IF NOT EXISTS prices (id BIGINT, price DOUBLE) TBLPROPERTIES "
     "('transactional'='true');\n"
     "ALTER TABLE prices COMPACT 'major';"},
    {"CREATE TABLE",
     "CREATE|CTAS|PARTITIONED BY|AUTO PARTITIONED BY|LIFECYCLE|CLUSTERED BY|TBLPROPERTIES|"
     "PRIMARY KEY|TRANSACTIONAL|TEMPORARY|TEMPORARY TABLE|CREATE TEMPORARY TABLE",
     "makes a table",
     "CREATE [OR REPLACE] [TEMPORARY] TABLE [IF NOT EXISTS] t (c TYPE [NOT NULL] [DEFAULT v] "
     "[COMMENT '...'], ... [, PRIMARY KEY (c, ...)]) [COMMENT '...']\n"
     "  [PARTITIONED BY (p TYPE, ...) | AUTO PARTITIONED BY (TRUNC_TIME(c, 'day') AS p)]\n"
     "  [TBLPROPERTIES ('transactional'='true', ...)] [LIFECYCLE days]\n"
     "  [[RANGE] CLUSTERED BY (c, ...) [SORTED BY (d DESC, ...)] [INTO n BUCKETS]];\n"
     "CREATE [TEMPORARY] TABLE [IF NOT EXISTS] t LIKE t2;\n"
     "CREATE [TEMPORARY] TABLE [IF NOT EXISTS] t AS SELECT ...;",
     "A temporary table is the session's own, hides a table of its name, and ends with the "
     "session.\n"
     "A partition is a column of its own, which is not repeated among the table's columns.\n"
     "AUTO PARTITIONED BY computes it from a time of each row: INSERT names no partition.\n"
     "Rows of a transactional table can be changed: HELP UPDATE; and HELP TIME TRAVEL;\n"
     "PURGE LIFECYCLE; drops what nobody has changed for so many days. HELP TYPES; lists the "
     "types.",
     "CREATE TABLE clicks (user_id BIGINT, page STRING COMMENT 'path') PARTITIONED BY (ds "
     "STRING);"},
    {"EXTERNAL TABLE",
     "CREATE EXTERNAL TABLE|STORED BY|STORED AS|LOCATION|SERDEPROPERTIES|MSCK|MSCK REPAIR",
     "reads files of a folder or a bucket as a table",
     "CREATE EXTERNAL TABLE [IF NOT EXISTS] t (c TYPE, ...) [PARTITIONED BY (p STRING)]\n"
     "  STORED BY 'com.aliyun.odps.CsvStorageHandler' [WITH SERDEPROPERTIES ('key'='value', ...)]\n"
     "  LOCATION 'oss://bucket/folder/';\n"
     "CREATE EXTERNAL TABLE t (...) [ROW FORMAT ...] STORED AS TEXTFILE|JSON|PARQUET|ORC LOCATION "
     "'...';\n"
     "MSCK REPAIR TABLE t ADD PARTITIONS;",
     "The files stay where they are, and each statement reads them as they are then.\n"
     "INSERT writes files, MSCK adds the partitions of folders such as ds=20260101/.",
     "CREATE EXTERNAL TABLE csv (id BIGINT, name STRING) STORED BY "
     "'com.aliyun.odps.CsvStorageHandler'\n"
     "  LOCATION 'oss://my-data/csv/';"},
    {"LOAD", "UNLOAD|LOAD OVERWRITE|LOAD INTO",
     "moves rows from files into a table, and from a query into files",
     "LOAD INTO|OVERWRITE TABLE t [PARTITION (p='v')] FROM LOCATION '...' STORED BY '...'|STORED "
     "AS "
     "...;\n"
     "UNLOAD FROM t [PARTITION (p='v')]|(SELECT ...) INTO LOCATION '...' STORED BY '...'|STORED AS "
     "...;",
     "The formats and their properties are those of external tables. UNLOAD adds files and "
     "replaces "
     "none.",
     "CREATE BUCKET IF NOT EXISTS my-data; "
     "UNLOAD FROM sale_detail INTO LOCATION 'oss://my-data/out/' STORED AS JSON;"},
    {"CREATE VIEW", "VIEW|ALTER VIEW|PARAMETERIZED VIEW", "gives a query a name",
     "CREATE [OR REPLACE] VIEW [IF NOT EXISTS] v [(columns)] [COMMENT '...'] AS SELECT ...;\n"
     "CREATE [OR REPLACE] VIEW v (@t TABLE (c TYPE, ...), @n TYPE) AS SELECT ... FROM @t;\n"
     "ALTER VIEW v RENAME TO w | SET COMMENT '...' | AS SELECT ... | CHANGEOWNER TO 'u' |\n"
     "  CHANGE COLUMN c COMMENT '...';",
     "A view with parameters is read as FROM v (t, 5).",
     "CREATE OR REPLACE VIEW shops AS SELECT DISTINCT shop_name FROM sale_detail;"},
    {"MATERIALIZED VIEW", "REBUILD|CREATE MATERIALIZED VIEW",
     "keeps the rows of a query, and makes them anew when asked",
     "CREATE [OR REPLACE] MATERIALIZED VIEW [IF NOT EXISTS] m [LIFECYCLE n] [BUILD DEFERRED]\n"
     "  [(columns)] [DISABLE REWRITE]\n"
     "  [COMMENT '...'] [PARTITIONED BY (p)] [TBLPROPERTIES ('enable_auto_substitute'='true')] "
     "AS SELECT ...;\n"
     "ALTER MATERIALIZED VIEW m REBUILD [PARTITION (p='v')] | ENABLE REWRITE | DISABLE REWRITE | "
     "SET LIFECYCLE n | DROP PARTITION (p='v');\n"
     "DROP MATERIALIZED VIEW [IF EXISTS] m;",
     "REBUILD writes the partitions whose rows have changed. A query that the view has computed "
     "reads the view after SET odps.sql.materialized.view.enable.auto.rewriting=true;",
     "CREATE MATERIALIZED VIEW sums PARTITIONED BY (sale_date, region) AS SELECT "
     "SUM(total_price) AS total, sale_date, region FROM sale_detail GROUP BY sale_date, region; "
     "ALTER MATERIALIZED VIEW sums REBUILD;"},
    {"CLONE TABLE", "CLONE", "makes a copy of a table at once",
     "CLONE TABLE t [PARTITION (p='v'), ...] TO t2 [IF EXISTS OVERWRITE|IGNORE];",
     "The copy shares the files of the table, so it takes no time and no space.",
     "CLONE TABLE sale_detail TO sale_detail_copy;"},
    {"ALTER TABLE",
     "ALTER|ADD PARTITION|DROP PARTITION|ADD COLUMNS|DROP COLUMNS|CHANGE COLUMN|RENAME|MERGE "
     "PARTITION|"
     "EXCHANGE PARTITION|TOUCH|CHANGEOWNER",
     "changes a table",
     "ALTER TABLE t ADD|DROP [IF [NOT] EXISTS] PARTITION (p='v', ...);\n"
     "ALTER TABLE t PARTITION (p='v') RENAME TO PARTITION (p='w');\n"
     "ALTER TABLE t MERGE [IF EXISTS] PARTITION (condition), ... OVERWRITE PARTITION (p='v') "
     "[PURGE];\n"
     "ALTER TABLE t EXCHANGE PARTITION (p='v', ...) WITH TABLE t2;\n"
     "ALTER TABLE t ADD COLUMNS (c TYPE [COMMENT '...'] [FIRST|AFTER b]) | DROP COLUMNS c;\n"
     "ALTER TABLE t CHANGE COLUMN a b TYPE [COMMENT '...'] [FIRST|AFTER c];\n"
     "ALTER TABLE t CHANGE COLUMN a RENAME TO b | [NOT] NULL | DEFAULT v | COMMENT '...';\n"
     "ALTER TABLE t RENAME TO t2 | SET COMMENT '...' | SET LIFECYCLE n | CHANGEOWNER TO 'name';\n"
     "ALTER TABLE t SET TBLPROPERTIES ('acid.data.retain.hours'='48');\n"
     "ALTER TABLE t TOUCH [PARTITION (...)];\n"
     "ALTER TABLE t CLUSTERED BY (c, ...) [SORTED BY (d, ...)] [INTO n BUCKETS] | NOT CLUSTERED;\n"
     "ALTER TABLE t [PARTITION (...)] ENABLE|DISABLE LIFECYCLE;",
     "", "ALTER TABLE sale_detail ADD IF NOT EXISTS PARTITION (sale_date='2027', region='west');"},
    {"DROP", "DROP TABLE|DROP VIEW|DROP RESOURCE", "removes tables, views and resources",
     "DROP TABLE|VIEW [IF EXISTS] name;\nDROP RESOURCE name;", "",
     "DROP TABLE IF EXISTS old_sales;"},
    {"RESTORE",
     "RESTORE TABLE|UNDROP|UNDROP TABLE|SHOW HISTORY|SHOW RECYCLEBIN|RECYCLEBIN|PURGE|PURGE TABLE",
     "brings back dropped tables and replaced rows",
     "UNDROP TABLE t [AS name];\n"
     "RESTORE TABLE t [PARTITION (p='v')] TO BEFORE LAST WRITE | TO LSN 'n' [AS name];\n"
     "RESTORE TABLE t PARTITION (p='v');\n"
     "RESTORE TABLE t ('id'='n') [AS name];\n"
     "SHOW HISTORY FOR TABLES;\n"
     "SHOW RECYCLEBIN;\n"
     "SHOW HISTORY FOR TABLE t [('id'='n')] [PARTITION (p='v')];\n"
     "PURGE TABLE t [('id'='n')];",
     "", "SHOW HISTORY FOR TABLES;"},
    {"TIME TRAVEL", "AS OF|VERSION AS OF|TIMESTAMP AS OF|GET_LATEST_VERSION|GET_LATEST_TIMESTAMP",
     "reads a transactional table as it was, or what is new in it",
     "SELECT ... FROM t VERSION AS OF n | get_latest_version('t' [, n]);\n"
     "SELECT ... FROM t TIMESTAMP AS OF 'time' | getdate() - seconds | get_latest_timestamp('t' [, "
     "n]);\n"
     "SELECT ... FROM t VERSION BETWEEN a AND b;\n"
     "SELECT ... FROM t TIMESTAMP BETWEEN a AND b;\n"
     "ALTER TABLE t [PARTITION (p='v')] COMPACT 'major' | 'minor' [-h hours] [-f];",
     "BETWEEN gives the rows that are new after a, up to b.\n"
     "SHOW HISTORY FOR TABLE t; lists the versions. COMPACT merges files and makes none.",
     "SHOW HISTORY FOR TABLES;"},
    {"STREAM", "CREATE STREAM|ALTER STREAM|DROP STREAM|SHOW STREAMS|DESC STREAM",
     "reads a transactional table on from where it was read last",
     "CREATE STREAM [IF NOT EXISTS] s ON TABLE t VERSION | TIMESTAMP AS OF x\n"
     "  [STRMPROPERTIES ('read_mode'='append')] [COMMENT '...'];\n"
     "ALTER STREAM s VERSION | TIMESTAMP AS OF x [COMMENT '...'];\n"
     "DROP STREAM [IF EXISTS] s;\n"
     "SHOW STREAMS [LIKE 'a*'];\n"
     "DESC STREAM s;",
     "SELECT ... FROM s; gives the new rows and leaves the offset where it is.\n"
     "INSERT ... SELECT ... FROM s; moves it in the same transaction.",
     "SHOW STREAMS;"},
    {"TRUNCATE", "TRUNCATE TABLE", "removes the rows of a table",
     "TRUNCATE TABLE t [PARTITION (p='v')|PARTITION (condition), ...];", "", "TRUNCATE TABLE t1;"},
    {"SHOW",
     "SHOW TABLES|SHOW PARTITIONS|SHOW CREATE TABLE|SHOW FUNCTIONS|SHOW FLAGS|SHOW VIEWS|SHOW "
     "PROJECTS|LIST|SHOW VERSION|SHOW STATISTIC|STATISTIC|WHOAMI|READ",
     "lists what there is",
     "SHOW TABLES|VIEWS [IN project] [LIKE 'a*'];\n"
     "SHOW PARTITIONS t;\n"
     "SHOW COLUMNS FROM t [LIKE 'a*'];\n"
     "SHOW CREATE TABLE t; EXPORT TABLE t;\n"
     "SHOW STATISTIC t [PARTITION (p='v')] [COLUMNS (a, b)];\n"
     "SHOW VERSION; WHOAMI;\n"
     "READ t [(a, b)] [PARTITION (p='v')] [n]; COUNT t [PARTITION (p='v')];\n"
     "SHOW FUNCTIONS|FLAGS|PROJECTS|RESOURCES|MODELS|SERVICES|BUCKETS|ROLES|P|JOBS [LIKE 'a*'];\n"
     "LIST FUNCTIONS [-p project] [LIKE 'a*'];",
     "In a pattern * and % stand for any text, and | separates patterns.",
     "SHOW TABLES LIKE 'sale*';"},
    {"DESC", "DESCRIBE|DESC EXTENDED", "describes a table, a resource, a function, a job",
     "DESC [EXTENDED] t [PARTITION (p='v')];\nDESC "
     "RESOURCE|FUNCTION|INSTANCE|PROJECT|MODEL|SERVICE name;",
     "", "DESC sale_detail;"},
    {"EXPLAIN", "EXPLAIN ANALYZE|PLAN|COST|COST SQL", "shows how a statement would run",
     "EXPLAIN [ANALYZE] SELECT|INSERT|CREATE TABLE AS ...;\nEXPLAIN PAI -name ...;\nCOST SQL "
     "SELECT|INSERT ...;",
     "ANALYZE runs the query, and shows rows and times.\n"
     "COST SQL says how many bytes the query would read, and runs nothing.",
     "EXPLAIN SELECT shop_name FROM sale_detail WHERE sale_date = '2026';"},
    {"SET", "UNSET|FLAGS|SETTINGS", "changes settings of the session",
     "SET key=value; UNSET key; SHOW FLAGS;", "", "SET odps.sql.allow.fullscan=true;"},
    {"PROJECT", "CREATE PROJECT|DROP PROJECT", "makes and removes projects",
     "CREATE PROJECT [IF NOT EXISTS] p [COMMENT '...'];\n"
     "DROP PROJECT [IF EXISTS] p [RESTRICT|CASCADE];\n"
     "DESC PROJECT [-extended] p;\nSHOW PROJECTS [LIKE 'a*'];",
     "CASCADE removes what the project holds, too, and nothing of it comes back.",
     "CREATE PROJECT IF NOT EXISTS lab COMMENT 'trials';\nDESC PROJECT lab;"},
    {"EXPORT", "IMPORT|EXPORT TABLE|EXPORT PROJECT|IMPORT TABLE|IMPORT PROJECT",
     "writes a table or a project into a folder, from which IMPORT makes it again",
     "EXPORT TABLE t [PARTITION (p='v')] TO 'folder';\nIMPORT TABLE [t] FROM 'folder';\n"
     "EXPORT PROJECT [p] TO 'folder';\nIMPORT PROJECT [p] FROM 'folder';",
     "The folder has statements and Parquet files. IMPORT makes everything of it, or nothing.\n"
     "EXPORT TABLE t; alone prints the statements that make the table.",
     ""},
    {"SCHEMA", "CREATE SCHEMA|DROP SCHEMA|SHOW SCHEMAS|DESC SCHEMA|SCHEMAS",
     "makes and removes schemas, which divide the tables of a project",
     "CREATE SCHEMA [IF NOT EXISTS] [p.]s [COMMENT '...'];\n"
     "DROP SCHEMA [IF EXISTS] [p.]s [RESTRICT|CASCADE];\n"
     "USE SCHEMA [p.]s;\nSHOW SCHEMAS [IN p] [LIKE 'a*'];\nDESC SCHEMA [p.]s;",
     "A table's name may be project.schema.table. SET odps.namespace.schema=true; reads a.b as "
     "schema.table.",
     "CREATE SCHEMA IF NOT EXISTS mart;\n"
     "CREATE TABLE IF NOT EXISTS default_project.mart.days (day STRING);"},
    {"USE", "USE PROJECT|USE SCHEMA", "changes the current project",
     "USE project [with-settings];\nUSE SCHEMA [project.]schema;",
     "A new project is made by starting with --project. USE forgets the settings, with-settings "
     "keeps "
     "them.",
     "USE default_project;"},
    {"SETVAR", "UNSETVAR|VARIABLES|SHOW VARIABLES|DEFINE", "gives ${name} a value",
     "SETVAR name=value;\nUNSETVAR name;\nSHOW VARIABLES [LIKE 'a*'];",
     "--define name=value does the same on the command line.", "SETVAR day=20260101;"},
    {"ALIAS", "", "gives a resource another name in this session",
     "ALIAS name=resource;\nALIAS name=;\nALIAS;", "", ""},
    {"ADD", "ADD FILE|ADD PY|ADD JAR|ADD ARCHIVE|ADD TABLE|GET RESOURCE|LIST RESOURCES|RESOURCES",
     "keeps files as resources, for scripts and jobs",
     "ADD FILE|PY|JAR|ARCHIVE path [AS name] [COMMENT '...'] [-f]; ADD TABLE t;\n"
     "ADD VOLUMEFILE|VOLUMEARCHIVE /volume/partition/file [AS name];\n"
     "LIST RESOURCES; GET RESOURCE name path; DROP RESOURCE name;",
     "-f replaces a resource of that name.", "LIST RESOURCES;"},
    {"BUCKET", "CREATE BUCKET|DROP BUCKET|SHOW BUCKETS|LIST BUCKETS|OSS BUCKET",
     "makes and removes buckets of oss://, which are folders",
     "CREATE BUCKET [IF NOT EXISTS] b [LOCATION 'folder'];\n"
     "CREATE BUCKET [IF NOT EXISTS] b LOCATION 's3://bucket/prefix' [PROPERTIES ('name'='value', "
     "…)];\n"
     "DROP BUCKET [IF EXISTS] b;\nSHOW BUCKETS [LIKE 'a*'];",
     "A bucket is a folder of the home, or the one that LOCATION names.\n"
     "DROP needs an empty bucket; the folder of a bucket with LOCATION stays as it is.",
     "CREATE BUCKET IF NOT EXISTS my-data; SHOW BUCKETS;"},
    {"OSS", "OSS LS|OSS CAT|OSS CP|OSS RM|OSS STAT|OSSUTIL",
     "lists, shows, copies and removes objects of buckets",
     "OSS LS [oss://b/prefix] [-d] [-s];\n"
     "OSS CAT oss://b/key [-head bytes] [-tail bytes];\n"
     "OSS STAT oss://b[/key];\n"
     "OSS CP [-r] [-f] [-u] from to;\n"
     "OSS RM oss://b/key; OSS RM -r [-f] oss://b/folder/;",
     "CP copies into buckets, out of them and between them; -f replaces existing files, -u older "
     "ones.",
     "OSS LS;"},
    {"VOLUME",
     "FS|FS -mkv|FS -mkp|FS -ls|FS -put|FS -get|FS -rm|FS -rmp|FS -rmv|FS -meta|CREATE VOLUME|"
     "DROP VOLUME|DESC VOLUME|SHOW VOLUMES|LIST VOLUMES|VOLUMEFILE|VOLUMEARCHIVE",
     "keeps files in volumes, for resources and jobs",
     "FS -mkv v [comment]; FS -meta /v[/p]; FS -rmv /v;\n"
     "FS -ls [-l] [/v[/p[/folder]]];\n"
     "FS -put path /v/p[/name]; FS -get /v/p[/name] path;\n"
     "FS -mkp /v/p; FS -rmp /v/p; FS -rm [-r] /v/p/name;\n"
     "ADD VOLUMEFILE|VOLUMEARCHIVE /v/p/name AS resource;",
     "A volume has partitions, which hold files and folders. -put makes the partition.\n"
     "Jobs read a partition by -Dvolumes=\"odps://project/volumes/v/p\".",
     "FS -mkv words; FS -ls /;"},
    {"GRANT",
     "REVOKE|CREATE ROLE|DROP ROLE|SHOW ROLES|LIST ROLES|SHOW GRANTS|SHOW ACL|SHOW "
     "PRINCIPALS|DESC ROLE|ROLE|ARN|PERMISSIONS",
     "lets users and roles do something with objects, and jobs with buckets",
     "GRANT Select, Describe ON TABLE t [(a, b)] TO USER u|ROLE r;\n"
     "GRANT CreateTable ON PROJECT p TO ROLE r; GRANT r TO u;\n"
     "GRANT oss:GetObject|ALL ON BUCKET b|ON ALL BUCKETS TO ROLE r;\n"
     "REVOKE ... FROM ...;\n"
     "CREATE ROLE [IF NOT EXISTS] r [ARN 'acs:ram::<uid>:role/r'] [privilegeproperties "
     "(\"type\"=\"admin\")];\n"
     "DROP ROLE [IF EXISTS] r; LIST ROLES; DESC ROLE r; SHOW PRINCIPALS r;\n"
     "SHOW GRANTS [FOR u|FOR ROLE r] [ON TABLE t|ON BUCKET b]; SHOW ACL FOR t [ON TYPE table];",
     "Permissions on objects count for sessions with --user; a session without it is the owner's.\n"
     "The permissions on buckets are oss:PutObject, oss:GetObject, oss:ListObjects and "
     "oss:DeleteObjects.\n"
     "A job acts as the role of -Darn, else as AliyunODPSPAIDefaultRole. A home without roles "
     "needs none.",
     "CREATE ROLE AliyunODPSPAIDefaultRole; SHOW GRANTS;"},
    {"USER", "ADD USER|REMOVE USER|LIST USERS|PURGE PRIVS|WHOAMI|USERS",
     "makes and removes users of a project, and shows who the session is",
     "ADD USER ALIYUN$account@aliyun.com; ADD USER RAM$account@aliyun.com:user;\n"
     "REMOVE USER u; PURGE PRIVS FROM USER u; LIST USERS; WHOAMI;\n"
     "SHOW SECURITYCONFIGURATION; SET CheckPermissionUsingACL=true|false;",
     "REMOVE USER keeps what was granted, for the day on which the user comes back.",
     "ADD USER bob@example.com; LIST USERS;"},
    {"POLICY", "GET POLICY|PUT POLICY|DELETE POLICY",
     "allows and denies actions by patterns, for a project or a role",
     "PUT POLICY file [ON ROLE r]; GET POLICY [ON ROLE r]; DELETE POLICY [ON ROLE r];",
     "A policy is JSON, and what it denies is denied whatever else allows it.", "GET POLICY;"},
    {"MODEL",
     "CREATE MODEL|ALTER MODEL|DROP MODEL|DESC MODEL|SHOW MODELS|PREDICT|OFFLINEMODEL|SAVEDMODEL",
     "keeps trained models, for PREDICT and for services",
     "CREATE MODEL [IF NOT EXISTS] m FROM 'oss://b/export' [COMMENT '...'];\n"
     "ALTER MODEL m ADD VERSION FROM 'oss://b/export' [COMMENT '...'];\n"
     "ALTER MODEL m SET DEFAULT_VERSION 2; ALTER MODEL m DROP VERSION 1;\n"
     "DROP MODEL [IF EXISTS] m; DESC MODEL m; SHOW MODELS [LIKE 'a*'];\n"
     "CREATE OFFLINEMODEL m -modelPath oss://b/export; READ OFFLINEMODEL m;\n"
     "COPY OFFLINEMODEL -src_model a -dest_model b; SHOW OFFLINEMODELS [-p p] [a];\n"
     "SELECT PREDICT('m[:version][/signature]', a, b) FROM t;",
     "FROM names a SavedModel, or a folder of numbered exports, of which the newest counts.\n"
     "The home keeps a copy. PREDICT takes the inputs in the order of DESC MODEL, or a STRUCT with "
     "their names.",
     "SHOW MODELS;"},
    {"SERVICE",
     "DEPLOY SERVICE|ALTER SERVICE|RELEASE SERVICE|SWITCH SERVICE|ROLLBACK SERVICE|STOP SERVICE|"
     "START SERVICE|DROP SERVICE|DESC SERVICE|SHOW SERVICES|DEPLOY|EAS",
     "serves models over HTTP",
     "DEPLOY SERVICE [IF NOT EXISTS] s USING MODEL m [VERSION 1] "
     "[PROPERTIES ('metadata.instance'='2')];\n"
     "ALTER SERVICE s USING MODEL m VERSION 2; ALTER SERVICE s SET PROPERTIES (...);\n"
     "RELEASE SERVICE s MODEL m VERSION 2 WEIGHT 10; RELEASE SERVICE s MODEL m MIRROR 10;\n"
     "SWITCH SERVICE s [TO VERSION 2]; ROLLBACK SERVICE s;\n"
     "STOP SERVICE s; START SERVICE s; DROP SERVICE [IF EXISTS] s;\n"
     "SHOW SERVICES [LIKE 'a*']; DESC SERVICE s;",
     "A statement waits until the service is ready. No request fails during a change: new "
     "processes answer before old ones end.\n"
     "DESC SERVICE shows the address and the token that requests carry.",
     "SHOW SERVICES;"},
    {"TUNNEL", "TUNNEL UPLOAD|TUNNEL DOWNLOAD|UPLOAD|DOWNLOAD|CSV|LOAD|COPY",
     "moves rows between tables and files",
     "TUNNEL UPLOAD [options] file-or-folder table[/p=v];\n"
     "TUNNEL UPSERT [options] file-or-folder table[/p=v];\n"
     "TUNNEL DOWNLOAD [options] table[/p=v] file-or-folder;\n"
     "TUNNEL RESUME [-f] [session];\n"
     "TUNNEL SHOW HISTORY [-n number];\n"
     "TUNNEL SHOW LOG | BAD [session];\n"
     "TUNNEL PURGE [days];",
     "An upload loads everything or nothing. The options:", ""},
    {"PAI", "PAI -NAME|TRAIN", "runs an algorithm as a job, a training script for instance",
     "PAI -name algorithm [-project algo_public] -Dparameter=value ...;",
     "The statement ends with the job. SET paisql.job.async=true lets it go on in the background.\n"
     "HELP PAI name; lists an algorithm's parameters and shows an example that runs. The "
     "algorithms:",
     ""},
    {"JOBS", "SHOW P|TOP INSTANCES|SHOW JOBS|DESC INSTANCE|STATUS|WAIT|KILL|LOG|RERUN|INSTANCE",
     "the jobs of PAI statements",
     "SHOW P [FROM 2026-01-01] [TO 2026-01-31] [n]; TOP INSTANCES [n]; SHOW JOBS [IN project] "
     "[LIKE 'a*'] [LIMIT n]; DESC INSTANCE "
     "id; STATUS id; WAIT "
     "id; "
     "KILL id; LOG id [role [number]]; RERUN id; runs a past job's statement again.",
     "An id may be shortened or be a job's name; WAIT; LOG; STATUS; mean the newest job.",
     "SHOW JOBS LIMIT 5;"},
    {"HELP", "H", "explains a topic, or looks for one",
     "HELP; HELP topic; HELP LIKE words; HELP code;",
     "A topic is a statement, a clause, a hint, a setting, a function, an algorithm of PAI or the "
     "code "
     "of an error.\nHELP LIKE looks in names and summaries; * stands for any text.",
     "HELP LIKE join;"},
    {"QUIT", "EXIT|Q", "ends the session, as Ctrl-D does", "QUIT;", "", ""},
};

}  // namespace

std::span<const Topic> StatementTopics() { return kStatementTopics; }

}  // namespace paisql::session
