#include "syntax/lexer/step_cutter.h"

#include <utility>

#include "syntax/lexer/scanner.h"

namespace paisql::syntax {

bool IsControl(size_t token_type) {
  return token_type == Lexer::VARIABLE || token_type == Lexer::IF || token_type == Lexer::LOOP ||
         token_type == Lexer::BEGIN || token_type == Lexer::FUNCTION;
}

bool MayBeStep(size_t token_type) {
  switch (token_type) {
    case Lexer::SELECT:
    case Lexer::WITH:
    case Lexer::FROM:
    case Lexer::INSERT:
    case Lexer::VALUES:
    case Lexer::MAP:
    case Lexer::REDUCE:
    case Lexer::LEFT_PAREN:
    case Lexer::CREATE:
    case Lexer::ALTER:
    case Lexer::DROP:
    case Lexer::TRUNCATE:
    case Lexer::CLONE:
    case Lexer::UPDATE:
    case Lexer::DELETE:
    case Lexer::MERGE:
    case Lexer::EXPLAIN:
    case Lexer::SET:
    case Lexer::CODE_BLOCK:
      return true;
    default:
      return IsControl(token_type);
  }
}

bool StepCutter::Begins(size_t token_type) {
  if (token_type == Lexer::SEMICOLON) {
    // "BEGIN;" begins a transaction in other dialects, and never a block.
    if (begun_) blocks_ = 0;
    if (blocks_ == 0) whole_ = true;
    begun_ = false;
    return false;
  }
  const bool explained = std::exchange(explains_, whole_ && token_type == Lexer::EXPLAIN);
  begun_ = (whole_ || explained) && token_type == Lexer::BEGIN;
  if (!whole_ && !explained) {
    Inside(token_type);
    return false;
  }
  whole_ = false;
  if (branches_ && token_type == Lexer::ELSE) return false;
  control_ = IsControl(token_type);
  defines_ = token_type == Lexer::CREATE;
  branches_ = false;
  cases_ = 0;
  Inside(token_type);
  return !explained;
}

void StepCutter::Inside(size_t token_type) {
  // CREATE VIEW v (…) AS BEGIN … END
  if (defines_ && token_type == Lexer::BEGIN && last_ == Lexer::AS) control_ = true;
  last_ = token_type;
  if (!control_) return;
  switch (token_type) {
    case Lexer::IF:
      branches_ = true;
      break;
    case Lexer::BEGIN:
      ++blocks_;
      break;
    case Lexer::CASE:
      ++cases_;
      break;
    case Lexer::END:
      if (cases_ > 0) {
        --cases_;
      } else if (blocks_ > 0) {
        whole_ = --blocks_ == 0;
      }
      break;
    default:
      break;
  }
}

}  // namespace paisql::syntax
