// The jobs of Alink's predictors and Keras components: programs of ours, which are told what to do
// by the variable PAISQL_ALINK as JSON (python/paisql/alink/models/job.py and keras_job.py).

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "pai/job/bucket_access.h"
#include "pai/job/component_tables.h"
#include "pai/job/confinement.h"
#include "pai/job/job_builder.h"
#include "pai/value/alink_values.h"
#include "pai/value/json_text.h"
#include "pai/value/model_place.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "PAISQL_ALINK";
constexpr const char* kConfineVariable = "PAISQL_CONFINE";
constexpr int kSecondsInHour = 3600;
constexpr int kMostProcesses = 1000;
// As for Alink's scripts; the queue may count less.
constexpr int kProcessCpu = 6 * training::kWholeCore;
constexpr int kProcessMemoryMb = 30000;

enum class ModelKind { kTable, kSavedModel, kTorch, kOnnx, kClassifier, kRegressor };

constexpr std::string_view KindText(ModelKind kind) {
  switch (kind) {
    case ModelKind::kTable:
      return "table";
    case ModelKind::kSavedModel:
      return "saved_model";
    case ModelKind::kTorch:
      return "torch";
    case ModelKind::kOnnx:
      return "onnx";
    case ModelKind::kClassifier:
      return "classifier";
    case ModelKind::kRegressor:
      return "regressor";
  }
  return "";
}

Part Whole(const syntax::PaiParameter& parameter) {
  return {std::string(Trim(parameter.value)), parameter.value_range};
}

Error Wrong(const SourceRange& range, const std::string& what, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, what, range, std::move(hint)};
}

store::Column NewColumn(std::string name, DataType type) {
  store::Column column;
  column.name = std::move(name);
  column.type = std::move(type);
  return column;
}

nlohmann::json NamesOf(const std::vector<store::Column>& columns) {
  nlohmann::json names = nlohmann::json::array();
  for (const store::Column& one : columns) names.push_back(one.name);
  return names;
}

// Whether a program in Python can hand the column on.
bool CanBeKept(const DataType& type) {
  switch (type.id()) {
    case TypeId::kMap:
    case TypeId::kStruct:
    case TypeId::kJson:
      return false;
    case TypeId::kArray:
      return type.element().id() != TypeId::kArray && CanBeKept(type.element());
    default:
      return true;
  }
}

// One process with all that is the same for both kinds of jobs.
void SetProcesses(const Parameters& parameters, int64_t workers, training::JobSpec& spec) {
  spec.roles = {{"worker", static_cast<int>(workers), training::kWholeCard, kProcessCpu,
                 kProcessMemoryMb, true, true, true}};
  spec.limits.hung_seconds = parameters.Number("maxHungTimeBeforeGCInSeconds");
  spec.limits.training_seconds = parameters.Number("maxTrainingTimeInHour") * kSecondsInHour;
}

class PredictBuilder {
 public:
  PredictBuilder(const Parameters& parameters, const BuildContext& context, ModelKind kind,
                 training::JobSpec* spec)
      : parameters_(parameters), context_(context), kind_(kind), spec_(*spec) {}

  Status Build() {
    job_["kind"] = KindText(kind_);
    PAISQL_TRY(Input());
    PAISQL_TRY(Model());
    PAISQL_TRY(Output());
    PAISQL_TRY(Choices());
    SetProcesses(parameters_, 1, spec_);
    spec_.environment[kVariable] = job_.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    PAISQL_TRY(AddConfinement(parameters_, context_, &spec_));
    const auto confined = spec_.environment.find(kConfineVariable);
    if (confined != spec_.environment.end() && !folder_.empty()) {
      std::error_code code;
      const fs::path real = fs::weakly_canonical(folder_, code);
      confined->second += "ro " + (code ? folder_ : real.string()) + "\n";
    }
    return Status::Ok();
  }

