// Spark's spellings name overloads that exist, and docs/spark-functions.md says which they are.

#include "engine/spark/spelling/spark_spelling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "committed_file.h"

namespace paisql::engine::spark {
namespace {

constexpr std::string_view kPage =
    R"(# Functions on Spark

This page is generated from the tables in `src/engine/spark/spelling/rows`. After a change there, run `engine_test` once
with `PAISQL_UPDATE_DOCS=1` to write it anew.

Every function gives the same answer on Spark as on one machine. The calls below run in Spark's own words: they cost
what Spark costs, and filters made of them reach the statistics of the files. `tests/spark/test_spellings.py` holds each
against the engine on one machine. Every other call is a *kernel*: Spark sends batches of its arguments to a process of
this program on the same machine. An aggregate without a row here is a kernel over the list of its group's rows, which
has to fit the memory of one process. Constant expressions are computed before the statement, once, whatever they call.

*Modes*: outside of those named a call is a kernel, whose errors name the operands. *Some* calls run so only for some
arguments: constants, or DECIMALs with so many digits. *Spark* means that Sail gives another answer, so that there it is
a kernel. The sum of BIGINTs is an error where a partial sum leaves BIGINT. Sums and averages of DOUBLE depend on the
order of rows in their last digits; the average of BIGINTs reads them as DOUBLE.

)";

std::string ModesOf(CallModes modes) {
  if (modes == kAllCalls) return "all";
  std::vector<std::string> names;
  if ((modes & kNormalCalls) != 0) names.emplace_back("normal");
  if ((modes & kStrictCalls) != 0) names.emplace_back("strict");
  if ((modes & kHiveCalls) != 0) names.emplace_back("Hive");
  return Join(names, ", ");
}

bool DependsOnTypes(const SparkSpelling& row) {
  return row.only != nullptr || row.text.starts_with("$decimal");
}

std::string TableOf(bool operators) {
  std::map<std::string, std::vector<std::string>> lines;
  for (const SparkSpellingTable& table : SparkSpellingTables()) {
    if ((table.find == functions::FindOperator) != operators) continue;
    for (const SparkSpelling& row : table.rows) {
      std::string line = "| `" + std::string(row.function) + std::string(row.signature) + "` | " +
                         ModesOf(row.modes) + " | " + (DependsOnTypes(row) ? "some" : "") + " | " +
                         (row.spark_alone ? "Spark" : "") + " |\n";
      lines[std::string(row.function)].push_back(std::move(line));
    }
  }
  std::string made = "| call | modes | | |\n|---|---|---|---|\n";
  for (const auto& [name, rows] : lines) {
    for (const std::string& row : rows) made += row;
  }
  return made;
}

std::string KernelNames() {
  std::set<std::string> native;
  for (const SparkSpellingTable& table : SparkSpellingTables()) {
    if (table.find == functions::FindOperator) continue;
    for (const SparkSpelling& row : table.rows) native.insert(std::string(row.function));
  }
  std::vector<std::string> names;
  for (const functions::Function* function : functions::AllFunctions()) {
    const std::string name(function->name);
    if (!native.contains(name)) names.push_back("`" + name + "`");
  }
  std::sort(names.begin(), names.end());
  std::string text;
  size_t column = 0;
  for (const std::string& name : names) {
    const bool breaks = column + name.size() > 110;
    text += (text.empty() ? "" : breaks ? ",\n" : ", ") + name;
    column = breaks ? name.size() : column + name.size() + 2;
  }
  return text + "\n";
}

TEST(SparkSpelling, NamesOverloads) {
  for (const SparkSpellingTable& table : SparkSpellingTables()) {
    for (const SparkSpelling& row : table.rows) {
      SCOPED_TRACE(std::string(row.function) + std::string(row.signature));
      const functions::Function* function = table.find(row.function);
      ASSERT_NE(function, nullptr);
      EXPECT_FALSE(SpelledOverloads(*function, row).empty());
    }
  }
}

TEST(SparkSpelling, PageIsMadeOfTheTables) {
  ExpectCommitted("docs/spark-functions.md",
                  std::string(kPage) + "## Functions\n\n" + TableOf(false) + "\n## Operators\n\n" +
                      TableOf(true) + "\n## Kernels only\n\n" + KernelNames(),
                  "engine_test");
}

}  // namespace
}  // namespace paisql::engine::spark
