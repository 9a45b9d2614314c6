#pragma once

// The kinds of nodes, one row each: what DataWorks calls them, and what becomes of them here. The
// names and numbers are those of FlowSpec's CodeProgramType.

#include <span>
#include <string>
#include <string_view>

namespace paisql::nodes {

// How a node of a kind is run.
enum class Runs {
  kNothing,  // it succeeds at once
  kSql,      // statements in a session
  kShell,    // bash, with positional parameters
  kPython,   // the training environment's Python; ${name} is replaced before
  kNowhere,  // known by name alone
};

struct Kind {
  std::string_view name;  // "ODPS_SQL": `command` of FlowSpec
  int id = 0;             // `commandTypeId`
  Runs runs = Runs::kNowhere;
  std::string_view extension;  // of its code, with the dot; "" for none
  std::string_view language;   // of FlowSpec's scripts
  std::string_view what;       // for people: "SQL with embedded PAI statements"
};

std::span<const Kind> Kinds();

// By its name, in either letter case; null for an unknown one.
const Kind* FindKind(std::string_view name);
// The kind of a file by its name's end; null when none takes it.
const Kind* KindOfFile(std::string_view path);

// The nearest kinds, as "did you mean …?".
std::string NearKinds(std::string_view name);

}  // namespace paisql::nodes
