#include "analysis/statement/rows/row_change.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "analysis/auto_partition.h"
#include "analysis/materialized.h"
#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/rows/aggregates.h"
#include "base/assert.h"
#include "base/text.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

using syntax::MergeClause;
using syntax::RowChange;

Error NotTransactional(RowChange change, const store::Table& table, const SourceRange& range) {
  constexpr const char* kProperties = R"( Set tblproperties ("transactional" = "true"))";
  std::string text;
  switch (change) {
    case RowChange::kUpdate:
      text =
          std::string("trying to update a non-transactional table is not allowed.") + kProperties;
      break;
    case RowChange::kDelete:
      text = std::string("trying to delete from a non-transactional table is not allowed.") +
             kProperties;
      break;
    case RowChange::kMerge:
      text = "merge into target table must be transactional table";
      break;
  }
  return SemanticError(range, std::move(text),
                       "only CREATE TABLE makes a table transactional: write INSERT OVERWRITE "
                       "TABLE " +
                           table.name + " SELECT … with the rows as they shall be");
}

// The number of a file is its position in the listing of its scan, so scans that report the numbers
// of the same files must read the same partitions.
void ReadAllPartitions(plan::Relation& root, const std::vector<const plan::Scan*>& scans) {
  if (std::find(scans.begin(), scans.end(), &root) != scans.end()) {
    auto& scan = plan::As<plan::Scan>(root);
    scan.partition_predicate.reset();
    scan.runtime_predicates.clear();
    std::fill(scan.partition_equals.begin(), scan.partition_equals.end(), std::nullopt);
  }
  plan::ForEachInput(root, [&](plan::RelationPtr& input) { ReadAllPartitions(*input, scans); });
}

// As on the platform a clause without a condition is the last of its kind: it leaves no row to the
// ones after it.
Status CheckOrder(const syntax::RowChangeStatement& statement) {
  std::set<MergeClause::Kind> taken;
  for (const MergeClause& clause : statement.clauses) {
    if (taken.contains(clause.kind)) {
      return SemanticError(clause.range,
                           "this WHEN clause never applies: an earlier one of its kind takes all "
                           "rows",
                           "write WHEN … AND condition in the earlier clause");
    }
    if (clause.condition == nullptr) taken.insert(clause.kind);
  }
  return Status::Ok();
}

}  // namespace

// The engine's reader calls a row's file and place so, and would give the column in their stead.
Status CheckRowsHavePlaces(const store::Table& table, const SourceRange& range) {
  for (const store::Column& column : table.columns) {
    if (!EqualsIgnoreCase(column.name, "file_index") &&
        !EqualsIgnoreCase(column.name, "file_row_number")) {
      continue;
    }
    return Error{ErrorCode::kUnsupported,
                 fmt::format("rows of {}, which has a column {}, cannot be changed",
                             table.QualifiedName(), column.name),
                 range, "INSERT OVERWRITE the rows as they shall be"};
  }
  return Status::Ok();
}

RowChangeAnalyzer::RowChangeAnalyzer(State& state, const syntax::RowChangeStatement& statement,
                                     const ComputedIds& ids)
    : state_(state),
      statement_(statement),
      range_(statement.table.range),
      ids_(ids),
      values_(state, target_) {
  target_.table.range = statement.table.range;
}

bool RowChangeAnalyzer::Has(Kind kind) const {
  return std::any_of(statement_.clauses.begin(), statement_.clauses.end(),
                     [kind](const MergeClause& clause) { return clause.kind == kind; });
}

Status RowChangeAnalyzer::FindTarget() {
  PAISQL_ASSIGN(result_.table, FindTable(state_, statement_.table));
  const store::Table& table = result_.table;
  if (table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is a view", range_,
                 "change the tables below it"};
  }
  PAISQL_TRY(CheckNotMaterialized(table, range_));
  if (!table.traits.transactional) return NotTransactional(statement_.change, table, range_);
  PAISQL_TRY(CheckRowsHavePlaces(table, range_));
  if (statement_.partition && !table.partitioned()) {
    return SemanticError(statement_.partition->range,
                         fmt::format("table {} is not partitioned", table.QualifiedName()),
                         "leave PARTITION out");
  }
  PAISQL_TRY(CheckOrder(statement_));
  values_.SetTable(table);
  return CheckColumns();
}

