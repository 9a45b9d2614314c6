#include "analysis/statement/row_change.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "analysis/statement/aggregates.h"
#include "analysis/statement/parts.h"
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

plan::RelationPtr UnionAll(State& state, std::vector<plan::RelationPtr> inputs,
                           const SourceRange& range) {
  if (inputs.size() == 1) return std::move(inputs.front());
  auto all = std::make_unique<plan::SetOperation>();
  all->all = true;
  all->range = range;
  for (const plan::OutputColumn& column : inputs.front()->output) {
    all->output.push_back(state.Column(column.name, column.type));
  }
  all->inputs = std::move(inputs);
  return all;
}

// A file's number is its position among those that its scan reads, so that scans which tell of the
// same files have to read the same partitions.
void ReadAllPartitions(plan::Relation& root, const std::vector<const plan::Scan*>& scans) {
  if (std::find(scans.begin(), scans.end(), &root) != scans.end()) {
    auto& scan = plan::As<plan::Scan>(root);
    scan.partition_predicate.reset();
    scan.runtime_predicates.clear();
    std::fill(scan.partition_equals.begin(), scan.partition_equals.end(), std::nullopt);
  }
  plan::ForEachInput(root, [&](plan::RelationPtr& input) { ReadAllPartitions(*input, scans); });
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

RowChangeAnalyzer::RowChangeAnalyzer(State& state, const syntax::RowChangeStatement& statement)
    : state_(state), statement_(statement), range_(statement.table.range), values_(state, target_) {
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
  if (!table.traits.transactional) return NotTransactional(statement_.change, table, range_);
  PAISQL_TRY(CheckRowsHavePlaces(table, range_));
  if (statement_.partition && !table.partitioned()) {
    return SemanticError(statement_.partition->range,
                         fmt::format("table {} is not partitioned", table.QualifiedName()),
                         "leave PARTITION out");
  }
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
        if (IsPartition(column)) {
          return SemanticError(name.range,
                               fmt::format("partition column {} cannot be updated", names[column]),
                               "DELETE the rows, and INSERT them into the other partition");
        }
      }
    }
    for (const syntax::Identifier& name : clause.columns) PAISQL_TRY(find(name, seen));
    if (clause.action != MergeClause::kInsert || clause.star) continue;
    const size_t wanted = clause.columns.empty() ? ColumnCount() : clause.columns.size();
    if (clause.values.size() != wanted) {
      return SemanticError(clause.range,
                           fmt::format("wrong columns count {} in data source, requires {} columns",
                                       clause.values.size(), wanted),
                           "write a value for each column, partition columns last");
    }
  }
  return Status::Ok();
}

Result<plan::RelationPtr> RowChangeAnalyzer::TouchedBy(Kind kind) {
  PAISQL_ASSIGN(Rows rows, Target(true, result_.touched_scans));
  const plan::OutputColumn row = rows.plan->output.back();
  const plan::OutputColumn file = rows.plan->output[rows.plan->output.size() - 2];
  if (statement_.source != nullptr) {
    PAISQL_ASSIGN(Rows source, Source());
    const bool matched = kind == MergeClause::kMatched;
    PAISQL_ASSIGN(rows, Joined(matched ? plan::JoinType::kInner : plan::JoinType::kAnti,
                               std::move(rows), std::move(source), kind, false));
  }
  const Scope scope(nullptr, rows.relations);
  if (statement_.source == nullptr) {
    PAISQL_ASSIGN(plan::ExpressionPtr where, Condition(scope));
    if (where != nullptr) rows.plan = FilterBy(std::move(rows.plan), std::move(where));
  }
  PAISQL_ASSIGN(plan::ExpressionPtr acts, Acts(kind, scope));
  if (acts != nullptr) rows.plan = FilterBy(std::move(rows.plan), std::move(acts));
  auto places = std::make_unique<plan::Project>();
  places->range = range_;
  for (const plan::OutputColumn& column : {file, row}) {
    places->expressions.push_back(MakeColumn(column, range_));
    places->output.push_back(state_.Column(column.name, column.type));
  }
  places->input = std::move(rows.plan);
  return plan::RelationPtr(std::move(places));
}

