#include "session/statements/models/convert_model.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/files/files.h"
#include "base/process/limited_process.h"
#include "base/text.h"
#include "inference/pmml/pmml_model.h"
#include "session/statements/models/model_places.h"
#include "store/files/sha256.h"

namespace paisql::session {

namespace {

using Json = nlohmann::json;

constexpr int64_t kLimitMs = 600'000;
// The properties that a frozen graph does not have itself.
constexpr std::string_view kInputs = "inputs";
constexpr std::string_view kOutputs = "outputs";

// As convert.py calls it.
std::string KindName(ModelKind kind) {
  switch (kind) {
    case ModelKind::kKeras:
      return "keras";
    case ModelKind::kFrozenGraph:
      return "graph";
    default:
      return "savedmodel_text";
  }
}

using Properties = std::map<std::string, std::string, std::less<>>;

Result<Properties> ReadProperties(const syntax::ModelStatement& statement, ModelKind kind) {
  Properties properties = {{std::string(kInputs), ""}, {std::string(kOutputs), ""}};
  for (const syntax::WordProperty& property : statement.properties) {
    const auto found = properties.find(ToLower(property.name.text));
    if (found == properties.end()) {
      const std::string near =
          DidYouMean(property.name.text, {std::string(kInputs), std::string(kOutputs)});
      return Error{ErrorCode::kInvalidCommand,
                   "a model has no property '" + property.name.text + "'", property.name.range,
                   near.empty() ? "there are inputs and outputs, of a frozen graph" : near};
    }
    if (kind != ModelKind::kFrozenGraph) {
      return Error{ErrorCode::kInvalidCommand,
                   "only a frozen graph takes '" + property.name.text +
                       "': this model says itself what its inputs and outputs are",
                   property.name.range, ""};
    }
    found->second = property.value.text;
  }
  return properties;
}

Status WriteJson(const std::string& path, const Json& json) {
  std::ofstream file(path);
  file << json.dump(-1, ' ', false, Json::error_handler_t::replace);
  file.close();
  if (file) return Status::Ok();
  return Error{ErrorCode::kIo, "cannot write " + path, {}, ""};
}

// Copies a file of PMML into a new folder; gives facts of the file.
Result<std::string> CopyPmml(const std::string& path, const std::string& folder) {
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  PAISQL_TRY(MakeFolders(folder));
  const std::string target = folder + "/" + std::string(inference::kPmmlFile);
  std::ofstream file(target);
  file << text;
  file.close();
  if (!file) return Error{ErrorCode::kIo, "cannot write " + target, {}, ""};
  store::Sha256 digest;
  digest.Add(reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return Json{{"file", std::filesystem::path(path).filename().string()},
              {"sha256", digest.Finish()},
              {"bytes", text.size()}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The process's answer, or why there is no answer.
Result<std::string> ReadAnswer(const std::string& path, const LimitedAnswer& ended,
                               const std::string& name) {
  std::ifstream file(path);
  const Json answer = Json::parse(file, nullptr, false);
  if (answer.is_object() && answer.contains("facts")) return answer["facts"].dump();
  if (answer.is_object() && answer.contains("error")) {
    const bool environment = answer.value("environment", false);
    return Error{environment ? ErrorCode::kEnvironment : ErrorCode::kModel,
                 answer.value("error", ""),
                 {},
                 answer.value("hint", "")};
  }
  if (!ended.in_time) {
    return Error{ErrorCode::kModel, name + " could not be read within ten minutes", {}, ""};
  }
  return Error{ErrorCode::kModel,
               "the process that reads " + name + " has ended: " +
                   (ended.status < 0 ? "it was killed, perhaps for want of memory"
                                     : "exit status " + std::to_string(ended.status)),
               {},
               "export the model as a SavedModel: model.export('folder')"};
}

}  // namespace

ConvertedModel::~ConvertedModel() {
  if (!work_.empty()) (void)RemoveTree(work_);
}

std::string ConvertedModel::AddFacts(const std::string& training) const {
  Json facts = Json::parse(training.empty() ? "{}" : training, nullptr, false);
  facts["made_of"] = Json::parse(facts_, nullptr, false);
  return facts.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::optional<ConvertedModel>> ConvertModel(const ModelPlace& place,
                                                   const syntax::ModelStatement& statement,
                                                   Run& run) {
  PAISQL_ASSIGN(const Properties properties, ReadProperties(statement, place.kind));
  if (place.kind == ModelKind::kSavedModel) return std::optional<ConvertedModel>();
  const jobs::Installation& installation = run.state.options().installation;
  const SourceRange range = statement.source->range;
  const bool needs_python = place.kind != ModelKind::kTable && place.kind != ModelKind::kPmml;
  if (needs_python && installation.python.empty()) {
    return Error{ErrorCode::kEnvironment,
                 "there is no TensorFlow to read " + statement.source->text + " with", range,
                 "scripts/setup without --no-training installs it; PAISQL_PYTHON names another"};
  }
  PAISQL_ASSIGN(store::Lease* const lease, run.state.Lease());
  PAISQL_ASSIGN(const std::string staging, lease->StagingFolder());
  const std::string work = staging + "/model_of_another_kind";
  (void)RemoveTree(work);
  PAISQL_TRY(MakeFolders(work));
  ConvertedModel made(work);
  if (place.kind == ModelKind::kTable) {
    PAISQL_ASSIGN(std::string facts, UnpackModelTable(*statement.source, work, run));
    made.SetFacts(std::move(facts));
    return std::optional<ConvertedModel>(std::move(made));
  }
  if (place.kind == ModelKind::kPmml) {
    PAISQL_ASSIGN_AT(range, std::string facts, CopyPmml(place.path, made.folder()));
    made.SetFacts(std::move(facts));
    return std::optional<ConvertedModel>(std::move(made));
  }
  PAISQL_TRY(WriteJson(work + "/request.json", {{"kind", KindName(place.kind)},
                                                {"name", statement.source->text},
                                                {"source", place.path},
                                                {"target", made.folder()},
                                                {"work", work},
                                                {"inputs", properties.find(kInputs)->second},
                                                {"outputs", properties.find(kOutputs)->second}}));
  SpawnOptions options;
  options.command = {installation.python, "-I",
                     installation.python_folder + "/paisql/models/convert.py",
                     work + "/request.json", work + "/answer.json"};
  options.environment =
      EnvironmentWith({{"TF_CPP_MIN_LOG_LEVEL", "3"}, {"CUDA_VISIBLE_DEVICES", "-1"}});
  options.folder = work;
  PAISQL_ASSIGN_AT(range, const LimitedAnswer ended,
                   RunLimited(std::move(options), kLimitMs, run.state.stop_token()));
  PAISQL_TRY(run.state.CheckInterrupted());
  PAISQL_ASSIGN_AT(range, std::string facts,
                   ReadAnswer(work + "/answer.json", ended, statement.source->text));
  made.SetFacts(std::move(facts));
  return std::optional<ConvertedModel>(std::move(made));
}

}  // namespace paisql::session
