#include "syntax/unsupported.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/token_pattern.h"
#include "syntax/unsupported_rows.h"

namespace paisql::syntax {

namespace {

// Statements that EXPLAIN does not take, by their first word.
constexpr std::string_view kDefinitions[] = {"ALTER", "CREATE", "DROP", "TRUNCATE"};

// What begins like a statement that is not offered, and is one of the grammar.
constexpr std::string_view kOffered = "READ|COPY OFFLINEMODEL …";

bool IsWordAt(const TokenList& tokens, size_t i, std::string_view word) {
  return i + 1 < tokens.count() && EqualsIgnoreCase(tokens.TextAt(i), word);
}

[[noreturn]] void Refuse(const TokenList& tokens, size_t first, size_t last, std::string detail,
                         std::string_view cure) {
  Fail(ErrorCode::kUnsupported, Span(tokens.RangeAt(first), tokens.RangeAt(last)),
       std::move(detail), std::string(cure));
}

void RefusePhrase(const TokenList& tokens, size_t stopped) {
  for (const UnsupportedPhrase& phrase : UnsupportedPhrases()) {
    const std::optional<TokenMatch> match = MatchAround(tokens, phrase.pattern, stopped);
    if (!match.has_value()) continue;
    const size_t last = std::min(match->all.end, tokens.count() - 1) - 1;
    Refuse(tokens, match->all.begin, last,
           (phrase.name.empty() ? match->words : std::string(phrase.name)) + " is not supported",
           phrase.cure);
  }
}

// ZORDER BY of a query that no INSERT writes.
void RefuseZorder(const TokenList& tokens, size_t stopped) {
  const std::optional<TokenMatch> match = MatchAround(tokens, "ZORDER BY", stopped);
  if (!match.has_value()) return;
  Fail(ErrorCode::kSemantic, Span(tokens.RangeAt(match->all.begin), tokens.RangeAt(stopped)),
       "ZORDER BY only support insert",
       "it changes how rows are stored and no answer: leave it out");
}

void RefuseExplain(const TokenList& tokens) {
  if (!IsWordAt(tokens, 0, "EXPLAIN")) return;
  for (const std::string_view word : kDefinitions) {
    if (!IsWordAt(tokens, 1, word)) continue;
    Fail(ErrorCode::kSemantic, Span(tokens.RangeAt(0), tokens.RangeAt(1)),
         "DDL does not support explain", "EXPLAIN takes SELECT, INSERT and CREATE TABLE AS");
  }
}

}  // namespace

void RefuseUnsupported(const TokenList& tokens, size_t stopped) {
  if (tokens.TypeAt(0) == Lexer::CODE_BLOCK || tokens.TypeAt(0) == Lexer::UNCLOSED_CODE) {
    Fail(ErrorCode::kParse, tokens.RangeAt(0), "a code block stands alone",
         "write it after USING, or at the end of a script: SET odps.sql.submit.mode=script;");
  }
  if (MatchStatement(tokens, kOffered).has_value()) return;
  for (const Unsupported& row : UnsupportedStatements()) {
    const std::optional<TokenMatch> match = MatchStatement(tokens, row.pattern);
    if (!match.has_value()) continue;
    Refuse(tokens, 0, match->last_word, "statement " + match->words + " is not supported",
           row.cure);
  }
  RefuseZorder(tokens, stopped);
  RefusePhrase(tokens, stopped);
  RefuseExplain(tokens);
}

}  // namespace paisql::syntax
