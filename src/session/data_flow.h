#pragma once

// The tables, partitions and columns that a statement reads and writes. A session that only checks
// reports it to its sink (Sink::Flow); lineage of scripts is built from it.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plan/lineage.h"

namespace paisql::analysis {
struct AnalysisContext;
struct UsedNames;
struct WritePlan;
}  // namespace paisql::analysis

namespace paisql::session {

// A table or a view.
struct FlowTable {
  std::string name;       // "project.name"
  std::string partition;  // "ds=1/hh=2" as far as the statement fixes it; "": all of the table

  auto operator<=>(const FlowTable&) const = default;
};

struct DataFlow {
  std::string action;               // "INSERT OVERWRITE", "CREATE VIEW", "PAI tensorflow1120_ext"
  std::vector<FlowTable> reads;     // each once, in the order of the text
  std::set<std::string> views;      // what of it was read through: "project.name"
  std::set<std::string> functions;  // of users that it calls, and the resources of these
  std::set<std::string> resources;
  std::vector<FlowTable> writes;
  // The columns of the table that is written, or of the answer. Empty where a script makes the
  // rows.
  std::vector<plan::ColumnLineage> columns;
  std::set<plan::ColumnOrigin> rows;  // what decides which rows there are
};

// The flow of a plan: the tables that it reads, through which views and by which functions, and its
// columns under their own names.
DataFlow FlowOf(std::string action, const plan::Relation& root, const analysis::UsedNames& used);
// The flow of an INSERT into the table's columns.
DataFlow FlowOf(const analysis::WritePlan& plan, const analysis::AnalysisContext& context);

void AddOnce(FlowTable table, std::vector<FlowTable>& tables);
// What a part of a statement reads, and by what.
void AddReadsOf(DataFlow part, DataFlow& flow);

// "ds=1/hh=2" of the levels that have a value.
std::string PartitionText(const std::vector<std::string>& columns,
                          const std::vector<std::optional<std::string>>& values);

}  // namespace paisql::session
