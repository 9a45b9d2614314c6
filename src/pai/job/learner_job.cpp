#include "pai/job/learner_job.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/assert.h"
#include "base/text.h"
#include "names/model_name.h"
#include "oss/bucket.h"
#include "pai/job/bucket_access.h"
#include "pai/job/component_tables.h"
#include "pai/job/confinement.h"
#include "pai/job/partitions.h"

namespace paisql::pai {

namespace {

constexpr const char* kVariable = "PAISQL_LEARNER";

// The key of what is known of a model before it is trained: in the task, and in the
// ModelVersion::training of a check.
constexpr const char* kExpected = "expected";

ModelFacts FactsIn(const nlohmann::json& facts) {
  ModelFacts found;
  if (!facts.is_object()) return found;
  for (const auto& [name, value] : facts.items()) {
    if (value.is_string()) found.emplace(name, value.get<std::string>());
  }
  return found;
}

// What the learner has written for rules of columns, or what a check expects it to write; nothing
// where the file is damaged, which the job then reports.
ModelFacts FactsOf(const store::ModelVersion& version) {
  const nlohmann::json training = nlohmann::json::parse(version.training, nullptr, false);
  if (training.is_object() && training.contains(kExpected)) return FactsIn(training[kExpected]);
  std::ifstream file(version.folder + "/model.json");
  const nlohmann::json model = nlohmann::json::parse(file, nullptr, false);
  if (!model.is_object() || !model.contains("facts")) return {};
  return FactsIn(model["facts"]);
}

class LearnerBuilder {
 public:
  LearnerBuilder(const Component& component, const Parameters& parameters,
                 const BuildContext& context, jobs::JobSpec* spec)
      : component_(component),
        run_(std::get<LearnerBuild>(component.run)),
        parameters_(parameters),
        context_(context),
        spec_(*spec) {}

  Status Build() {
    task_["module"] = run_.module;
    task_["call"] = run_.call == LearnerCall::kFit ? "fit" : "predict";
    task_["parameters"] = nlohmann::json::object();
    for (const Parameter& parameter : component_.parameters) AddParameter(parameter);
    // Outputs come after inputs, from whose columns their own follow.
    for (const Port& port : component_.ports) {
      if (port.kind != PortKind::kOutputTable) PAISQL_TRY(Bind(port));
    }
    if (run_.check != nullptr) PAISQL_TRY(run_.check(parameters_, context_, source_));
    for (const Port& port : component_.ports) {
      if (port.kind == PortKind::kOutputTable) PAISQL_TRY(Bind(port));
    }
    if (spec_.model.has_value()) task_[kExpected] = Expected();
    spec_.environment[kVariable] = task_.dump();
    SetWorkers(parameters_, 1, &spec_);
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    PAISQL_TRY(AddConfinement(parameters_, context_, &spec_));
    for (const std::string& folder : written_) AllowWriting(folder, &spec_);
    return Status::Ok();
  }

 private:
  // A value with its type; what has neither a value nor a default is left out.
  void AddParameter(const Parameter& parameter) {
    const syntax::PaiParameter* const given = parameters_.Find(parameter.name);
    const std::string text(given == nullptr ? parameter.default_value : Trim(given->value));
    if (text.empty()) return;
    nlohmann::json& value = task_["parameters"][std::string(parameter.name)];
    value = text;
    if (parameter.type == ParameterType::kBoolean) value = EqualsIgnoreCase(text, "true");
    if (parameter.type == ParameterType::kInteger) value = parameters_.Number(parameter.name);
    if (parameter.type == ParameterType::kNumber) value = parameters_.Decimal(parameter.name);
  }

  Status Bind(const Port& port) {
    const syntax::PaiParameter* const given = parameters_.Find(port.parameter);
    if (given == nullptr) return Status::Ok();
    switch (port.kind) {
      case PortKind::kInputTable:
        return BindInput(port, *given);
      case PortKind::kOutputTable:
        return BindOutput(port, *given);
      case PortKind::kModelIn:
        return BindModel(port, *given);
      case PortKind::kModelOut:
        return BindNewModel(*given);
      case PortKind::kFolder:
        return BindFolder(port, *given);
    }
    return Status::Ok();
  }

