#include "nodes/model/kinds.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace paisql::nodes {

namespace {

constexpr Kind kKinds[] = {
    {"ODPS_SQL", 10, Runs::kSql, ".sql", "odps-sql", "SQL with PAI statements"},
    {"DIDE_SHELL", 6, Runs::kShell, ".sh", "shell", "a script of bash"},
    {"SHELL", 2, Runs::kShell, ".sh", "shell", "a script of bash"},
    {"PYTHON", 1322, Runs::kPython, ".py", "python", "a script of Python"},
    {"VIRTUAL", 99, Runs::kNothing, ".vi", "", "nothing: a point to wait for"},

    {"ODPS_SCRIPT", 24, Runs::kSql, ".ms", "odps-script", "SQL in script mode"},
    {"PYODPS", 221, Runs::kPyOdps, "", "python2", "a script of PyODPS"},
    {"PYODPS2", 221, Runs::kPyOdps, "", "python2", "a script of PyODPS"},
    {"PYODPS3", 1221, Runs::kPyOdps, "", "python3", "a script of PyODPS"},
    {"PERL", 31, Runs::kNowhere, ".pl", "perl", "a script of Perl"},
    {"VIRTUAL_WORKFLOW", 97, Runs::kNowhere, "", "", "a workflow within a workflow",
     "kind: SUB_PROCESS, with flow: the folder of the other workflow"},
    {"COMBINED_NODE", 98, Runs::kNowhere, "", "", "nodes as one"},
    {"SUB_PROCESS", 1122, Runs::kWorkflow, "", "", "a workflow within a workflow"},
    {"CONTROLLER_ASSIGNMENT", 1100, Runs::kAssignment, "", "", "an assignment"},
    {"CONTROLLER_BRANCH", 1101, Runs::kBranch, "", "", "a branch"},
    {"CONTROLLER_JOIN", 1102, Runs::kMerge, "", "", "a merge of branches"},
    {"CONTROLLER_CYCLE", 1103, Runs::kDoWhile, "", "", "a do-while loop"},
    {"CONTROLLER_CYCLE_START", 1104, Runs::kNothing, "", "", "the start of a do-while loop"},
    {"CONTROLLER_CYCLE_END", 1105, Runs::kAssignment, "", "", "the end of a do-while loop"},
    {"CONTROLLER_TRAVERSE", 1106, Runs::kForEach, "", "", "a for-each loop"},
    {"CONTROLLER_TRAVERSE_START", 1107, Runs::kNothing, "", "", "the start of a for-each loop"},
    {"CONTROLLER_TRAVERSE_END", 1108, Runs::kNothing, "", "", "the end of a for-each loop"},
    {"CONTROLLER_WAIT", 1109, Runs::kWait, "", "", "a wait"},
    {"SCHEDULER_TRIGGER", 1114, Runs::kNowhere, "", "", "a trigger by HTTP"},
    {"PARAM_HUB", 1115, Runs::kHub, "", "", "parameters for others"},
    {"PAI", 1002, Runs::kPaiTask, ".pai", "", "PAI statements"},
    {"PAI_STUDIO", 1117, Runs::kNowhere, "", "", "a pipeline of PAI Designer"},
    {"PAI_DLC", 1119, Runs::kNowhere, ".pai.dlc.sh", "", "a job of PAI DLC",
     "kind: PAI with a PAI -name tensorflow… statement trains here"},
    {"ALINK", 240, Runs::kNowhere, ".alink.py", "", "a program of Alink"},
    {"XLAB", 87, Runs::kNowhere, "", "", "a node of XLab"},
    {"RECOMMEND_PLUS", 1116, Runs::kNowhere, "", "", "a node of PAI Rec"},
    {"ODPS_XLIB", 8, Runs::kNowhere, "", "", "a program of XLib"},
    {"ODPS_MR", 11, Runs::kNowhere, ".mr.sql", "", "MapReduce in Java",
     "of Java, functions run here: ODPS_JAR and ODPS_FUNCTION"},
    {"ODPS_SPARK", 225, Runs::kNowhere, "", "", "a job of Spark"},
    {"ODPS_SPARK_SQL", 226, Runs::kNowhere, "", "", "SQL of Spark"},
    {"COMPONENT_SQL", 1010, Runs::kSnippet, "", "odps-sql", "a snippet of SQL"},
    {"SQL_COMPONENT", 3010, Runs::kSnippet, "", "odps-sql", "a snippet of SQL"},
    {"DI", 23, Runs::kNowhere, "", "", "a synchronisation of data"},
    {"DATAX", 4, Runs::kNowhere, "", "", "a job of DataX"},
    {"CDP", 22, Runs::kNowhere, "", "", "a synchronisation of data"},
    {"ODPS_PYTHON", 12, Runs::kResource, "", "", "a resource: a file of Python"},
    {"ODPS_JAR", 13, Runs::kResource, "", "", "a resource: a JAR"},
    {"ODPS_ARCHIVE", 14, Runs::kResource, "", "", "a resource: an archive"},
    {"ODPS_FILE", 15, Runs::kResource, "", "", "a resource: a file"},
    {"ODPS_TABLE", 16, Runs::kNowhere, "", "", "a table"},
    {"ODPS_FUNCTION", 17, Runs::kFunction, "", "", "a function of a class in Python or Java"},
    {"ODPS_DDL", 18, Runs::kNowhere, "", "", "a definition of a table"},
    {"CHECK", 19, Runs::kCheck, "", "", "a check that data are there"},
    {"CHECK_NODE", 241, Runs::kCheck, "", "", "a check that data are there"},
    {"FTP_CHECK", 1320, Runs::kNowhere, "", "", "a check of a file on an FTP server"},
    {"OSS_INSPECT", 239, Runs::kNowhere, "", "", "a check of an object in OSS"},
    {"SSH", 1321, Runs::kNowhere, "", "", "a command on another machine"},
    {"CROSS_TENANTS", 1089, Runs::kNowhere, "", "", "a dependency on another tenant"},
    {"DATA_PUSH", 1332, Runs::kNowhere, "", "", "a message with data"},
    {"DATA_QUALITY_MONITOR", 1333, Runs::kNowhere, "", "", "a check of data quality"},
    {"POSTGRESQL", 1302, Runs::kNowhere, "", "", "SQL of PostgreSQL"},
    {"MYSQL", 1303, Runs::kNowhere, "", "", "SQL of MySQL"},
    {"NOTEBOOK", 1323, Runs::kNowhere, ".ipynb", "", "a notebook"},

    // MaxCompute and general
    {"ODPS_SHELL", 0, Runs::kNowhere, "", "", "a shell with the client of MaxCompute",
     "kind: DIDE_SHELL runs a script of bash"},
    {"DEPENDENT", 0, Runs::kNowhere, "", "", "a wait for nodes of other workflows",
     "kind: CHECK waits for a partition or a file"},
    {"HIVE", 3, Runs::kNowhere, "", "", "SQL of Hive", "kind: ODPS_SQL runs SQL of MaxCompute"},
    {"odps_pl", 9, Runs::kNowhere, "", "", "a script of Perl with the client of MaxCompute"},
    {"EXTREME_STORAGE", 30, Runs::kNowhere, "", "", "a table in extreme storage"},
    {"YSF_DESEN", 82, Runs::kNowhere, "", "", "a masking of data"},
    {"ODPS_SHARK", 223, Runs::kNowhere, "", "", "a job of Shark"},
    {"DataService_studio", 238, Runs::kNowhere, "", "", "a service of data"},
    {"LIGHTNING_SQL", 0, Runs::kNowhere, "", "", "SQL of MaxCompute Lightning",
     "kind: ODPS_SQL runs SQL of MaxCompute"},
    {"FUNCTION_COMPUTE", 0, Runs::kNowhere, "", "", "a function of Function Compute"},
    {"DATA_SYNCHRONIZATION_QUALITY_CHECK", 0, Runs::kNowhere, "", "",
     "a check of a synchronisation"},
    {"CUSTOM", 9999, Runs::kNowhere, "", "", "a kind that a user has defined"},
    {"PAI_FLOW", 0, Runs::kNowhere, "", "", "a pipeline of PAI", "kind: PAI runs PAI statements"},

    // Data integration
    {"DATAX2", 20, Runs::kNowhere, "", "", "a synchronisation of data",
     "TUNNEL UPLOAD reads a CSV file"},
    {"DT", 21, Runs::kNowhere, "", "", "a synchronisation of data",
     "TUNNEL UPLOAD reads a CSV file"},
    {"DD_MERGE", 222, Runs::kNowhere, "", "", "a synchronisation of data",
     "TUNNEL UPLOAD reads a CSV file"},
    {"TT_MERGE", 200, Runs::kNowhere, "", "", "a synchronisation of data",
     "TUNNEL UPLOAD reads a CSV file"},
    {"RI", 900, Runs::kNowhere, "", "", "a synchronisation of data",
     "TUNNEL UPLOAD reads a CSV file"},

    // E-MapReduce
    {"EMR_HIVE", 227, Runs::kNowhere, "", "", "SQL of Hive in E-MapReduce"},
    {"EMR_SPARK", 228, Runs::kNowhere, "", "", "a job of Spark in E-MapReduce"},
    {"EMR_SPARK_SQL", 229, Runs::kNowhere, "", "", "SQL of Spark in E-MapReduce"},
    {"EMR_MR", 230, Runs::kNowhere, "", "", "MapReduce of E-MapReduce"},
    {"EMR_SHELL", 257, Runs::kNowhere, "", "", "a script of a shell in E-MapReduce"},
    {"EMR_SPARK_SHELL", 258, Runs::kNowhere, "", "", "a shell of Spark in E-MapReduce"},
    {"EMR_PRESTO", 259, Runs::kNowhere, "", "", "SQL of Presto in E-MapReduce"},
    {"EMR_IMPALA", 260, Runs::kNowhere, "", "", "SQL of Impala in E-MapReduce"},
    {"EMR_SCOOP", 263, Runs::kNowhere, "", "", "a job of Sqoop in E-MapReduce"},
    {"EMR_SPARK_STREAMING", 264, Runs::kNowhere, "", "", "a stream of Spark in E-MapReduce"},
    {"EMR_HIVE_CLI", 265, Runs::kNowhere, "", "", "SQL of Hive in E-MapReduce"},
    {"EMR_STREAMING_SQL", 266, Runs::kNowhere, "", "", "SQL on streams of E-MapReduce"},
    {"EMR_TRINO", 267, Runs::kNowhere, "", "", "SQL of Trino in E-MapReduce"},
    {"EMR_KYUUBI", 268, Runs::kNowhere, "", "", "SQL of Kyuubi in E-MapReduce"},
    {"EMR_PYSPARK", 0, Runs::kNowhere, "", "", "a job of Spark in E-MapReduce"},
    {"EMR_JAR", 231, Runs::kNowhere, "", "", "a resource: a JAR in E-MapReduce"},
    {"EMR_FILE", 232, Runs::kNowhere, "", "", "a resource: a file in E-MapReduce"},
    {"EMR_TABLE", 261, Runs::kNowhere, "", "", "a table of E-MapReduce"},
    {"EMR_FUNCTION", 262, Runs::kNowhere, "", "", "a function of E-MapReduce"},

    // Hadoop (CDH)
    {"CDH_HIVE", 270, Runs::kNowhere, "", "", "SQL of Hive in CDH"},
    {"CDH_SPARK", 271, Runs::kNowhere, "", "", "a job of Spark in CDH"},
    {"CDH_SPARK_SQL", 272, Runs::kNowhere, "", "", "SQL of Spark in CDH"},
    {"CDH_MR", 273, Runs::kNowhere, "", "", "MapReduce in CDH"},
    {"CDH_SHELL", 276, Runs::kNowhere, "", "", "a script of a shell in CDH"},
    {"CDH_SPARK_SHELL", 277, Runs::kNowhere, "", "", "a shell of Spark in CDH"},
    {"CDH_PRESTO", 278, Runs::kNowhere, "", "", "SQL of Presto in CDH"},
    {"CDH_IMPALA", 279, Runs::kNowhere, "", "", "SQL of Impala in CDH"},
    {"CDH_JAR", 274, Runs::kNowhere, "", "", "a resource: a JAR in CDH"},
    {"CDH_FILE", 275, Runs::kNowhere, "", "", "a resource: a file in CDH"},
    {"CDH_TABLE", 280, Runs::kNowhere, "", "", "a table in CDH"},
    {"CDH_FUNCTION", 281, Runs::kNowhere, "", "", "a function in CDH"},

    // Hologres
    {"HOLOGRES_DEVELOP", 1091, Runs::kNowhere, "", "", "SQL of Hologres"},
    {"HOLOGRES_SYNC", 1092, Runs::kNowhere, "", "", "a synchronisation with Hologres"},
    {"HOLOGRES_SQL", 1093, Runs::kNowhere, "", "", "SQL of Hologres"},
    {"HOLOGRES_SYNC_DDL", 1094, Runs::kNowhere, "", "", "definitions of tables for Hologres"},
    {"HOLOGRES_SYNC_DATA", 1095, Runs::kNowhere, "", "", "data for Hologres"},
    {"HOLOGRES_SYNC_DATA_TO_MC", 0, Runs::kNowhere, "", "", "data of Hologres"},

    // Flink
    {"BLINK_STREAM_SQL", 2010, Runs::kNowhere, "", "", "SQL on streams"},
    {"BLINK_SQL", 2010, Runs::kNowhere, "", "", "SQL on streams"},
    {"FLINK_SQL_BATCH", 2011, Runs::kNowhere, "", "", "SQL of Flink"},
    {"FLINK_SQL_STREAM", 2012, Runs::kNowhere, "", "", "SQL of Flink on streams"},
    {"BLINK_DATASTREAM", 2019, Runs::kNowhere, "", "", "a stream of Flink"},
    {"BLINK_BATCH_SQL", 2020, Runs::kNowhere, "", "", "SQL of Flink"},

    // Databases
    {"Sql Server", 1304, Runs::kNowhere, "", "", "SQL of Sql Server"},
    {"Oracle", 1305, Runs::kNowhere, "", "", "SQL of Oracle"},
    {"StarRocks", 1306, Runs::kNowhere, "", "", "SQL of StarRocks"},
    {"DRDS", 1307, Runs::kNowhere, "", "", "SQL of DRDS"},
    {"Doris", 1308, Runs::kNowhere, "", "", "SQL of Doris"},
    {"Mariadb", 1309, Runs::kNowhere, "", "", "SQL of Mariadb"},
    {"Selectdb", 1310, Runs::kNowhere, "", "", "SQL of Selectdb"},
    {"Redshift", 1311, Runs::kNowhere, "", "", "SQL of Redshift"},
    {"Saphana", 1312, Runs::kNowhere, "", "", "SQL of Saphana"},
    {"Vertica", 1313, Runs::kNowhere, "", "", "SQL of Vertica"},
    {"OceanBase", 1314, Runs::kNowhere, "", "", "SQL of OceanBase"},
    {"DB2", 1315, Runs::kNowhere, "", "", "SQL of DB2"},
    {"ADB for PostgreSQL", 1316, Runs::kNowhere, "", "", "SQL of ADB for PostgreSQL"},
    {"ADB for MySQL", 1317, Runs::kNowhere, "", "", "SQL of ADB for MySQL"},
    {"SQLSERVER", 1304, Runs::kNowhere, "", "", "SQL of Sql Server"},
    {"CLICK_SQL", 1301, Runs::kNowhere, "", "", "SQL of ClickHouse"},
    {"ADB Spark", 0, Runs::kNowhere, "", "", "a job of Spark in AnalyticDB"},
    {"ADB Spark SQL", 0, Runs::kNowhere, "", "", "SQL of Spark in AnalyticDB"},
};

// A kind that is not known, and a kind that a user has said not to run.
constexpr Kind kUnknown = {"UNKNOWN", 0, Runs::kNowhere, "", "", "a kind that is not known here"};

char Plain(char c) {
  if (c == '_') return ' ';
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// "ADB_for_MySQL" is "ADB for MySQL".
bool SameName(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, {}, Plain, Plain);
}

}  // namespace

