// Times parsing and analysis inside one process and prints one line of JSON a measure.
// usage: bench_parse_analyse HOME
// HOME is an empty folder; tables are made in it.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "analysis/analyzer.h"
#include "store/catalog.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"
#include "syntax/statements/rows.h"

namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <typename T>
T Must(paisql::Result<T> result) {
  if (!result.ok()) {
    std::fprintf(stderr, "%s\n", result.error().ToString().c_str());
    std::exit(1);
  }
  return std::move(result).value();
}

void Must(const paisql::Status& status) {
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.error().ToString().c_str());
    std::exit(1);
  }
}

// A query of 20 lines with a join, a subquery, grouping and a window.
std::string TwentyLines(int variant) {
  return fmt::format(
      "SELECT dept,\n       city,\n       total,\n       CASE WHEN total > {0} THEN 'big'\n"
      "            WHEN total IS NULL THEN 'none'\n            ELSE 'small'\n       END AS "
      "size_{0},\n"
      "       row_number() OVER (PARTITION BY dept ORDER BY total DESC) AS place\nFROM (\n"
      "  SELECT a.dept,\n         b.city,\n         sum(a.salary * 1.{0}) AS total\n  FROM "
      "employee a\n"
      "  JOIN office b\n    ON a.office_id = b.id\n  WHERE a.name LIKE 'x{0}%'\n    AND a.id IN "
      "({0}, 2, 3)\n"
      "  GROUP BY a.dept, b.city\n) t\nWHERE total > {0}\nORDER BY dept, place LIMIT 100;\n",
      variant % 9 + 1);
}

double RunScript(const std::string& script, paisql::store::Catalog& catalog) {
  const auto start = Clock::now();
  for (const auto& text : paisql::syntax::SplitStatements(script)) {
    const auto statement = Must(paisql::syntax::ParseStatement(text.text));
    const auto* const select = paisql::syntax::If<paisql::syntax::SelectStatement>(*statement);
    if (select == nullptr) continue;
    paisql::analysis::AnalysisContext context;
    context.names = paisql::names::Names(catalog, "bench");
    Must(paisql::analysis::AnalyzeQuery(select->query, context));
  }
  return MillisecondsSince(start);
}

double ParseOnly(const std::string& script) {
  const auto start = Clock::now();
  for (const auto& text : paisql::syntax::SplitStatements(script)) {
    Must(paisql::syntax::ParseStatement(text.text));
  }
  return MillisecondsSince(start);
}

std::string Repeat(size_t bytes) {
  std::string script;
  script.reserve(bytes + 1000);
  for (int i = 0; script.size() < bytes; ++i) script += TwentyLines(i);
  return script;
}

void MakeTable(paisql::store::Catalog& catalog, const std::string& name,
               const std::vector<std::pair<std::string, paisql::TypeId>>& columns) {
  paisql::store::Table table;
  table.project = "bench";
  table.name = name;
  for (const auto& [column, type] : columns) {
    paisql::store::Column c;
    c.name = column;
    c.type = type;
    table.columns.push_back(c);
  }
  Must(catalog.CreateTable(table));
}

void Print(const char* name, double milliseconds) {
  fmt::print("{{\"measure\": \"{}\", \"ms\": {:.3f}}}\n", name, milliseconds);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_parse_analyse HOME\n");
    return 2;
  }
  const auto home = Must(paisql::store::Home::Open(argv[1]));
  const auto catalog = Must(paisql::store::Catalog::Open(home));
  Must(catalog->EnsureProject("bench"));
  using paisql::TypeId;
  MakeTable(*catalog, "employee",
            {{"id", TypeId::kBigint},
             {"name", TypeId::kString},
             {"dept", TypeId::kString},
             {"office_id", TypeId::kBigint},
             {"salary", TypeId::kDouble}});
  MakeTable(*catalog, "office", {{"id", TypeId::kBigint}, {"city", TypeId::kString}});

  Print("cold, first statement of 20 lines", RunScript(TwentyLines(0), *catalog));
  std::string two_hundred;
  for (int i = 0; i < 10; ++i) two_hundred += TwentyLines(i);
  RunScript(two_hundred, *catalog);
  double best = RunScript(two_hundred, *catalog);
  for (int i = 0; i < 20; ++i) best = std::min(best, RunScript(two_hundred, *catalog));
  Print("warm, 200 lines", best);
  double parse_best = ParseOnly(two_hundred);
  for (int i = 0; i < 20; ++i) parse_best = std::min(parse_best, ParseOnly(two_hundred));
  Print("warm, 200 lines, parsing alone", parse_best);
  Print("parse 1 MB", ParseOnly(Repeat(1 << 20)));
  Print("parse 10 MB", ParseOnly(Repeat(10 << 20)));
  return 0;
}
