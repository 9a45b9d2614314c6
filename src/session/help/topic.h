#pragma once

// The topics of HELP: what is told of statements, clauses, hints and the prompt stands in tables
// here; settings, functions and algorithms are told from their own tables.

#include <span>
#include <string_view>

#include "base/error.h"

namespace paisql::session {

struct Topic {
  std::string_view name;     // "CREATE TABLE"
  std::string_view words;    // other names, separated by '|'
  std::string_view summary;  // one line, for lists and search
  std::string_view syntax;   // lines
  std::string_view text;     // whole sentences, one line each, or ""
  std::string_view example;  // statements on the tables of the test of these rows, or ""
};

std::span<const Topic> StatementTopics();  // in the order of HELP's page
std::span<const Topic> ClauseTopics();
std::span<const Topic> HintTopics();
std::span<const Topic> PromptTopics();

// Texts about error codes for HELP and docs/errors.md: when each comes; for common codes,
// statements that cause it and statements that do not.

struct ErrorMeaning {
  ErrorCode code;
  std::string_view when;  // "never: …" for what the platform alone raises
};

// The last statement of `causes` fails with the code, in a home with the tables of the test of
// these rows; the statements of `cured` run.
struct ErrorExample {
  ErrorCode code;
  std::string_view about;  // which of the causes this is
  std::string_view causes;
  std::string_view cured;
};

std::span<const ErrorMeaning> ErrorMeanings();  // in the order of the codes, one each
std::span<const ErrorExample> ErrorExamples();

}  // namespace paisql::session
