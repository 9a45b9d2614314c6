// The select list: expressions and their names, * and t.*, column patterns, table functions.

#include <fmt/format.h>

#include "analysis/query/column_pattern.h"
#include "analysis/query/select.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

// EXCEPT (a, b) and REPLACE (a + 1 AS a) after a *, and which of their names a column had.
class StarChanges {
 public:
  explicit StarChanges(const syntax::Star& star)
      : star_(star), excluded_(star.except.size()), replaced_(star.replace.size()) {}

  bool Excludes(const std::string& column) {
    for (size_t i = 0; i < star_.except.size(); ++i) {
      if (!EqualsIgnoreCase(star_.except[i].text, column)) continue;
      excluded_[i] = true;
      return true;
    }
    return false;
  }

  const syntax::Expression* ReplacementOf(const std::string& column) {
    for (size_t i = 0; i < star_.replace.size(); ++i) {
      if (!EqualsIgnoreCase(star_.replace[i].name.text, column)) continue;
      replaced_[i] = true;
      return star_.replace[i].expression.get();
    }
    return nullptr;
  }

  Status CheckAllUsed() const {
    for (size_t i = 0; i < excluded_.size(); ++i) {
      if (!excluded_[i]) return Unknown(star_.except[i]);
    }
    for (size_t i = 0; i < replaced_.size(); ++i) {
      if (!replaced_[i]) return Unknown(star_.replace[i].name);
    }
    return Status::Ok();
  }

 private:
  static Error Unknown(const syntax::Identifier& name) {
    return SemanticError(name.range, fmt::format("column {} cannot be resolved", name.text),
                         "EXCEPT and REPLACE name columns of the * that no other of them names");
  }

  const syntax::Star& star_;
  std::vector<bool> excluded_;
  std::vector<bool> replaced_;
};

}  // namespace

void SelectAnalyzer::AddOutput(std::string name, plan::ExpressionPtr expression) {
  output_columns_.push_back(state_.Column(std::move(name), expression->type));
  output_places_.emplace(output_columns_.back().id, outputs_.size());
  outputs_.push_back(std::move(expression));
}

std::string SelectAnalyzer::NameOf(const syntax::SelectItem& item,
                                   const plan::Expression& expression) const {
  if (!item.aliases.empty()) return item.aliases[0].text;
  if (item.expression->kind == syntax::ExpressionKind::kColumn) {
    if (expression.kind == plan::ExpressionKind::kColumn) {
      return plan::As<plan::ColumnRef>(expression).name;
    }
    return syntax::As<syntax::ColumnName>(*item.expression).name.parts.back().text;
  }
  if (item.expression->kind == syntax::ExpressionKind::kField) {
    return syntax::As<syntax::FieldAccess>(*item.expression).field.text;
  }
  return fmt::format("_c{}", outputs_.size());
}

Status SelectAnalyzer::ExpandStar(const syntax::Star& star, ExpressionAnalyzer& analyzer) {
  if (relations_.empty())
    return SemanticError(star.range, "* needs a FROM clause", "name what to select, or add FROM");
  StarChanges changes(star);
  bool matched = false;
  const size_t before = outputs_.size();
  for (const ScopeRelation& relation : relations_) {
    if (star.qualifier && !relation.IsNamed(*star.qualifier)) continue;
    matched = true;
    for (const ScopeColumn& column : relation.columns) {
      if (column.named_only || (column.hidden && !star.qualifier)) continue;
      if (changes.Excludes(column.column.name)) continue;
      const syntax::Expression* replacement = changes.ReplacementOf(column.column.name);
      plan::ExpressionPtr value = MakeColumn(column.column, star.range);
      if (replacement != nullptr) value = analyzer.Analyze(*replacement);
      items_.push_back(replacement);
      AddOutput(column.column.name, std::move(value));
    }
  }
  if (!matched) {
    std::vector<std::string> names;
    for (const ScopeRelation& relation : relations_) names.push_back(relation.alias);
    return SemanticError(star.qualifier->range,
                         fmt::format("table {} cannot be resolved", star.qualifier->ToString()),
                         DidYouMean(star.qualifier->parts.back().text, names));
  }
  if (IsOpen(plan_->output)) return Status::Ok();
  PAISQL_TRY(changes.CheckAllUsed());
  if (outputs_.size() == before) {
    return SemanticError(star.range, "EXCEPT leaves no column of the *");
  }
  return Status::Ok();
}

