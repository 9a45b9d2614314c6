#include "session/data_flow.h"

#include <algorithm>
#include <utility>

#include "analysis/analyzer.h"

namespace paisql::session {

std::string PartitionText(const std::vector<std::string>& columns,
                          const std::vector<std::optional<std::string>>& values) {
  std::string text;
  for (size_t i = 0; i < std::min(columns.size(), values.size()); ++i) {
    if (!values[i].has_value()) continue;
    text += (text.empty() ? "" : "/") + columns[i] + "=" + *values[i];
  }
  return text;
}

void AddOnce(FlowTable table, std::vector<FlowTable>& tables) {
  if (std::ranges::find(tables, table) == tables.end()) tables.push_back(std::move(table));
}

void AddReadsOf(DataFlow part, DataFlow& flow) {
  for (FlowTable& table : part.reads) AddOnce(std::move(table), flow.reads);
  flow.views.merge(part.views);
  flow.functions.merge(part.functions);
  flow.resources.merge(part.resources);
}

DataFlow FlowOf(std::string action, const plan::Relation& root, const analysis::UsedNames& used) {
  plan::Lineage lineage = plan::LineageOf(root);
  DataFlow flow;
  flow.action = std::move(action);
  for (const plan::TableRead& read : lineage.tables) {
    AddOnce({read.table, PartitionText(read.partition_columns, read.partition)}, flow.reads);
  }
  flow.views = used.views;
  flow.functions = used.functions;
  flow.resources = used.resources;
  flow.columns = std::move(lineage.columns);
  flow.rows = std::move(lineage.rows);
  return flow;
}

DataFlow FlowOf(const analysis::WritePlan& plan, const analysis::AnalysisContext& context) {
  const store::TableTarget& target = plan.target;
  const bool overwrite = target.mode == store::WriteMode::kOverwrite;
  DataFlow flow = FlowOf(overwrite ? "INSERT OVERWRITE" : "INSERT INTO", *plan.root, context);
  std::vector<std::string> levels;
  std::vector<std::string> names;
  for (const store::Column& column : target.table.columns) names.push_back(column.name);
  for (size_t i = 0; i < target.table.partition_columns.size(); ++i) {
    levels.push_back(target.table.partition_columns[i].name);
    if (!target.partition[i].has_value()) names.push_back(levels.back());
  }
  for (size_t i = 0; i < flow.columns.size(); ++i) flow.columns[i].name = names[i];
  flow.writes.push_back({target.table.QualifiedName(), PartitionText(levels, target.partition)});
  return flow;
}

}  // namespace paisql::session
