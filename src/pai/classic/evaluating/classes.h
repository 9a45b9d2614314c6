#pragma once

// The classes of labels and predictions, as texts, and how often each pair of them occurs.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pai/classic/answers.h"

namespace paisql::pai {

// A component evaluates so many classes at most.
inline constexpr size_t kMostClasses = 1000;

// The probability that a column of texts such as {"a": 0.25, "b": 0.75} has for a class; NULL
// where the text has none.
std::string ProbabilityText(const store::Column& detail, std::string_view class_name,
                            std::string_view alias = "t");

// How often each pair of classes occurs.
struct ClassPairs {
  std::vector<std::string> labels;  // numbers in their order, else texts in theirs
  std::map<std::pair<std::string, std::string>, int64_t> counts;  // (actual, predicted)
  bool unknown = false;                                           // a check reads no rows
};

// Counts the rows of `relation t`, without those that have NULL in place of a class. `actual` and
// `predicted` are expressions. Too many classes are an error at the parameter of the label.
Result<ClassPairs> CountPairs(const std::string& relation, const std::string& actual,
                              const std::string& predicted, const Parameters& parameters,
                              const BuildContext& context);

// An error at the parameter that names the class, unless a row has it or there are no rows at all.
Status NeedClass(const std::string& relation, const store::Column& label,
                 std::string_view parameter, const Parameters& parameters,
                 const BuildContext& context);

}  // namespace paisql::pai
