#include "session/statements/models/learner_model.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "inference/pmml/pmml_model.h"

namespace paisql::session {

namespace {

using Json = nlohmann::json;

constexpr const char* kDescription = "model.json";
// DESC shows so many features and classes.
constexpr size_t kMostShown = 100;

std::string Shown(const std::vector<std::string>& names) {
  if (names.size() <= kMostShown) return Join(names, ",");
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(kMostShown);
  return Join(std::vector<std::string>(names.begin(), end), ",") + ",… (" +
         std::to_string(names.size()) + ")";
}

std::string FactText(const Json& facts, const char* name) {
  const auto found = facts.find(name);
  return found != facts.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> LearnerFacts(const store::ModelVersion& version) {
  std::ifstream file(version.folder + "/" + kDescription);
  const Json model = Json::parse(file, nullptr, false);
  std::vector<std::pair<std::string, std::string>> shown;
  if (!model.is_object() || !model.contains("facts") || !model["facts"].is_object()) return shown;
  const Json& facts = model["facts"];
  const auto add = [&shown](const char* name, std::string value) {
    if (!value.empty()) shown.emplace_back(name, std::move(value));
  };
  const std::string_view source = version.source;
  constexpr std::string_view kStatement = "PAI -name ";
  if (source.starts_with(kStatement)) {
    add("Algorithm", std::string(source.substr(kStatement.size())));
  }
  add("ModelType", FactText(facts, "kind"));
  add("Features", Shown(Split(FactText(facts, "features"), ',')));
  if (FactText(facts, "sparse") == "true") add("FeatureForm", "key:value");
  add("Label", FactText(facts, "label"));
  add("LabelType", FactText(facts, "label_type"));
  if (model.contains("labels") && model["labels"].is_array()) {
    std::vector<std::string> labels;
    for (const Json& label : model["labels"]) {
      if (label.is_string()) labels.push_back(label.get<std::string>());
    }
    add("Classes", Shown(labels));
  }
  add("PMML", inference::HoldsPmml(version.folder) ? "yes" : "no");
  return shown;
}

std::string LearnerText(const store::ModelVersion& version) {
  std::error_code failure;
  if (!std::filesystem::exists(version.folder + "/" + kDescription, failure)) return "";
  return version.folder + "/" +
         (inference::HoldsPmml(version.folder) ? std::string(inference::kPmmlFile) : kDescription);
}

}  // namespace paisql::session
