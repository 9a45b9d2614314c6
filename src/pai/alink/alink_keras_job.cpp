// The jobs of Alink's Keras components: a program of ours, which is told what to do by the variable
// PAISQL_ALINK as JSON (python/paisql/alink_run/keras.py).

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/alink/alink_jobs.h"
#include "pai/job/bucket_access.h"
#include "pai/job/component_tables.h"
#include "pai/job/confinement.h"
#include "pai/value/json_text.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr const char* kKerasVariable = "PAISQL_ALINK";

class KerasBuilder {
 public:
  KerasBuilder(const Parameters& parameters, const BuildContext& context, jobs::JobSpec* spec)
      : parameters_(parameters), context_(context), spec_(*spec) {}

  Status Build(bool regression) {
    job_["kind"] = regression ? "regressor" : "classifier";
    PAISQL_TRY(Layers());
    const syntax::PaiParameter* const optimizer = parameters_.Find("optimizer");
    job_["optimizer"] = optimizer == nullptr ? "Adam()" : std::string(Trim(optimizer->value));
    PAISQL_TRY(Input(regression));
    PAISQL_TRY(Output());
    PAISQL_TRY(Choices());
    PAISQL_TRY(Workers());
    spec_.environment[kKerasVariable] = job_.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    return AddConfinement(parameters_, context_, &spec_);
  }

 private:
  Status Input(bool regression) {
    PAISQL_ASSIGN(jobs::TableBinding input,
                  OneInput(*parameters_.Find("inputTableName"), context_));
    spec_.tables.push_back(std::move(input));
    const store::Table& table = spec_.tables[0].table;
    job_["input"] = spec_.tables[0].url;
    PAISQL_ASSIGN(const store::Column tensor,
                  ColumnNamed(Whole(*parameters_.Find("tensorCol")), table.columns));
    const syntax::PaiParameter& label_given = *parameters_.Find("labelCol");
    PAISQL_ASSIGN(const store::Column label, ColumnNamed(Whole(label_given), table.columns));
    if (tensor.name == label.name) {
      return Wrong(label_given.value_range, "labelCol is the column of tensorCol",
                   "name the column of labels");
    }
    job_["tensor"] = tensor.name;
    job_["label"] = label.name;
    label_ = label.type;
    const bool number = label_.IsNumeric();
    const bool text = label_.id() == TypeId::kString;
    const bool whole = number && label_.id() != TypeId::kDecimal;
    if (regression ? number : whole || text) return Status::Ok();
    return Wrong(label_given.value_range,
                 "labelCol: column '" + label.name + "' is " + label_.ToString(),
                 regression ? "a regression has numbers for labels"
                            : "labels are STRING, or numbers: CAST in a query");
  }

  Status Output() {
    std::vector<store::Column> columns = {NewColumn("model_id", TypeId::kBigint),
                                          NewColumn("model_info", TypeId::kString),
                                          NewColumn("label_value", label_)};
    for (size_t i = 0; i < columns.size(); ++i) columns[i].id = static_cast<int64_t>(i) + 1;
    PAISQL_ASSIGN(jobs::TableBinding output,
                  OneOutput(*parameters_.Find("outputTableName"), std::move(columns), context_));
    job_["output"] = output.url;
    spec_.outputs.push_back(std::move(output));
    return Status::Ok();
  }

  // The job judges the texts before it imports TensorFlow
  // (python/akdl/models/tf/keras_sequential/layer_texts.py).
  Status Layers() {
    const syntax::PaiParameter& given = *parameters_.Find("layers");
    const auto place = [&](const auto& range) {
      return PlaceInValue(given, context_.statement_text, range.begin, range.end);
    };
    constexpr const char* kForm = "write [\"Dense(64, activation='relu')\", \"Dropout(0.1)\"]";
    const Result<JsonValue> json = ParseJson(given.value);
    if (!json.ok()) {
      return Wrong(place(json.error().range), "layers: " + json.error().detail, kForm);
    }
    if (json->kind != JsonKind::kArray) {
      return Wrong(place(json->place), "layers is a JSON list of texts", kForm);
    }
    job_["layers"] = nlohmann::json::array();
    for (const JsonValue& one : json->items) {
      if (one.kind != JsonKind::kString) {
        return Wrong(place(one.place), "layers: a layer is a text", kForm);
      }
      job_["layers"].push_back(one.text);
    }
    return Status::Ok();
  }

