#pragma once

// The kinds of nodes, one row each: what DataWorks calls them, and what becomes of them here. The
// names and numbers are those of FlowSpec's CodeProgramType.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::nodes {

// How a node of a kind is run.
enum class Runs {
  kNothing,     // it succeeds at once
  kSql,         // statements in a session
  kShell,       // bash, with positional parameters
  kPython,      // the training environment's Python; ${name} is replaced before
  kPyOdps,      // the same with `o` and `args`; nothing is replaced
  kSnippet,     // statements in which @@{name} is replaced
  kPaiTask,     // one PAI statement, or several
  kResource,    // its file becomes a resource of the project
  kFunction,    // its JSON names the class of a function of the project
  kAssignment,  // code whose answer is given to others
  kBranch,
  kMerge,
  kDoWhile,
  kForEach,
  kWorkflow,  // a workflow as a node
  kHub,       // parameters for others
  kWait,      // some time
  kCheck,     // until a file or a partition is there
  kNowhere,   // known by name alone
};

struct Kind {
  std::string_view name;  // "ODPS_SQL": `command` of FlowSpec
  int id = 0;             // `commandTypeId`
  Runs runs = Runs::kNowhere;
  std::string_view extension;  // of its code, with the dot; "" for none
  std::string_view language;   // of FlowSpec's scripts
  std::string_view what;       // for people: "SQL with embedded PAI statements"
  // Only for kNowhere: the user's way round; "" where there is none.
  std::string_view instead = "";

  bool is_sql() const {
    return runs == Runs::kSql || runs == Runs::kSnippet || runs == Runs::kPaiTask ||
           runs == Runs::kFunction;
  }
  // Whether it is nothing without a file.
  bool wants_code() const;
};

std::span<const Kind> Kinds();

// The ends that the name of its file may have, the usual one first.
std::vector<std::string_view> CodeEnds(const Kind& kind);

// By its name, in either letter case, '_' being a blank; null for an unknown name.
const Kind* FindKind(std::string_view name);
// By `commandTypeId`; null for an unknown number.
const Kind* FindKindOfId(int id);
// The kind of a node that must not run, whatever it is. It has no row.
const Kind& UnknownKind();
// The kind of a file by its name's end; null when none takes it.
const Kind* KindOfFile(std::string_view path);

// The nearest kinds, as "did you mean …?".
std::string NearKinds(std::string_view name);

}  // namespace paisql::nodes
