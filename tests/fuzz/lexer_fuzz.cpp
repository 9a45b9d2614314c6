// Any bytes lex and split: tokens cover the text without a gap, statements are parts of it at the
// places they name, and cutting again what was cut changes nothing.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "fuzz/places.h"
#include "syntax/lexer/lexer.h"
#include "syntax/lexer/scanner.h"

namespace {

using paisql::syntax::StatementText;

void CheckTokens(std::string_view text) {
  paisql::syntax::Scanner scanner(text);
  paisql::syntax::ScannedToken token;
  size_t end = 0;
  while (scanner.Next(token)) {
    PAISQL_ASSERT(token.begin == end, "tokens overlap, or leave a gap");
    PAISQL_ASSERT(token.end > token.begin, "an empty token");
    end = token.end;
  }
  PAISQL_ASSERT(end == text.size(), "the tokens do not reach the end of the text");
}

void CheckStatements(std::string_view text, const std::vector<StatementText>& statements) {
  const bool valid = paisql::IsValidUtf8(text);
  size_t end = 0;
  for (const StatementText& statement : statements) {
    PAISQL_ASSERT(statement.offset >= end, "statements overlap");
    PAISQL_ASSERT(!statement.text.empty(), "an empty statement");
    PAISQL_ASSERT(text.substr(statement.offset, statement.text.size()) == statement.text,
                  "a statement that does not stand at its place");
    end = statement.offset + statement.text.size();
    const paisql::SourceRange place{statement.offset, end, statement.line, statement.column};
    paisql::fuzz::CheckPlace(text, place, valid);
    PAISQL_ASSERT(statement.terminated || &statement == &statements.back(),
                  "a statement in the middle without its semicolon");
  }
}

// A statement that begins a line is the statement that it was in the script. The semicolon stays
// right after it: a line break after a last word #CODE would begin a block of code.
void CheckCutAgain(const std::vector<StatementText>& statements) {
  std::string joined;
  for (const StatementText& statement : statements) {
    joined += statement.text;
    if (statement.terminated) joined += ";\n";
  }
  const std::vector<StatementText> again = paisql::syntax::SplitStatements(joined);
  PAISQL_ASSERT(again.size() == statements.size(), "cutting again gives another number");
  for (size_t i = 0; i < again.size(); ++i) {
    PAISQL_ASSERT(again[i].text == statements[i].text, "cutting again gives another statement");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckTokens(text);
  const std::vector<StatementText> statements = paisql::syntax::SplitStatements(text);
  CheckStatements(text, statements);
  CheckCutAgain(statements);
  if (paisql::syntax::IsComplete(text) && !statements.empty()) {
    PAISQL_ASSERT(statements.back().terminated, "complete, but a statement is open");
  }
  return 0;
}
