#include "rest/tasks/task_kinds.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/whole_number.h"
#include "rest/tasks/merge_text.h"
#include "rest/tasks/pai_text.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kNotSupported = "InstanceTypeNotSupported";

Result<std::string> QueryText(const JobRequest& request) { return request.query; }

Result<std::string> CostText(const JobRequest& request) { return "COST SQL " + request.query; }

Result<std::string> PlanText(const JobRequest& request) { return "EXPLAIN " + request.query; }

// The value of a line "Input:12 Bytes"; 0 where there is none.
nlohmann::json NumberOf(const std::string& text, const std::string& name) {
  for (const std::string& line : Split(text, '\n')) {
    if (!line.starts_with(name + ":")) continue;
    const std::string value = line.substr(name.size() + 1);
    const nlohmann::json number =
        nlohmann::json::parse(value.substr(0, value.find(' ')), nullptr, false);
    if (number.is_number()) return number;
  }
  return 0;
}

std::string SqlCostResult(const std::string& text) {
  const nlohmann::json cost = {{"Input", NumberOf(text, "Input")},
                               {"UDF", NumberOf(text, "UDF")},
                               {"Complexity", NumberOf(text, "Complexity")}};
  return nlohmann::json{{"Cost", {{"SQL", cost}}}}.dump();
}

std::string PaiCostResult(const std::string& text) {
  const nlohmann::json cost = {
      {"Input", std::to_string(NumberOf(text, "Input").get<int64_t>())},
      {"WorkerNumber", std::to_string(NumberOf(text, "WorkerNumber").get<int64_t>())}};
  return nlohmann::json{{"Cost", {{"PAI", cost}}}}.dump();
}

constexpr TaskKind kKindsOfTasks[] = {
    {"SQL", "SQL", QueryText, true},
    {"SQLCost", "SQLCost", CostText, true, "", "", SqlCostResult},
    {"SQLPlan", "SQLPlan", PlanText, true},
    {"Merge", "Merge", MergeText},
    {"MERGE", "MERGE", MergeText},
    {"XflowInstance", "XFLOW", PaiText},
    {"XflowEstimate", "EstimateXFLOW", PaiText, false, "", "", PaiCostResult, "EstimateResult"},
    {"SQLRT", "SQLRT", nullptr, false, "ODPS-1850001",
     "sessions of query acceleration (task SQLRT) are not offered: the query runs offline, or by "
     "MaxQA"},
    {"MaxFrame", "MaxFrame", nullptr, false, kNotSupported,
     "MaxFrame (task MaxFrame) is not offered: use PyODPS DataFrame, SQL or a PAI component"},
    {"LOT", "LOT", nullptr, false, kNotSupported,
     "MapReduce jobs (task LOT) are not offered: use SQL with functions of users, or SELECT "
     "TRANSFORM"},
    {"GRAPH", "GRAPH", nullptr, false, kNotSupported,
     "Graph jobs (task GRAPH) are not offered: use PAI components of graphs, such as PageRank"},
    {"CUPID", "CUPID", nullptr, false, kNotSupported,
     "Spark jobs (task CUPID) are not offered: use SQL"},
    {"COPY", "COPY", nullptr, false, kNotSupported,
     "a task COPY is not offered: use CREATE TABLE … AS SELECT, or CLONE TABLE"},
    {"CopyTask", "COPY", nullptr, false, kNotSupported,
     "a task COPY is not offered: use CREATE TABLE … AS SELECT, or CLONE TABLE"},
    {"AlgoTask", "AlgoTask", nullptr, false, kNotSupported,
     "a task AlgoTask is not offered: submit an XflowInstance, or a statement PAI"},
    {"Galaxy", "Galaxy", nullptr, false, kNotSupported,
     "streaming SQL (task Galaxy) is not offered: use SQL"},
    {"STREAM", "STREAM", nullptr, false, kNotSupported,
     "streaming jobs (task STREAM) are not offered: use SQL"},
};

}  // namespace

std::span<const TaskKind> TaskKinds() { return kKindsOfTasks; }

const TaskKind* FindTaskKind(std::string_view element) {
  const auto* const found = std::ranges::find(kKindsOfTasks, element, &TaskKind::element);
  return found == std::end(kKindsOfTasks) ? nullptr : found;
}

const TaskKind* FindTaskKindOfType(std::string_view type) {
  const auto* const found = std::ranges::find(kKindsOfTasks, type, &TaskKind::type);
  return found == std::end(kKindsOfTasks) ? nullptr : found;
}

}  // namespace paisql::rest