// The columns that clauses name: those of the table, each once, and none that says where a row
// lies.
Status RowChangeAnalyzer::CheckColumns() {
  std::vector<std::string> names;
  for (size_t i = 0; i < ColumnCount(); ++i) names.push_back(ColumnAt(i).name);
  const auto find = [&](const syntax::Identifier& name,
                        std::vector<size_t>& seen) -> Result<size_t> {
    for (size_t i = 0; i < names.size(); ++i) {
      if (!EqualsIgnoreCase(names[i], name.text)) continue;
      if (std::find(seen.begin(), seen.end(), i) != seen.end()) {
        return SemanticError(name.range, fmt::format("column {} is given twice", name.text),
                             "leave one of them out");
      }
      seen.push_back(i);
      return i;
    }
    return SemanticError(name.range, fmt::format("column {} cannot be resolved", name.text),
                         DidYouMean(name.text, names));
  };
  for (const MergeClause& clause : statement_.clauses) {
    std::vector<size_t> seen;
    for (const syntax::Assignment& assignment : clause.assignments) {
      for (const syntax::QualifiedName& name : assignment.columns) {
        PAISQL_ASSIGN(const size_t column, find(name.parts.back(), seen));
        if (!IsWritable(column)) return GeneratedColumn(result_.table, name.parts.back());
        if (IsPartition(column)) {
          return SemanticError(name.range,
                               fmt::format("partition column {} cannot be updated", names[column]),
                               "DELETE the rows, and INSERT them into the other partition");
        }
      }
    }
    for (const syntax::Identifier& name : clause.columns) {
      PAISQL_ASSIGN(const size_t column, find(name, seen));
      if (!IsWritable(column)) return GeneratedColumn(result_.table, name);
    }
    if (clause.action != MergeClause::kInsert || clause.star) continue;
    const size_t wanted = clause.columns.empty() ? WritableCount() : clause.columns.size();
    if (clause.values.size() != wanted) {
      return SemanticError(clause.range,
                           fmt::format("wrong columns count {} in data source, requires {} columns",
                                       clause.values.size(), wanted),
                           "write a value for each column, partition columns last");
    }
  }
  return Status::Ok();
}

// The places of the rows that WHERE takes, by files.
Result<plan::RelationPtr> RowChangeAnalyzer::TouchedByCondition() {
  PAISQL_ASSIGN(Rows rows, Target(true, result_.touched_scans));
  const plan::OutputColumn file = rows.plan->output[ColumnCount()];
  PAISQL_ASSIGN(plan::ExpressionPtr where, Condition(Scope(nullptr, rows.relations), true));
  if (where != nullptr) rows.plan = FilterBy(std::move(rows.plan), std::move(where));
  auto files = std::make_unique<plan::AggregateRelation>();
  files->range = range_;
  AddKey(state_, file, *files);
  AddAggregate(state_, "count", nullptr, *files);
  files->input = std::move(rows.plan);
  return plan::RelationPtr(std::move(files));
}

Result<plan::RelationPtr> RowChangeAnalyzer::Touched() {
  if (statement_.source == nullptr) return TouchedByCondition();
  PAISQL_ASSIGN(plan::RelationPtr changes, Changes());
  auto rows = std::make_unique<plan::AggregateRelation>();
  rows->range = range_;
  AddKey(state_, changes->output[0], *rows);
  AddKey(state_, changes->output[1], *rows);
  AddAggregate(state_, "count", nullptr, *rows);
  rows->input = std::move(changes);
  auto files = std::make_unique<plan::AggregateRelation>();
  files->range = range_;
  AddKey(state_, rows->output[0], *files);
  AddAggregate(state_, "count", nullptr, *files);
  AddAggregate(state_, "max", &rows->output[2], *files);
  files->input = std::move(rows);
  return plan::RelationPtr(std::move(files));
}

