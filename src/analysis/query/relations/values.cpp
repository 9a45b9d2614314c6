// VALUES as a table.

#include <fmt/format.h>

#include "analysis/expression/expressions.h"
#include "analysis/query/query.h"

namespace paisql::analysis {

Result<plan::RelationPtr> ValuesRelation(State& state, const syntax::ValuesRelation& values,
                                         const Scope* outer) {
  const Scope scope(outer);
  auto result = std::make_unique<plan::Values>();
  result->range = values.range;
  std::vector<DataType> types;
  values.ForEach([&](const syntax::ValuesRow& row) {
    if (state.errors.full()) return false;
    if (result->rows.empty()) {
      types.assign(row.cells.size(), TypeId::kVoid);
    } else if (row.cells.size() != types.size()) {
      state.errors.Add(SemanticError(
          row.range,
          fmt::format("expect {} columns, actually have {}", types.size(), row.cells.size()),
          "all rows of VALUES have one number of columns"));
      return true;
    }
    ExpressionAnalyzer analyzer(state, scope, {.name = "VALUES"});
    std::vector<plan::ExpressionPtr> cells;
    cells.reserve(row.cells.size());
    for (size_t i = 0; i < row.cells.size(); ++i) {
      plan::ExpressionPtr cell = analyzer.Analyze(*row.cells[i]);
      const std::optional<DataType> type = Widen(state, types[i], cell->type);
      if (!type) {
        state.errors.Add({ErrorCode::kIllegalImplicitCast,
                          fmt::format("values of column {} have no common type: {} and {}", i + 1,
                                      types[i].ToString(), cell->type.ToString()),
                          cell->range, "use CAST"});
      }
      types[i] = type.value_or(TypeId::kUnknown);
      cells.push_back(std::move(cell));
    }
    result->rows.push_back(std::move(cells));
    return true;
  });
  for (size_t i = 0; i < types.size(); ++i) {
    types[i] = Storable(types[i]);
    result->output.push_back(state.Column(fmt::format("_c{}", i), types[i]));
  }
  for (std::vector<plan::ExpressionPtr>& row : result->rows) {
    for (size_t i = 0; i < row.size(); ++i) row[i] = CoerceTo(state, std::move(row[i]), types[i]);
  }
  return plan::RelationPtr(std::move(result));
}

}  // namespace paisql::analysis