  Status BindInput(const Port& port, const syntax::PaiParameter& given) {
    PAISQL_ASSIGN(const syntax::PaiParameter value, Restricted(given, port, parameters_, context_));
    PAISQL_ASSIGN(jobs::TableBinding input, OneInput(value, context_));
    task_["inputs"][std::string(port.parameter)] = input.url;
    if (spec_.tables.empty()) source_.first = input.table.columns;
    source_.inputs[std::string(port.parameter)] = input.table.columns;
    spec_.tables.push_back(std::move(input));
    return Status::Ok();
  }

  Status BindOutput(const Port& port, const syntax::PaiParameter& given) {
    PAISQL_ASSERT(port.schema != nullptr && !spec_.tables.empty(),
                  "a learner's output without columns");
    PAISQL_ASSIGN_AT(given.value_range, std::vector<store::Column> columns,
                     port.schema(parameters_, context_, source_));
    PAISQL_ASSIGN(jobs::TableBinding output, OneOutput(given, std::move(columns), context_,
                                                       parameters_.Find(port.partitions)));
    if (output.table.id == 0) output.table.lifecycle_days = LifecycleOf(parameters_);
    task_["outputs"][std::string(port.parameter)] = output.url;
    spec_.outputs.push_back(std::move(output));
    return Status::Ok();
  }

  // The type of the label, on which the columns of a prediction depend. A learner without one finds
  // clusters, which have numbers.
  ModelFacts Expected() const {
    if (parameters_.Find("labelColName") == nullptr) return {{"label_type", "BIGINT"}};
    const std::string label = parameters_.Text("labelColName");
    for (const store::Column& column : source_.first) {
      if (!EqualsIgnoreCase(column.name, label)) continue;
      return {{"label", column.name}, {"label_type", column.type.ToString()}};
    }
    return {};
  }

  names::ModelName NameOf(const syntax::PaiParameter& given) const {
    return names::ReadModelName(Trim(given.value), context_.names.project());
  }

  // The model that the catalog has, or nothing; an error where the project is missing.
  Result<names::Meaning<store::Model>> Look(const names::ModelName& named,
                                            const syntax::PaiParameter& given) const {
    PAISQL_ASSIGN_AT(given.value_range, names::Meaning<store::Model> found,
                     context_.names.Model(named.project, named.name));
    if (!found.project_is_missing) return found;
    const std::string near = DidYouMean(named.project, found.others);
    return Error{ErrorCode::kModelNotFound, "project " + named.project + " does not exist",
                 given.value_range, near.empty() ? "SHOW PROJECTS lists them" : near};
  }

  Status BindNewModel(const syntax::PaiParameter& given) {
    const names::ModelName named = NameOf(given);
    PAISQL_TRY(names::CheckModelName(named.name, given.value_range));
    PAISQL_TRY(Look(named, given));
    spec_.model = jobs::ModelOutput{named.project, named.name, Split(run_.formats, ' ').front(),
                                    "PAI -name " + spec_.algorithm};
    return Status::Ok();
  }

  Status BindModel(const Port& port, const syntax::PaiParameter& given) {
    const names::ModelName named = NameOf(given);
    PAISQL_ASSIGN(const names::Meaning<store::Model> found, Look(named, given));
    if (!found.row.has_value()) {
      const std::string near = DidYouMean(named.name, found.others);
      return Error{ErrorCode::kModelNotFound,
                   "model " + named.project + "." + named.name + " cannot be resolved",
                   given.value_range, near.empty() ? "SHOW MODELS lists them" : near};
    }
    const store::ModelVersion* const version = found.row->Version(found.row->default_version);
    PAISQL_ASSERT(version != nullptr, "the catalog has checked the default version");
    const std::vector<std::string> formats = Split(run_.formats, ' ');
    if (!run_.formats.empty() && std::ranges::find(formats, version->format) == formats.end()) {
      return Wrong(given.value_range,
                   "model " + found.row->name + " has the format " + version->format + ", but " +
                       spec_.algorithm + " reads the format " + Join(formats, " or "),
                   "name a model that the component's training has made");
    }
    task_["models"][std::string(port.parameter)] = version->folder;
    source_.models[std::string(port.parameter)] = FactsOf(*version);
    return Status::Ok();
  }