// New rows of the table: those of the source that no row matches.
Result<plan::RelationPtr> RowChangeAnalyzer::Inserted() {
  constexpr Kind kKind = MergeClause::kNotMatched;
  PAISQL_ASSIGN(Rows rows, Source());
  if (tells_matches_) {
    PAISQL_ASSIGN(rows, WithoutChange(std::move(rows)));
  } else {
    PAISQL_ASSIGN(Rows table, Target(false, result_.inserted_scans));
    PAISQL_ASSIGN(rows, Unmatched(std::move(rows), std::move(table)));
  }
  PAISQL_ASSIGN(rows, WithAction(std::move(rows), kKind));
  const plan::OutputColumn action = rows.plan->output.back();
  PAISQL_ASSIGN(rows.plan, PartOf(std::move(rows.plan), action, Part::kChanged));
  return NewRows(std::move(rows), kKind);
}

Status RowChangeAnalyzer::PlanRewriting() {
  const auto plan = [&](Part part) -> Result<plan::RelationPtr> {
    PAISQL_ASSIGN(plan::RelationPtr rows, statement_.source != nullptr
                                              ? RewrittenByChanges(part)
                                              : RewrittenByCondition(part));
    // Which partitions it reads stands in the plan that finds the files.
    const bool allowed = std::exchange(state_.context.allow_full_scan, true);
    const Status finished = FinishPlan(state_, rows);
    state_.context.allow_full_scan = allowed;
    PAISQL_TRY(finished);
    return rows;
  };
  PAISQL_ASSIGN(result_.rewritten, plan(Part::kAll));
  const bool keyed = !result_.table.traits.primary_key.empty();
  for (const size_t column : AssignedColumns()) {
    result_.changes_key = result_.changes_key || IsKey(column);
  }
  if (!keyed || (!result_.changes_key && !Has(MergeClause::kNotMatched))) return Status::Ok();
  PAISQL_ASSIGN(result_.changed, plan(Part::kChanged));
  PAISQL_ASSIGN(result_.unchanged, plan(Part::kUnchanged));
  return Status::Ok();
}

Result<RowChangePlan> RowChangeAnalyzer::Plan() {
  PAISQL_TRY(FindTarget());
  if (statement_.source != nullptr) PAISQL_TRY(ComputeSource());
  if (Has(MergeClause::kMatched) || Has(MergeClause::kNotMatchedBySource)) {
    if (statement_.source != nullptr) {
      PAISQL_ASSIGN(tells_matches_, ChangesTellMatches());
      PAISQL_TRY(ComputeChanges());
    }
    PAISQL_ASSIGN(result_.touched, Touched());
    PAISQL_TRY(FinishPlan(state_, result_.touched));
    plan::Relation& reader =
        result_.changes.root != nullptr ? *result_.changes.root : *result_.touched;
    if (result_.touched_scans.size() > 1) ReadAllPartitions(reader, result_.touched_scans);
    PAISQL_TRY(PlanRewriting());
  }
  if (Has(MergeClause::kNotMatched)) {
    PAISQL_ASSIGN(result_.inserted, Inserted());
    PAISQL_TRY(FinishPlan(state_, result_.inserted));
  }
  return std::move(result_);
}

Result<RowChangePlan> AnalyzeRowChange(const syntax::RowChangeStatement& statement,
                                       const ComputedIds& ids, AnalysisContext& context) {
  // A rewritten query would replace scans that the analyzer has noted.
  context.rewrites_to_materialized = false;
  State state(context);
  return state.Whole(RowChangeAnalyzer(state, statement, ids).Plan());
}

}  // namespace paisql::analysis
