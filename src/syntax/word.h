#pragma once

// Words of statements that are read as a command line is.

#include <string>

#include "base/error.h"

namespace paisql::syntax {

// One word of a command line, quotes removed and escapes resolved; glued words ("-fd" "," or
// table/p="b1") are joined as the client joins them.
struct Word {
  std::string text;
  SourceRange range;
};

// 'endpoint'='https://…' of PROPERTIES.
struct WordProperty {
  Word name;
  Word value;
};

}  // namespace paisql::syntax
