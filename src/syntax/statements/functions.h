#pragma once

// Functions of users in Python.

#include <string>
#include <string_view>
#include <vector>

#include "syntax/query.h"
#include "syntax/statement.h"
#include "syntax/word.h"

namespace paisql::syntax {

// #CODE ('lang'='PYTHON', 'filename'='embedded') … #END CODE: a module in the text of a script.
struct CodeBlock {
  std::string file_name;  // without .py
  std::string text;
  SourceRange range;
};

// Whether the text begins as a block of code does.
bool BeginsCode(std::string_view text);
// Reads a block that is whole. A syntax error for other words between #CODE and the code.
CodeBlock ReadCodeBlock(std::string_view text, const SourceRange& range);

// CREATE [OR REPLACE] [TEMPORARY] FUNCTION [IF NOT EXISTS] f AS 'module.Class'
// [USING 'a.py,b.zip' [-f] | USING #CODE … #END CODE]
struct CreateFunctionStatement final : Statement {
  bool or_replace = false;  // OR REPLACE, or -f
  bool temporary = false;
  bool if_not_exists = false;
  QualifiedName name;
  Word class_name;
  std::vector<Word> resources;
  std::vector<CodeBlock> codes;
};

// RELOAD FUNCTION f
struct ReloadFunctionStatement final : Statement {
  QualifiedName name;
};

}  // namespace paisql::syntax
