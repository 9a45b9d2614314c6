#include "session/substitute.h"

#include <vector>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "syntax/lexer/lexer.h"
#include "variables/value.h"

namespace paisql::session {

namespace {

// SETVAR x=$bizdate; is where such values belong.
bool AssignsVariable(std::string_view text) {
  constexpr std::string_view kSetVariable = "SETVAR";
  return EqualsIgnoreCase(text.substr(0, kSetVariable.size()), kSetVariable);
}

// Also of variables that others name in their values.
variables::SecretValues SecretsIn(const std::string& text, const variables::VariableSet& set) {
  variables::SecretValues secrets;
  for (const auto& [name, variable] : set.all()) {
    if (!IsSecretName(name)) continue;
    const Result<variables::Value> value = variables::Expand(variable, set);
    if (value.ok() && text.find(value->text) != std::string::npos) secrets.Add(value->text);
  }
  return secrets;
}

}  // namespace

Result<variables::Substituted> SubstituteVariables(const std::string& text, State& state,
                                                   bool script) {
  if (!variables::MayHoldVariables(text) ||
      EqualsIgnoreCase(state.settings().Get("paisql.variables"), "off")) {
    return variables::Substituted{text, "", {}, {}};
  }
  std::vector<variables::ByteRange> comments;
  for (const syntax::TextRange& comment : syntax::CommentRanges(text)) {
    comments.push_back({comment.begin, comment.end});
  }
  PAISQL_ASSIGN(variables::Substituted made,
                variables::Substitute(text, comments, AssignsVariable(text), state.Variables()));
  if (made.text == text) return made;
  made.secrets = SecretsIn(made.text, state.Variables());
  // The statements of a script have been told apart before: what follows the first one here would
  // run without its number, and a failure in it could not be resumed.
  const std::vector<syntax::StatementText> statements = syntax::SplitStatements(
      made.text, script ? syntax::SplitMode::kScript : syntax::SplitMode::kStatements);
  if (statements.size() > 1) {
    const size_t end = statements[0].offset + statements[0].text.size();
    return Error{ErrorCode::kParse, "the value of a variable makes several statements of one",
                 made.places.ToUser({end, end + 1, 1, 1}),
                 "write the statements into a file and run that, or quote the semicolon"};
  }
  return made;
}

}  // namespace paisql::session