 private:
  Status Input() {
    PAISQL_ASSIGN(training::TableBinding input,
                  OneInput(*parameters_.Find("inputTableName"), context_));
    spec_.tables.push_back(std::move(input));
    job_["input"] = spec_.tables[0].url;
    PAISQL_ASSIGN(const std::vector<store::Column> selected,
                  ColumnsNamed(parameters_.Find("selectedCols"), Rows(), context_));
    job_["selected"] = NamesOf(selected);
    PAISQL_ASSIGN(reserved_, ColumnsNamed(parameters_.Find("reservedCols"), Rows(), context_));
    for (const store::Column& one : reserved_) {
      if (CanBeKept(one.type)) continue;
      return Wrong(parameters_.Find("inputTableName")->value_range,
                   "column '" + one.name + "' is " + one.type.ToString() +
                       ", which a predictor cannot hand on",
                   "leave it out with -DreservedCols");
    }
    return Status::Ok();
  }

  // The rows that are computed.
  const store::Table& Rows() const { return spec_.tables[0].table; }

  Status Model() {
    if (const syntax::PaiParameter* path = parameters_.Find("modelPath")) return ModelFile(*path);
    const syntax::PaiParameter& given = *parameters_.Find("modelTableName");
    PAISQL_ASSIGN(training::TableBinding model, OneInput(given, context_));
    const bool labelled = kind_ == ModelKind::kClassifier || kind_ == ModelKind::kRegressor;
    const std::vector<store::Column>& columns = model.table.columns;
    const bool fits = columns.size() >= 2 && EqualsIgnoreCase(columns[0].name, "model_id") &&
                      columns[0].type.id() == TypeId::kBigint &&
                      EqualsIgnoreCase(columns[1].name, "model_info") &&
                      columns[1].type.id() == TypeId::kString &&
                      columns.size() == (labelled ? 3 : 2);
    if (!fits) {
      return Wrong(given.value_range,
                   "table " + model.table.QualifiedName() + " is no model of this kind",
                   labelled ? "it has the columns model_id BIGINT, model_info STRING, label_value, "
                              "as the Keras components write them"
                            : "it has the columns model_id BIGINT, model_info STRING");
    }
    if (labelled) label_ = columns[2].type;
    job_["model"] = model.url;
    const bool same = model.url == spec_.tables[0].url;
    if (!same) spec_.tables.push_back(std::move(model));
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
      return Wrong(given.value_range, place.file.path + " is no SavedModel",
                   "name its folder, or a .zip, .tar.gz or .tgz of it");
    }
    if (place.is_folder) {
      folder_ = place.file.path;
      job_["path"] = folder_;
    } else {
      job_["path"] = place.is_archive ? "." : fs::path(place.file.path).filename().string();
      spec_.files.push_back(place.file.path);
      if (place.file.kept != nullptr) spec_.fetched.push_back(std::move(place.file.kept));
    }
    job_["place"] = std::string(Trim(given.value));
    return Status::Ok();
  }

  // What the predictor adds, and which of its columns stand where one of the input's is kept.
  Result<std::vector<store::Column>> Answers() {
    if (const syntax::PaiParameter* schema = parameters_.Find("outputSchemaStr")) {
      job_["schema"] = schema->value;
      return ReadAnswerSchema(*schema, context_);
    }
    std::vector<store::Column> columns;
    const syntax::PaiParameter& prediction = *parameters_.Find("predictionCol");
    const bool regression = kind_ == ModelKind::kRegressor;
    job_["prediction"] = Whole(prediction).text;
    columns.push_back(
        NewColumn(Whole(prediction).text, regression ? DataType(TypeId::kDouble) : label_));
    if (const syntax::PaiParameter* detail = parameters_.Find("predictionDetailCol")) {
      if (EqualsIgnoreCase(Trim(detail->value), Trim(prediction.value))) {
        return Wrong(detail->value_range, "predictionDetailCol is the column of predictionCol",
                     "give it another name");
      }
      job_["detail"] = Whole(*detail).text;
      columns.push_back(NewColumn(Whole(*detail).text, TypeId::kString));
    }
    return columns;
  }

  Status Output() {
    PAISQL_ASSIGN(const std::vector<store::Column> answers, Answers());
    std::vector<store::Column> columns;
    const auto named = [](const std::string& name) {
      return [&name](const store::Column& one) { return EqualsIgnoreCase(one.name, name); };
    };
    // As in Alink: an answer takes the place of the input's column of its name.
    for (const store::Column& one : reserved_) {
      const auto found = std::find_if(answers.begin(), answers.end(), named(one.name));
      columns.push_back(found == answers.end() ? NewColumn(one.name, one.type) : *found);
    }
    for (const store::Column& one : answers) {
      if (std::none_of(reserved_.begin(), reserved_.end(), named(one.name))) columns.push_back(one);
    }
    for (size_t i = 0; i < columns.size(); ++i) columns[i].id = static_cast<int64_t>(i) + 1;
    job_["reserved"] = nlohmann::json::array();
    for (const store::Column& one : reserved_) {
      if (std::none_of(answers.begin(), answers.end(), named(one.name))) {
        job_["reserved"].push_back(one.name);
      }
    }
    PAISQL_ASSIGN(training::TableBinding output,
                  OneOutput(*parameters_.Find("outputTableName"), std::move(columns), context_));
    job_["output"] = output.url;
    spec_.outputs.push_back(std::move(output));
    return Status::Ok();
  }

  // A list of names; null where the parameter is not given.
  nlohmann::json List(std::string_view name) const {
    const syntax::PaiParameter* given = parameters_.Find(name);
    if (given == nullptr) return nullptr;
    nlohmann::json names = nlohmann::json::array();
    for (const Part& part : SplitValue(*given, context_)) names.push_back(part.text);
    return names;
  }

  std::string Text(std::string_view name, std::string_view otherwise) const {
    const syntax::PaiParameter* given = parameters_.Find(name);
    return std::string(given == nullptr ? otherwise : Trim(given->value));
  }

  Status Choices() {
    const bool onnx = kind_ == ModelKind::kOnnx;
    job_["inputs"] = List(onnx ? "inputNames" : "inputSignatureDefs");
    job_["outputs"] = List(onnx ? "outputNames" : "outputSignatureDefs");
    for (const auto& [name, of, key] :
         {std::tuple(onnx ? "inputNames" : "inputSignatureDefs", "selectedCols", "inputs"),
          std::tuple(onnx ? "outputNames" : "outputSignatureDefs", "outputSchemaStr", "outputs")}) {
      const syntax::PaiParameter* given = parameters_.Find(name);
      if (given == nullptr) continue;
      const size_t wanted = std::string_view(key) == "inputs" ? job_["selected"].size() : Schema();
      if (job_[key].size() == wanted) continue;
      return Wrong(given->value_range,
                   std::string(name) + " has " + std::to_string(job_[key].size()) +
                       " names, and " + of + " has " + std::to_string(wanted),
                   "give one for each column, in their order");
    }
    job_["signature"] = Text("signatureDefKey", "serving_default");
    job_["tag"] = Text("graphDefTag", "serve");
    const syntax::PaiParameter* nulls = parameters_.Find("nullValues");
    const std::string policy = ToLower(Text("nullValues", "error"));
    if (policy != "error" && policy != "null") {
      return Wrong(nulls->value_range, "'" + policy + "' is no value for nullValues",
                   "write error or null");
    }
    job_["nulls"] = policy;
    const int64_t batch = parameters_.Number("inferBatchSize");
    job_["batch"] = batch == 0 ? nlohmann::json(nullptr) : nlohmann::json(batch);
    job_["threads"] = std::max<int64_t>(parameters_.Number("intraOpParallelism"), 1);
    return Status::Ok();
  }

  // How many columns outputSchemaStr has.
  size_t Schema() const {
    const std::string text = job_.value("schema", "");
    return static_cast<size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  const ModelKind kind_;
  training::JobSpec& spec_;
  std::vector<store::Column> reserved_;
  DataType label_;
  std::string folder_;  // of the model, where it is one
  nlohmann::json job_ = nlohmann::json::object();
};

