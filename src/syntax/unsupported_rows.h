#pragma once

// Features of the platform's language that are not offered: patterns of words, each with its cure.
// The first row that matches is reported.

#include <string_view>
#include <vector>

namespace paisql::syntax {

struct Unsupported {
  std::string_view pattern;  // token_pattern.h has the language
  std::string_view cure;
};

// Whole statements; "statement CLONE is not supported".
const std::vector<Unsupported>& UnsupportedStatements();

// Phrases of any statement, around the token at which the parser stopped.
struct UnsupportedPhrase {
  std::string_view pattern;
  std::string_view name;  // in the message; "" for the pattern's own words
  std::string_view cure;
};
const std::vector<UnsupportedPhrase>& UnsupportedPhrases();

}  // namespace paisql::syntax
