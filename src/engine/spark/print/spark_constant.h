#pragma once

// Constants that Spark cannot write, or whose expression needs a kernel, are computed once on this
// machine and become literals, so that filters stay comparisons that reach the files' statistics.

#include <map>
#include <optional>
#include <string>

#include "engine/kernel/kernel.h"

namespace paisql::engine::spark {

// What was computed already, by the kernels' texts and states.
using ComputedConstants = std::map<std::string, std::optional<std::string>>;

// nullopt where the expression is not constant, has no literal, or fails: then it fails, or does
// not, when the statement runs. Of a statement that is only shown, functions of users are not
// called.
std::optional<std::string> ConstantText(const plan::Expression& expression, KernelMaker& kernels,
                                        const ExecutionSettings& settings,
                                        ComputedConstants& computed, bool shown);

}  // namespace paisql::engine::spark
