#pragma once

// A query that a stream's rows go through: columns and WHERE over one source, nothing that has to
// see several rows at once. It is analysed when the statement is checked, and once more in the
// process that computes it (row_query_server.h). For the session's thread; errors have their place
// in the query's text.

#include <string>
#include <vector>

#include "analysis/analyzer.h"
#include "pai/value/query_resolver.h"
#include "plan/relation.h"
#include "syntax/query.h"

namespace paisql::session {

struct RowPlan {
  plan::RelationPtr root;
  // The one scan of the plan, over a table without partitions whose columns are `read` under the
  // names c0, c1, …; at least one.
  const plan::Scan* scan = nullptr;
  store::Table table;                  // that FROM names, as far as a plan knows it
  std::vector<store::Column> read;     // of that table
  std::vector<store::Column> columns;  // of the rows that it gives
};

// kUnsupported for what a stream cannot compute.
Result<RowPlan> AnalyzeRows(const syntax::Query& query, analysis::AnalysisContext& context,
                            const pai::RowSource* source, bool repeats);

// Tells a plan from another one: the functions that a query names may be changed meanwhile.
std::string PlanMark(const plan::Relation& root);

}  // namespace paisql::session
