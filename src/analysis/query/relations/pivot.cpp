// PIVOT as an aggregation with filters, UNPIVOT as a union of projections.

#include <unordered_set>

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

// A value's text in a result column's name: as written, quotes included but for BigQuery's names.
std::string NameOfValue(const syntax::Expression& value, std::string_view quote) {
  const auto quoted = [&](const std::string& text) {
    return std::string(quote) + text + std::string(quote);
  };
  if (value.kind == syntax::ExpressionKind::kUnary) {
    return "-" + NameOfValue(*syntax::As<syntax::Unary>(value).operand, quote);
  }
  if (value.kind == syntax::ExpressionKind::kTypedLiteral) {
    return quoted(syntax::As<syntax::TypedLiteral>(value).text);
  }
  if (value.kind != syntax::ExpressionKind::kLiteral) return "value";
  const auto& literal = syntax::As<syntax::Literal>(value);
  if (literal.literal == syntax::LiteralKind::kNull) return "NULL";
  if (literal.literal == syntax::LiteralKind::kString) return quoted(literal.text);
  return literal.text;
}

std::string NameOfItem(const syntax::PivotRelation::Item& item, std::string_view quote) {
  if (item.alias) return item.alias->text;
  std::string name;
  for (const syntax::ExpressionPtr& value : item.values) {
    if (!name.empty()) name += "_";
    name += NameOfValue(*value, quote);
  }
  return name;
}

// value_aggregate, or aggregate_value as BigQuery has it.
std::string PivotColumnName(const syntax::PivotRelation::Item& item,
                            const syntax::PivotRelation::Aggregate& aggregate, bool bigquery) {
  std::string value = NameOfItem(item, bigquery ? "" : "'");
  if (!aggregate.alias) return value;
  if (bigquery) return aggregate.alias->text + "_" + value;
  return value + "_" + aggregate.alias->text;
}

}  // namespace

Result<FromResult> FromAnalyzer::Pivot(const syntax::PivotRelation& node) {
  const size_t trouble = state_.errors.trouble();
  FromResult source = Analyze(*node.source);
  const Scope scope(outer_, source.relations);
  std::unordered_set<plan::ColumnId> used;
  const auto use = [&](const plan::Expression& expression) {
    std::vector<plan::ColumnId> columns;
    plan::CollectColumns(expression, columns);
    used.insert(columns.begin(), columns.end());
  };
  ExpressionAnalyzer aggregates(state_, scope, {.name = "PIVOT", .aggregates = true});
  std::vector<plan::ExpressionPtr> calls;
  for (const syntax::PivotRelation::Aggregate& aggregate : node.aggregates) {
    plan::ExpressionPtr call = aggregates.Analyze(*aggregate.call);
    if (IsFailed(call->type)) continue;
    if (call->kind != plan::ExpressionKind::kAggregate) {
      return SemanticError(aggregate.call->range, "PIVOT needs an aggregate function",
                           "write one such as sum(x)");
    }
    use(*call);
    calls.push_back(std::move(call));
  }
  ExpressionAnalyzer names(state_, scope, {.name = "PIVOT"});
  std::vector<plan::ExpressionPtr> columns;
  for (const syntax::QualifiedName& name : node.columns) {
    PAISQL_ASSIGN(Scope::Match match, scope.Find(name));
    if (IsFailed(match.column->type)) state_.errors.NoteFailedUse();
    columns.push_back(MakeColumn(*match.column, name.range));
    use(*columns.back());
  }
  if (state_.errors.trouble() != trouble) return Open(node.alias ? node.alias->text : "");
  auto result = std::make_unique<plan::AggregateRelation>();
  result->range = node.range;
  for (const ScopeRelation& relation : source.relations) {
    for (const ScopeColumn& column : relation.columns) {
      if (column.hidden || column.named_only || used.contains(column.column.id)) continue;
      result->keys.push_back(MakeColumn(column.column, node.range));
      result->output.push_back(state_.Column(column.column.name, column.column.type));
    }
  }
  for (const syntax::PivotRelation::Item& item : node.items) {
    if (item.values.size() != columns.size()) {
      return SemanticError(item.range, fmt::format("expect {} columns, actually have {}",
                                                   columns.size(), item.values.size()));
    }
    std::vector<plan::ExpressionPtr> terms;
    for (size_t i = 0; i < columns.size(); ++i) {
      plan::ExpressionPtr value = names.Analyze(*item.values[i]);
      if (!plan::IsConstantExpression(*value)) {
        return SemanticError(item.range, "values of PIVOT must be constants", "write literals");
      }
      PAISQL_ASSIGN(
          plan::ExpressionPtr term,
          MakeComparison(state_, "<=>", plan::Clone(*columns[i]), std::move(value), item.range));
      terms.push_back(std::move(term));
    }
    PAISQL_ASSIGN(plan::ExpressionPtr condition, MakeConjunction(state_, std::move(terms)));
    for (size_t i = 0; i < calls.size(); ++i) {
      plan::ExpressionPtr call = plan::Clone(*calls[i]);
      auto& aggregate = plan::As<plan::Aggregate>(*call);
      plan::ExpressionPtr filter = plan::Clone(*condition);
      if (aggregate.filter) {
        PAISQL_ASSIGN(filter, MakeOperator(state_, "and", std::move(aggregate.filter),
                                           std::move(filter), node.range));
      }
      aggregate.filter = std::move(filter);
      std::string name =
          PivotColumnName(item, node.aggregates[i], state_.context.bigquery_compatible);
      result->output.push_back(state_.Column(std::move(name), call->type));
      result->aggregates.push_back(std::move(call));
    }
  }
  result->input = std::move(source.plan);
  return Named(std::move(result), node, "", "");
}

