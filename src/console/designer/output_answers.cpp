// GET /designer/outputs: what a node has made.

#include <nlohmann/json.hpp>

#include <algorithm>

#include "base/whole_number.h"
#include "console/answers.h"
#include "console/designer/brief_reader.h"
#include "console/designer/evaluation.h"
#include "console/designer/handlers.h"
#include "designer/code/wiring.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;

constexpr int kUsualRows = 100;
constexpr int kMostRows = 1000;
constexpr size_t kLongestCell = 4096;
constexpr std::chrono::seconds kLongestLook(10);
// An evaluation has at most so many intervals of scores; a curve shows some of them.
constexpr int kMostIntervals = 20000;

json CellsJson(const TableRows& table) {
  json columns = json::array();
  for (const TableRows::Column& column : table.columns) {
    columns.push_back({{"name", column.name}, {"type", column.type}});
  }
  json rows = json::array();
  for (const auto& row : table.rows) {
    json cells = json::array();
    for (const auto& cell : row) cells.push_back(cell.has_value() ? json(*cell) : json(nullptr));
    rows.push_back(std::move(cells));
  }
  return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

// Lists the columns that DESC tells.
json ColumnsOf(const TableRows& described) {
  json columns = json::array();
  const auto partition = described.Find("partition");
  for (const auto& row : described.rows) {
    if (row.size() < 2) continue;
    columns.push_back({{"name", row[0].value_or("")},
                       {"type", row[1].value_or("")},
                       {"partition", partition && row[*partition] == "true"}});
  }
  return columns;
}

// Tells what keeps an output from being shown. `exists` becomes false only where the output itself
// is missing. A missing right, a read that takes too long, and a view of a dropped table leave it.
void TellProblem(const Error& error, json& made) {
  const bool missing =
      error.code == ErrorCode::kTableNotFound || error.code == ErrorCode::kModelNotFound;
  if (missing && !made.contains("exists")) made["exists"] = false;
  made["problem"] = error.detail;
}

class OutputReader {
 public:
  OutputReader(session::Session& session, const designer::Pipeline& pipeline, int rows)
      : reader_(session, kLongestLook), wiring_(pipeline), rows_(rows) {}

  json Read(const designer::PipelineNode& node) {
    json outputs = json::array();
    json evaluation = nullptr;
    if (const designer::NodeType* const type = wiring_.TypeOf(node)) {
      for (const designer::TypePort& port : type->outputs) {
        const designer::Given given = wiring_.OutputOf({node.id, port.name});
        for (const std::string& name : given.names) outputs.push_back(One(port, given, name));
      }
      if (!tables_.empty()) evaluation = EvaluationJson(tables_);
    }
    return {{"outputs", std::move(outputs)}, {"evaluation", std::move(evaluation)}};
  }

 private:
  json One(const designer::TypePort& port, const designer::Given& given, const std::string& name) {
    json made = {{"port", port.name},
                 {"type", designer::TypeText(port.type)},
                 {"name", name},
                 {"temporary", given.temporary}};
    if (port.type == designer::PortType::kTable || port.type == designer::PortType::kEvaluation) {
      FillTable(port, given, name, made);
    } else if (port.type == designer::PortType::kModel) {
      FillModel(name, made);
    } else {
      made["exists"] = nullptr;
    }
    return made;
  }

  void FillTable(const designer::TypePort& port, const designer::Given& given,
                 const std::string& name, json& made) {
    const std::string table = designer::TableInSql(name) + port.suffix;
    const Result<TableRows> described = reader_.Read("DESC " + table);
    if (!described.ok()) return TellProblem(described.error(), made);
    made["exists"] = true;
    made["columns"] = ColumnsOf(*described);
    const std::string condition = designer::PartitionCondition(given.partition);
    const std::string from = " FROM " + table + (condition.empty() ? "" : " WHERE " + condition);
    const Result<TableRows> counted = reader_.Read("SELECT COUNT(*)" + from);
    if (!counted.ok()) return TellProblem(counted.error(), made);
    if (!counted->rows.empty()) made["rows"] = counted->rows[0][0].value_or("0");
    if (port.type == designer::PortType::kEvaluation) {
      Result<TableRows> all =
          reader_.Read("SELECT *" + from + " LIMIT " + std::to_string(kMostIntervals));
      if (!all.ok()) return TellProblem(all.error(), made);
      tables_.push_back(*std::move(all));
    }
    if (rows_ == 0) return;
    const Result<TableRows> preview =
        reader_.Read("SELECT *" + from + " LIMIT " + std::to_string(rows_), kLongestCell);
    if (!preview.ok()) return TellProblem(preview.error(), made);
    made["preview"] = CellsJson(*preview);
  }

  void FillModel(const std::string& name, json& made) {
    const Result<TableRows> described = reader_.Read("DESC MODEL " + designer::TableInSql(name));
    if (!described.ok()) return TellProblem(described.error(), made);
    made["exists"] = true;
    made["facts"] = json::array();
    for (const auto& row : described->rows) {
      if (row.size() < 2) continue;
      const std::string fact = row[0].value_or("");
      if (fact == "Folder") continue;  // of this machine
      made["facts"].push_back({{"name", fact}, {"value", row[1].value_or("")}});
      if (fact == "DefaultVersion") made["version"] = WholeNumberOr(row[1].value_or(""), 0);
      if (fact == "Algorithm") made["format"] = row[1].value_or("");
    }
  }

  BriefReader reader_;
  designer::Wiring wiring_;
  int rows_;
  std::vector<TableRows> tables_;  // of evaluations
};

}  // namespace

rest::Answer GetNodeOutputs(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    constexpr size_t kId = 2;
    constexpr size_t kNode = 4;
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_ASSIGN(const designer::Pipeline pipeline, room.store.Read(room.project, call.path[kId]));
    const designer::PipelineNode* const node = pipeline.Find(call.path[kNode]);
    if (node == nullptr) {
      return Error{
          ErrorCode::kInvalidCommand, "the pipeline has no node " + call.path[kNode], {}, ""};
    }
    const int rows = std::clamp(WholeNumberOr(call.Get("preview"), kUsualRows), 0, kMostRows);
    PAISQL_ASSIGN(const std::unique_ptr<session::Session> session, SessionOf(call, console));
    return JsonAnswer(OutputReader(*session, pipeline, rows).Read(*node));
  });
}

}  // namespace paisql::console::canvas
