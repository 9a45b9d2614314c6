#include "syntax/parser.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "base/system/destroy_later.h"
#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/error_strategy.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/lexer/token_list.h"
#include "syntax/predictor.h"
#include "syntax/statement_check.h"
#include "syntax/unsupported.h"

namespace paisql::syntax {

namespace {

std::string HexByte(char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  return {kDigits[byte >> 4], kDigits[byte & 0xF]};
}

// The first byte that is no part of a character of UTF-8.
size_t InvalidByte(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    size_t length = 1;
    while (length <= 4 && !IsValidUtf8(text.substr(at, length))) ++length;
    if (length > 4) return at;
    at += length;
  }
  return at;
}

void CheckText(std::string_view text) {
  if (text.size() > ValueOf(Limit::kStatementBytes)) {
    FailLimit(Limit::kStatementBytes, SourceRange{0, 0, 1, 1});
  }
  if (IsValidUtf8(text)) return;
  const size_t at = InvalidByte(text);
  Fail(ErrorCode::kParse, PositionCursor(text).Range(at, at + 1),
       "the text is not valid UTF-8: byte 0x" + HexByte(text[at]),
       "save the file in UTF-8; Chinese text in GBK has such bytes");
}

// What is alive while a statement is read.
struct Reading {
  Reading(std::string_view text, Leash* leash) : tokens(text, leash) {}
  TokenList tokens;
  std::optional<P> parser;
};

// Parses by the entry rule: first the fast way, which decides by local context alone, and only if
// that fails with full context, which either succeeds or knows the error.
template <typename Rule>
auto* ParseBy(P& parser, TokenList& tokens, Rule rule) {
  auto* simulator = parser.getInterpreter<antlr4::atn::ParserATNSimulator>();
  auto predictor = std::make_unique<Predictor>(&parser, *simulator);
  simulator = predictor.get();
  parser.setInterpreter(predictor.release());
  parser.removeErrorListeners();
  simulator->setPredictionMode(antlr4::atn::PredictionMode::SLL);
  parser.setErrorHandler(std::make_shared<ErrorStrategy>(tokens, ErrorStrategy::Attempt::kFast));
  try {
    return (parser.*rule)();
  } catch (const FastParseFailed&) {
    parser.reset();
    simulator->setPredictionMode(antlr4::atn::PredictionMode::LL);
    parser.setErrorHandler(
        std::make_shared<ErrorStrategy>(tokens, ErrorStrategy::Attempt::kFullContext));
    return (parser.*rule)();
  }
}

}  // namespace

Result<StatementPtr> ParseStatement(std::string_view text, Leash* leash) {
  std::unique_ptr<Reading> reading;
  try {
    CheckText(text);
    reading = std::make_unique<Reading>(text, leash);
    TokenList& tokens = reading->tokens;
    CheckTokens(tokens);
    reading->parser.emplace(&tokens);
    P::SingleStatementContext* tree = nullptr;
    try {
      tree = ParseBy(*reading->parser, tokens, &P::singleStatement);
    } catch (const SyntaxFailure& failure) {
      RefuseUnsupported(tokens, failure.error.range);
      throw;
    }
    return TreeBuilder(tokens).BuildStatement(tree->statement());
  } catch (SyntaxFailure& failure) {
    if (failure.error.code == ErrorCode::kInstanceCancelled) DestroyLater(std::move(reading));
    return std::move(failure.error);
  }
}

Result<ExpressionPtr> ParseExpression(std::string_view text) {
  try {
    CheckText(text);
    TokenList tokens(text);
    CheckTokens(tokens);
    P parser(&tokens);
    auto* tree = ParseBy(parser, tokens, &P::singleExpression);
    return TreeBuilder(tokens).BuildExpression(tree->expression());
  } catch (SyntaxFailure& failure) {
    return std::move(failure.error);
  }
}

Result<std::unique_ptr<Query>> ParseQuery(std::string_view text, Leash* leash) {
  try {
    CheckText(text);
    TokenList tokens(text, leash);
    CheckTokens(tokens);
    P parser(&tokens);
    auto* tree = ParseBy(parser, tokens, &P::singleQuery);
    return TreeBuilder(tokens).BuildQuery(tree->query());
  } catch (SyntaxFailure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace paisql::syntax
