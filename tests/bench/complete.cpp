// Times Tab in a home of 5,000 tables with 50 columns each, one of them with 20,000 partitions, and
// prints one line of JSON a measure: the median and the worst of many.
// usage: bench_complete HOME
// HOME is an empty folder; tables are made in it.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "completion/completion.h"
#include "completion/sources/catalog_sources.h"
#include "session/session.h"
#include "store/catalog.h"
#include "store/transaction.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTables = 5'000;
constexpr int kColumns = 50;
constexpr int kPartitions = 20'000;

void Must(const paisql::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.error().ToString().c_str());
  std::exit(1);
}

template <typename T>
T Must(paisql::Result<T> result) {
  if (!result.ok()) Must(paisql::Status(result.error()));
  return std::move(result).value();
}

void MakeTables(const std::string& path) {
  const auto home = Must(paisql::store::Home::Open(path));
  const auto catalog = Must(paisql::store::Catalog::Open(home));
  Must(catalog->EnsureProject("bench"));
  paisql::store::CatalogTransaction transaction = catalog->Begin();
  for (int t = 0; t < kTables; ++t) {
    paisql::store::Table table;
    table.project = "bench";
    table.name = fmt::format("warehouse_table_{:04}", t);
    for (int c = 0; c < kColumns; ++c) {
      table.columns.push_back(
          {0, fmt::format("column_{:02}", c), paisql::TypeId::kString, "what it holds", false, ""});
    }
    table.partition_columns.push_back({0, "ds", paisql::TypeId::kString, "", false, ""});
    transaction.CreateTable(std::move(table));
  }
  Must(transaction.Commit());
  const auto table = Must(catalog->FindTable("bench", "warehouse_table_0000"));
  std::vector<std::vector<std::string>> values;
  for (int p = 0; p < kPartitions; ++p) values.push_back({fmt::format("{}", 20260000 + p)});
  Must(catalog->AddPartitions(table->id, values, false));
}

// 200 lines in front of the cursor.
std::string LongStatement() {
  std::string text = "SELECT\n";
  for (int i = 0; i < 100; ++i)
    text += fmt::format("  sum(a.column_{:02} * {}) AS s{},\n", i % 50, i, i);
  text += "  1\nFROM warehouse_table_0001 a\nWHERE 1 = 1\n";
  for (int i = 0; i < 95; ++i)
    text += fmt::format("  AND (a.column_{:02} = 'x' OR a.ds IN ('1', '2'))\n", i % 50);
  return text + "  AND a.column_0";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_complete HOME\n");
    return 2;
  }
  MakeTables(argv[1]);
  paisql::session::SessionOptions options;
  options.home_path = argv[1];
  options.project = "bench";
  const auto session = Must(paisql::session::Session::Open(options));
  const std::string home_path = argv[1];
  const paisql::completion::ShellNames shell;
  const std::pair<const char*, std::string> texts[] = {
      {"all tables", "SELECT * FROM "},
      {"tables by their beginning", "SELECT * FROM warehouse_table_12"},
      {"columns", "SELECT a. FROM warehouse_table_4000 a"},
      {"functions and columns", "SELECT s FROM warehouse_table_4000"},
      {"columns without FROM", "SELECT column_07"},
      {"partition values", "SELECT * FROM warehouse_table_0000 WHERE ds='"},
      {"200 lines", LongStatement()},
  };
  for (const auto& [name, text] : texts) {
    size_t cursor = text.size();
    if (const size_t dot = text.find("a. FROM"); dot != std::string::npos) cursor = dot + 2;
    if (const size_t s = text.find("s FROM w"); s != std::string::npos) cursor = s + 1;
    std::vector<double> times;
    size_t items = 0;
    for (int i = 0; i < 50; ++i) {
      const auto start = Clock::now();
      paisql::completion::CatalogSources sources(*session, home_path, shell);
      items = paisql::completion::Complete(text, cursor, sources).items.size();
      times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }
    const double first = times[0];
    std::sort(times.begin(), times.end());
    fmt::print(
        "{{\"measure\": \"{}\", \"ms\": {:.3f}, \"first\": {:.3f}, \"worst\": {:.3f}, \"items\": "
        "{}}}\n",
        name, times[times.size() / 2], first, times.back(), items);
  }
  return 0;
}
