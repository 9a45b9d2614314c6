// libFuzzer target for the lexer, the splitter and the parser: any bytes must give tokens that
// cover the text, and a tree or an error with a place inside it. Build it with clang++
// -fsanitize=fuzzer,address; seeds are the statements of tests/sql.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/assert.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"

namespace {

void CheckTokens(std::string_view text) {
  size_t end = 0;
  for (const paisql::syntax::Token& token : paisql::syntax::Tokenize(text)) {
    PAISQL_ASSERT(end <= token.range.begin, "tokens overlap");
    PAISQL_ASSERT(token.range.begin < token.range.end, "an empty token");
    PAISQL_ASSERT(token.range.end <= text.size(), "a token behind the end");
    end = token.range.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckTokens(text);
  (void)paisql::syntax::IsComplete(text);
  for (const paisql::syntax::StatementText& statement : paisql::syntax::SplitStatements(text)) {
    const auto parsed = paisql::syntax::ParseStatement(statement.text);
    if (parsed.ok()) continue;
    const paisql::SourceRange& range = parsed.error().range;
    PAISQL_ASSERT(range.known(), "a syntax error without a place");
    PAISQL_ASSERT(range.begin <= range.end && range.end <= statement.text.size(),
                  "a syntax error outside its statement");
  }
  return 0;
}