Result<bool> SelectAnalyzer::ExpandPattern(const syntax::ColumnName& node) {
  if (node.name.parts.size() > 2) return false;
  const syntax::Identifier& pattern = node.name.parts.back();
  if (!pattern.quoted || !LooksLikePattern(pattern.text)) return false;
  // A column of just this name wins.
  if (scope_->Find(node.name).ok()) return false;
  bool matched = false;
  for (const ScopeRelation& relation : relations_) {
    if (node.name.parts.size() == 2 && !EqualsIgnoreCase(relation.alias, node.name.parts[0].text)) {
      continue;
    }
    for (const ScopeColumn& column : relation.columns) {
      if (column.hidden || column.named_only) continue;
      Result<bool> matches = MatchesColumnPattern(pattern.text, column.column.name);
      if (!matches.ok()) {
        Error error = std::move(matches).error();
        error.range = node.range;
        return error;
      }
      if (!*matches) continue;
      matched = true;
      items_.push_back(nullptr);
      AddOutput(column.column.name, MakeColumn(column.column, node.range));
    }
  }
  if (!matched) {
    return SemanticError(node.range,
                         fmt::format("no column matches the pattern `{}`", pattern.text),
                         "DESC shows a table's columns; the pattern must match the whole name");
  }
  return true;
}

Status SelectAnalyzer::AnalyzeItem(const syntax::SelectItem& item, ExpressionAnalyzer& analyzer) {
  const syntax::Expression& expression = *item.expression;
  if (expression.kind == syntax::ExpressionKind::kStar) {
    return ExpandStar(syntax::As<syntax::Star>(expression), analyzer);
  }
  if (expression.kind == syntax::ExpressionKind::kColumn && item.aliases.empty()) {
    PAISQL_ASSIGN(bool expanded, ExpandPattern(syntax::As<syntax::ColumnName>(expression)));
    if (expanded) return Status::Ok();
  }
  if (item.aliases.size() > 1) {
    // A function that nobody knows may well have been a table function.
    const size_t errors = state_.errors.size();
    (void)analyzer.Analyze(expression);
    if (state_.errors.size() > errors) {
      AddOpenOutput();
      return Status::Ok();
    }
    return SemanticError(item.aliases[1].range, "only a table function gives several columns",
                         "give one alias");
  }
  plan::ExpressionPtr output = analyzer.Analyze(expression);
  items_.push_back(&expression);
  std::string name = NameOf(item, *output);
  AddOutput(std::move(name), std::move(output));
  return Status::Ok();
}

void SelectAnalyzer::AddOpenOutput() {
  items_.push_back(nullptr);
  AddOutput(std::string(kOpenColumn), FailedExpression(select_.range));
}

// SELECT explode(a) AS (b) FROM t: the function's rows are the result.
Status SelectAnalyzer::AnalyzeTableFunction(const TableFunction& function) {
  const syntax::SelectItem& item = select_.items[0];
  if (select_.items.size() > 1 || !select_.group_by.empty()) {
    return SemanticError(item.expression->range,
                         "a table function stands alone in the select list, without GROUP BY",
                         "use LATERAL VIEW");
  }
  if (trailing_ != nullptr && (!trailing_->distribute_by.empty() || !trailing_->sort_by.empty() ||
                               !trailing_->cluster_by.empty())) {
    return SemanticError(trailing_->distribution_range,
                         "a table function in the select list excludes DISTRIBUTE BY, SORT BY and "
                         "CLUSTER BY",
                         "call it in a subquery");
  }
  const size_t before = plan_->output.size();
  PAISQL_ASSIGN(plan_, TableCallRows(state_, std::move(plan_), function,
                                     syntax::As<syntax::Call>(*item.expression), *scope_, false,
                                     item.aliases));
  for (size_t i = before; i < plan_->output.size(); ++i) {
    const plan::OutputColumn column = plan_->output[i];
    items_.push_back(nullptr);
    AddOutput(column.name, MakeColumn(column, item.expression->range));
  }
  return Status::Ok();
}

void SelectAnalyzer::AnalyzeItems() {
  for (const syntax::SelectItem& item : select_.items) {
    // An error of a user's function comes again where the item is analysed.
    const Result<TableFunction> function = TableFunctionOf(state_, *item.expression);
    if (!function.ok() || !*function) continue;
    const bool alone = select_.items.size() == 1;
    if (!state_.errors.Take(alone
                                ? AnalyzeTableFunction(*function)
                                : SemanticError(item.expression->range,
                                                "a table function stands alone in the select list",
                                                "use LATERAL VIEW"))) {
      AddOpenOutput();
    }
    return;
  }
  ExpressionAnalyzer analyzer(state_, *scope_,
                              {.name = "the select list",
                               .aggregates = true,
                               .windows = true,
                               .grouping_functions = !select_.group_by.empty(),
                               .named_windows = &select_.windows});
  for (const syntax::SelectItem& item : select_.items) {
    if (!state_.errors.Take(AnalyzeItem(item, analyzer))) AddOpenOutput();
  }
  found_aggregate_ = analyzer.found_aggregate();
  found_window_ = analyzer.found_window();
}

}  // namespace paisql::analysis
