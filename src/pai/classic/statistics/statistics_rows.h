#pragma once

// The rows of the components of this folder, and what several of them share.

#include <string>
#include <vector>

#include "pai/classic/classic_input.h"
#include "pai/component.h"

namespace paisql::pai {

// The columns of numbers that a parameter lists; all of the table's numbers where it is not given.
// A column of another type, and a table without numbers, are errors.
Result<std::vector<store::Column>> SelectedNumbers(const Parameters& parameters,
                                                   const BuildContext& context,
                                                   std::string_view name,
                                                   const std::vector<store::Column>& columns);

Component HistogramRow();
Component HistogramsRow();
Component PercentileRow();
Component QuantileRow();
Component LorenzCurveRow();
Component CovarianceRow();
Component CorrelationsRow();
Component PearsonRow();
Component TTestRow();
Component ChiSquareRow();
Component TableSummaryRow();
Component NormalityRow();
Component FeatureSelectionRow();

}  // namespace paisql::pai
