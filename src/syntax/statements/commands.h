#pragma once

// The client's commands about the session and its jobs.

#include <string>
#include <vector>

#include "syntax/expression.h"
#include "syntax/statement.h"
#include "syntax/word.h"

namespace paisql::syntax {

struct EmptyStatement final : Statement {};

// SET key=value; the value is the text up to the semicolon, trimmed.
struct SetStatement final : Statement {
  std::string key;
  std::string value;
  SourceRange key_range;
};

struct UnsetStatement final : Statement {
  std::string key;
};

// SETVAR name=value, UNSETVAR name.
struct VariableStatement final : Statement {
  bool unset = false;
  std::string name;
  std::string value;  // as it was written
  SourceRange name_range;
  SourceRange value_range;
};

// DROP TABLE VARIABLES @a, @b: those of a script, or that a prompt keeps.
struct DropVariablesStatement final : Statement {
  bool if_exists = false;
  std::vector<Identifier> variables;  // without @
};

// ALIAS name=resource; without a resource the name is removed, without a name all are listed.
struct AliasStatement final : Statement {
  std::string name;
  std::string resource;
  SourceRange name_range;
};

// USE p, USE SCHEMA [p.]s
struct UseStatement final : Statement {
  std::optional<Identifier> project;  // nullopt: the current one
  std::optional<Identifier> schema;
  bool with_settings = false;
};

struct HelpStatement final : Statement {
  std::vector<Word> words;
};

struct QuitStatement final : Statement {};

enum class JobCommand { kWait, kStatus, kKill, kLog, kRerun };

struct JobCommandStatement final : Statement {
  JobCommand command = JobCommand::kWait;
  std::string instance_id;  // as it was written, perhaps a part of it or a name; "" for the newest
  SourceRange id_range;
  std::vector<Word> words;  // what follows the id (LOG <id> worker 1)
};

// TUNNEL upload|download|help …, as words; session parses the options from its table.
struct TunnelStatement final : Statement {
  std::vector<Word> words;
};

}  // namespace paisql::syntax
