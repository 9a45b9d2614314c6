#pragma once

// Statements that make and remove what holds tables.

#include <string>

#include "syntax/expression.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// CREATE PROJECT, DROP PROJECT
struct NamespaceStatement final : Statement {
  bool drop = false;
  QualifiedName name;
  bool if_exists = false;  // IF EXISTS, or IF NOT EXISTS of CREATE
  std::string comment;
  SourceRange comment_range;
  bool cascade = false;  // DROP … CASCADE
};

}  // namespace paisql::syntax
