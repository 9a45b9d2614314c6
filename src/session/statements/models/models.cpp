// CREATE MODEL, ALTER MODEL, DROP MODEL, and where those of OFFLINEMODEL differ.

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/whole_number.h"
#include "inference/model.h"
#include "inference/pmml/pmml_model.h"
#include "inference/signature_json.h"
#include "names/model_name.h"
#include "session/statements/models/convert_model.h"
#include "session/statements/models/find_model.h"
#include "session/statements/models/handlers.h"
#include "session/statements/models/model_places.h"
#include "session/statements/models/offline_models.h"

namespace paisql::session {

namespace {

constexpr int64_t kMostVersion = INT32_MAX;

Result<int64_t> VersionNumber(const syntax::Word& word) {
  const auto number = ParseNumber<int64_t>(word.text, 1, kMostVersion);
  if (number.has_value()) return *number;
  return Error{ErrorCode::kInvalidCommand, "'" + word.text + "' is not a number of a version",
               word.range, "versions are the numbers 1, 2, …"};
}

// What the model in the version's folder takes and gives.
Result<std::vector<inference::Signature>> SignaturesAt(const store::ModelVersion& version) {
  if (version.format != inference::kPmmlFormat) return inference::ReadSignatures(version.folder);
  PAISQL_ASSIGN(const std::unique_ptr<inference::Model> model,
                inference::LoadPmml(version.folder, {}));
  return model->signatures();
}

// The version that the statement's FROM brings.
struct NewVersion {
  store::ModelVersion version;
  // The folder of the version, when it was made of a model of another kind.
  std::optional<ConvertedModel> converted;
};

Result<NewVersion> ReadVersion(const syntax::ModelStatement& statement, Run& run) {
  NewVersion made;
  store::ModelVersion& version = made.version;
  version.source = statement.source->text;
  version.comment = statement.comment;
  if (statement.version.has_value()) {
    PAISQL_ASSIGN(version.version, VersionNumber(*statement.version));
  }
  PAISQL_ASSIGN(const ModelPlace place, FindModelPlace(*statement.source, run));
  PAISQL_ASSIGN(made.converted, ConvertModel(place, statement, run));
  version.folder = made.converted.has_value() ? made.converted->folder() : place.path;
  if (place.kind == ModelKind::kPmml) version.format = inference::kPmmlFormat;
  PAISQL_ASSIGN_AT(statement.source->range, const std::vector<inference::Signature> signatures,
                   SignaturesAt(version));
  version.signatures = inference::SignaturesJson(signatures);
  PAISQL_TRY(NoteTraining(*statement.source, place, run, &version));
  if (made.converted.has_value()) version.training = made.converted->AddFacts(version.training);
  return made;
}

// "OK: Model 'churn' has version 2, trained by 2026…"
Status Told(const ModelName& name, int64_t number, Run& run) {
  PAISQL_ASSIGN(const std::optional<store::Model> model,
                run.state.catalog().FindModel(name.project, name.name));
  if (!model.has_value()) return Status::Ok();  // dropped already
  if (number == 0) number = model->versions.back().version;
  const store::ModelVersion* version = model->Version(number);
  const bool trained = version != nullptr && !version->job_id.empty();
  run.out.Message("OK: Model '" + model->name + "' has version " + std::to_string(number) +
                  (trained ? ", trained by " + version->job_id : "") +
                  (number == model->default_version
                       ? ""
                       : "; its default version is " + std::to_string(model->default_version)));
  return Status::Ok();
}

Status Create(const syntax::ModelStatement& statement, const ModelName& name, Run& run) {
  PAISQL_TRY(names::CheckModelName(name.name, statement.name.range));
  if (statement.conditional) {
    PAISQL_ASSIGN(const std::optional<store::Model> known,
                  run.state.catalog().FindModel(name.project, name.name));
    if (known.has_value()) {
      run.out.Done();
      return Status::Ok();
    }
  }
  PAISQL_ASSIGN(const NewVersion made, ReadVersion(statement, run));
  store::Model model;
  model.project = name.project;
  model.name = name.name;
  model.comment = statement.comment;
  PAISQL_TRY_AT(statement.name.range, run.state.catalog().CreateModel(model, made.version));
  if (statement.offline) return TellOfflineModel(name, statement.name.range, run);
  return Told(name, 1, run);
}

Status Alter(const syntax::ModelStatement& statement, const ModelName& name, Run& run) {
  PAISQL_ASSIGN(const store::Model model, FindModel(name, statement.name.range, run));
  store::Catalog& catalog = run.state.catalog();
  if (statement.action == syntax::ModelAction::kAddVersion) {
    PAISQL_ASSIGN(const NewVersion made, ReadVersion(statement, run));
    PAISQL_TRY_AT(statement.name.range, catalog.AddModelVersion(model, made.version));
    return Told(name, made.version.version, run);
  }
  PAISQL_ASSIGN(const int64_t number, VersionNumber(*statement.version));
  const bool drop = statement.action == syntax::ModelAction::kDropVersion;
  PAISQL_TRY_AT(statement.version->range, drop ? catalog.DropModelVersion(model.id, number)
                                               : catalog.SetDefaultVersion(model.id, number));
  run.out.Done();
  return Status::Ok();
}

Status Drop(const syntax::ModelStatement& statement, const ModelName& name, Run& run) {
  Result<store::Model> model = FindModel(name, statement.name.range, run);
  if (!model.ok()) {
    if (!statement.conditional || model.error().code != ErrorCode::kModelNotFound) {
      return std::move(model).error();
    }
  } else {
    PAISQL_TRY_AT(statement.name.range, run.state.catalog().DropModel(model->id));
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace

Status RunModel(const syntax::ModelStatement& statement, Run& run) {
  const ModelName name = ReadModelName(statement.name.text, run);
  switch (statement.action) {
    case syntax::ModelAction::kCreate:
      return Create(statement, name, run);
    case syntax::ModelAction::kDrop:
      return Drop(statement, name, run);
    case syntax::ModelAction::kRead:
      return ReadOfflineModel(statement, name, run);
    case syntax::ModelAction::kCopy:
      return CopyOfflineModel(statement, name, run);
    default:
      return Alter(statement, name, run);
  }
}

}  // namespace paisql::session
