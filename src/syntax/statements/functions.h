#pragma once

// Functions of users in Python.

#include <vector>

#include "syntax/query.h"
#include "syntax/statement.h"
#include "syntax/word.h"

namespace paisql::syntax {

// CREATE [OR REPLACE] FUNCTION [IF NOT EXISTS] f AS 'module.Class' USING 'a.py,b.zip' [-f]
struct CreateFunctionStatement final : Statement {
  bool or_replace = false;  // OR REPLACE, or -f
  bool if_not_exists = false;
  QualifiedName name;
  Word class_name;
  std::vector<Word> resources;
};

}  // namespace paisql::syntax
