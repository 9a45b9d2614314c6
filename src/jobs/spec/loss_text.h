#pragma once

// Which step a loss is of, where that is worth saying.

#include <cstdint>
#include <optional>
#include <string>

namespace paisql::jobs {

// " (step 200)" behind a loss that is not the one of the step beside it, else "".
inline std::string LossStepText(const std::optional<int64_t>& loss_step,
                                const std::optional<int64_t>& step) {
  if (!loss_step.has_value() || loss_step == step) return "";
  return " (step " + std::to_string(*loss_step) + ")";
}

}  // namespace paisql::jobs