class KerasBuilder {
 public:
  KerasBuilder(const Parameters& parameters, const BuildContext& context, training::JobSpec* spec)
      : parameters_(parameters), context_(context), spec_(*spec) {}

  Status Build(bool regression) {
    job_["kind"] = regression ? "regressor" : "classifier";
    PAISQL_TRY(Input(regression));
    PAISQL_TRY(Output());
    PAISQL_TRY(Layers());
    PAISQL_TRY(Choices());
    PAISQL_TRY(Workers());
    spec_.environment[kVariable] = job_.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    return AddConfinement(parameters_, context_, &spec_);
  }

 private:
  Status Input(bool regression) {
    PAISQL_ASSIGN(training::TableBinding input,
                  OneInput(*parameters_.Find("inputTableName"), context_));
    spec_.tables.push_back(std::move(input));
    const store::Table& table = spec_.tables[0].table;
    job_["input"] = spec_.tables[0].url;
    PAISQL_ASSIGN(const store::Column tensor,
                  ColumnNamed(Whole(*parameters_.Find("tensorCol")), table));
    const syntax::PaiParameter& label_given = *parameters_.Find("labelCol");
    PAISQL_ASSIGN(const store::Column label, ColumnNamed(Whole(label_given), table));
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
    PAISQL_ASSIGN(training::TableBinding output,
                  OneOutput(*parameters_.Find("outputTableName"), std::move(columns), context_));
    job_["output"] = output.url;
    spec_.outputs.push_back(std::move(output));
    return Status::Ok();
  }