Result<plan::RelationPtr> RowChangeAnalyzer::Touched() {
  std::vector<plan::RelationPtr> parts;
  for (const Kind kind : {MergeClause::kMatched, MergeClause::kNotMatchedBySource}) {
    if (!Has(kind)) continue;
    PAISQL_ASSIGN(plan::RelationPtr part, TouchedBy(kind));
    parts.push_back(std::move(part));
  }
  if (parts.empty()) return plan::RelationPtr();
  plan::RelationPtr places = UnionAll(state_, std::move(parts), range_);
  if (statement_.source == nullptr) {
    auto files = std::make_unique<plan::AggregateRelation>();
    files->range = range_;
    AddKey(state_, places->output[0], *files);
    AddAggregate(state_, "count", nullptr, *files);
    files->input = std::move(places);
    return plan::RelationPtr(std::move(files));
  }
  auto rows = std::make_unique<plan::AggregateRelation>();
  rows->range = range_;
  AddKey(state_, places->output[0], *rows);
  AddKey(state_, places->output[1], *rows);
  AddAggregate(state_, "count", nullptr, *rows);
  rows->input = std::move(places);
  auto files = std::make_unique<plan::AggregateRelation>();
  files->range = range_;
  AddKey(state_, rows->output[0], *files);
  AddAggregate(state_, "count", nullptr, *files);
  AddAggregate(state_, "max", &rows->output[2], *files);
  files->input = std::move(rows);
  return plan::RelationPtr(std::move(files));
}

Result<plan::RelationPtr> RowChangeAnalyzer::RewrittenBy(Kind kind) {
  PAISQL_ASSIGN(Rows rows, Target(false, result_.rewritten_scans));
  const bool matched = kind == MergeClause::kMatched;
  if (statement_.source != nullptr) {
    // Rows that no source row matches are of the other part, where there is one.
    if (!matched || Has(MergeClause::kNotMatchedBySource)) {
      PAISQL_ASSIGN(Rows source, Source());
      PAISQL_ASSIGN(rows, Joined(matched ? plan::JoinType::kSemi : plan::JoinType::kAnti,
                                 std::move(rows), std::move(source), kind, false));
    }
    if (matched) {
      PAISQL_ASSIGN(Rows source, Source());
      PAISQL_ASSIGN(rows,
                    Joined(plan::JoinType::kLeft, std::move(rows), std::move(source), kind, true));
    }
  }
  PAISQL_ASSIGN(rows, WithAction(std::move(rows), kind));
  PAISQL_ASSIGN(rows.plan, WithoutDeleted(std::move(rows.plan), kind));
  return NewRows(std::move(rows), kind);
}

Result<plan::RelationPtr> RowChangeAnalyzer::Rewritten() {
  std::vector<plan::RelationPtr> parts;
  PAISQL_ASSIGN(plan::RelationPtr matched, RewrittenBy(MergeClause::kMatched));
  parts.push_back(std::move(matched));
  if (Has(MergeClause::kNotMatchedBySource)) {
    PAISQL_ASSIGN(plan::RelationPtr others, RewrittenBy(MergeClause::kNotMatchedBySource));
    parts.push_back(std::move(others));
  }
  return UnionAll(state_, std::move(parts), range_);
}

Result<plan::RelationPtr> RowChangeAnalyzer::Inserted() {
  constexpr Kind kKind = MergeClause::kNotMatched;
  PAISQL_ASSIGN(Rows source, Source());
  PAISQL_ASSIGN(Rows table, Target(false, result_.inserted_scans));
  // Names in ON mean the table before the source, as in the other plans.
  PAISQL_ASSIGN(Rows rows,
                Joined(plan::JoinType::kAnti, std::move(source), std::move(table), kKind, false));
  {
    const Scope scope(nullptr, rows.relations);
    PAISQL_ASSIGN(plan::ExpressionPtr acts, Acts(kKind, scope));
    if (acts != nullptr) rows.plan = FilterBy(std::move(rows.plan), std::move(acts));
  }
  PAISQL_ASSIGN(rows, WithAction(std::move(rows), kKind));
  return NewRows(std::move(rows), kKind);
}

Result<RowChangePlan> RowChangeAnalyzer::Plan() {
  PAISQL_TRY(FindTarget());
  PAISQL_ASSIGN(result_.touched, Touched());
  if (result_.touched != nullptr) {
    PAISQL_TRY(FinishPlan(state_, result_.touched));
    if (result_.touched_scans.size() > 1)
      ReadAllPartitions(*result_.touched, result_.touched_scans);
    PAISQL_ASSIGN(result_.rewritten, Rewritten());
    // Which partitions it reads stands in the plan above.
    const bool allowed = std::exchange(state_.context.allow_full_scan, true);
    const Status finished = FinishPlan(state_, result_.rewritten);
    state_.context.allow_full_scan = allowed;
    PAISQL_TRY(finished);
  }
  if (Has(MergeClause::kNotMatched)) {
    PAISQL_ASSIGN(result_.inserted, Inserted());
    PAISQL_TRY(FinishPlan(state_, result_.inserted));
  }
  return std::move(result_);
}

Result<RowChangePlan> AnalyzeRowChange(const syntax::RowChangeStatement& statement,
                                       AnalysisContext& context) {
  // The plan's scans stay those that the analyzer has noted.
  context.rewrites_to_materialized = false;
  State state(context);
  return state.Whole(RowChangeAnalyzer(state, statement).Plan());
}

}  // namespace paisql::analysis