  Status BindFolder(const Port& port, const syntax::PaiParameter& given) {
    PAISQL_ASSIGN(std::string folder,
                  port.partitions.empty() ? BucketFolder(given) : VolumeFolder(port, given));
    task_["folders"][std::string(port.parameter)] = folder;
    written_.push_back(std::move(folder));
    return Status::Ok();
  }

  // The folder of this machine that a name of a bucket means.
  Result<std::string> BucketFolder(const syntax::PaiParameter& given) const {
    const std::string name(Trim(given.value));
    PAISQL_TRY(CheckBucket(Whole(given), context_));
    PAISQL_ASSIGN_AT(given.value_range, const oss::OssUrl url, oss::ParseOssUrl(name));
    if (!IsAtEndpoint(name, context_)) {
      return oss::LocalPath(context_.names.catalog().home(), url);
    }
    return Error{ErrorCode::kUnsupported,
                 "bucket '" + url.bucket + "' lies at an endpoint; this component writes into " +
                     "buckets that are folders",
                 given.value_range, "OSS CP -r copies the folder to " + name + " afterwards"};
  }

  // A volume is written as it is in names of files, or as project/volumes/volume.
  Result<std::string> VolumeFolder(const Port& port, const syntax::PaiParameter& given) const {
    std::string text(Trim(given.value));
    constexpr std::string_view kScheme = "odps://";
    if (text.starts_with(kScheme)) text.erase(0, kScheme.size());
    std::vector<std::string> pieces = Split(text, '/');
    if (pieces.size() == 1) pieces = {context_.names.project(), "volumes", text};
    const syntax::PaiParameter* const partition = parameters_.Find(port.partitions);
    const std::string chosen = partition == nullptr ? "" : std::string(Trim(partition->value));
    const auto is_name = [](const std::string& piece) {
      return !piece.empty() && piece[0] != '.' && piece.find('/') == std::string::npos;
    };
    if (pieces.size() != 3 || pieces[1] != "volumes" || !is_name(pieces[2])) {
      return Wrong(given.value_range, "'" + text + "' is not the name of a volume",
                   "write project/volumes/volume");
    }
    if (!is_name(chosen)) {
      return Wrong(parameters_.PlaceOf(port.partitions),
                   "'" + chosen + "' is not the name of a volume's partition", "");
    }
    PAISQL_ASSIGN_AT(given.value_range, const std::optional<store::Project> project,
                     context_.names.catalog().FindProject(pieces[0]));
    const std::filesystem::path volume =
        std::filesystem::path(context_.names.catalog().home().VolumesPath()) /
        ToLower(project.has_value() ? project->name : pieces[0]) / pieces[2];
    std::error_code failure;
    if (project.has_value() && std::filesystem::is_directory(volume, failure)) {
      return (volume / chosen).string();
    }
    return Error{ErrorCode::kFileOperation,
                 "volume " + pieces[0] + "." + pieces[2] + " does not exist", given.value_range,
                 "FS -mkv " + pieces[2] + "; makes it"};
  }

  const Component& component_;
  const LearnerBuild& run_;
  const Parameters& parameters_;
  const BuildContext& context_;
  jobs::JobSpec& spec_;
  SchemaSource source_;
  std::vector<std::string> written_;  // folders
  nlohmann::json task_ = {{"inputs", nlohmann::json::object()},
                          {"outputs", nlohmann::json::object()},
                          {"models", nlohmann::json::object()},
                          {"folders", nlohmann::json::object()}};
};

}  // namespace

Status BuildLearnerJob(const Component& component, const Parameters& parameters,
                       const BuildContext& context, jobs::JobSpec* spec) {
  return LearnerBuilder(component, parameters, context, spec).Build();
}

std::string ExpectedTraining(const jobs::JobSpec& spec) {
  const auto variable = spec.environment.find(kVariable);
  if (variable == spec.environment.end()) return "{}";
  const nlohmann::json task = nlohmann::json::parse(variable->second, nullptr, false);
  if (!task.is_object() || !task.contains(kExpected)) return "{}";
  return nlohmann::json{{kExpected, task[kExpected]}}.dump();
}

}  // namespace paisql::pai
