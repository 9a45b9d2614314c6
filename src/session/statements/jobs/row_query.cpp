#include "session/statements/jobs/row_query.h"

#include <algorithm>
#include <functional>

#include "analysis/snapshot.h"
#include "base/text.h"
#include "execution/host.h"
#include "execution/plan_table.h"
#include "plan/traverse.h"

namespace paisql::session {

namespace {

// The id for rows that a job hands to the query one batch after another; no table has it.
constexpr int64_t kRowsTableId = -1;

using plan::ExpressionKind;
using plan::RelationKind;

constexpr std::string_view kCure =
    "a stream computes its rows one by one: SELECT expressions FROM its source WHERE condition";

Error Refused(const SourceRange& range, const std::string& what) {
  return Error{ErrorCode::kUnsupported, what, range, std::string(kCure)};
}

struct Named {
  RelationKind kind;
  std::string_view what;
};

constexpr Named kRefused[] = {
    {RelationKind::kValues, "rows of its own"},
    {RelationKind::kAggregate, "GROUP BY, DISTINCT or aggregate function"},
    {RelationKind::kJoin, "JOIN"},
    {RelationKind::kSetOperation, "UNION, INTERSECT or EXCEPT"},
    {RelationKind::kDistinct, "DISTINCT"},
    {RelationKind::kSort, "ORDER BY, SORT BY or DISTRIBUTE BY"},
    {RelationKind::kLimit, "LIMIT or TABLESAMPLE"},
    {RelationKind::kUnnest, "LATERAL VIEW or function that gives several rows"},
    {RelationKind::kWith, "WITH"},
    {RelationKind::kCteScan, "WITH"},
    {RelationKind::kTransform, "TRANSFORM or table function of a user"},
};

// Functions whose answer depends on the time; () alone of unix_timestamp.
constexpr std::string_view kOfTime[] = {
    "getdate",      "now",     "current_timestamp", "current_timestamp_ntz",
    "current_date", "sysdate", "unix_timestamp",    "get_idcard_age"};

bool IsOfTime(const plan::Call& call) {
  const std::string_view name = call.function->name;
  if (std::find(std::begin(kOfTime), std::end(kOfTime), name) == std::end(kOfTime)) return false;
  return name != "unix_timestamp" || call.arguments.empty();
}

class QueryCheck {
 public:
  explicit QueryCheck(bool repeats) : repeats_(repeats) {}

  Status Relation(const plan::Relation& relation) const {
    for (const Named& one : kRefused) {
      if (relation.kind != one.kind) continue;
      return Refused(relation.range, "the query of a stream has no " + std::string(one.what));
    }
    for (const plan::Expression* expression : plan::Expressions(relation)) {
      PAISQL_TRY(Expression(*expression));
    }
    for (const plan::Relation* input : plan::Inputs(relation)) PAISQL_TRY(Relation(*input));
    return Status::Ok();
  }

 private:
  Status Expression(const plan::Expression& expression) const {
    switch (expression.kind) {
      case ExpressionKind::kWindow:
        return Refused(expression.range, "the query of a stream has no window function");
      case ExpressionKind::kScalarSubquery:
      case ExpressionKind::kExists:
      case ExpressionKind::kInSubquery:
        return Refused(expression.range, "the query of a stream has no query within an expression");
      case ExpressionKind::kCall:
        PAISQL_TRY(Call(plan::As<plan::Call>(expression)));
        break;
      default:
        break;
    }
    for (const plan::Expression* child : plan::Children(expression)) PAISQL_TRY(Expression(*child));
    return Status::Ok();
  }

  Status Call(const plan::Call& call) const {
    if (call.function == nullptr) return Status::Ok();
    const std::string name = ToUpper(call.function->name);
    if (std::holds_alternative<std::shared_ptr<const plan::ModelUse>>(call.made_by)) {
      return Error{ErrorCode::kUnsupported, "the query of a stream has no PREDICT", call.range,
                   "link the rows to a predictor: PAI -name tf_savedmodel_predict_stream"};
    }
    if (!repeats_) return Status::Ok();
    if (!functions::IsVolatile(*call.function) && !IsOfTime(call)) return Status::Ok();
    return Error{ErrorCode::kUnsupported,
                 name +
                     " gives something else each time, and a process that is started again has "
                     "to get the same rows",
                 call.range, "call it after the script, in -DoutputQuery"};
  }

