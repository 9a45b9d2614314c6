// One model: its versions with what they compute, from what they were trained, and what serves
// them.

#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "base/text.h"
#include "console/answers.h"
#include "console/models/model_answers.h"
#include "console/objects/result_json.h"
#include "inference/model.h"
#include "inference/pmml/pmml_model.h"
#include "session/permissions.h"
#include "session/statements/models/learner_model.h"
#include "store/services.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr size_t kMostOfModelText = size_t{1} << 20;

json ObjectOf(const std::string& text, const json& otherwise) {
  json value = json::parse(text, nullptr, false);
  return value.is_discarded() ? otherwise : value;
}

// The services that answer with the version, and its share of their requests.
json ServicesOf(const store::Model& model, const store::ModelVersion& version,
                const std::vector<store::Service>& services) {
  json list = json::array();
  for (const store::Service& service : services) {
    for (const store::ServiceVersion& one : service.versions) {
      const bool same = one.model_id == model.id && one.model_version == version.version;
      if (!same || one.role == store::ServiceRole::kRetired) continue;
      list.push_back({{"name", service.name},
                      {"project", service.project},
                      {"role", store::ServiceRoleText(one.role)},
                      {"weight", one.weight},
                      {"running", service.running}});
    }
  }
  return list;
}

json FactsOfLearner(const store::ModelVersion& version) {
  json facts = json::array();
  for (const auto& [name, value] : session::LearnerFacts(version)) {
    facts.push_back({{"name", name}, {"value", value}});
  }
  return facts;
}

// PMML, also of a model that was made from it, else the learner's own description; "" for others.
std::string TextFileOf(const store::ModelVersion& version) {
  if (inference::HoldsPmml(version.folder)) {
    return version.folder + "/" + std::string(inference::kPmmlFile);
  }
  return session::LearnerText(version);
}

json VersionJson(const store::Model& model, const store::ModelVersion& version,
                 const std::vector<store::Service>& services) {
  return {{"version", version.version},
          {"is_default", version.version == model.default_version},
          {"format", version.format},
          {"bytes", version.bytes},
          {"source", version.source},
          {"comment", version.comment},
          {"owner", version.owner},
          {"created_ms", version.created_ms},
          {"job", version.job_id},
          {"signatures", ObjectOf(version.signatures, json::array())},
          {"training", ObjectOf(version.training, json::object())},
          {"facts", FactsOfLearner(version)},
          {"has_text", !TextFileOf(version).empty()},
          {"can_deploy", inference::CanLoad(version.format, version.folder)},
          {"services", ServicesOf(model, version, services)}};
}

bool MayDo(const rest::Call& call, store::Catalog& catalog, const store::Model& model,
           std::string_view action) {
  return session::Permissions(catalog, call.user, call.allowed)
      .Require({.type = "offlinemodel",
                .project = model.project,
                .object = model.name,
                .action = action,
                .owner = model.owner},
               model.project)
      .ok();
}

Result<json> ModelJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Model model, ModelOfCall(call, *catalog, "Read"));
  PAISQL_ASSIGN(const std::vector<store::Service> services,
                store::ServiceCatalog(*catalog).List(model.project));
  json versions = json::array();
  for (auto version = model.versions.rbegin(); version != model.versions.rend(); ++version) {
    versions.push_back(VersionJson(model, *version, services));
  }
  return json{{"name", model.name},
              {"project", model.project},
              {"comment", model.comment},
              {"owner", model.owner},
              {"default_version", model.default_version},
              {"created_ms", model.created_ms},
              {"modified_ms", model.last_modified_ms},
              {"versions", std::move(versions)},
              {"rights",
               {{"Write", MayDo(call, *catalog, model, "Write")},
                {"Delete", MayDo(call, *catalog, model, "Delete")}}}};
}

Result<json> ModelTextJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Model model, ModelOfCall(call, *catalog, "Read"));
  PAISQL_ASSIGN(const store::ModelVersion version, VersionOfCall(call, model));
  const std::string file = TextFileOf(version);
  if (file.empty()) {
    return Error{ErrorCode::kModelNotFound,
                 "version " + std::to_string(version.version) + " of " + model.name +
                     " has no text: its files are binary",
                 {},
                 "READ OFFLINEMODEL lists them"};
  }
  PAISQL_ASSIGN(std::string text, ReadFile(file));
  const size_t bytes = text.size();
  return json{{"file", file.substr(file.rfind('/') + 1)},
              {"text", Shortened(std::move(text), kMostOfModelText)},
              {"bytes", bytes},
              {"cut", bytes > kMostOfModelText}};
}

}  // namespace

rest::Answer TellModel(const rest::Call& call, Console& console) {
  const Result<json> body = ModelJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

rest::Answer TellModelText(const rest::Call& call, Console& console) {
  const Result<json> body = ModelTextJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
