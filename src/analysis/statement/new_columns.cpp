#include "analysis/statement/parts.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "analysis/query/query.h"
#include "base/text.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

// INTERVAL is a type of expressions only.
bool IsStorable(const DataType& type) {
  if (type.IsInterval()) return false;
  return !type.IsNested() || std::all_of(type.fields().begin(), type.fields().end(), IsStorable);
}

}  // namespace

// The statement's text is not at hand here, so a default is kept as the SQL of its value.
Result<std::string> DefaultText(State& state, const syntax::ColumnDefinition& definition,
                                const DataType& type) {
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state, nothing, {.name = "DEFAULT"});
  plan::ExpressionPtr value = analyzer.Analyze(*definition.default_value);
  if (IsFailed(value->type)) return std::string();
  const SourceRange range = definition.default_value->range;
  const std::optional<Value> constant = Fold(*value);
  // NULL is what a column without a default gets.
  if (constant && constant->is_null()) return std::string();
  if (!constant) return SemanticError(range, "DEFAULT needs a constant", "write a literal");
  const ConversionKind conversion = Conversion(constant->type, type, state.types());
  if (conversion != ConversionKind::kSame && conversion != ConversionKind::kImplicit &&
      !ConvertConstant(*constant, type)) {
    return SemanticError(
        range,
        fmt::format("a default of type {} does not fit column {} of type {}",
                    constant->type.ToString(), definition.name.text, type.ToString()),
        fmt::format("write a literal of type {}", type.ToString()));
  }
  if (constant->type.id() == TypeId::kBinary || constant->type.IsInterval()) {
    return Error{ErrorCode::kUnsupported,
                 fmt::format("a default of type {} is not supported", constant->type.ToString()),
                 range, fmt::format("write a literal of type {}", type.ToString())};
  }
  std::string text = plan::ToText(plan::Constant(*constant));
  if (constant->type.id() == TypeId::kTinyint) text += "Y";
  if (constant->type.id() == TypeId::kSmallint) text += "S";
  if (constant->type.id() == TypeId::kBigint) text += "L";
  if (constant->type.id() == TypeId::kFloat) text += "F";
  return text;
}

Error RepeatedColumn(const std::string& name, const SourceRange& range) {
  return SemanticError(range, fmt::format("column repeated in creation: {}", name),
                       "give one of them another name");
}

Result<store::Column> NewColumn(State& state, const syntax::ColumnDefinition& definition) {
  PAISQL_TRY(CheckNewName(definition.name, "column"));
  PAISQL_TRY(CheckComment(definition.comment, definition.name.range));
  store::Column column;
  column.name = definition.name.text;
  PAISQL_ASSIGN(column.type, ResolveTypeName(state, definition.type));
  column.comment = definition.comment;
  column.not_null = definition.not_null;
  if (definition.default_value) {
    PAISQL_ASSIGN(column.default_text, DefaultText(state, definition, column.type));
  }
  return column;
}

Result<std::vector<store::Column>> ColumnsOf(const plan::Relation& root, const SourceRange& range) {
  std::vector<store::Column> columns;
  std::unordered_set<std::string> names;
  for (const plan::OutputColumn& column : root.output) {
    PAISQL_TRY(CheckNewName({column.name, true, range}, "column"));
    store::Column entry;
    entry.name = column.name;
    entry.type = column.type;
    columns.push_back(std::move(entry));
  }
  for (const store::Column& column : columns) {
    if (!names.insert(ToLower(column.name)).second) return RepeatedColumn(column.name, range);
  }
  return columns;
}

Status CheckStorable(const plan::Relation& root) {
  for (size_t i = 0; i < root.output.size(); ++i) {
    const plan::OutputColumn& column = root.output[i];
    if (IsStorable(column.type)) continue;
    return Error{
        ErrorCode::kIllegalDataType,
        fmt::format("column {} is {}, which no table stores", column.name, column.type.ToString()),
        ColumnRange(root, i), "store a number of days or seconds, or CAST to STRING"};
  }
  return Status::Ok();
}

}  // namespace paisql::analysis
