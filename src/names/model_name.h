#pragma once

// Names of models of the catalog: how statements write them, and which ones a new model may have.

#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::names {

// The project and the name that a statement writes.
struct ModelName {
  std::string project;
  std::string name;
};

// "churn" is a model of `project`; "other.churn" and "other/offlinemodels/churn" are a model of
// another project.
ModelName ReadModelName(std::string_view written, std::string_view project);

// The folder of a version that a check expects a job to make: nothing is there.
inline constexpr std::string_view kUntrainedFolder = "/not trained yet";

// kInvalidCommand at `range` for a name that a new model may not have.
Status CheckModelName(std::string_view name, const SourceRange& range);

}  // namespace paisql::names
