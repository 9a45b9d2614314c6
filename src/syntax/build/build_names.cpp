// Names, strings, types and places.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/literal_text.h"

namespace paisql::syntax {

std::string QualifiedName::ToString() const {
  std::string text;
  for (const Identifier& part : parts) {
    if (!text.empty()) text += '.';
    text += part.text;
  }
  return text;
}

SourceRange TreeBuilder::RangeOf(const antlr4::ParserRuleContext* context) {
  return Span(TokenList::RangeOf(context->start), TokenList::RangeOf(context->stop));
}

SourceRange TreeBuilder::RangeOf(antlr4::tree::TerminalNode* node) {
  return TokenList::RangeOf(node->getSymbol());
}

std::string_view TreeBuilder::TextOf(const antlr4::ParserRuleContext* context) const {
  return tokens_.TextOf(RangeOf(context));
}

Identifier TreeBuilder::BuildIdentifier(const antlr4::ParserRuleContext* context) const {
  const std::string_view text = tokens_.TextOf(context->start);
  return Identifier{UnquoteName(text), context->start->getType() == P::BACKQUOTED,
                    RangeOf(context)};
}

Identifier TreeBuilder::BuildQuotedAlias(const antlr4::Token* token) const {
  const std::string_view text = tokens_.TextOf(token);
  const SourceRange range = TokenList::RangeOf(token);
  if (text.front() != '"') {
    Fail(ErrorCode::kParse, range, InvalidToken(text),
         "quotes make a string, never a name: use back-ticks for a name");
  }
  return Identifier{UnescapeSqlString(text, range), true, range};
}

QualifiedName TreeBuilder::BuildName(P::QualifiedNameContext* context) const {
  return QualifiedName{BuildNames(context->anyName()), RangeOf(context)};
}

std::vector<Identifier> TreeBuilder::BuildNames(P::NameListContext* context) const {
  return context == nullptr ? std::vector<Identifier>() : BuildNames(context->anyName());
}

std::string TreeBuilder::BuildString(P::StringValueContext* context) const {
  std::string text;
  for (auto* part : context->STRING_VALUE()) {
    text += UnescapeSqlString(tokens_.TextOf(part->getSymbol()), RangeOf(part));
  }
  return text;
}

Identifier TreeBuilder::VariableName(const antlr4::Token* token, const TokenList& tokens) {
  return Identifier{std::string(tokens.TextOf(token).substr(1)), false, TokenList::RangeOf(token)};
}

TypeName TreeBuilder::BuildTypeName(P::TypeNameContext* context) const {
  std::optional<DataType> type = BuildType(context);
  // What the parts of a nested type allow is the reader's to say, as of a type that is stored: an
  // ARRAY is not the key of a MAP, and no field appears twice.
  if (type && type->IsNested() && !ParseDataType(type->ToString(), kMaxDecimalPrecision).ok()) {
    type.reset();
  }
  return TypeName{std::move(type), std::string(TextOf(context)), RangeOf(context)};
}

std::optional<DataType> TreeBuilder::BuildType(P::TypeNameContext* context) const {
  if (context->name == nullptr) return std::nullopt;  // INTERVAL, which analysis refuses
  if (!context->typeArgument().empty()) {
    const std::string_view name = tokens_.TextOf(context->name->start);
    if (EqualsIgnoreCase(name, "array")) return BuildNestedType(context, TypeId::kArray);
    if (EqualsIgnoreCase(name, "map")) return BuildNestedType(context, TypeId::kMap);
    if (EqualsIgnoreCase(name, "struct")) return BuildNestedType(context, TypeId::kStruct);
    return std::nullopt;
  }
  // Without the blanks and comments that may stand between the tokens.
  std::string spelling(tokens_.TextOf(context->name->start));
  if (context->element != nullptr) return std::nullopt;  // VECTOR(FLOAT, 3)
  const auto numbers = context->INTEGER_VALUE();
  for (size_t i = 0; i < numbers.size(); ++i) {
    spelling += i == 0 ? '(' : ',';
    spelling += tokens_.TextOf(numbers[i]->getSymbol());
  }
  if (!numbers.empty()) spelling += ')';
  const Result<DataType> type = ParseDataType(spelling);
  return type.ok() ? std::optional<DataType>(type.value()) : std::nullopt;
}

std::optional<DataType> TreeBuilder::BuildNestedType(P::TypeNameContext* context, TypeId id) const {
  std::vector<DataType> parts;
  std::vector<std::string> names;
  for (auto* argument : context->typeArgument()) {
    const std::optional<DataType> part = BuildType(argument->typeName());
    if (!part || (argument->field != nullptr) != (id == TypeId::kStruct)) return std::nullopt;
    parts.push_back(*part);
    if (argument->field != nullptr) names.push_back(BuildIdentifier(argument->field).text);
  }
  if (id == TypeId::kStruct) return DataType::Struct(std::move(names), std::move(parts));
  if (id == TypeId::kMap && parts.size() == 2) return DataType::Map(parts[0], parts[1]);
  if (id == TypeId::kArray && parts.size() == 1) return DataType::Array(parts[0]);
  return std::nullopt;
}

}  // namespace paisql::syntax