  Status Layers() {
    const syntax::PaiParameter& given = *parameters_.Find("layers");
    const auto place = [&](size_t begin, size_t end) {
      return PlaceInValue(given, context_.statement_text, begin, end);
    };
    constexpr const char* kForm = "write [\"Dense(64, activation='relu')\", \"Dropout(0.1)\"]";
    const Result<JsonNode> json = ParseJson(given.value);
    if (!json.ok()) {
      return Wrong(place(json.error().range.begin, json.error().range.end),
                   "layers: " + json.error().detail, kForm);
    }
    if (json->kind != JsonKind::kArray) {
      return Wrong(place(json->begin, json->end), "layers is a JSON list of texts", kForm);
    }
    job_["layers"] = nlohmann::json::array();
    for (const JsonNode& one : json->elements) {
      if (one.kind != JsonKind::kString) {
        return Wrong(place(one.begin, one.end), "layers: a layer is a text", kForm);
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
    double number = -1;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size() || !(number >= least) ||
        !(number < limit)) {
      return Wrong(given->value_range, "'" + std::string(text) + "' is no value for " + given->key,
                   limit <= 1 ? "write a share from 0 to less than 1" : "write a number above 0");
    }
    job_[key] = number;
    return Status::Ok();
  }

  Status Choices() {
    constexpr double kLeast = 1e-9;
    constexpr double kMost = 1e9;
    PAISQL_TRY(Real("learningRate", "learning_rate", kLeast, kMost));
    PAISQL_TRY(Real("validationSplit", "validation_split", 0, 1));
    PAISQL_TRY(Real("saveCheckpointsEpochs", "checkpoint_epochs", kLeast, kMost));
    PAISQL_TRY(Real("saveCheckpointsSecs", "checkpoint_seconds", kLeast, kMost));
    const auto text = [&](const char* name, const char* otherwise) {
      const syntax::PaiParameter* given = parameters_.Find(name);
      return std::string(given == nullptr ? otherwise : Trim(given->value));
    };
    job_["optimizer"] = text("optimizer", "Adam()");
    job_["best_metric"] = text("bestMetric", "loss");
    job_["best_only"] = parameters_.IsTrue("saveBestOnly");
    const bool other = parameters_.Find("numEpochs") == nullptr &&
                       parameters_.Find("numIter") != nullptr;
    job_["epochs"] = parameters_.Number(other ? "numIter" : "numEpochs");
    job_["batch_size"] = parameters_.Number("batchSize");
    job_["patience"] = parameters_.Number("earlyStoppingEpochs");
    job_["threads"] = std::max<int64_t>(parameters_.Number("intraOpParallelism"), 1);
    for (const char* name : {"numEpochs", "numIter", "batchSize"}) {
      const syntax::PaiParameter* given = parameters_.Find(name);
      if (given != nullptr && parameters_.Number(name) == 0) {
        return Wrong(given->value_range, "'0' is no value for " + given->key, "write 1 or more");
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
    const int64_t parallelism = std::max<int64_t>(parameters_.Number("parallelism"), 1);
    int64_t workers = parameters_.Number("numWorkers");
    if (given == nullptr) {
      workers = parallelism == 1 ? 1 : parallelism - std::max<int64_t>(parallelism / 4, 1);
    }
    const syntax::PaiParameter* single = nullptr;
    for (const char* name : {"validationSplit", "saveBestOnly", "earlyStoppingEpochs"}) {
      const syntax::PaiParameter* one = parameters_.Find(name);
      const std::string value = one == nullptr ? "" : ToLower(Trim(one->value));
      if (!value.empty() && value != "false" && value.find_first_not_of("0.") != std::string::npos)
        single = one;
    }
    if (workers < 1 || workers > kMostProcesses) {
      return Wrong(given->value_range, std::to_string(workers) + " workers are no job",
                   "give one worker at least, and 1000 at most");
    }
    if (workers > 1 && single != nullptr) {
      return Wrong(single->value_range,
                   single->key + " is for one worker, and there are " + std::to_string(workers),
                   "give -DnumWorkers=1");
    }
    spec_.distributed = true;  // TF_CONFIG is there for one worker, too
    SetProcesses(parameters_, workers, spec_);
    return Status::Ok();
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  training::JobSpec& spec_;
  DataType label_;
  nlohmann::json job_ = nlohmann::json::object();
};

}  // namespace

Status BuildTableModelPredictJob(const Parameters& parameters, const BuildContext& context,
                                 training::JobSpec* spec) {
  return PredictBuilder(parameters, context, ModelKind::kTable, spec).Build();
}

Status BuildSavedModelPredictJob(const Parameters& parameters, const BuildContext& context,
                                 training::JobSpec* spec) {
  return PredictBuilder(parameters, context, ModelKind::kSavedModel, spec).Build();
}

Status BuildTorchPredictJob(const Parameters& parameters, const BuildContext& context,
                            training::JobSpec* spec) {
  return PredictBuilder(parameters, context, ModelKind::kTorch, spec).Build();
}

Status BuildOnnxPredictJob(const Parameters& parameters, const BuildContext& context,
                           training::JobSpec* spec) {
  return PredictBuilder(parameters, context, ModelKind::kOnnx, spec).Build();
}

Status BuildKerasClassifierPredictJob(const Parameters& parameters, const BuildContext& context,
                                      training::JobSpec* spec) {
  return PredictBuilder(parameters, context, ModelKind::kClassifier, spec).Build();
}

Status BuildKerasRegressorPredictJob(const Parameters& parameters, const BuildContext& context,
                                     training::JobSpec* spec) {
  return PredictBuilder(parameters, context, ModelKind::kRegressor, spec).Build();
}

Status BuildKerasClassifierTrainJob(const Parameters& parameters, const BuildContext& context,
                                    training::JobSpec* spec) {
  return KerasBuilder(parameters, context, spec).Build(false);
}

Status BuildKerasRegressorTrainJob(const Parameters& parameters, const BuildContext& context,
                                   training::JobSpec* spec) {
  return KerasBuilder(parameters, context, spec).Build(true);
}

}  // namespace paisql::pai
