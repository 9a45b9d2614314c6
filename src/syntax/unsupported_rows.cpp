#include "syntax/unsupported_rows.h"

namespace paisql::syntax {

namespace {

constexpr std::string_view kScriptMode =
    "write the words into one script: IF (condition) BEGIN … END ELSE BEGIN … END";
constexpr std::string_view kNamedView = "write CREATE VIEW v (@t TABLE (…)) AS …";
constexpr std::string_view kFunctions =
    "write CREATE FUNCTION f AS 'module.Class' USING 'module.py', or CREATE SQL FUNCTION";
constexpr std::string_view kOneAccount =
    "a home belongs to one account: ADD USER u makes a user of a project";
constexpr std::string_view kLabels =
    "columns have no labels: GRANT Select ON TABLE t(a, b) TO USER u";
constexpr std::string_view kRoles =
    "a role is made and removed: CREATE ROLE, GRANT r TO u, REVOKE, DROP ROLE";
constexpr std::string_view kOnlineModels =
    "DEPLOY SERVICE s USING MODEL m answers over HTTP: HELP SERVICE";
constexpr std::string_view kVolumes =
    "write FS -ls [/volume[/partition]], FS -put, FS -get: HELP VOLUME";
constexpr std::string_view kExternalVolumes = "keep files in a bucket: HELP BUCKET, HELP OSS";
constexpr std::string_view kMaterialized =
    "write CREATE MATERIALIZED VIEW, and ALTER MATERIALIZED VIEW … REBUILD";
constexpr std::string_view kDownload = "write rows to a file with TUNNEL DOWNLOAD";
constexpr std::string_view kHistory =
    "SHOW HISTORY FOR TABLE t lists the states that are kept, RESTORE TABLE t TO LSN 'n' brings "
    "one back";
constexpr std::string_view kPackages = "a home's projects see each other: write project.table";
constexpr std::string_view kExternal =
    "write CREATE EXTERNAL TABLE t (…) <format> LOCATION '…', or SHOW EXTERNAL TABLES";
constexpr std::string_view kResources = "use ADD FILE, ADD PY, ADD JAR or ADD ARCHIVE";
constexpr std::string_view kKeys =
    "the PRIMARY KEY that CREATE TABLE gives a transactional table is kept, no other key or "
    "constraint is: leave it out";
constexpr std::string_view kNested =
    "a field of a STRUCT cannot be changed alone: CREATE TABLE … AS SELECT with NAMED_STRUCT";
constexpr std::string_view kProtection =
    "the permissions of the home's folder decide who may write: leave it out";
constexpr std::string_view kStreams = "tables are not queues: leave it out";
constexpr std::string_view kStatistics =
    "write SHOW STATISTIC t [PARTITION (…)] [COLUMNS (a, b)], or SUMMARIZE t";
constexpr std::string_view kJava =
    "Java's types and objects are not known here: use a built-in function, or SELECT TRANSFORM";
constexpr std::string_view kExport =
    "write EXPORT TABLE t TO 'folder' or EXPORT PROJECT p TO 'folder'; EXPORT TABLE t prints "
    "statements";
constexpr std::string_view kJar =
    "no Java runs here: write the job as a query with SELECT TRANSFORM, a script for each of map "
    "and "
    "reduce";
constexpr std::string_view kProperties =
    "SET COMMENT and SET LIFECYCLE change a table; other properties have no effect, leave it out";
constexpr std::string_view kClient = "it is a command of another client: leave it out";
constexpr std::string_view kOtherTool = "start it from a shell, or as a node of a workflow";

}  // namespace

const std::vector<Unsupported>& UnsupportedStatements() {
  static const std::vector<Unsupported> kRows = {
      {"ADD ACCOUNTPROVIDER|GROUP|TRUSTEDPROJECT …", kOneAccount},
      {"ADD TENANT …", kOneAccount},
      {"ADD TABLE name TO PACKAGE …", kPackages},
      {"ADD word word TO PACKAGE …", kPackages},
      {"ALTER DATABASE …", "use SET in the script"},
      {"ALTER PROJECT …", "use SET in the script"},
      {"ALTER ROLE …", kRoles},
      {"ALTER SCHEMA …", "a schema keeps its name and comment: make another with CREATE SCHEMA"},
      {"ALTER TABLE name PARTITION group ADD COLUMN|COLUMNS …",
       "partitions have the columns of their table: ALTER TABLE t ADD COLUMNS (…)"},
      {"ALTER TABLE name ADD|DROP|RENAME CONSTRAINT …", kKeys},
      {"ALTER TABLE name DROP PRIMARY KEY …", kKeys},
      {"ALTER TABLE name ADD COLUMN|COLUMNS [ IF NOT EXISTS ] [ ( ] word . …", kNested},
      {"ALTER TABLE name ADD COLUMN|COLUMNS [ IF NOT EXISTS ] ( … , word . …", kNested},
      {"ALTER TABLE name CHANGE|RENAME [ COLUMN ] word . …", kNested},
      {"ALTER TABLE name DROP COLUMN|COLUMNS [ IF EXISTS ] [ ( ] word . …", kNested},
      {"ALTER TABLE name DROP COLUMN|COLUMNS … , word . …", kNested},
      {"ALTER TABLE name spec ENABLE|DISABLE OFFLINE|NO_DROP|READONLY …", kProtection},
      {"ALTER TABLE name ENABLE|DISABLE HUBTABLE …", kStreams},
      {"ALTER TABLE name spec ENABLE|DISABLE …", kProtection},
      {"ALTER TABLE name PARTITION COLUMN …",
       "columns of partitions keep their types: CREATE TABLE and INSERT OVERWRITE it"},
      {"ALTER TABLE name REPLACE …", "write ALTER TABLE t REPLACE COLUMNS (a BIGINT, b STRING)"},
      {"ALTER TABLE name RESTORE …", kHistory},
      {"ALTER TABLE name SET CHANGELOGS …", kHistory},
      {"ALTER TABLE name SET HUBLIFECYCLE …", kStreams},
      {"ALTER TABLE name SET SERDE|FILEFORMAT …", kProperties},
      {"ALTER TENANT …", kOneAccount},
      {"BEGIN …", kScriptMode},
      {"CALL …", "write the statements of the procedure into a script"},
      {"CLEAR …", "expired permissions have no effect: leave it out"},
      {"COPY …", "load data with TUNNEL UPLOAD, write it to a file with TUNNEL DOWNLOAD"},
      {"CREATE DATABASE …", "write CREATE PROJECT p"},
      {"CREATE EXTERNAL FUNCTION …", kFunctions},
      {"CREATE EXTERNAL PROJECT …", kExternal},
      {"CREATE ONLINEMODEL …", kOnlineModels},
      {"CREATE PACKAGE …", kPackages},
      {"CREATE RESOURCE …", kResources},
      {"CREATE TENANT …", kOneAccount},
      {"CREATE USER …", "write ADD USER u"},
      {"CREATE [ OR REPLACE ] VIEW [ IF NOT EXISTS ] name [ group ] PARTITIONED …",
       "a view has no partitions: filter by the columns of its tables, leave it out"},
      {"CREATE [ OR REPLACE ] VIEW [ IF NOT EXISTS ] name AS BEGIN …",
       "only a view with parameters is a block: write one query, with WITH for its parts"},
      {"CREATE [ OR REPLACE ] VIEW [ IF NOT EXISTS ] name [ group ] RESOURCES …", kFunctions},
      {"CREATE EXTERNAL VOLUME …", kExternalVolumes},
      {"DELETE PACKAGE …", kPackages},
      {"DELETE ROLE …", "write DROP ROLE"},
      {"DESC|DESCRIBE CHANGELOGS …", kHistory},
      {"DESC|DESCRIBE DATABASE …", "write DESC PROJECT p"},
      {"DESC|DESCRIBE FUNCTION EXTENDED string", "write the function's name without quotes"},
      {"DESC|DESCRIBE FUNCTION …",
       "HELP operators explains operators, DESC FUNCTION f of one by name"},
      {"DESC|DESCRIBE ONLINEMODEL …", kOnlineModels},
      {"DESC|DESCRIBE PACKAGE …", kPackages},
      {"DESC|DESCRIBE TENANT …", kOneAccount},
      {"DESC|DESCRIBE [ EXTENDED ] name word", "DESC t shows all columns; SELECT column FROM t"},
      {"DESC|DESCRIBE name . …", "DESC t shows the whole type of each column"},
      {"DROP DATABASE …", "write DROP PROJECT p, with CASCADE when it holds something"},
      {"DROP ONLINEMODEL …", kOnlineModels},
      {"DROP PACKAGE …", kPackages},
      {"DROP TABLE name FOR REPLICATION …", "nothing is replicated: write DROP TABLE t"},
      {"ELSE …", kScriptMode},
      {"END …", kScriptMode},
      {"EXPORT …", kExport},
      {"FROM UNIQUEJOIN …", "write JOIN … ON"},
      {"HISTORY …", "a prompt has it: history, or history TEXT; SHOW P lists instances"},
      {"INSERT OVERWRITE DIRECTORY …", kDownload},
      {"INSERT OVERWRITE LOCAL DIRECTORY …", kDownload},
      {"INSTALL …", kPackages},
      {"JAR …", kJar},
      {"LIST ACCOUNTPROVIDERS|GROUPS|TRUSTEDPROJECTS …", kOneAccount},
      {"LIST|LS ONLINEMODELS|ONLINEMODEL …", kOnlineModels},
      {"LIST|LS PACKAGES|PACKAGE …", kPackages},
      {"LIST|LS VOLUME …", kVolumes},
      {"LIST TEMPORARY …", "write SHOW P, and SHOW TABLES"},
      {"LIST TENANT …", kOneAccount},
      {"LOAD DATA …", "write LOAD INTO|OVERWRITE TABLE t FROM LOCATION '…' STORED AS …"},
      {"LOCK …", "each statement reads a snapshot of its tables: leave it out"},
      {"MSCK [ REPAIR ] TABLE name DROP|SYNC PARTITIONS …",
       "write ALTER TABLE t DROP PARTITION (…): files stay where they are"},
      {"PURGE PRIVILEGES …", "write PURGE PRIVS FROM USER u"},
      {"PURGE …", "write PURGE TABLE t"},
      {"PUT …", kResources},
      {"READ ONLINEMODEL …", kOnlineModels},
      {"READ …", "write READ t (a, b) PARTITION (p='1') 10, or SELECT * FROM t LIMIT n"},
      {"REDO …", kHistory},
      {"RELOAD …", "write RELOAD FUNCTION f"},
      {"REMOVE word word FROM PACKAGE …", kPackages},
      {"REMOVE TABLE name FROM PACKAGE …", kPackages},
      {"REMOVE …", kOneAccount},
      {"SET LABEL …", kLabels},
      {"SET ROLE …", "a user has all roles that GRANT r TO u gave: leave it out"},
      {"SETENV …", kClient},
      {"SETPROJECT …", "use SET in the script"},
      {"SHOW AUTOMVMETA …", kMaterialized},
      {"SHOW CHANGELOGS|COMPACTIONS|TRANSACTIONS …", kHistory},
      {"SHOW COLUMNS …", "write SHOW COLUMNS IN t, with the project as project.t"},
      {"SHOW CONF …", "write HELP SET, or SHOW FLAGS"},
      {"SHOW EXTERNAL …", kExternal},
      {"SHOW FORMATTED …", "tables have no indexes: DESC t shows columns and partitions"},
      {"SHOW FUNCTIONS …", "write SHOW FUNCTIONS LIKE 'abs*'"},
      {"SHOW INDEX|INDEXES …", "tables have no indexes: DESC t shows columns and partitions"},
      {"SHOW JOB …", "write SHOW JOBS, or SHOW P"},
      {"SHOW LABEL …", kLabels},
      {"SHOW LOCKS …", "each statement reads a snapshot of its tables: leave it out"},
      {"SHOW ONLINEMODELS …", kOnlineModels},
      {"SHOW PACKAGE|PACKAGES …", kPackages},
      {"SHOW ROLE …", "write SHOW ROLES, or DESC ROLE name"},
      {"SHOW STATISTIC|STATISTIC_LIST …", kStatistics},
      {"SHOW TABLE EXTENDED …", "write SHOW TABLES LIKE 't*', and DESC EXTENDED t"},
      {"SHOW VOLUME …", kVolumes},
      {"SHOW XFLOWS …", "HELP PAI lists the algorithms"},
      {"SPARK …", kOtherTool},
      {"TOP …", "write TOP INSTANCES, or SHOW P"},
      {"TUNE …", "queries are planned anew by each run: leave TUNE out"},
      {"TRIGGER …", kMaterialized},
      {"TRUNCATE TABLE name COLUMNS …", "INSERT OVERWRITE the table with NULL for these columns"},
      {"UNDO …", kHistory},
      {"UNINSTALL …", kPackages},
      {"UNLOCK …", "each statement reads a snapshot of its tables: leave it out"},
      {"UNSET LABEL …", kLabels},
      {"UPDATE ONLINEMODEL …", kOnlineModels},
      {"VFS …", kExternalVolumes},
      {"VOLUME …", kVolumes},
      {"WITH word ( variable …", kNamedView},
      {"WITH word AS BEGIN …", kNamedView},
  };
  return kRows;
}

const std::vector<UnsupportedPhrase>& UnsupportedPhrases() {
  static const std::vector<UnsupportedPhrase> kRows = {
      {"INTO number BUCKETS|SHARDS", "", kStreams},
      {"CHANGELOGS|HUBLIFECYCLE number", "", kStreams},
      {"CONSTRAINT word", "", kKeys},
      {"NEW name (", "a Java object", kJava},
      {"NEW name <", "a Java object", kJava},
      {"NEW name bracket", "a Java object", kJava},
      {"JAVA . name", "a Java type", kJava},
      {"word . <", "a Java method", kJava},
      {"USING name (", "a user-defined join",
       "write JOIN … ON and LATERAL VIEW, or SELECT TRANSFORM"},
      {"RECORDREADER|RECORDWRITER|SERDE string", "",
       "scripts get rows as lines: ROW FORMAT DELIMITED"},
      {"_UTF8 string", "a text with a character set", "write the text alone: all texts are UTF-8"},
      {"NOOP ( ON", "NOOP", "read the table itself: leave NOOP out"},
      {"LIMIT number /", "LIMIT of a quotient", "write DIV, or the number that comes out"},
      {"LATERAL VIEW", "LATERAL VIEW after WHERE",
       "write it after the tables of FROM, before WHERE"},
      {"TABLESAMPLE ( word )", "TABLESAMPLE by bytes", "write (n PERCENT) or (n ROWS)"},
      {") ( word , word", "names of columns without AS", "write AS (a, b)"},
      {"WINDOW … word AS word", "a window by another's name", "write w2 AS (w)"},
      {"AS ( number )", "WITH of an expression", "write WITH a AS (SELECT …)"},
      {"@ @ {", "@@{…}",
       "a parameter of an SQL component of DataWorks, which fills it in: write ${name}, and for a "
       "date ${yyyymmdd}"},
      {"?", "a parameter", "write the value, or ${name} and SETVAR name=value"},
  };
  return kRows;
}

}  // namespace paisql::syntax
