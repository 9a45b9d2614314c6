#pragma once

// The answers of the rows of model_routes.cpp. Private to this folder.

#include <string_view>

#include "console/console.h"
#include "rest/call.h"
#include "store/catalog.h"

namespace paisql::console {

rest::Answer ListModelsOfProject(const rest::Call& call, Console& console);
rest::Answer TellModel(const rest::Call& call, Console& console);
rest::Answer TellModelText(const rest::Call& call, Console& console);
rest::Answer DeployModel(const rest::Call& call, Console& console);
rest::Answer ChangeModel(const rest::Call& call, Console& console);

// The project of the request, as it was made; kProjectNotFound for an unknown one.
Result<std::string> ProjectOfModels(const rest::Call& call, store::Catalog& catalog);
// The model that ?model= names; kModelNotFound for an unknown one, ODPS-0130013 where the user may
// not do `action` with it.
Result<store::Model> ModelOfCall(const rest::Call& call, store::Catalog& catalog,
                                 std::string_view action);
// The version of ?version=, or the default one.
Result<store::ModelVersion> VersionOfCall(const rest::Call& call, const store::Model& model);

}  // namespace paisql::console
