#include "script/check/lineage_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace paisql::script {

namespace {

using session::DataFlow;
using session::FlowTable;

std::string TableText(const FlowTable& table) {
  return table.partition.empty() ? table.name : table.name + " " + table.partition;
}

std::string OriginsText(const std::set<plan::ColumnOrigin>& origins) {
  std::string text;
  for (const plan::ColumnOrigin& origin : origins) {
    text += (text.empty() ? "" : ", ") + origin.table + "." + origin.column;
  }
  return text;
}

void AppendColumns(const DataFlow& flow, std::string& out) {
  for (const plan::ColumnLineage& column : flow.columns) {
    const std::string from = column.from.empty() ? "-" : OriginsText(column.from);
    out += fmt::format("    {} {} {}\n", column.name, column.copied ? "=" : "<-", from);
  }
  if (!flow.rows.empty()) out += "    rows by " + OriginsText(flow.rows) + "\n";
}

nlohmann::ordered_json ToJson(const std::vector<FlowTable>& tables) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const FlowTable& table : tables) {
    json.push_back({{"table", table.name}, {"partition", table.partition}});
  }
  return json;
}

nlohmann::ordered_json ToJson(const std::set<plan::ColumnOrigin>& origins) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const plan::ColumnOrigin& origin : origins) {
    json.push_back({{"table", origin.table}, {"column", origin.column}});
  }
  return json;
}

nlohmann::ordered_json ToJson(const StatementFlow& moved) {
  const DataFlow& flow = moved.flow;
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const plan::ColumnLineage& column : flow.columns) {
    columns.push_back(
        {{"name", column.name}, {"copied", column.copied}, {"from", ToJson(column.from)}});
  }
  return {{"file", moved.place.source},   {"line", moved.place.line},
          {"column", moved.place.column}, {"statement", moved.statement},
          {"action", flow.action},        {"reads", ToJson(flow.reads)},
          {"views", flow.views},          {"functions", flow.functions},
          {"resources", flow.resources},  {"writes", ToJson(flow.writes)},
          {"columns", columns},           {"rows_by", ToJson(flow.rows)}};
}

}  // namespace

std::string LineageText(const std::vector<StatementFlow>& flows, bool columns) {
  std::string out;
  for (const StatementFlow& moved : flows) {
    const DataFlow& flow = moved.flow;
    out += moved.place.ToString() + ": " + flow.action;
    for (const FlowTable& table : flow.writes) {
      out += (&table == flow.writes.data() ? " " : ", ") + TableText(table);
    }
    out += "\n";
    for (const FlowTable& table : flow.reads) out += "  from " + TableText(table) + "\n";
    for (const std::string& view : flow.views) out += "  through view " + view + "\n";
    for (const std::string& one : flow.functions) out += "  by function " + one + "\n";
    for (const std::string& one : flow.resources) out += "  with resource " + one + "\n";
    if (columns) AppendColumns(flow, out);
  }
  return out;
}

std::string LineageJson(const std::vector<StatementFlow>& flows) {
  std::string out = "[";
  for (const StatementFlow& moved : flows) {
    out += out.size() == 1 ? "\n" : ",\n";
    out += ToJson(moved).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  return out + (flows.empty() ? "]\n" : "\n]\n");
}

}  // namespace paisql::script
