#include "pai/classic/statistics/statistics_components.h"

#include <array>

#include "pai/classic/statistics/statistics_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

Result<std::vector<store::Column>> SelectedNumbers(const Parameters& parameters,
                                                   const BuildContext& context,
                                                   std::string_view name,
                                                   const std::vector<store::Column>& columns) {
  if (parameters.Find(name) != nullptr) {
    PAISQL_ASSIGN(std::vector<store::Column> chosen, Selected(parameters, context, name, columns));
    PAISQL_TRY(NeedNumbers(parameters, name, chosen));
    return chosen;
  }
  std::vector<store::Column> numbers = NumbersOf(columns);
  if (!numbers.empty()) return numbers;
  return Wrong(parameters.PlaceOf("inputTableName"), "the table has no column of numbers",
               "name a table that has one");
}

std::span<const Component> StatisticsComponents() {
  static const std::array rows = {
      TableSummaryRow(), HistogramRow(),  HistogramsRow(),      PercentileRow(), QuantileRow(),
      LorenzCurveRow(),  CovarianceRow(), CorrelationsRow(),    PearsonRow(),    TTestRow(),
      ChiSquareRow(),    NormalityRow(),  FeatureSelectionRow()};
  return rows;
}

}  // namespace paisql::pai
