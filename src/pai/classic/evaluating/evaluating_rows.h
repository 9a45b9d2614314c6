#pragma once

// The rows of the components of this folder, and the input that most of them read.

#include "pai/classic/classic_input.h"
#include "pai/component.h"

namespace paisql::pai {

struct LabelledRows {
  ClassicInput rows;
  store::Column label;
};

// The input, and the column of labelColName.
Result<LabelledRows> LabelledInput(const Parameters& parameters, const BuildContext& context);

Component ConfusionMatrixRow();
Component MultiClassRow();
Component BinaryEvaluationRow();
Component RocRow();
Component RegressionEvaluationRow();

}  // namespace paisql::pai
