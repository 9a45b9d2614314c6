#pragma once

// The models that statements name.

#include <string>
#include <string_view>

#include "base/result.h"
#include "session/state.h"
#include "session/statements/facts.h"

namespace paisql::session {

// "churn", or "other.churn" of another project.
struct ModelName {
  std::string project;
  std::string name;
};

ModelName ReadModelName(std::string_view written, Run& run);

// kModelNotFound with the nearest names.
Result<store::Model> FindModel(const ModelName& name, const SourceRange& range, Run& run);

// What is kept of the job that trained the version; nothing for one that nobody knows, or where the
// catalog's text is none of ours.
void AddTraining(const store::ModelVersion& version, Facts& facts);

}  // namespace paisql::session
