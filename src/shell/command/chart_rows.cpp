#include "shell/command/chart_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/display/amounts.h"
#include "base/text.h"
#include "engine/text/result_text.h"
#include "script/silent_sink.h"
#include "shell/chart/histogram.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"
#include "syntax/statements/rows.h"

namespace paisql::shell {

namespace {

// Takes rows and keeps them.
class RowCollector : public script::SilentSink {
 public:
  explicit RowCollector(ChartRows& rows) : rows_(rows) {}

  Status Rows(engine::ResultStream& stream) override {
    rows_.columns = stream.columns();
    engine::ResultText text(rows_.columns);
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
      if (!batch) return Status::Ok();
      text.Read(batch);
      for (size_t row = 0; row < batch.row_count(); ++row) TakeRow(text, row);
    }
  }

 private:
  void TakeRow(const engine::ResultText& text, size_t row) {
    auto& cells = rows_.rows.emplace_back(rows_.columns.size());
    for (size_t i = 0; i < cells.size(); ++i) {
      if (text.IsNull(i, row)) continue;
      text.AppendText(i, row, engine::TextForm::kPlain, cells[i].emplace());
    }
  }

  ChartRows& rows_;
};

// As long as it lives no answer becomes the last result: who asks for a chart wants to ask for
// another one of the same rows.
class KeepNothing {
 public:
  explicit KeepNothing(session::Session& session)
      : session_(session), before_(session.Setting(kName)) {
    Say("SET " + std::string(kName) + "=0");
  }
  ~KeepNothing() {
    const std::string name(kName);
    Say(before_.empty() ? "UNSET " + name : "SET " + name + "=" + before_);
  }
  KeepNothing(const KeepNothing&) = delete;
  KeepNothing& operator=(const KeepNothing&) = delete;

 private:
  static constexpr std::string_view kName = "paisql.last.rows";

  void Say(const std::string& text) {
    script::SilentSink silent;
    (void)session_.Execute({text, 0, 1, 1, true}, silent);
  }

  session::Session& session_;
  std::string before_;
};

int64_t Whole(const std::optional<std::string>& cell) {
  return cell.has_value() ? std::strtoll(cell->c_str(), nullptr, 10) : 0;
}

// The column of the query, as MakeChart would choose it of its rows.
Result<std::string> ColumnOf(const ChartRequest& request, const std::string& query,
                             CommandContext& context) {
  PAISQL_ASSIGN(ChartRows none, RowsOf("SELECT * FROM (" + query + "\n) q LIMIT 0", context));
  // A row that is not there tells the same as those that are: which column it would be.
  none.rows.emplace_back();
  for (const engine::ResultColumn& column : none.columns) {
    none.rows.back().emplace_back(column.type.IsNumeric() ? std::optional<std::string>("0")
                                                          : std::nullopt);
  }
  PAISQL_ASSIGN(const Chart chart, MakeChart(none, request));
  return chart.y_name;
}

}  // namespace

Result<ChartRows> RowsOf(const std::string& query, CommandContext& context) {
  ChartRows rows;
  RowCollector collector(rows);
  const syntax::StatementText all{query, 0, 1, 1, true};
  Result<session::Outcome> read = context.session.Execute(all, collector);
  if (!read.ok()) return std::move(read).error();
  return rows;
}

std::string QueryOf(const std::string& text) {
  const std::vector<syntax::StatementText> statements = syntax::SplitStatements(text);
  if (statements.size() != 1) return "";
  const std::string& query = statements.front().text;
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(query);
  return parsed.ok() && syntax::IsA<syntax::SelectStatement>(**parsed) ? query : "";
}

Result<Chart> CountedHistogram(const ChartRequest& request, const std::string& query,
                               CommandContext& context) {
  const KeepNothing keep(context.session);
  PAISQL_ASSIGN(const std::string column, ColumnOf(request, query, context));
  // Infinite values have no bin, and NaN is above all numbers.
  const std::string finite = fmt::format(
      "FROM (SELECT CAST({} AS DOUBLE) AS x FROM ({}\n) q) v WHERE x > CAST('-inf' AS DOUBLE) AND "
      "x < CAST('inf' AS DOUBLE)",
      syntax::QuoteName(column), query);
  PAISQL_ASSIGN(const ChartRows range,
                RowsOf("SELECT MIN(x), MAX(x), COUNT(*) " + finite, context));
  const auto& facts = range.rows.front();
  const int64_t values = Whole(facts[2]);
  Chart chart;
  chart.kind = ChartKind::kHistogram;
  chart.y_name = column;
  chart.title = "rows by " + column;
  if (values == 0) {
    return Error{
        ErrorCode::kInvalidCommand, "column " + column + " has no finite value to draw", {}, ""};
  }
  const Bins bins = BinsOf(std::strtod(facts[0]->c_str(), nullptr),
                           std::strtod(facts[1]->c_str(), nullptr), values);
  std::vector<int64_t> counts(bins.count, values);
  if (bins.count > 1) {
    PAISQL_ASSIGN(
        const ChartRows counted,
        RowsOf(fmt::format("SELECT b, COUNT(*) FROM (SELECT CAST(FLOOR((x - CAST('{0:.17g}' AS "
                           "DOUBLE)) / CAST('{1:.17g}' AS DOUBLE)) AS BIGINT) AS b {2}) w GROUP BY "
                           "b",
                           bins.low, bins.width, finite),
               context));
    counts.assign(bins.count, 0);
    for (const auto& row : counted.rows) {
      const auto bin = static_cast<size_t>(std::max<int64_t>(Whole(row[0]), 0));
      counts[std::min(bin, bins.count - 1)] += Whole(row[1]);
    }
  }
  chart.bars = BarsOf(bins, counts);
  chart.notes.push_back(GroupedText(values) + (values == 1 ? " value is" : " values are") +
                        " counted");
  return chart;
}

}  // namespace paisql::shell
