#pragma once

// The client's OFFLINEMODEL commands over the models that the home keeps.

#include "base/result.h"
#include "session/statements/models/find_model.h"
#include "syntax/statements/services.h"

namespace paisql::session {

// What CREATE OFFLINEMODEL says at its end: the model, as DESC OFFLINEMODEL shows it.
Status TellOfflineModel(const ModelName& name, const SourceRange& range, Run& run);

// READ OFFLINEMODEL m: the signatures and files of the default version, of texts with their lines.
Status ReadOfflineModel(const syntax::ModelStatement& statement, const ModelName& name, Run& run);

// COPY OFFLINEMODEL: the default version becomes the only one of a new model, in one transaction.
Status CopyOfflineModel(const syntax::ModelStatement& statement, const ModelName& name, Run& run);

}  // namespace paisql::session
