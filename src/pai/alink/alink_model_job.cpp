// The jobs of Alink's predictors: a program of ours, which is told what to do by the variable
// PAISQL_ALINK as JSON (python/paisql/alink_models/table_job.py).

#include "pai/alink/alink_model_job.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "pai/alink/alink_model_choices.h"
#include "pai/alink/alink_model_columns.h"
#include "pai/alink/streams/stream_places.h"
#include "pai/alink/values/model_place.h"
#include "pai/job/bucket_access.h"
#include "pai/job/component_tables.h"
#include "pai/job/confinement.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr const char* kModelVariable = "PAISQL_ALINK";

// By ModelKind, as job.py has them.
constexpr std::array kKinds = {"table", "saved_model", "torch", "onnx", "classifier", "regressor"};

std::string KindText(ModelKind kind) { return kKinds.at(static_cast<size_t>(kind)); }

class PredictBuilder {
 public:
  PredictBuilder(const Parameters& parameters, const BuildContext& context, ModelKind kind,
                 jobs::JobSpec* spec)
      : parameters_(parameters),
        context_(context),
        kind_(kind),
        spec_(*spec),
        columns_(kind, parameters, context, &job_) {}

  Status Build() {
    job_["kind"] = KindText(kind_);
    PAISQL_TRY(Input());
    PAISQL_TRY(Model());
    PAISQL_TRY(Output());
    PAISQL_TRY(ReadModelChoices(kind_, parameters_, context_, &job_));
    SetWorkers(parameters_, 1, &spec_);
    spec_.environment[kModelVariable] = job_.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    PAISQL_TRY(AddConfinement(parameters_, context_, &spec_));
    AllowReading(folder_, &spec_);
    return Status::Ok();
  }

  // On rows as they come; each has one row of answers, so a restarted worker continues after its
  // last row.
  Status BuildStream() {
    job_["kind"] = KindText(kind_);
    nlohmann::json stream = {{"kind", "stream"}, {"recovery", "resume"}};
    PAISQL_ASSIGN(const StreamRows rows, BindStreamSource(parameters_, context_, &spec_, &stream));
    PAISQL_TRY(columns_.Choose(rows.table, rows.range));
    PAISQL_TRY(Model());
    PAISQL_ASSIGN(std::vector<store::Column> columns, columns_.Output(label_));
    PAISQL_TRY(BindStreamSink(parameters_, context_, std::move(columns), &spec_, &stream));
    PAISQL_TRY(ReadModelChoices(kind_, parameters_, context_, &job_));
    stream["columns"] = columns_.Read();
    stream["predict"] = job_;
    PAISQL_TRY(Workers());
    PAISQL_TRY(AddStream(parameters_, &spec_, &stream));
    spec_.environment[kModelVariable] = stream.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    return RefuseConfinedStream(parameters_, context_, &spec_);
  }

 private:
  Status Workers() {
    const int64_t count = parameters_.Number("numWorkers");
    if (count < 1 || count > kMostProcesses) {
      return Wrong(parameters_.Find("numWorkers")->value_range,
                   "a job cannot have " + std::to_string(count) + " workers",
                   "give one worker at least, and 1000 at most");
    }
    SetWorkers(parameters_, count, &spec_);
    return Status::Ok();
  }

  Status Input() {
    const syntax::PaiParameter& given = *parameters_.Find("inputTableName");
    PAISQL_ASSIGN(jobs::TableBinding input, OneInput(given, context_));
    job_["input"] = input.url;
    spec_.tables.push_back(std::move(input));
    return columns_.Choose(spec_.tables[0].table, given.value_range);
  }

  Status Model() {
    if (const syntax::PaiParameter* path = parameters_.Find("modelPath")) return ModelFile(*path);
    const syntax::PaiParameter& given = *parameters_.Find("modelTableName");
    PAISQL_ASSIGN(jobs::TableBinding model, OneInput(given, context_));
    const bool labelled = IsLabelled(kind_);
    const std::vector<store::Column>& columns = model.table.columns;
    const bool fits = columns.size() >= 2 && EqualsIgnoreCase(columns[0].name, "model_id") &&
                      columns[0].type.id() == TypeId::kBigint &&
                      EqualsIgnoreCase(columns[1].name, "model_info") &&
                      columns[1].type.id() == TypeId::kString &&
                      columns.size() == (labelled ? 3 : 2);
    if (!fits) {
      return Wrong(
          given.value_range,
          "table " + model.table.QualifiedName() + " is not a model of this kind",
          labelled
              ? "such a model has the columns model_id BIGINT, model_info STRING, label_value, "
                "as the Keras components write them"
              : "such a model has the columns model_id BIGINT, model_info STRING");
    }
    if (labelled) label_ = columns[2].type;
    job_["model"] = model.url;
    const auto same = [&model](const jobs::TableBinding& one) { return one.url == model.url; };
    if (std::none_of(spec_.tables.begin(), spec_.tables.end(), same)) {
      spec_.tables.push_back(std::move(model));
    }
    return Status::Ok();
  }

  Status ModelFile(const syntax::PaiParameter& given) {
    PAISQL_ASSIGN(ModelPlace place, ResolveModelPlace(Whole(given), context_));
    const bool framework = kind_ == ModelKind::kTorch || kind_ == ModelKind::kOnnx;
    if (place.is_folder && framework) {
      return Wrong(given.value_range, place.file.path + " is a folder, not a file",
                   kind_ == ModelKind::kOnnx ? "name the .onnx file" : "name the TorchScript file");
    }
    if (!place.is_folder && !place.is_archive && !framework) {
      return Wrong(given.value_range, place.file.path + " is not a SavedModel",
                   "name its folder, or a .zip, .tar.gz or .tgz of it");
    }
    if (place.is_folder) {
      folder_ = place.file.path;
      job_["path"] = folder_;
    } else {
      job_["path"] = place.is_archive ? "." : fs::path(place.file.path).filename().string();
      spec_.files.push_back(place.file.path);
      spec_.file_places[place.file.path] = given.value_range;
      if (place.file.kept != nullptr) spec_.fetched.push_back(std::move(place.file.kept));
    }
    job_["place"] = std::string(Trim(given.value));
    return Status::Ok();
  }

  Status Output() {
    PAISQL_ASSIGN(std::vector<store::Column> columns, columns_.Output(label_));
    PAISQL_ASSIGN(jobs::TableBinding output,
                  OneOutput(*parameters_.Find("outputTableName"), std::move(columns), context_));
    job_["output"] = output.url;
    spec_.outputs.push_back(std::move(output));
    return Status::Ok();
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  const ModelKind kind_;
  jobs::JobSpec& spec_;
  DataType label_;
  std::string folder_;  // of the model, where it is one
  nlohmann::json job_ = nlohmann::json::object();
  ModelColumns columns_;
};

}  // namespace

Status BuildPredictJob(ModelKind kind, PredictedRows rows, const Parameters& parameters,
                       const BuildContext& context, jobs::JobSpec* spec) {
  PredictBuilder builder(parameters, context, kind, spec);
  return rows == PredictedRows::kStream ? builder.BuildStream() : builder.Build();
}

}  // namespace paisql::pai
