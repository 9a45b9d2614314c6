#pragma once

// Features of the platform's language that are not offered, as patterns of words, each with its
// cure (the first row that matches is reported), and statements that change no answer here.

#include <span>
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

// The table of statements that change no answer here (no_effect.h), for documentation.
struct NoEffectRow {
  std::string_view statement;  // token_pattern.h has the language
  std::string_view reason;
};

std::span<const NoEffectRow> NoEffectRows();

}  // namespace paisql::syntax
