#pragma once

// Turns the parser's first error into a SyntaxFailure in the platform's words.

#include <antlr4-runtime.h>

#include <optional>

#include "syntax/lexer/token_list.h"

namespace paisql::syntax {

// Thrown by the fast attempt: the parse is repeated with full context, which tells what is wrong,
// or that nothing is.
struct FastParseFailed {};

class ErrorStrategy final : public antlr4::DefaultErrorStrategy {
 public:
  enum class Attempt { kFast, kFullContext };

  ErrorStrategy(const TokenList& tokens, Attempt attempt) : tokens_(tokens), attempt_(attempt) {}

  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) override;
  void recover(antlr4::Parser* parser, std::exception_ptr error) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void sync(antlr4::Parser* parser) override;

 private:
  [[noreturn]] void Report(antlr4::Parser* parser, const antlr4::RecognitionException& error);

  const TokenList& tokens_;
  const Attempt attempt_;
  // The tokens that could have begun optional parts at the token expected_at_.
  antlr4::misc::IntervalSet expected_;
  std::optional<size_t> expected_at_;
};

}  // namespace paisql::syntax
