#include "sql/runner/judge.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "sql/runner/spark_list.h"

namespace paisql::sql_test {
namespace {

// "" when these are the errors, else why not.
std::string JudgeErrors(const std::vector<ExpectedError>& expected, const Error& error) {
  std::vector<const Error*> errors = {&error};
  for (const Error& other : error.others) errors.push_back(&other);
  for (size_t i = 0; i < std::max(errors.size(), expected.size()); ++i) {
    const std::string start = i < expected.size() ? expected[i].start : "nothing more";
    const std::string said = i < errors.size() ? errors[i]->ToString() : "nothing more";
    if (!said.starts_with(start)) return "expected " + start + "\n  got      " + said;
    const std::string hint = i < expected.size() ? expected[i].hint : "";
    if (!errors[i]->hint.starts_with(hint)) {
      return "expected the hint " + hint + "\n  got               " + errors[i]->hint;
    }
  }
  return "";
}

bool HasOrder(const std::string& sql) { return ToLower(sql).find("order by") != std::string::npos; }

// Whether elements come in the order of rows, which has none.
bool Collects(const std::string& sql) {
  constexpr std::string_view kCollectors[] = {"collect_", "wm_concat", "string_agg", "array_agg"};
  const std::string text = ToLower(sql);
  return std::any_of(std::begin(kCollectors), std::end(kCollectors),
                     [&](std::string_view name) { return text.find(name) != std::string::npos; });
}

// What only sessions say that run on Spark: in SHOW FLAGS and in EXPLAIN.
bool TellsOfSpark(const std::string& row) {
  constexpr std::string_view kStarts[] = {"paisql.spark.remote\t", "paisql.engine\tspark",
                                          "Engine: ", "Spark's statement: "};
  return std::any_of(std::begin(kStarts), std::end(kStarts),
                     [&](std::string_view start) { return row.starts_with(start); });
}

// The rows with the elements of their cells in one order.
std::vector<std::string> WithSortedElements(const std::vector<std::string>& rows) {
  std::vector<std::string> sorted;
  for (std::string row : rows) {
    std::replace_if(
        row.begin(), row.end(),
        [](char c) { return std::string_view("[]{};").find(c) != std::string_view::npos; }, ',');
    std::vector<std::string> cells = Split(row, '\t');
    for (std::string& cell : cells) {
      std::vector<std::string> elements = Split(cell, ',');
      std::sort(elements.begin(), elements.end());
      cell = Join(elements, ",");
    }
    sorted.push_back(Join(cells, "\t"));
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace

bool IsRefusal(const std::optional<Error>& error) {
  return error.has_value() &&
         (error->code == ErrorCode::kUnsupported || error->code == ErrorCode::kOutOfMemory) &&
         error->detail.find(" on Spark") != std::string::npos;
}

std::string Judge(const Block& block, const std::optional<Error>& error, const TestSink& sink,
                  bool on_spark, bool& near) {
  if (block.kind == BlockKind::kError) {
    if (!error.has_value()) return "no error; expected " + block.errors.front().start;
    return JudgeErrors(block.errors, *error);
  }
  if (error.has_value()) {
    return "failed: " + error->ToString() + (error->hint.empty() ? "" : "\n  hint: " + error->hint);
  }
  if (block.kind == BlockKind::kOk) return "";
  if (block.kind == BlockKind::kMessage) {
    for (const std::string& message : sink.messages()) {
      if (message.starts_with(block.expected_start)) return "";
    }
    return "no message begins with " + block.expected_start + "\n  got " +
           Join(sink.messages(), "\n      ");
  }
  std::vector<std::string> expected = block.rows;
  std::vector<std::string> got = sink.rows();
  if (on_spark) std::erase_if(got, TellsOfSpark);
  if (block.kind == BlockKind::kSortedQuery || (on_spark && !HasOrder(block.sql))) {
    std::sort(expected.begin(), expected.end());
    std::sort(got.begin(), got.end());
  }
  if (expected == got) return "";
  if (on_spark && Collects(block.sql) && WithSortedElements(expected) == WithSortedElements(got)) {
    return "";
  }
  near = on_spark && NearlyEqual(expected, got);
  if (near) return "";
  return "rows differ\n  expected:\n    " + Join(expected, "\n    ") + "\n  got:\n    " +
         Join(got, "\n    ");
}

}  // namespace paisql::sql_test