  // A number that need not be whole, at least `least` and less than `limit`.
  Status Real(std::string_view name, const char* key, double least, double limit) {
    const syntax::PaiParameter* given = parameters_.Find(name);
    if (given == nullptr) return Status::Ok();
    const std::string_view text = Trim(given->value);
    const std::optional<double> number = ParseNumber(text, least, limit);
    if (!number.has_value() || number == limit) {
      return Wrong(given->value_range,
                   "'" + std::string(text) + "' is not a value for " + given->key,
                   limit <= 1 ? "write a share from 0 to less than 1" : "write a number above 0");
    }
    job_[key] = *number;
    return Status::Ok();
  }

  Status Choices() {
    constexpr double kLeast = 1e-9;
    constexpr double kMost = 1e9;
    PAISQL_TRY(Real("learningRate", "learning_rate", kLeast, kMost));
    PAISQL_TRY(Real("validationSplit", "validation_split", 0, 1));
    PAISQL_TRY(Real("saveCheckpointsEpochs", "checkpoint_epochs", kLeast, kMost));
    PAISQL_TRY(Real("saveCheckpointsSecs", "checkpoint_seconds", kLeast, kMost));
    job_["best_metric"] = parameters_.Word("bestMetric");
    job_["best_only"] = parameters_.IsTrue("saveBestOnly");
    job_["epochs"] = parameters_.Number("numEpochs");
    job_["batch_size"] = parameters_.Number("batchSize");
    job_["patience"] = parameters_.Number("earlyStoppingEpochs");
    job_["threads"] = std::max<int64_t>(parameters_.Number("intraOpParallelism"), 1);
    for (const char* name : {"numEpochs", "batchSize"}) {
      const syntax::PaiParameter* given = parameters_.Find(name);
      if (given != nullptr && parameters_.Number(name) == 0) {
        return Wrong(given->value_range, "'0' is not a value for " + given->key, "write 1 or more");
      }
    }
    return Checkpoints();
  }

  Status Checkpoints() {
    const syntax::PaiParameter* given = parameters_.Find("checkpointFilePath");
    const syntax::PaiParameter* remove = parameters_.Find("removeCheckpointBeforeTraining");
    job_["remove_checkpoints"] = remove == nullptr || parameters_.IsTrue(remove->key);
    if (given == nullptr) return Status::Ok();
    std::string_view path = Trim(given->value);
    constexpr std::string_view kFileScheme = "file://";
    if (path.starts_with(kFileScheme)) path.remove_prefix(kFileScheme.size());
    if (path.find("://") != std::string_view::npos) {
      return Wrong(given->value_range, "checkpoints lie on this machine",
                   "write file:// and a folder, or a path");
    }
    job_["checkpoints"] = (fs::path(context_.script_folder) / path).lexically_normal().string();
    return Status::Ok();
  }

  // Alink's counts of workers; its parameter servers are left out.
  Status Workers() {
    const syntax::PaiParameter* given = parameters_.Find("numWorkers");
    const int64_t workers = given != nullptr
                                ? parameters_.Number("numWorkers")
                                : CountsOf({}, {}, parameters_.Number("parallelism")).workers;
    const syntax::PaiParameter* single = nullptr;
    for (const char* name : {"validationSplit", "saveBestOnly", "earlyStoppingEpochs"}) {
      const syntax::PaiParameter* one = parameters_.Find(name);
      const std::string value = one == nullptr ? "" : ToLower(Trim(one->value));
      if (!value.empty() && value != "false" && value.find_first_not_of("0.") != std::string::npos)
        single = one;
    }
    if (workers < 1 || workers > kMostProcesses) {
      if (given == nullptr) given = parameters_.Find("parallelism");
      return Wrong(given->value_range, "a job cannot have " + std::to_string(workers) + " workers",
                   "give one worker at least, and 1000 at most");
    }
    if (workers > 1 && single != nullptr) {
      return Wrong(single->value_range,
                   single->key + " is for one worker, and there are " + std::to_string(workers),
                   "give -DnumWorkers=1");
    }
    spec_.distributed = true;  // TF_CONFIG is there for one worker, too
    SetWorkers(parameters_, workers, &spec_);
    return Status::Ok();
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  jobs::JobSpec& spec_;
  DataType label_;
  nlohmann::json job_ = nlohmann::json::object();
};

}  // namespace

Status BuildKerasClassifierTrainJob(const Parameters& parameters, const BuildContext& context,
                                    jobs::JobSpec* spec) {
  return KerasBuilder(parameters, context, spec).Build(false);
}

Status BuildKerasRegressorTrainJob(const Parameters& parameters, const BuildContext& context,
                                   jobs::JobSpec* spec) {
  return KerasBuilder(parameters, context, spec).Build(true);
}

}  // namespace paisql::pai
