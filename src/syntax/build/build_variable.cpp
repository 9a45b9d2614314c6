// SETVAR, UNSETVAR, ALIAS.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/statements/commands.h"

namespace paisql::syntax {

namespace {

// name=value of a command, each as it is written.
struct SetWords {
  std::string name;
  SourceRange name_range;
  std::string value;
  SourceRange value_range;
};

std::optional<SetWords> ReadAssignment(const TokenList& tokens,
                                       const std::vector<CommandWord>& words, size_t stop) {
  const size_t begin = words.front().range.begin;
  const size_t equals = tokens.text().substr(0, stop).find('=', begin);
  if (equals == std::string_view::npos) return std::nullopt;
  SetWords assignment;
  assignment.name = Trim(tokens.text().substr(begin, equals - begin));
  const SourceRange& first = words.front().range;
  assignment.name_range = SubRange(tokens.text(), first, 0, assignment.name.size());
  assignment.value = ValueText(tokens, 0, equals + 1);
  assignment.value_range = SubRange(tokens.text(), first, equals + 1 - begin, stop - equals - 1);
  return assignment;
}

}  // namespace

StatementPtr TreeBuilder::BuildVariable(P::VariableStatementContext* context) {
  auto variable = std::make_unique<VariableStatement>();
  variable->unset = context->UNSETVAR() != nullptr;
  const std::vector<CommandWord> words = TailWords(context, 1);
  if (words.empty()) FailAtEnd("the name of a variable");
  if (variable->unset) {
    if (words.size() > 1) {
      Fail(ErrorCode::kParse, words[1].range, InvalidToken(ToWord(words[1]).text),
           "write UNSETVAR name");
    }
    variable->name = ToWord(words[0]).text;
    variable->name_range = words[0].range;
    return variable;
  }
  std::optional<SetWords> assignment = ReadAssignment(tokens_, words, RangeOf(context).end);
  if (!assignment.has_value()) FailAtEnd("'='");
  variable->name = std::move(assignment->name);
  variable->name_range = assignment->name_range;
  variable->value = std::move(assignment->value);
  variable->value_range = assignment->value_range;
  return variable;
}

StatementPtr TreeBuilder::BuildAlias(P::AliasStatementContext* context) {
  auto alias = std::make_unique<AliasStatement>();
  const std::vector<CommandWord> words = TailWords(context, 1);
  if (words.empty()) return alias;
  if (EqualsIgnoreCase(tokens_.TextAt(0), "UNALIAS")) {
    alias->name = ToWord(words[0]).text;
    alias->name_range = words[0].range;
    return alias;
  }
  std::optional<SetWords> assignment = ReadAssignment(tokens_, words, RangeOf(context).end);
  if (!assignment.has_value()) FailAtEnd("'='");
  if (assignment->name.empty()) {
    Fail(ErrorCode::kParse, words[0].range, InvalidToken("="), "write ALIAS name=resource");
  }
  alias->name = std::move(assignment->name);
  alias->name_range = assignment->name_range;
  alias->resource = std::move(assignment->value);
  return alias;
}

}  // namespace paisql::syntax
