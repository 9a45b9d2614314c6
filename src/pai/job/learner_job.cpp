#include "pai/job/learner_job.h"

#include <algorithm>
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

// What the learner has written for rules of columns; nothing where the file is damaged, which the
// job then tells.
ModelFacts FactsOf(const std::string& folder) {
  ModelFacts facts;
  std::ifstream file(folder + "/model.json");
  const nlohmann::json model = nlohmann::json::parse(file, nullptr, false);
  if (!model.is_object() || !model.contains("facts") || !model["facts"].is_object()) return facts;
  for (const auto& [name, value] : model["facts"].items()) {
    if (value.is_string()) facts.emplace(name, value.get<std::string>());
  }
  return facts;
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
    spec_.environment[kVariable] = task_.dump();
    SetWorkers(parameters_, 1, &spec_);
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    return AddConfinement(parameters_, context_, &spec_);
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

  struct ModelName {
    std::string project;
    std::string name;
  };

  ModelName NameOf(const syntax::PaiParameter& given) const {
    const std::string text(Trim(given.value));
    const size_t dot = text.find('.');
    if (dot == std::string::npos) return {context_.names.project(), text};
    return {text.substr(0, dot), text.substr(dot + 1)};
  }

  // The model that the catalog has, or nothing; an error where the project is missing.
  Result<names::Meaning<store::Model>> Look(const ModelName& named,
                                            const syntax::PaiParameter& given) const {
    PAISQL_ASSIGN_AT(given.value_range, names::Meaning<store::Model> found,
                     context_.names.Model(named.project, named.name));
    if (!found.project_is_missing) return found;
    const std::string near = DidYouMean(named.project, found.others);
    return Error{ErrorCode::kModelNotFound, "project " + named.project + " does not exist",
                 given.value_range, near.empty() ? "SHOW PROJECTS lists them" : near};
  }

  Status BindNewModel(const syntax::PaiParameter& given) {
    const ModelName named = NameOf(given);
    PAISQL_TRY(names::CheckModelName(named.name, given.value_range));
    PAISQL_TRY(Look(named, given));
    spec_.model = jobs::ModelOutput{named.project, named.name, Split(run_.formats, ' ').front(),
                                    "PAI -name " + spec_.algorithm};
    return Status::Ok();
  }

  Status BindModel(const Port& port, const syntax::PaiParameter& given) {
    const ModelName named = NameOf(given);
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
    if (std::ranges::find(formats, version->format) == formats.end()) {
      return Wrong(given.value_range,
                   "model " + found.row->name + " has the format " + version->format + ", but " +
                       spec_.algorithm + " reads the format " + Join(formats, " or "),
                   "name a model that the component's training has made");
    }
    task_["models"][std::string(port.parameter)] = version->folder;
    source_.models[std::string(port.parameter)] = FactsOf(version->folder);
    return Status::Ok();
  }

  Status BindFolder(const Port& port, const syntax::PaiParameter& given) {
    PAISQL_TRY(CheckBucket(Whole(given), context_));
    task_["folders"][std::string(port.parameter)] =
        oss::WithoutQuery(std::string(Trim(given.value)));
    return Status::Ok();
  }

  const Component& component_;
  const LearnerBuild& run_;
  const Parameters& parameters_;
  const BuildContext& context_;
  jobs::JobSpec& spec_;
  SchemaSource source_;
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

}  // namespace paisql::pai
