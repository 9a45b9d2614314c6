#include "sql/runner/test_file.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::sql_test {

namespace {

constexpr std::string_view kError = "statement error ";
constexpr std::string_view kAlso = "also ";
constexpr std::string_view kHint = "hint ";
constexpr std::string_view kMessage = "message ";
constexpr std::string_view kRule = "----";

Error Malformed(int line, const std::string& what) {
  return {ErrorCode::kInvalidCommand, std::to_string(line) + ": " + what, {}, ""};
}

// lines[0] is the block's head.
Result<Block> ParseBlock(const std::vector<std::string>& lines, int line) {
  Block block;
  block.line = line;
  const std::string& head = lines.front();
  if (head == "statement ok") {
    block.kind = BlockKind::kOk;
  } else if (head == "query") {
    block.kind = BlockKind::kQuery;
  } else if (head == "query sorted") {
    block.kind = BlockKind::kSortedQuery;
  } else if (head.starts_with(kError)) {
    block.kind = BlockKind::kError;
    block.errors.push_back({head.substr(kError.size()), ""});
  } else if (head.starts_with(kMessage)) {
    block.kind = BlockKind::kMessage;
    block.expected_start = head.substr(kMessage.size());
  } else {
    return Malformed(line, "unknown head '" + head + "'");
  }
  auto first = lines.begin() + 1;
  for (; block.kind == BlockKind::kError && first != lines.end(); ++first) {
    if (first->starts_with(kAlso)) {
      block.errors.push_back({first->substr(kAlso.size()), ""});
    } else if (first->starts_with(kHint)) {
      block.errors.back().hint = first->substr(kHint.size());
    } else {
      break;
    }
  }
  const auto rule = std::find(first, lines.end(), kRule);
  const bool query = block.kind == BlockKind::kQuery || block.kind == BlockKind::kSortedQuery;
  if (query != (rule != lines.end())) {
    return Malformed(line, query ? "a query without ----" : "---- belongs to queries only");
  }
  block.sql = Join({first, rule}, "\n");
  if (query) block.rows.assign(rule + 1, lines.end());
  if (Trim(block.sql).empty()) return Malformed(line, "a block without SQL");
  return block;
}

}  // namespace

Result<std::vector<Block>> ParseTestFile(const std::string& text) {
  std::vector<Block> blocks;
  std::vector<std::string> lines;
  int start = 0;
  int number = 0;
  for (const std::string& line : Split(text + "\n", '\n')) {
    ++number;
    if (!Trim(line).empty()) {
      if (lines.empty() && line.starts_with("#")) continue;
      if (lines.empty()) start = number;
      lines.push_back(line);
    } else if (!lines.empty()) {
      PAISQL_ASSIGN(Block block, ParseBlock(lines, start));
      blocks.push_back(std::move(block));
      lines.clear();
    }
  }
  return blocks;
}

}  // namespace paisql::sql_test
