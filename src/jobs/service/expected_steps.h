#pragma once

// With which step a job is going to end: what its script's own flags ask for, or what such a job
// had before.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/types.h"

namespace paisql::jobs {

struct ExpectedSteps {
  int64_t steps = 0;
  bool guessed = false;  // not asked for, but most probable

  bool operator==(const ExpectedSteps&) const = default;
};

// Finds the steps in the words of a command line: --train_steps=2000, --max_steps 2000 and the
// like. A number of epochs with a batch size makes a guess from the rows. The last word of a kind
// counts.
std::optional<ExpectedSteps> StepsOfFlags(const std::vector<std::string>& words, int64_t rows);

// Takes the steps of the newest job like this one that has succeeded: a job of the same name or,
// without a name, one with the same script.
std::optional<ExpectedSteps> StepsOfHistory(const store::Job& job,
                                            const std::vector<store::Job>& newest);

}  // namespace paisql::jobs