std::span<const Kind> Kinds() { return kKinds; }

bool Kind::wants_code() const {
  switch (runs) {
    case Runs::kSql:
    case Runs::kShell:
    case Runs::kPython:
    case Runs::kPyOdps:
    case Runs::kSnippet:
    case Runs::kPaiTask:
    case Runs::kResource:
    case Runs::kFunction:
    case Runs::kAssignment:
      return true;
    default:
      return false;
  }
}

std::vector<std::string_view> CodeEnds(const Kind& kind) {
  switch (kind.runs) {
    case Runs::kSql:
    case Runs::kSnippet:
      return {".sql"};
    case Runs::kPaiTask:
      return {".pai", ".sql"};
    case Runs::kFunction:
      return {".json"};
    case Runs::kPython:
    case Runs::kPyOdps:
      return {".py"};
    case Runs::kShell:
      return {".sh"};
    case Runs::kAssignment:
      return {".sql", ".py", ".sh"};
    case Runs::kNowhere:
      return kind.extension.empty() ? std::vector<std::string_view>()
                                    : std::vector<std::string_view>{kind.extension};
    default:
      return {};
  }
}

const Kind* FindKind(std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (SameName(kind.name, name)) return &kind;
  }
  return nullptr;
}

const Kind* FindKindOfId(int id) {
  for (const Kind& kind : kKinds) {
    if (id != 0 && kind.id == id) return &kind;
  }
  return nullptr;
}

const Kind& UnknownKind() { return kUnknown; }

const Kind* KindOfFile(std::string_view path) {
  // The longest ending wins: "x.mr.sql" is not a ".sql".
  const Kind* best = nullptr;
  for (const Kind& kind : kKinds) {
    if (kind.extension.empty() || !path.ends_with(kind.extension)) continue;
    if (best == nullptr || kind.extension.size() > best->extension.size()) best = &kind;
  }
  return best;
}

std::string NearKinds(std::string_view name) {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  return DidYouMean(ToUpper(name), names);
}

}  // namespace paisql::nodes
