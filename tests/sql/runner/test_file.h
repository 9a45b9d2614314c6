#pragma once

// A .test file: blocks separated by blank lines, run in order in one fresh home.
//
//   # a comment
//   statement ok                               the SQL that follows succeeds
//   statement error ODPS-0130131:[1,15]        it fails, with this start of the text after
//   also ODPS-0130071:[2,8]                    "FAILED: "; below it, each further error of the
//   hint did you mean                          statement, and the start of the last one's hint
//   query | query sorted                       it succeeds, and its rows are those after ----
//   message WARNING:                           it succeeds, and a message begins with this text
//
// A block may hold several statements; only the last one may fail or give the rows that are
// compared. Cells are separated by tabs and escaped as --format tsv escapes them. ${DATA} is the
// folder of the test's file, ${HOME} the fresh home; an empty cell is written (empty). `sorted`
// compares rows in any order. Text of SHOW and DESC counts as rows.

#include <string>
#include <vector>

#include "base/result.h"

namespace paisql::sql_test {

enum class BlockKind { kOk, kError, kQuery, kSortedQuery, kMessage };

struct ExpectedError {
  std::string start;
  std::string hint;  // "" when the test does not ask for it
};

struct Block {
  BlockKind kind = BlockKind::kOk;
  int line = 0;
  std::string sql;
  std::string expected_start;         // kMessage
  std::vector<ExpectedError> errors;  // kError: all of the statement's
  std::vector<std::string> rows;      // kQuery, kSortedQuery
};

// An error's detail names the line.
Result<std::vector<Block>> ParseTestFile(const std::string& text);

}  // namespace paisql::sql_test
