#include "pai/classic/evaluating/evaluating_components.h"

#include <array>

#include "pai/classic/evaluating/evaluating_rows.h"

namespace paisql::pai {

Result<LabelledRows> LabelledInput(const Parameters& parameters, const BuildContext& context) {
  LabelledRows input;
  PAISQL_ASSIGN(input.rows, InputOf(parameters, context));
  PAISQL_ASSIGN(input.label, OneColumn(parameters, context, "labelColName", input.rows.columns));
  return input;
}

std::span<const Component> EvaluatingComponents() {
  static const std::array rows = {ConfusionMatrixRow(), MultiClassRow(), BinaryEvaluationRow(),
                                  RocRow(), RegressionEvaluationRow()};
  return rows;
}

}  // namespace paisql::pai
