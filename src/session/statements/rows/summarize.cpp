// SUMMARIZE: one row of facts for each column of a table or query. It is one aggregation over the
// rows, or several where there are many columns, whose single row of many cells is then turned on
// its side.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "engine/arrow/builder.h"
#include "engine/text/result_text.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/stream_query.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

// So many columns of the rows are aggregated at once: a plan has its limits, and a query over
// some columns reads no others.
constexpr size_t kColumnsAtOnce = 50;

// The cells of one column in the aggregation's row, in this order.
enum Cell : size_t { kMin, kMax, kDistinct, kAverage, kDeviation, kQuantiles, kCells };

bool HasOrder(const DataType& type) {
  switch (type.id()) {
    case TypeId::kJson:
    case TypeId::kBinary:
    case TypeId::kVoid:
      return false;
    default:
      return !type.IsNested();
  }
}

std::string Cells(const std::string& name, const DataType& type) {
  std::vector<std::string> cells(kCells, "NULL");
  cells[kDistinct] = "APPROX_DISTINCT(" + name + ")";
  if (HasOrder(type)) {
    cells[kMin] = "MIN(" + name + ")";
    cells[kMax] = "MAX(" + name + ")";
  } else {
    cells[kDistinct] = "NULL";
  }
  if (type.IsNumeric()) {
    const std::string number = "CAST(" + name + " AS DOUBLE)";
    cells[kAverage] = "AVG(" + number + ")";
    cells[kDeviation] = "STDDEV_SAMP(" + number + ")";
    cells[kQuantiles] = "PERCENTILE_APPROX(" + number + ", ARRAY(0.25D, 0.5D, 0.75D))";
  }
  return "COUNT(" + name + "), " + Join(cells, ", ");
}

// The columns from `begin` to `end` of a source with so many.
std::string AggregationText(const std::string& source, const std::vector<plan::OutputColumn>& all,
                            size_t begin, size_t end) {
  std::vector<std::string> names;
  for (size_t i = 0; i < all.size(); ++i) names.push_back(fmt::format("c{}", i));
  std::vector<std::string> items = {"COUNT(*)"};
  for (size_t i = begin; i < end; ++i) items.push_back(Cells(names[i], all[i].type));
  // A comment may end the source, so the bracket stands on a line of its own.
  return "SELECT " + Join(items, ", ") + " FROM (" + source + "\n) t(" + Join(names, ", ") + ")";
}

const std::vector<engine::ResultColumn>& SummaryColumns() {
  static const std::vector<engine::ResultColumn> columns = {
      {"column_name", TypeId::kString},   {"column_type", TypeId::kString},
      {"min", TypeId::kString},           {"max", TypeId::kString},
      {"approx_unique", TypeId::kBigint}, {"avg", TypeId::kDouble},
      {"std", TypeId::kDouble},           {"q25", TypeId::kDouble},
      {"q50", TypeId::kDouble},           {"q75", TypeId::kDouble},
      {"count", TypeId::kBigint},         {"null_percentage", TypeId::kDouble}};
  return columns;
}

class Summary : public engine::ResultStream {
 public:
  Summary() : builder_(SummaryColumns()) {}

  const std::vector<engine::ResultColumn>& columns() const override { return SummaryColumns(); }
  Result<engine::Batch> Next() override {
    if (delivered_) return engine::Batch();
    delivered_ = true;
    return std::move(builder_).Finish();
  }

  // The row of one aggregation.
  void Add(const std::vector<plan::OutputColumn>& all, size_t begin, size_t end,
           const std::vector<engine::ResultColumn>& cells, const engine::Batch& batch) {
    engine::ResultText text(cells);
    text.Read(batch);
    const int64_t rows = engine::NumberAt<int64_t>(batch.column(0), 0);
    for (size_t i = begin; i < end; ++i) {
      const size_t first = 1 + (i - begin) * (kCells + 1);
      AddColumn(all[i], rows, first, text, batch);
    }
  }

