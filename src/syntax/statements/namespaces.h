#pragma once

// Statements that make and remove what holds tables.

#include <string>

#include "syntax/expression.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// CREATE and DROP of a PROJECT or of a SCHEMA
struct NamespaceStatement final : Statement {
  bool drop = false;
  bool schema = false;
  QualifiedName name;
  bool if_exists = false;  // IF EXISTS, or IF NOT EXISTS of CREATE
  std::string comment;
  SourceRange comment_range;
  bool cascade = false;  // DROP … CASCADE
};

}  // namespace paisql::syntax