  bool repeats_;
};

// The scan at the bottom, and its place in the plan.
plan::RelationPtr* BottomOf(plan::RelationPtr& root) {
  plan::RelationPtr* at = &root;
  while ((*at)->kind != RelationKind::kScan) {
    plan::RelationPtr* below = nullptr;
    plan::ForEachInput(**at, [&below](plan::RelationPtr& input) { below = &input; });
    if (below == nullptr) return nullptr;
    at = below;
  }
  return at;
}

store::Column ColumnOf(const plan::TableColumn& column, size_t index) {
  store::Column made;
  made.id = static_cast<int64_t>(index) + 1;
  made.name = column.name;
  made.type = column.type;
  return made;
}

// Makes the scan one of a plain table, whose columns are those that count. What has chosen
// partitions becomes a condition.
void Flatten(plan::RelationPtr& place, RowPlan* made) {
  auto& scan = plan::As<plan::Scan>(*place);
  made->table = execution::StoredTable(scan.table);
  if (scan.columns.empty()) {
    const bool keys_only = scan.table.columns.empty();
    const plan::TableColumn& first =
        keys_only ? scan.table.partition_columns[0] : scan.table.columns[0];
    using Source = plan::Scan::Source;
    scan.columns.push_back({keys_only ? Source::kPartition : Source::kData, 0});
    // Nobody refers to it: ids of a plan are not negative.
    scan.output.push_back({-1, first.name, first.type});
  }
  plan::TableSchema flat;
  flat.id = kRowsTableId;
  flat.project = scan.table.project;
  flat.name = scan.table.name;
  for (size_t i = 0; i < scan.columns.size(); ++i) {
    plan::Scan::Source& source = scan.columns[i];
    const bool data = source.kind == plan::Scan::Source::kData;
    const auto& columns = data ? scan.table.columns : scan.table.partition_columns;
    made->read.push_back(ColumnOf(columns[source.index], i));
    plan::TableColumn column = columns[source.index];
    column.id = static_cast<int64_t>(i) + 1;
    column.name = "c" + std::to_string(i);
    flat.columns.push_back(std::move(column));
    source = {plan::Scan::Source::kData, i};
  }
  scan.table = std::move(flat);
  scan.partition_equals.clear();
  made->scan = &scan;
  if (scan.partition_predicate == nullptr) return;
  auto filter = std::make_unique<plan::Filter>();
  filter->output = scan.output;
  filter->range = scan.range;
  filter->condition = std::move(scan.partition_predicate);
  filter->input = std::move(place);
  place = std::move(filter);
}

}  // namespace

Result<RowPlan> AnalyzeRows(const syntax::Query& query, analysis::AnalysisContext& context,
                            const pai::RowSource* source, bool repeats) {
  if (source != nullptr) {
    names::SessionTable rows;
    rows.table.id = kRowsTableId;
    rows.table.project = context.names.place();
    rows.table.name = source->name;
    rows.table.columns = source->columns;
    int64_t id = 0;
    for (store::Column& column : rows.table.columns) column.id = ++id;
    context.names.AddSessionTable(std::move(rows));
  }
  PAISQL_ASSIGN(analysis::SnapshotPlan plan, analysis::AnalyzeSnapshot(query, context));
  PAISQL_TRY(QueryCheck(repeats).Relation(*plan.root));
  RowPlan made;
  made.root = std::move(plan.root);
  made.columns = std::move(plan.columns);
  plan::RelationPtr* const bottom = BottomOf(made.root);
  if (bottom == nullptr) return Refused(query.range, "the query of a stream reads its rows");
  const auto& scan = plan::As<plan::Scan>(**bottom);
  if (!scan.runtime_predicates.empty()) {
    return Refused(scan.range, "the query of a stream has no query within an expression");
  }
  const bool is_source = scan.table.id == kRowsTableId;
  if (source != nullptr && !is_source) {
    return Refused(scan.range, "the query reads table " + scan.table.QualifiedName() +
                                   ", and not the stream: FROM " + source->name);
  }
  Flatten(*bottom, &made);
  return made;
}

std::string PlanMark(const plan::Relation& root) {
  return std::to_string(std::hash<std::string>()(plan::Explain(root)));
}

}  // namespace paisql::session
