#include "rest/tasks/syntax_check.h"

#include "base/text.h"
#include "syntax/dialect/dialect.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"
#include "syntax/script.h"

namespace paisql::rest {

namespace {

using syntax::StatementText;

syntax::SplitMode ModeOf(const std::map<std::string, std::string>& settings) {
  const auto found = settings.find("odps.sql.submit.mode");
  const bool script = found != settings.end() && EqualsIgnoreCase(found->second, "script");
  return script ? syntax::SplitMode::kScript : syntax::SplitMode::kStatements;
}

std::optional<Error> ErrorOf(const StatementText& text) {
  if (text.kind == StatementText::Kind::kScript) {
    const Result<syntax::Script> script = syntax::ParseScript(text.text);
    return script.ok() ? std::nullopt : std::optional(script.error());
  }
  const Result<syntax::StatementPtr> statement = syntax::ParseStatement(text.text);
  return statement.ok() ? std::nullopt : std::optional(statement.error());
}

void MoveTo(const StatementText& text, Error& error) {
  if (!error.range.known()) return;
  if (error.range.line == 1) error.range.column += text.column - 1;
  error.range.line += text.line - 1;
}

}  // namespace

std::optional<Error> MistakeIn(const std::string& statements,
                               const std::map<std::string, std::string>& settings) {
  for (const StatementText& text : syntax::SplitStatements(statements, ModeOf(settings))) {
    // A variable may hold any text.
    if (text.text.find("${") != std::string::npos) return std::nullopt;
    std::optional<Error> error = ErrorOf(text);
    if (!error.has_value()) continue;
    if (error->code != ErrorCode::kParse) return std::nullopt;
    syntax::AddDialectHints(text.text, *error);
    MoveTo(text, *error);
    return error;
  }
  return std::nullopt;
}

}  // namespace paisql::rest
