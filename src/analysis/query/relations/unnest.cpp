// UNNEST in FROM: a row for each element of an array, which in a join may be a column of the left
// side.

#include <fmt/format.h>

#include "analysis/query/relations/definitions.h"
#include "analysis/query/relations/from.h"
#include "base/text.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

constexpr std::string_view kUnnamed = "__generated_unnest_col_c0";

bool IsUnnest(const syntax::Relation& relation) {
  if (relation.kind != syntax::RelationKind::kFunction) return false;
  const auto& name = syntax::As<syntax::FunctionRelation>(relation).name;
  return name.parts.size() == 1 && EqualsIgnoreCase(name.parts[0].text, "unnest");
}

bool IsTrue(const syntax::Expression& expression) {
  if (expression.kind != syntax::ExpressionKind::kLiteral) return false;
  const auto& literal = syntax::As<syntax::Literal>(expression);
  return literal.literal == syntax::LiteralKind::kBoolean && EqualsIgnoreCase(literal.text, "true");
}

Status CheckUnnest(const syntax::FunctionRelation& node) {
  if (node.arguments.size() != 1) {
    return Error{
        ErrorCode::kArgumentCount,
        fmt::format("function unnest needs 1 parameter, actually have {}", node.arguments.size()),
        node.range, "write an UNNEST for each array"};
  }
  if (node.column_aliases.empty()) return Status::Ok();
  return SemanticError(node.column_aliases.front().range, "column alias is not supported in unnest",
                       "the alias itself names the column: UNNEST(a) AS x");
}

using NewColumn = std::pair<plan::OutputColumn, plan::ExpressionPtr>;

// The input with more columns.
plan::RelationPtr WithColumns(plan::RelationPtr input, std::vector<NewColumn> columns,
                              const SourceRange& range) {
  auto project = std::make_unique<plan::Project>();
  project->range = range;
  project->output = input->output;
  for (const plan::OutputColumn& column : input->output) {
    project->expressions.push_back(MakeColumn(column, range));
  }
  for (NewColumn& column : columns) {
    project->output.push_back(std::move(column.first));
    project->expressions.push_back(std::move(column.second));
  }
  project->input = std::move(input);
  return project;
}

}  // namespace

Result<FromResult> FromAnalyzer::Function(const syntax::FunctionRelation& node) {
  if (IsUnnest(node)) {
    FromResult row;
    auto values = std::make_unique<plan::Values>();
    values->rows.emplace_back();
    values->range = node.range;
    row.plan = std::move(values);
    PAISQL_ASSIGN(FromResult result, Unnest(node, std::move(row), false));
    AddLeaf(*result.plan);
    return result;
  }
  const std::string name = node.name.ToString();
  const std::optional<names::OwnedFunction> owned = state_.names.Function(name);
  if (owned.has_value() && owned->function->kind == functions::FunctionKind::kTable) {
    return SemanticError(node.range,
                         fmt::format("table function {} may only stand alone in the select list "
                                     "or in LATERAL VIEW",
                                     name),
                         "use LATERAL VIEW, or UNNEST for an array");
  }
  std::shared_ptr<const syntax::Definition> function;
  if (node.name.parts.size() == 1) {
    PAISQL_ASSIGN(function, FindFunction(state_, name, node.name.range));
    const bool own = FindVariable(state_.variables, FunctionKey(name)) != nullptr;
    if (own) return FunctionRows(node, *function);
  }
  if (const Result<store::Table> view = FindTable(state_, node.name); view.ok()) {
    PAISQL_TRY(CheckRead(state_, *view, node.name.range));
    if (view->kind == store::TableKind::kView) return ParameterView(node, *view);
    return SemanticError(node.name.range, fmt::format("{} is a table and takes no arguments", name),
                         "leave the brackets out");
  }
  if (function != nullptr) return FunctionRows(node, *function);
  return SemanticError(node.name.range,
                       fmt::format("function or view '{}' cannot be resolved", name),
                       "in FROM only UNNEST(array) is written as a call");
}

