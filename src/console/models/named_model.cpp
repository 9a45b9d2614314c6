#include <algorithm>

#include "base/whole_number.h"
#include "console/answers.h"
#include "console/models/model_answers.h"
#include "session/permissions.h"
#include "store/place.h"

namespace paisql::console {

Result<std::string> ProjectOfModels(const rest::Call& call, store::Catalog& catalog) {
  const std::string project = store::ProjectOfPlace(ProjectOf(call));
  PAISQL_ASSIGN(const std::optional<store::Project> found, catalog.FindProject(project));
  if (found.has_value()) return found->name;
  return Error{ErrorCode::kProjectNotFound, "project " + project + " cannot be resolved", {}, ""};
}

Result<store::Model> ModelOfCall(const rest::Call& call, store::Catalog& catalog,
                                 std::string_view action) {
  PAISQL_ASSIGN(const std::string project, ProjectOfModels(call, catalog));
  const std::string name = call.Get("model");
  PAISQL_ASSIGN(std::optional<store::Model> model, catalog.FindModel(project, name));
  if (!model.has_value()) {
    return Error{ErrorCode::kModelNotFound,
                 "model " + project + "." + name + " does not exist",
                 {},
                 "it may have been dropped; look for it in the list"};
  }
  PAISQL_TRY(session::Permissions(catalog, call.user, call.allowed)
                 .Require({.type = "offlinemodel",
                           .project = project,
                           .object = model->name,
                           .action = action,
                           .owner = model->owner},
                          project));
  return *std::move(model);
}

Result<store::ModelVersion> VersionOfCall(const rest::Call& call, const store::Model& model) {
  const std::optional<int64_t> number = ParseNumber<int64_t>(call.Get("version"));
  const store::ModelVersion* const version = model.Version(number.value_or(model.default_version));
  if (version != nullptr) return *version;
  return Error{ErrorCode::kModelNotFound,
               "model " + model.name + " has no version " + call.Get("version"),
               {},
               "choose a version of its list"};
}

}  // namespace paisql::console
