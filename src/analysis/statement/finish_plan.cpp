#include "analysis/statement/parts.h"

#include <fmt/format.h>

#include <map>

#include "analysis/expression/coercion.h"
#include "analysis/query/query.h"
#include "base/text.h"
#include "optimizer/optimizer.h"
#include "plan/shown_name.h"
#include "plan/traverse.h"
#include "store/place.h"

namespace paisql::analysis {

namespace {

static_assert(plan::kTemporarySchema == store::kTemporarySchema);

// The platform refuses to read all partitions of a table unless the session allows it.
Status CheckFullScans(State& state, const std::vector<const plan::Scan*>& scans) {
  if (state.context.allow_full_scan || scans.empty()) return Status::Ok();
  for (const plan::Scan* scan : scans) {
    // What is new since a version is a part of the table.
    if (scan->history && scan->history->kind != plan::HistoryRead::kAt) continue;
    state.errors.Add(SemanticError(
        scan->range,
        fmt::format("physical plan generation failed: java.lang.RuntimeException: Table({}) is "
                    "full scan with all partitions, please specify partition predicates.",
                    plan::ShownName(scan->table)),
        "add a condition on the partition columns, or SET odps.sql.allow.fullscan=true;"));
  }
  return state.errors.Combined();
}

using Forbidden = std::map<std::string, std::vector<std::string>>;

void NoteForbidden(const State& state, const plan::Relation& relation, Forbidden& found,
                   SourceRange& range);

void NoteInside(const State& state, const plan::Expression& expression, Forbidden& found,
                SourceRange& range) {
  if (const plan::Relation* relation = plan::SubqueryOf(expression)) {
    NoteForbidden(state, *relation, found, range);
  }
  for (const plan::Expression* child : plan::Children(expression)) {
    NoteInside(state, *child, found, range);
  }
}

void NoteForbidden(const State& state, const plan::Relation& relation, Forbidden& found,
                   SourceRange& range) {
  if (relation.kind == plan::RelationKind::kScan) {
    for (const plan::OutputColumn& column : relation.output) {
      const auto forbidden = state.forbidden.find(column.id);
      if (forbidden == state.forbidden.end()) continue;
      found[forbidden->second.first].push_back(forbidden->second.second);
      range = relation.range;
    }
  }
  for (const plan::Relation* input : plan::Inputs(relation)) {
    NoteForbidden(state, *input, found, range);
  }
  for (const plan::Expression* expression : plan::Expressions(relation)) {
    NoteInside(state, *expression, found, range);
  }
}

// Columns of tables that their reader may not read, and that the pruned plan still reads.
Status CheckColumns(const State& state, const plan::Relation& root) {
  if (state.forbidden.empty()) return Status::Ok();
  Forbidden found;
  SourceRange range = root.range;
  NoteForbidden(state, root, found, range);
  if (found.empty()) return Status::Ok();
  const auto& [table, columns] = *found.begin();
  const size_t dot = table.find('.');
  return Error{CodeOf("ODPS-0130013"),
               fmt::format("Authorization Failed [4009,4019], You have NO privilege 'odps:Select' "
                           "on {{acs:odps:*:projects/{}/tables/{}}}. ACL check failed. You have no "
                           "permissions to access column: {}",
                           table.substr(0, dot), table.substr(dot + 1), Join(columns, ", ")),
               range, "name the columns that you may read: SHOW GRANTS; lists them"};
}

}  // namespace

Status FinishPlan(State& state, plan::RelationPtr& root) {
  PAISQL_TRY(RewriteToMaterialized(state, root));
  std::vector<DataType> types;
  for (const plan::OutputColumn& column : root->output) types.push_back(Storable(column.type));
  root = ConvertColumns(state, std::move(root), types);
  optimizer::Context context{state.types().evaluation(), state.next_column()};
  PAISQL_TRY(CheckFullScans(state, optimizer::PrunePartitions(context, *root)));
  optimizer::PruneColumns(*root);
  PAISQL_TRY(CheckColumns(state, *root));
  AssertResolved(*root);
  return Status::Ok();
}

}  // namespace paisql::analysis