// The columns of the source, then the element, or each of its fields where it is a structure.
Result<FromResult> FromAnalyzer::Unnest(const syntax::FunctionRelation& node, FromResult source,
                                        bool outer) {
  PAISQL_TRY(CheckUnnest(node));
  const Scope scope(outer_, source.relations);
  ExpressionAnalyzer analyzer(state_, scope, {.name = "UNNEST"});
  plan::ExpressionPtr array = analyzer.Analyze(*node.arguments[0]);
  ScopeRelation relation;
  if (node.alias) relation.alias = node.alias->text;
  if (IsFailed(array->type)) {
    FromResult open = Open(relation.alias);
    source.relations.push_back(std::move(open.relations.back()));
    source.plan->output.push_back(open.plan->output[0]);
    return source;
  }
  if (array->type.id() != TypeId::kArray) {
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("invalid type {} of argument 1 for function unnest, expect ARRAY<T>",
                             array->type.ToString()),
                 node.arguments[0]->range, "a MAP goes through LATERAL VIEW explode"};
  }
  if (plan::ContainsSubquery(*array)) {
    // Engines unnest no subquery: its answer becomes a column first.
    const plan::OutputColumn column = state_.Column("array", array->type);
    std::vector<NewColumn> columns;
    columns.emplace_back(column, std::move(array));
    source.plan = WithColumns(std::move(source.plan), std::move(columns), node.range);
    array = MakeColumn(column, node.range);
  }
  const functions::Function* explode = functions::FindFunction("explode");
  PAISQL_ASSERT(explode != nullptr, "there is no function explode");
  std::vector<plan::ExpressionPtr> arguments;
  arguments.push_back(std::move(array));
  PAISQL_ASSIGN(source.plan, UnnestRows(state_, std::move(source.plan), *explode,
                                        std::move(arguments), node.range, outer));
  const std::string name = node.alias ? node.alias->text : std::string(kUnnamed);
  source.plan->output.back().name = name;
  const plan::OutputColumn element = source.plan->output.back();
  const bool structure = element.type.id() == TypeId::kStruct;
  relation.columns.push_back({element, false, structure});
  std::vector<NewColumn> fields;
  for (size_t i = 0; structure && i < element.type.field_names().size(); ++i) {
    const std::string& field = element.type.field_names()[i];
    PAISQL_ASSIGN(plan::ExpressionPtr value,
                  FieldOf(MakeColumn(element, node.range), {field, false, node.range}));
    const plan::OutputColumn column = state_.Column(field, value->type);
    relation.columns.push_back({column, false});
    fields.emplace_back(column, std::move(value));
  }
  if (structure) {
    source.plan = WithColumns(std::move(source.plan), std::move(fields), node.range);
  }
  if (!hints_.empty()) named_.push_back(relation);
  source.relations.push_back(std::move(relation));
  return source;
}

// Other joins, and those on columns of equal names, take an array that needs no row of the left.
bool FromAnalyzer::SeesLeftSide(const syntax::JoinRelation& node) {
  if (!IsUnnest(*node.right) || node.natural || !node.using_columns.empty()) return false;
  return node.type == syntax::JoinType::kInner || node.type == syntax::JoinType::kCross ||
         node.type == syntax::JoinType::kLeft;
}

Result<FromResult> FromAnalyzer::UnnestJoin(const syntax::JoinRelation& node, FromResult left) {
  const bool outer = node.type == syntax::JoinType::kLeft;
  const bool condition = node.condition && !IsTrue(*node.condition);
  if (outer && condition) {
    return UnsupportedError(
        node.condition->range,
        "LEFT JOIN UNNEST with a condition other than ON TRUE is not supported");
  }
  std::vector<ScopeRelation> before = left.relations;
  const int leaf = left.plan->output.empty() ? -1 : LeafOf(left.plan->output[0].id);
  PAISQL_ASSIGN(FromResult result,
                Unnest(syntax::As<syntax::FunctionRelation>(*node.right), std::move(left), outer));
  CheckAliases(before, {result.relations.back()}, node.right->range);
  for (const ScopeColumn& column : result.relations.back().columns) {
    if (leaf >= 0) leaves_[column.column.id] = leaf;
  }
  if (!condition) return result;
  const Scope scope(outer_, result.relations);
  ExpressionAnalyzer analyzer(state_, scope, {.name = "ON"});
  auto filter = std::make_unique<plan::Filter>();
  filter->range = node.range;
  filter->condition = analyzer.AnalyzeBoolean(*node.condition);
  filter->output = result.plan->output;
  filter->input = std::move(result.plan);
  result.plan = std::move(filter);
  return result;
}

}  // namespace paisql::analysis
