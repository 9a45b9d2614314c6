#pragma once

// PAI statements, which start jobs.

#include <optional>
#include <string>
#include <vector>

#include "syntax/statement.h"
#include "syntax/word.h"

namespace paisql::syntax {

// One -Dkey=value; ranges of key and value as written, so that a wrong parameter gets its caret.
struct PaiParameter {
  std::string key;
  std::string value;  // outer quotes removed, then Java-unescaped, as the client does
  SourceRange key_range;
  SourceRange value_range;
};

// PAI -name … -project … -Dk=v …
struct PaiStatement final : Statement {
  std::optional<Word> name;
  std::optional<Word> project;
  std::optional<Word> job_name;  // -jobname
  std::optional<Word> lineage;   // -lineage
  bool cost = false;             // -cost
  std::vector<PaiParameter> parameters;
  std::vector<Word> stray;            // bare words that belong to no option: an error for pai/
  std::vector<Word> unknown_options;  // -x that no option table knows
};

}  // namespace paisql::syntax