Result<FromResult> FromAnalyzer::Unpivot(const syntax::UnpivotRelation& node) {
  const size_t trouble = state_.errors.trouble();
  FromResult source = Analyze(*node.source);
  const Scope scope(outer_, source.relations);
  const size_t width = node.value_columns.size();
  std::unordered_set<plan::ColumnId> used;
  std::vector<std::vector<plan::OutputColumn>> items;
  std::vector<DataType> types(width, TypeId::kVoid);
  for (const syntax::UnpivotRelation::Item& item : node.items) {
    if (item.columns.size() != width) {
      return SemanticError(node.range, fmt::format("expect {} columns, actually have {}", width,
                                                   item.columns.size()));
    }
    std::vector<plan::OutputColumn> columns;
    for (size_t i = 0; i < width; ++i) {
      PAISQL_ASSIGN(Scope::Match match, scope.Find(item.columns[i]));
      if (IsFailed(match.column->type)) state_.errors.NoteFailedUse();
      const std::optional<DataType> type = Widen(state_, types[i], match.column->type);
      if (!type) {
        return SemanticError(item.columns[i].range,
                             fmt::format("columns of UNPIVOT have no common type: {} and {}",
                                         types[i].ToString(), match.column->type.ToString()),
                             "CAST them in a subquery first");
      }
      types[i] = *type;
      columns.push_back(*match.column);
      used.insert(match.column->id);
    }
    items.push_back(std::move(columns));
  }
  if (state_.errors.trouble() != trouble) return Open(node.alias ? node.alias->text : "");
  // The source is read once for each item, so it becomes a shared definition.
  const int index = state_.NewCteIndex();
  auto united = std::make_unique<plan::SetOperation>();
  united->all = true;
  united->range = node.range;
  for (size_t n = 0; n < items.size(); ++n) {
    auto scan = std::make_unique<plan::CteScan>();
    scan->index = index;
    scan->name = "unpivot";
    scan->range = node.range;
    std::unordered_map<plan::ColumnId, plan::OutputColumn> fresh;
    for (const plan::OutputColumn& column : source.plan->output) {
      scan->source.push_back(column.id);
      scan->output.push_back(state_.Column(column.name, column.type));
      fresh[column.id] = scan->output.back();
    }
    auto project = std::make_unique<plan::Project>();
    project->range = node.range;
    const auto add = [&](std::string name, plan::ExpressionPtr value) {
      project->output.push_back(state_.Column(std::move(name), value->type));
      project->expressions.push_back(std::move(value));
    };
    for (const ScopeRelation& relation : source.relations) {
      for (const ScopeColumn& column : relation.columns) {
        if (column.hidden || column.named_only || used.contains(column.column.id)) continue;
        add(column.column.name, MakeColumn(fresh[column.column.id], node.range));
      }
    }
    std::string item_name;
    for (const syntax::QualifiedName& name : node.items[n].columns) {
      if (!item_name.empty()) item_name += "_";
      item_name += name.parts.back().text;
    }
    if (node.items[n].alias) item_name = node.items[n].alias->text;
    add(node.name_column.text, MakeConstant(Value::String(item_name), node.range));
    std::vector<plan::OutputColumn> values;
    for (size_t i = 0; i < width; ++i) {
      add(node.value_columns[i].text,
          CoerceTo(state_, MakeColumn(fresh[items[n][i].id], node.range), types[i]));
      values.push_back(project->output.back());
    }
    project->input = std::move(scan);
    plan::RelationPtr branch = std::move(project);
    if (!node.include_nulls) {
      // A row of NULLs only is left out.
      plan::ExpressionPtr keep;
      for (const plan::OutputColumn& value : values) {
        PAISQL_ASSIGN(
            plan::ExpressionPtr term,
            MakeOperator(state_, "is_not_null", MakeColumn(value, node.range), node.range));
        if (keep) {
          PAISQL_ASSIGN(keep,
                        MakeOperator(state_, "or", std::move(keep), std::move(term), node.range));
        } else {
          keep = std::move(term);
        }
      }
      auto filter = std::make_unique<plan::Filter>();
      filter->output = branch->output;
      filter->range = node.range;
      filter->condition = std::move(keep);
      filter->input = std::move(branch);
      branch = std::move(filter);
    }
    united->inputs.push_back(std::move(branch));
  }
  for (const plan::OutputColumn& column : united->inputs[0]->output) {
    united->output.push_back(state_.Column(column.name, column.type));
  }
  auto with = std::make_unique<plan::With>();
  with->indexes.push_back(index);
  with->definitions.push_back(std::move(source.plan));
  with->output = united->output;
  with->range = node.range;
  with->body = std::move(united);
  return Named(std::move(with), node, "", "");
}

}  // namespace paisql::analysis
