#pragma once

// A parameter that a component has (pai/component.h).

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::pai {

enum class ParameterType {
  kText,
  kScript,
  kTable,  // one input or output of a component: a plain name will do
  kTables,
  kBuckets,
  kOssFolder,
  kVolumes,
  kFile,
  kFiles,
  kInteger,
  kNumber,   // with a decimal point or an exponent, too
  kColumn,   // of the first input
  kColumns,  // separated by commas
  kGpu,      // an integer that is a number of cards, or a share of one (pai/value/values.h)
  kJson,
  kBoolean,
  kArn,
  kHost
};

struct Parameter {
  std::string_view name;
  ParameterType type = ParameterType::kText;
  bool required = false;
  std::string_view default_value;
  // Why a value is accepted and has no effect on one machine; "" for a parameter that does what the
  // platform documents. The value's form is checked all the same.
  std::string_view no_effect;
  std::string_view help;
  // The values that there are, in any letter case, separated by blanks; "" where any will do.
  std::string_view words = {};
  // Names that stand for this one, separated by blanks.
  std::string_view aliases = {};
  // The numbers that there are, as an interval: "[1,1000]", "(0,1)", "[0,)"; "" where any will do.
  std::string_view range = {};

  bool used() const { return no_effect.empty(); }
};

// The row of the name, or of an alias. Null for one that the table does not have.
const Parameter* FindParameter(std::span<const Parameter> table, std::string_view name,
                               bool any_case = false);
std::vector<std::string> ParameterNames(std::span<const Parameter> table);
// The words of a parameter, one by one.
std::vector<std::string> WordsOf(const Parameter& parameter);

std::string_view TypeText(ParameterType type);  // "integer"

}  // namespace paisql::pai
