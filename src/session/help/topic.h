#pragma once

// The topics of HELP: what is told of statements, clauses, hints and the prompt stands in tables
// here; settings, functions and algorithms are told from their own tables.

#include <span>
#include <string_view>

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

}  // namespace paisql::session
