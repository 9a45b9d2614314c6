// SHOW MODELS and DESC MODEL.

#include <nlohmann/json.hpp>

#include "base/display/amounts.h"
#include "base/text.h"
#include "inference/signature_json.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/models/find_model.h"
#include "session/statements/models/learner_model.h"
#include "store/services.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

using Json = nlohmann::json;

std::string SpecsText(const std::vector<inference::TensorSpec>& specs) {
  std::vector<std::string> texts;
  for (const inference::TensorSpec& spec : specs) texts.push_back(inference::SpecText(spec));
  return Join(texts, ", ");
}

Status AddVersion(const store::Model& model, const store::ModelVersion& version,
                  const TimeZone& zone, Facts& facts) {
  facts.Add("Version", std::to_string(version.version) +
                           (version.version == model.default_version ? " (default)" : ""));
  facts.Add("CreatedTime", zone.Format(version.created_ms / 1000));
  facts.Add("Source", Visible(version.source));
  if (!version.comment.empty()) facts.Add("Comment", Visible(version.comment));
  facts.Add("Size", std::to_string(version.bytes));
  facts.Add("Folder", version.folder);
  PAISQL_ASSIGN(const std::vector<inference::Signature> signatures,
                inference::SignaturesFromJson(version.signatures));
  for (const inference::Signature& signature : signatures) {
    facts.Add("Signature", Visible(signature.name));
    facts.Add("Inputs", Visible(SpecsText(signature.inputs)));
    facts.Add("Outputs", Visible(SpecsText(signature.outputs)));
  }
  for (const auto& [name, value] : LearnerFacts(version)) facts.Add(name, Visible(value));
  AddTraining(version, facts);
  return Status::Ok();
}

// Which services answer with the version, and what share of their requests.
void AddServices(const store::Model& model, const store::ModelVersion& version,
                 const std::vector<store::Service>& services, Facts& facts) {
  for (const store::Service& service : services) {
    for (const store::ServiceVersion& one : service.versions) {
      const bool is_it = one.model_id == model.id && one.model_version == version.version;
      if (!is_it || one.role == store::ServiceRole::kRetired) continue;
      facts.Add("Serves",
                service.project + "." + service.name + " version " + std::to_string(one.version) +
                    (one.role == store::ServiceRole::kMirror ? " gets copies of " : " answers ") +
                    std::to_string(one.weight) + " %");
    }
  }
}

}  // namespace

void AddTraining(const store::ModelVersion& version, Facts& facts) {
  const Json training = Json::parse(version.training, nullptr, false);
  const auto text = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  if (training.is_object() && training.contains("made_of") && training["made_of"].is_object()) {
    const Json& made_of = training["made_of"];
    facts.Add("MadeOf", Visible(text(made_of.value("file", Json("")))));
    facts.Add("MadeOfSha256", Visible(text(made_of.value("sha256", Json("")))));
  }
  if (version.job_id.empty()) return;
  facts.Add("TrainedBy", version.job_id);
  if (!training.is_object()) return;
  if (training.contains("steps")) facts.Add("Steps", text(training["steps"]));
  if (training.contains("loss")) facts.Add("Loss", text(training["loss"]));
  if (training.contains("inputs") && training["inputs"].is_array()) {
    for (const Json& input : training["inputs"]) {
      if (!input.is_object()) continue;
      facts.Add("Input", text(input.value("url", Json(""))) + " at snapshot " +
                             text(input.value("snapshot", Json(0))));
    }
  }
  if (training.contains("parameters") && training["parameters"].is_object()) {
    for (const auto& [name, value] : training["parameters"].items()) {
      facts.Add("Parameter " + Visible(name), Visible(text(value)));
    }
  }
}

ModelName ReadModelName(std::string_view written, Run& run) {
  return names::ReadModelName(written, run.state.project);
}

Result<store::Model> FindModel(const ModelName& name, const SourceRange& range, Run& run) {
  if (name.project.find('.') != std::string::npos) {
    PAISQL_ASSIGN_AT(range, const names::Meaning<store::Project> place,
                     run.state.Names().Place(name.project));
    if (!place.row.has_value()) {
      const std::string near = DidYouMean(name.project, place.others);
      return Error{ErrorCode::kProjectNotFound, "schema " + name.project + " does not exist", range,
                   near.empty() ? "SHOW SCHEMAS; lists the schemas" : near};
    }
  }
  PAISQL_ASSIGN_AT(range, names::Meaning<store::Model> found,
                   run.state.Names().Model(name.project, name.name));
  if (found.row.has_value()) return *std::move(found.row);
  const std::string near =
      DidYouMean(found.project_is_missing ? name.project : name.name, found.others);
  return Error{ErrorCode::kModelNotFound,
               "model " + name.project + "." + name.name + " does not exist", range,
               near.empty() ? "SHOW MODELS lists them" : near};
}

Result<Answer> ShowModels(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(statement, run));
  PAISQL_ASSIGN(const std::vector<store::Model> models, run.state.catalog().ListModels(project));
  const TimeZone zone = run.state.Zone();
  Answer answer;
  answer.columns = {"model", "version", "versions", "modified", "trained_by", "comment"};
  for (const store::Model& model : models) {
    if (!statement.pattern.empty() && !MatchesStarPattern(statement.pattern, model.name)) continue;
    answer.rows.push_back({model.name, std::to_string(model.default_version),
                           std::to_string(model.versions.size()),
                           zone.Format(model.last_modified_ms / 1000),
                           model.Version(model.default_version)->job_id, model.comment});
  }
  answer.text = Box(answer) + Counted(answer.rows.size(), "model") + "\n";
  return answer;
}

Result<Answer> DescribeModel(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Model model, FindModel(ReadModelName(statement.name.ToString(), run),
                                                    statement.name.range, run));
  const TimeZone zone = run.state.Zone();
  Facts facts;
  facts.Add("Name", model.name);
  facts.Add("Project", model.project);
  facts.Add("Owner", model.owner);
  facts.Add("Comment", Visible(model.comment));
  facts.Add("CreatedTime", zone.Format(model.created_ms / 1000));
  facts.Add("LastModifiedTime", zone.Format(model.last_modified_ms / 1000));
  facts.Add("DefaultVersion", std::to_string(model.default_version));
  store::ServiceCatalog catalog(run.state.catalog());
  PAISQL_ASSIGN_AT(statement.name.range, const std::vector<store::Service> services,
                   catalog.List());
  for (const store::ModelVersion& version : model.versions) {
    PAISQL_TRY_AT(statement.name.range, AddVersion(model, version, zone, facts));
    AddServices(model, version, services, facts);
  }
  return facts.Take();
}

}  // namespace paisql::session
