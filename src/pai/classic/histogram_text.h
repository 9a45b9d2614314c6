#pragma once

// Histograms as texts that clients read: "[0,5):3;[5,10]:2".

#include <string>
#include <utility>
#include <vector>

#include "pai/classic/answers.h"

namespace paisql::pai {

// Of the numbers `v` of a relation, in intervals of one width from the smallest to the largest; one
// interval where all are the same, "" where there are none.
Result<std::string> HistogramOf(const std::string& relation, int64_t intervals,
                                const Parameters& parameters, const BuildContext& context);

// A SELECT of the rows (colname, histogram).
std::string HistogramRows(const std::vector<std::pair<std::string, std::string>>& histograms);

}  // namespace paisql::pai
