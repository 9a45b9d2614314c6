#include "nodes/model/kinds.h"

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

    {"ODPS_SCRIPT", 24, Runs::kNowhere, ".ms", "odps-script", "SQL in script mode",
     "kind: ODPS_SQL runs the same statements one after another"},
    {"PYODPS", 221, Runs::kPyOdps, "", "python2", "a script of PyODPS"},
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
    {"ODPS_MR", 11, Runs::kNowhere, ".mr.sql", "", "MapReduce in Java", "nothing runs Java here"},
    {"ODPS_SPARK", 225, Runs::kNowhere, "", "", "a job of Spark"},
    {"ODPS_SPARK_SQL", 226, Runs::kNowhere, "", "", "SQL of Spark"},
    {"COMPONENT_SQL", 1010, Runs::kSnippet, "", "odps-sql", "a snippet of SQL"},
    {"SQL_COMPONENT", 3010, Runs::kSnippet, "", "odps-sql", "a snippet of SQL"},
    {"DI", 23, Runs::kNowhere, "", "", "a synchronisation of data"},
    {"DATAX", 4, Runs::kNowhere, "", "", "a job of DataX"},
    {"CDP", 22, Runs::kNowhere, "", "", "a synchronisation of data"},
    {"ODPS_PYTHON", 12, Runs::kResource, "", "", "a resource: a file of Python"},
    {"ODPS_JAR", 13, Runs::kNowhere, "", "", "a resource: a JAR", "nothing runs Java here"},
    {"ODPS_ARCHIVE", 14, Runs::kResource, "", "", "a resource: an archive"},
    {"ODPS_FILE", 15, Runs::kResource, "", "", "a resource: a file"},
    {"ODPS_TABLE", 16, Runs::kNowhere, "", "", "a table"},
    {"ODPS_FUNCTION", 17, Runs::kNowhere, "", "", "a function",
     "functions of users do not run here"},
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
};

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
    if (EqualsIgnoreCase(kind.name, name)) return &kind;
  }
  return nullptr;
}

const Kind* KindOfFile(std::string_view path) {
  // "x.mr.sql" is no ".sql".
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
