// Shows \d of a table: facts that a user needs before writing a query.

#include <fmt/format.h>

#include <algorithm>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "base/text.h"
#include "session/display/layout.h"
#include "session/statement_rights.h"
#include "session/statements/answers.h"
#include "session/statements/confirm.h"
#include "session/statements/show/handlers.h"
#include "session/statements/stream_query.h"
#include "store/place.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

constexpr size_t kPartitionsShown = 5;
constexpr int kSampleRows = 3;

std::string Fact(std::string_view name, const std::string& value) {
  return Pad(name, 12) + value + "\n";
}

// The partitions that changed last, the newest first.
std::vector<store::Partition> Newest(std::vector<store::Partition> partitions) {
  std::sort(partitions.begin(), partitions.end(), [](const auto& a, const auto& b) {
    if (a.last_modified_ms != b.last_modified_ms) return a.last_modified_ms > b.last_modified_ms;
    return a.values > b.values;
  });
  partitions.resize(std::min(partitions.size(), kPartitionsShown));
  return partitions;
}

Result<std::string> PartitionFacts(const store::Table& table,
                                   const std::vector<store::Partition>& partitions, Run& run) {
  std::string text = Fact("Partitions", CountText(static_cast<int64_t>(partitions.size())));
  std::string_view label = "Newest";
  for (const store::Partition& partition : Newest(partitions)) {
    PAISQL_ASSIGN(const store::Catalog::Size size,
                  run.state.catalog().TableSize(table.id, partition.id));
    text += Fact(label, fmt::format("{}  {} row{}, {}", Visible(partition.Name(table)),
                                    CountText(size.rows), size.rows == 1 ? "" : "s",
                                    run.state.Zone().Format(partition.last_modified_ms / 1000)));
    label = "";
  }
  return text;
}

Result<std::string> FactLines(const store::Table& table,
                              const std::vector<store::Partition>& partitions, Run& run) {
  std::string text;
  if (!table.comment.empty()) text += Fact("Comment", Visible(table.comment));
  if (table.kind == store::TableKind::kView) return text + Fact("Query", Visible(table.view_text));
  PAISQL_ASSIGN(const store::Catalog::Size size, run.state.catalog().TableSize(table.id));
  text += Fact("Rows", fmt::format("{}, {} in {}", CountText(size.rows), BytesText(size.bytes),
                                   Counted(size.files, "file")));
  text += Fact("Changed", run.state.Zone().Format(table.last_modified_ms / 1000));
  if (table.lifecycle_days)
    text += Fact("Lifecycle", fmt::format("{} days", *table.lifecycle_days));
  if (!table.partitioned()) return text;
  PAISQL_ASSIGN(const std::string facts, PartitionFacts(table, partitions, run));
  return text + facts;
}

// The columns with what is worth a column: comments only where there are some.
std::string ColumnTable(const store::Table& table, const Answer& columns) {
  bool comments = false;
  Answer shown;
  for (const auto& row : columns.rows) comments = comments || !row[4].value_or("").empty();
  shown.columns = {"column", "type"};
  if (table.partitioned()) shown.columns.emplace_back("partition");
  if (comments) shown.columns.emplace_back("comment");
  for (const auto& row : columns.rows) {
    std::string type = *row[1];
    if (*row[2] == "false" && *row[3] == "false") type += " NOT NULL";
    auto& line = shown.rows.emplace_back();
    line.emplace_back(Visible(*row[0]));
    line.emplace_back(std::move(type));
    if (table.partitioned()) line.emplace_back(*row[3] == "true" ? "key" : "");
    if (comments) line.emplace_back(Visible(row[4].value_or("")));
  }
  return Box(shown);
}

// A few rows, of the newest partition that has some: others may be thousands.
Status ShowSamples(const store::Table& table, const std::vector<store::Partition>& partitions,
                   Run& run) {
  const store::Place place = store::PlaceOf(table.project);
  std::string sql = "SELECT * FROM " + syntax::QuoteName(place.project) + "." +
                    syntax::QuoteName(place.schema) + "." + syntax::QuoteName(table.name);
  for (const store::Partition& partition : Newest(partitions)) {
    PAISQL_ASSIGN(const store::Catalog::Size size,
                  run.state.catalog().TableSize(table.id, partition.id));
    if (size.rows == 0) continue;
    std::vector<std::string> conditions;
    for (size_t i = 0; i < partition.values.size(); ++i) {
      const store::Column& key = table.partition_columns[i];
      conditions.push_back(syntax::QuoteName(key.name) + " = CAST(" +
                           syntax::QuoteLiteral(partition.values[i]) + " AS " +
                           key.type.ToString() + ")");
    }
    sql += " WHERE " + Join(conditions, " AND ");
    break;
  }
  sql += fmt::format(" LIMIT {}", kSampleRows);
  const Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(sql);
  PAISQL_ASSERT(query.ok(), "an overview's own query does not parse");
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = true;
  return StreamQuery(**query, std::move(context), RunOptionsOf(run), run,
                     [&](engine::ResultStream& rows) { return run.out.Rows(rows); });
}

}  // namespace

Status ShowOverview(const syntax::Statement& statement, bool samples, Run& run) {
  const auto* const describe = syntax::If<syntax::DescribeStatement>(statement);
  if (describe == nullptr || describe->what != syntax::DescribeWhat::kTable || describe->extended ||
      describe->partition.has_value()) {
    return Error{ErrorCode::kInvalidCommand,
                 "\\d needs the name of a table or view",
                 {},
                 "\\d [project.]name; \\dt lists the tables"};
  }
  PAISQL_ASSIGN(const store::Table table,
                analysis::ResolveTable(describe->name, run.state.MakeContext()));
  PAISQL_TRY(RequireOn(table, "Describe", describe->name.range, run));
  if (samples) PAISQL_TRY(RequireOn(table, "Select", describe->name.range, run));
  std::vector<store::Partition> partitions;
  if (table.partitioned()) {
    PAISQL_ASSIGN(partitions, run.state.catalog().ListPartitions(table.id));
  }
  Answer answer = ColumnsOf(table);
  answer.text = fmt::format("{} {}\n", table.kind == store::TableKind::kView ? "View" : "Table",
                            table.QualifiedName());
  PAISQL_ASSIGN(const std::string facts, FactLines(table, partitions, run));
  answer.text += facts + ColumnTable(table, answer);
  PAISQL_TRY(run.out.Show(answer));
  if (run.state.KeptRows() > 0) run.state.last_result().Set(answer);
  if (!samples) return Status::Ok();
  return ShowSamples(table, partitions, run);
}

}  // namespace paisql::session
