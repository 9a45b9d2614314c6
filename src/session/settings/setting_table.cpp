#include "base/text.h"
#include "session/settings/settings.h"

namespace paisql::session {

namespace {

using enum SettingType;

// Sorted by name, as SHOW FLAGS and the documentation print it.
constexpr Setting kSettings[] = {
    {"hive.groupby.position.alias", kBoolean, "false", "", "GROUP BY 1 means the first column"},
    {"hive.orderby.position.alias", kBoolean, "false", "", "ORDER BY 1 means the first column"},
    {"odps.function.strictmode", kBoolean, "false", "",
     "CAST of a string that is not a number is an error"},
    {"odps.instance.priority", kPriority, "9", "",
     "which job of PAI statements starts first: 0 before 9"},
    {"odps.namespace.schema", kBoolean, "false", "",
     "a.b is the table b of the schema a; false: of the project a"},
    {"odps.sql.allow.cartesian", kBoolean, "false", "",
     "tables may be joined without an equality between them"},
    {"odps.sql.allow.fullscan", kBoolean, "false", "",
     "queries may read every partition of a table"},
    {"odps.sql.bigquery.compatible", kBoolean, "false", "",
     "columns of PIVOT are named aggregate_value"},
    {"odps.sql.decimal.odps2", kBoolean, "true", "",
     "DECIMAL(p,s); false: one DECIMAL of 38 digits, 18 after the decimal point"},
    {"odps.sql.decimal.tostring.trimzero", kBoolean, "true", "",
     "DECIMAL of a table is printed without zeros at its end; constants always are"},
    {"odps.sql.decimal2.extended.scale.enable", kBoolean, "false", "",
     "the scale of a DECIMAL may be as large as its precision"},
    {"odps.sql.executionengine.enable.string.to.date.full.format", kBoolean, "false", "",
     "CAST of 'yyyy-mm-dd hh:mi:ss' to DATE is its day; false: NULL"},
    {"odps.sql.groupby.orderby.position.alias", kBoolean, "false", "",
     "GROUP BY 1 and ORDER BY 1 mean the first column"},
    {"odps.sql.groupby.position.alias", kBoolean, "false", "", "GROUP BY 1 means the first column"},
    {"odps.sql.hive.compatible", kBoolean, "false", "",
     "rules of Hive: RANGE is the default frame of windows"},
    {"odps.sql.map.key.dedup.policy", kChoice, "last_win", "exception",
     "how a MAP treats a key that it gets twice", "last_win|exception"},
    {"odps.sql.materialized.view.enable.auto.rewriting", kBoolean, "false", "",
     "a query that a materialized view has computed reads the view"},
    {"odps.sql.materialized.view.support.nondeterministic.function", kBoolean, "false", "",
     "a materialized view may call functions such as RAND and those of users"},
    {"odps.sql.orderby.position.alias", kBoolean, "false", "", "ORDER BY 1 means the first column"},
    {"odps.sql.python.version", kChoice, "cp27", "",
     "the Python in whose meaning functions of users are read", "cp27|cp37|cp311"},
    {"odps.sql.rcte.max.iterate.num", kSteps, "10", "",
     "how often WITH RECURSIVE may repeat its step, at most 100"},
    {kPrintedSetting, kSteps, "20", "",
     "megabytes of what functions of users print in a statement that are shown"},
    {"odps.sql.select.auto.limit", kRows, "0", "",
     "how many rows a query without LIMIT has; 0: all"},
    {"odps.sql.session.resources", kNames, "", "",
     "resources for the scripts of all SELECT TRANSFORM"},
    {"odps.sql.step.script.mode", kBoolean, "false", "",
     "the statements of a script run one after another, and each is a transaction of its own"},
    {"odps.sql.submit.mode", kChoice, "", "",
     "script: the statements after it run as one script, whole or not at all", "script"},
    {"odps.sql.timestamp.function.ntz", kBoolean, "false", "",
     "CURRENT_TIMESTAMP() is a TIMESTAMP_NTZ"},
    {"odps.sql.timezone", kTimeZone, "Asia/Shanghai", "", "the zone of DATETIME and TIMESTAMP"},
    {"odps.sql.type.json.enable", kBoolean, "true", "", "the type JSON"},
    {"odps.sql.type.system.odps2", kBoolean, "true", "", "the types of edition 2.0"},
    {"odps.sql.udf.jvm.memory", kRows, "1024", "",
     "megabytes that a process of users' functions in Java may take for its objects"},
    {"odps.sql.udf.python.memory", kRows, "1024", "",
     "megabytes that a process of users' functions may take"},
    {"odps.sql.udf.timeout", kRows, "1800", "",
     "seconds that a function of a user may take for one batch of rows"},
    {"odps.sql.validate.orderby.limit", kBoolean, "true", "", "ORDER BY demands LIMIT"},
    {kRetentionSetting, kDays, "1", "",
     "for so many days UNDROP TABLE and RESTORE TABLE bring back what is dropped and replaced, up "
     "to 30; 0: not at all"},
    {"paisql.bizdate", kDay, "", "",
     "the business date of ${yyyymmdd}, such as 20251031; without it yesterday"},
    {"paisql.bytes.text", kChoice, "error", "",
     "a script writes a text such as b'u5', which str() of Python 3 makes of bytes, into a table: "
     "this is an error, or the text is written",
     "error|write"},
    {"paisql.confirm", kRows, "1000", "",
     "at a prompt, DROP, TRUNCATE and an overwrite by no rows ask before they lose more "
     "rows than this; 0: never"},
    {"paisql.cyctime", kMoment, "", "",
     "the scheduled time of $[hh24miss], such as 20251101023045; without it 00:00:00 of the day "
     "after the business date"},
    {"paisql.engine", kChoice, "duckdb", "",
     "where queries run: on this machine (duckdb), on Apache Spark (spark), or by the bytes that "
     "they read (auto, paisql.engine.limit)",
     "duckdb|spark|auto"},
    {"paisql.engine.limit", kSize, "64GB", "",
     "with paisql.engine=auto, queries that read more bytes of files than this run on Spark"},
    {"paisql.expanded", kChoice, "auto", "",
     "one line a cell: on, off, or auto: only for rows wider than the screen, in the format "
     "auto",
     "on|off|auto"},
    {"paisql.explain.format", kChoice, "text", "",
     "how EXPLAIN shows plans: as text, or as JSON in one line for programs that draw them",
     "text|json"},
    {"paisql.format", kChoice, "", "",
     "the format of rows; without it that of --format, else auto at a prompt and table elsewhere",
     "auto|table|box|markdown|tsv|csv|json|jsonl|vertical|html"},
    {"paisql.gpus", kCards, "", "",
     "GPUs for jobs: their numbers (0,2 or 2,), how many (2), or none; without it all"},
    {"paisql.job.async", kBoolean, "false", "", "a PAI statement returns when its job has started"},
    {"paisql.job.confine", kBoolean, "false", "",
     "a job sees only its own folder, the home's tables, the buckets that its statement names, "
     "and the machine's programs; a function of a user its own folder and those programs"},
    {"paisql.job.confine.folders", kText, "", "",
     "further folders that a confined job or function may read, separated by ':'"},
    {"paisql.job.environment", kChoice, "chosen", "",
     "which environment variables scripts get, besides the variables of paisql.job.env.X: a "
     "chosen few, or all",
     "chosen|all"},
    {"paisql.job.keep", kRows, "500", "",
     "so many jobs keep their folders; older folders go after paisql.job.keep.days; 0: all "
     "folders stay"},
    {"paisql.job.keep.days", kRows, "30", "",
     "a job's folder stays at least so many days after the job ends"},
    {"paisql.job.place", kChoice, "local", "",
     "where the processes of jobs run: on this machine (local), or on the Spark of "
     "paisql.spark.remote (spark)",
     "local|spark"},
    {"paisql.keep_going", kBoolean, "false", "",
     "continue after a failed statement, in scripts and in what is pasted"},
    {"paisql.language", kChoice, "", "",
     "the language of messages for people; without it LANG decides on a terminal", "en|zh"},
    {"paisql.last.rows", kRows, "", "",
     "FROM _ reads the last result again, up to so many rows; 0: never; without it 100000 at a "
     "prompt, 0 elsewhere"},
    {"paisql.lifecycle.collect", kBoolean, "true", "",
     "a session that used tables drops at its end what LIFECYCLE lets go, as PURGE LIFECYCLE does"},
    {"paisql.memory_limit", kSize, "", "", "memory of the SQL engine, such as 8GB"},
    {"paisql.merge.small.files", kBoolean, "true", "",
     "many small files of a table, from small INSERTs, are merged into one"},
    {"paisql.oss.autocreate", kBoolean, "true", "",
     "a PAI statement makes a bucket that it names and that does not exist; false: an error"},
    {"paisql.pager", kText, "on", "",
     "at a prompt, the pager for results that do not fit the screen: on (PAISQL_PAGER, PAGER, else "
     "less -SRX), off, or a command"},
    {"paisql.python2", kChoice, "auto", "",
     "scripts written for Python 2 run with its meaning: auto where a file shows that it is one, "
     "and a file that is valid in both where the algorithm's name ran Python 2; on for all files "
     "of "
     "a script, or off",
     "auto|on|off"},
    {"paisql.quota.cpu", kCores, "", "", "cores that jobs use together, such as 4 or 1.5"},
    {"paisql.quota.fit", kBoolean, "true", "",
     "a job that requests more than the quota gets what is there; false: it is refused"},
    {"paisql.quota.memory", kMegabytes, "", "", "memory that jobs use together, such as 16GB"},
    {"paisql.read.verify", kBoolean, "true", "",
     "the parts of a data file that are read are checked by checksum, once a session"},
    {"paisql.requirements", kChoice, "nearest", "",
     "a pin in a script's requirements.txt that cannot be installed: take the nearest version that "
     "can, or fail",
     "nearest|strict"},
    {"paisql.rows", kRowLimit, "1000", "",
     "how many rows of a query a prompt shows: a number, or all; files and other programs get all"},
    {"paisql.service.timeout", kCount, "120", "",
     "seconds that statements wait for a service to be ready; 0: they do not wait"},
    {"paisql.spark.program", kText, "", "",
     "where the machines of the cluster have the program paisql, which computes what Spark says "
     "otherwise; without it the path of this one"},
    {"paisql.spark.python", kText, "", "",
     "the Python that has Spark's client; without it the one of scripts/setup --spark"},
    {"paisql.spark.remote", kText, "sail", "",
     "the Spark that runs queries: sc://HOST:PORT of a Connect server, local[N] for one on this "
     "machine, sail for Sail on this machine"},
    {"paisql.spark.warehouse", kText, "", "",
     "the URL at which Spark reads the bucket of the tables, such as s3a://bucket/prefix; without "
     "it Spark reads copies on this machine"},
    {"paisql.suggest", kBoolean, "true", "",
     "at a prompt, the rest of the newest statement in history that begins with the typed text "
     "stands grey after the cursor; Right takes it"},
    {"paisql.temp_directory", kPath, "", "",
     "where the SQL engine puts data that memory cannot hold"},
    {"paisql.threads", kCount, "0", "", "threads of the SQL engine; 0: one for each core"},
    {"paisql.types", kChoice, "", "",
     "boxes have the types of columns below their names: on or off; without it on at a prompt on a "
     "terminal, off elsewhere",
     "on|off"},
    {"paisql.variables", kChoice, "on", "", "${name} is replaced; off: it is left as it is",
     "on|off"},
    {"paisql.warm", kBoolean, "true", "",
     "TensorFlow is imported in advance for the PAI statements to come"},
};

}  // namespace

std::span<const Setting> KnownSettings() { return kSettings; }

const Setting* FindSetting(std::string_view name) {
  for (const Setting& setting : kSettings) {
    if (EqualsIgnoreCase(setting.name, name)) return &setting;
  }
  return nullptr;
}

}  // namespace paisql::session
