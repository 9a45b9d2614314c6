// LATERAL VIEW.

#include <fmt/format.h>

#include "analysis/query/relations/from.h"

namespace paisql::analysis {

namespace {

// SELECT … LATERAL VIEW without FROM.
FromResult NoTable(const SourceRange& range) {
  auto row = std::make_unique<plan::Values>();
  row->rows.emplace_back();
  row->range = range;
  FromResult result;
  result.plan = std::move(row);
  return result;
}

}  // namespace

Result<FromResult> FromAnalyzer::LateralView(const syntax::LateralViewRelation& node) {
  if (++joins_ > ValueOf(Limit::kRelations)) return TooLarge(Limit::kRelations, node.range);
  FromResult source = node.source ? Analyze(*node.source) : NoTable(node.range);
  PAISQL_ASSIGN(const TableFunction function, TableFunctionOf(state_, *node.call));
  if (!function) {
    return SemanticError(
        node.call->range,
        fmt::format("function {} is not a table function", node.call->name.ToString()),
        "LATERAL VIEW takes explode, posexplode and the like");
  }
  const Scope scope(outer_, source.relations);
  const size_t before = source.plan->output.size();
  const int leaf = before == 0 ? -1 : LeafOf(source.plan->output[0].id);
  PAISQL_ASSIGN(source.plan, TableCallRows(state_, std::move(source.plan), function, *node.call,
                                           scope, node.outer, node.column_aliases));
  ScopeRelation relation;
  if (node.alias) relation.alias = node.alias->text;
  for (size_t i = before; i < source.plan->output.size(); ++i) {
    relation.columns.push_back({source.plan->output[i], false});
    if (leaf >= 0) leaves_[source.plan->output[i].id] = leaf;
  }
  if (!hints_.empty()) named_.push_back(relation);
  source.relations.push_back(std::move(relation));
  return source;
}

}  // namespace paisql::analysis
