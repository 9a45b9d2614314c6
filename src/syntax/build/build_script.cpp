// Variables of a script.

#include <set>
#include <string>

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"

namespace paisql::syntax {

std::unique_ptr<AssignStep> TreeBuilder::BuildAssign(P::SingleAssignContext* context) {
  auto assign = std::make_unique<AssignStep>();
  assign->variable = VariableName(context->VARIABLE()->getSymbol(), tokens_);
  if (auto* type = context->variableType()) {
    assign->table = type->TABLE() != nullptr;
    assign->columns = BuildColumns(type->columnDefinition());
    if (!assign->table) assign->type = BuildTypeName(type->typeName());
  }
  assign->cache = context->cacheClause() != nullptr;
  if (context->query() != nullptr) assign->query = BuildQuery(context->query());
  if (context->expression() != nullptr) assign->value = BuildExpression(context->expression());
  assign->range = Span(assign->variable.range, tokens_.RangeAt(tokens_.count() - 2));
  return assign;
}

namespace {

bool IsReturns(const antlr4::ParserRuleContext* word) {
  return EqualsIgnoreCase(const_cast<antlr4::ParserRuleContext*>(word)->getText(), "RETURNS");
}

}  // namespace

// A macro is kept as a function, whose parameters have an @: (@a BIGINT) AS @a + 1.
StatementPtr TreeBuilder::BuildMacro(P::SqlFunctionContext* context) {
  auto macro = std::make_unique<CreateSqlFunctionStatement>();
  macro->temporary = true;
  macro->name.parts.push_back(BuildIdentifier(context->macro));
  macro->name.range = macro->name.parts.front().range;
  std::set<std::string> names;
  for (auto* one : context->macroParameter()) {
    const Identifier name = BuildIdentifier(one->name);
    names.insert(ToLower(name.text));
    macro->macro += macro->macro.empty() ? "(@" : ", @";
    macro->macro += name.text + " " + std::string(TextOf(one->typeName()));
  }
  macro->macro += names.empty() ? "() AS " : ") AS ";
  auto* body = context->expression();
  macro->definition_range = RangeOf(body);
  size_t at = macro->definition_range.begin;
  const size_t last = body->getStop()->getTokenIndex();
  for (size_t i = body->getStart()->getTokenIndex(); i <= last; ++i) {
    const size_t before = tokens_.TypeAt(i - 1);
    const bool member = before == P::DOT || before == P::AS;
    const bool called = tokens_.TypeAt(i + 1) == P::LEFT_PAREN;
    std::string name = ToLower(std::string(tokens_.TextAt(i)));
    if (name.size() > 2 && name.front() == '`') name = name.substr(1, name.size() - 2);
    if (member || called || !names.contains(name)) continue;
    const SourceRange token = tokens_.RangeAt(i);
    macro->macro += std::string(tokens_.text().substr(at, token.begin - at)) + "@" + name;
    at = token.end;
  }
  macro->macro += tokens_.text().substr(at, macro->definition_range.end - at);
  return macro;
}

StatementPtr TreeBuilder::BuildSqlFunction(P::SqlFunctionContext* context) {
  if (context->macro != nullptr) return BuildMacro(context);
  auto function = std::make_unique<CreateSqlFunctionStatement>();
  function->temporary = context->CREATE() == nullptr;
  function->or_replace = context->REPLACE() != nullptr;
  function->if_not_exists = context->ifNotExists() != nullptr;
  function->name = BuildName(context->name);
  function->definition_range = RangeOf(context->definition());
  return function;
}

Definition TreeBuilder::BuildDefinition(P::DefinitionContext* context, size_t& body,
                                        size_t& body_end) {
  Definition definition;
  const auto expect_returns = [&](antlr4::ParserRuleContext* word) {
    if (IsReturns(word)) return;
    Fail(ErrorCode::kParse, RangeOf(word),
         InvalidToken(std::string(TextOf(word))) + ", expect one of 'RETURNS'", "");
  };
  for (auto* one : context->parameter()) {
    Parameter& parameter = definition.parameters.emplace_back();
    parameter.name = VariableName(one->VARIABLE()->getSymbol(), tokens_);
    auto* type = one->parameterType();
    parameter.table = type->TABLE() != nullptr;
    parameter.function = type->FUNCTION() != nullptr;
    if (parameter.function) expect_returns(type->identifier());
    if (!parameter.table && !parameter.function) {
      parameter.type = BuildTypeName(type->typeName().front());
    }
    if (one->fallback != nullptr) {
      if (!parameter.type) {
        Fail(ErrorCode::kParse, RangeOf(one->EQ()), InvalidToken("="),
             "only a value may be left out");
      }
      parameter.fallback = BuildExpression(one->fallback);
    }
    for (auto* column : type->tableParameter()) {
      if (column->ASTERISK() != nullptr) {
        parameter.rest = true;
        continue;
      }
      if (parameter.rest) {
        Fail(ErrorCode::kSemantic, RangeOf(column), "* is the last column of a TABLE parameter",
             "write it last");
      }
      parameter.columns.push_back(
          {BuildIdentifier(column->name), BuildTypeName(column->typeName())});
    }
  }
  if (context->given != nullptr) {
    expect_returns(context->given);
    if (context->VARIABLE() != nullptr) {
      definition.result = VariableName(context->VARIABLE()->getSymbol(), tokens_);
    }
    if (auto* type = context->variableType()) {
      definition.result_columns = BuildColumns(type->columnDefinition());
      if (type->TABLE() == nullptr) definition.result_type = BuildTypeName(type->typeName());
    }
  }
  if (context->query() != nullptr) definition.query = BuildQuery(context->query());
  if (context->expression() != nullptr) definition.value = BuildExpression(context->expression());
  body = body_end = 0;
  if (context->body != nullptr) {
    const size_t begin = context->body->getTokenIndex();
    body = tokens_.RangeAt(begin).end;
    body_end = RangeOf(context->END()).begin;
  }
  return definition;
}

}  // namespace paisql::syntax