 private:
  void AddColumn(const plan::OutputColumn& column, int64_t rows, size_t first,
                 const engine::ResultText& text, const engine::Batch& batch) {
    const int64_t values = engine::NumberAt<int64_t>(batch.column(first), 0);
    const auto at = [&](Cell cell) { return first + 1 + cell; };
    size_t next = 0;
    const auto add = [&](const Value& value) { builder_.Append(next++, value); };
    const auto add_text = [&](Cell cell) {
      if (text.IsNull(at(cell), 0)) return builder_.AppendNull(next++);
      std::string shown;
      text.AppendText(at(cell), 0, engine::TextForm::kPlain, shown);
      builder_.AppendText(next++, shown);
    };
    const auto add_double = [&](Cell cell) {
      if (text.IsNull(at(cell), 0)) return builder_.AppendNull(next++);
      add(Value::Double(engine::NumberAt<double>(batch.column(at(cell)), 0)));
    };
    builder_.AppendText(next++, column.name);
    builder_.AppendText(next++, column.type.ToString());
    add_text(kMin);
    add_text(kMax);
    if (text.IsNull(at(kDistinct), 0)) {
      builder_.AppendNull(next++);
    } else {
      // An estimate may exceed what can be.
      const auto distinct = engine::NumberAt<int64_t>(batch.column(at(kDistinct)), 0);
      add(Value::Bigint(std::min(distinct, values)));
    }
    add_double(kAverage);
    add_double(kDeviation);
    AddQuantiles(text, batch, at(kQuantiles), next);
    add(Value::Bigint(rows));
    if (rows == 0) {
      builder_.AppendNull(next++);
    } else {
      const double nulls = 100.0 * static_cast<double>(rows - values) / static_cast<double>(rows);
      add(Value::Double(std::round(nulls * 100) / 100));
    }
  }

  void AddQuantiles(const engine::ResultText& text, const engine::Batch& batch, size_t at,
                    size_t& next) {
    constexpr int kQuantileCount = 3;
    const bool none = text.IsNull(at, 0);
    for (int i = 0; i < kQuantileCount; ++i) {
      if (none) {
        builder_.AppendNull(next++);
        continue;
      }
      const ArrowArray& list = batch.column(at);
      const auto begin = engine::NumberAt<int64_t>(list, 0);
      const double value =
          engine::NumberAt<double>(*list.children[0], static_cast<size_t>(begin + i));
      builder_.Append(next++, Value::Double(value));
    }
  }

  engine::BatchBuilder builder_;
  bool delivered_ = false;
};

Result<analysis::QueryPlan> PlanOf(const std::string& sql, Run& run) {
  Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(sql, &run.state.leash());
  if (!query.ok()) return std::move(query).error();
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = true;
  return analysis::AnalyzeQuery(**query, context);
}

}  // namespace

Status RunSummarize(const syntax::SummarizeStatement& statement, Run& run) {
  run.outcome.query = true;
  analysis::AnalysisContext context = run.state.MakeContext();
  // Facts about all rows need all rows.
  context.allow_full_scan = true;
  PAISQL_ASSIGN(const analysis::QueryPlan source, analysis::AnalyzeQuery(statement.query, context));
  ShowWarnings(context, run.out);
  if (run.state.checking()) return Status::Ok();
  const std::vector<plan::OutputColumn>& columns = source.root->output;
  const SourceRange& range = statement.source_range;
  std::string text = run.text.substr(range.begin, range.end - range.begin);
  if (statement.names_table) text = "SELECT * FROM " + text;
  if (!statement.source_text.empty()) text = statement.source_text;
  // Places of these plans count in the text made here.
  const auto at_source = [&range](Error error) {
    error.range = range;
    return error;
  };
  std::vector<analysis::QueryPlan> plans;
  for (size_t begin = 0; begin < columns.size(); begin += kColumnsAtOnce) {
    const size_t end = std::min(columns.size(), begin + kColumnsAtOnce);
    Result<analysis::QueryPlan> part = PlanOf(AggregationText(text, columns, begin, end), run);
    if (!part.ok()) return at_source(std::move(part).error());
    plans.push_back(std::move(part).value());
  }
  execution::PlanRun plan_run(run.state, RunOptionsOf(run));
  for (const analysis::QueryPlan& part : plans) PAISQL_TRY(plan_run.Add({"", part.root.get()}));
  Summary summary;
  const auto run_all = [&]() -> Status {
    PAISQL_TRY(plan_run.Prepare());
    size_t begin = 0;
    for (const execution::TitledPlan& part : plan_run.plans()) {
      const size_t end = std::min(columns.size(), begin + kColumnsAtOnce);
      PAISQL_TRY(plan_run.Stream(part, [&](engine::ResultStream& rows) -> Status {
        while (true) {
          PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
          if (!batch) return Status::Ok();
          if (batch.row_count() > 0) summary.Add(columns, begin, end, rows.columns(), batch);
        }
      }));
      begin = end;
    }
    return Status::Ok();
  };
  if (Status done = run_all(); !done.ok()) return at_source(std::move(done).error());
  return ShowRows(summary, run);
}

}  // namespace paisql::session
