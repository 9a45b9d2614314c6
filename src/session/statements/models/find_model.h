#pragma once

// The models that statements name.

#include <string>
#include <string_view>

#include "base/result.h"
#include "names/model_name.h"
#include "session/state.h"
#include "session/statements/answers.h"

namespace paisql::session {

// "churn", or "other.churn" and "other/offlinemodels/churn" of another project; "other.sales.churn"
// is the same model, for models belong to a project and not to one of its schemas.
using ModelName = names::ModelName;

ModelName ReadModelName(std::string_view written, Run& run);

// kModelNotFound with the nearest names.
Result<store::Model> FindModel(const ModelName& name, const SourceRange& range, Run& run);

// Adds the facts that the catalog keeps of the job that trained the version. Adds nothing for an
// unknown job, or when the catalog's text is not one that we wrote.
void AddTraining(const store::ModelVersion& version, Facts& facts);

}  // namespace paisql::session
