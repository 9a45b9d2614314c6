// The jobs of Alink's predictors: a program of ours, which is told what to do by the variable
// PAISQL_ALINK as JSON (python/paisql/alink/models/job.py).

#include "pai/job/alink_model_job.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "pai/job/bucket_access.h"
#include "pai/job/component_tables.h"
#include "pai/job/confinement.h"
#include "pai/job/stream_places.h"
#include "pai/value/alink/alink_values.h"
#include "pai/value/alink/model_place.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr const char* kVariable = "PAISQL_ALINK";
constexpr const char* kConfineVariable = "PAISQL_CONFINE";
constexpr int64_t kMostWorkers = 1000;

// As job.py has them.
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

std::vector<store::Column> Kept(std::vector<store::Column> columns) {
  std::erase_if(columns, [](const store::Column& one) { return !CanBeKept(one.type); });
  return columns;
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
    SetWorkers(parameters_, 1, &spec_);
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

  // On rows as they come; each has one row of answers, so that a worker that is started again goes
  // on behind its last one.
  Status BuildStream() {
    job_["kind"] = KindText(kind_);
    nlohmann::json stream = {{"kind", "stream"}, {"recovery", "resume"}};
    PAISQL_ASSIGN(StreamRows rows, BindStreamSource(parameters_, context_, &spec_, &stream));
    rows_ = std::move(rows.table);
    PAISQL_TRY(Columns(rows.range));
    PAISQL_TRY(Model());
    PAISQL_ASSIGN(std::vector<store::Column> columns, OutputColumns());
    PAISQL_TRY(BindStreamSink(parameters_, context_, std::move(columns), &spec_, &stream));
    PAISQL_TRY(Choices());
    stream["columns"] = ColumnsRead();
    stream["predict"] = job_;
    PAISQL_TRY(Workers());
    PAISQL_TRY(AddStream(parameters_, &spec_, &stream));
    spec_.environment[kVariable] = stream.dump();
    PAISQL_TRY(AddBucketAccess(parameters_, context_, &spec_));
    return RefuseConfinedStream(parameters_, context_, &spec_);
  }

 private:
  Status Workers() {
    const int64_t count = parameters_.Number("numWorkers");
    if (count < 1 || count > kMostWorkers) {
      return Wrong(parameters_.Find("numWorkers")->value_range,
                   std::to_string(count) + " workers are no job",
                   "give one worker at least, and 1000 at most");
    }
    SetWorkers(parameters_, count, &spec_);
    return Status::Ok();
  }

  Status Input() {
    const syntax::PaiParameter& given = *parameters_.Find("inputTableName");
    PAISQL_ASSIGN(training::TableBinding input, OneInput(given, context_));
    job_["input"] = input.url;
    rows_ = input.table;
    spec_.tables.push_back(std::move(input));
    return Columns(given.value_range);
  }

  // A labelled model says itself which columns it was trained on.
  bool IsLabelled() const {
    return kind_ == ModelKind::kClassifier || kind_ == ModelKind::kRegressor;
  }

  // Those of rows_ that are the model's, and those that stay; `input` names the rows.
  Status Columns(const SourceRange& input) {
    PAISQL_ASSIGN(const std::vector<store::Column> selected,
                  ColumnsNamed(parameters_.Find("selectedCols"), rows_, context_));
    job_["selected"] = NamesOf(IsLabelled() ? Kept(selected) : selected);
    PAISQL_ASSIGN(reserved_, ColumnsNamed(parameters_.Find("reservedCols"), rows_, context_));
    for (const store::Column& one : reserved_) {
      if (CanBeKept(one.type)) continue;
      return Wrong(input,
                   "column '" + one.name + "' is " + one.type.ToString() +
                       ", which a predictor cannot hand on",
                   "leave it out with -DreservedCols");
    }
    return Status::Ok();
  }

  Status Model() {
    if (const syntax::PaiParameter* path = parameters_.Find("modelPath")) return ModelFile(*path);
    const syntax::PaiParameter& given = *parameters_.Find("modelTableName");
    PAISQL_ASSIGN(training::TableBinding model, OneInput(given, context_));
    const bool labelled = IsLabelled();
    const std::vector<store::Column>& columns = model.table.columns;
    const bool fits = columns.size() >= 2 && EqualsIgnoreCase(columns[0].name, "model_id") &&
                      columns[0].type.id() == TypeId::kBigint &&
                      EqualsIgnoreCase(columns[1].name, "model_info") &&
                      columns[1].type.id() == TypeId::kString &&
                      columns.size() == (labelled ? 3 : 2);
    if (!fits) {
      return Wrong(
          given.value_range, "table " + model.table.QualifiedName() + " is no model of this kind",
          labelled
              ? "such a model has the columns model_id BIGINT, model_info STRING, label_value, "
                "as the Keras components write them"
              : "such a model has the columns model_id BIGINT, model_info STRING");
    }
    if (labelled) label_ = columns[2].type;
    job_["model"] = model.url;
    const auto same = [&model](const training::TableBinding& one) { return one.url == model.url; };
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
    PAISQL_ASSIGN(std::vector<store::Column> columns, OutputColumns());
    PAISQL_ASSIGN(training::TableBinding output,
                  OneOutput(*parameters_.Find("outputTableName"), std::move(columns), context_));
    job_["output"] = output.url;
    spec_.outputs.push_back(std::move(output));
    return Status::Ok();
  }

  // Of the input and of the answers.
  Result<std::vector<store::Column>> OutputColumns() {
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
    return columns;
  }

  // The columns that workers read, each once.
  nlohmann::json ColumnsRead() const {
    nlohmann::json names = job_["selected"];
    for (const nlohmann::json& one : job_["reserved"]) {
      if (std::find(names.begin(), names.end(), one) == names.end()) names.push_back(one);
    }
    return names;
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
                   std::string(name) + " has " + std::to_string(job_[key].size()) + " names, and " +
                       of + " has " + std::to_string(wanted),
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
    return BatchAxes();
  }

  // Which dimension of each output is the batch's.
  Status BatchAxes() {
    const syntax::PaiParameter* given = parameters_.Find("outputBatchAxes");
    if (given == nullptr) return Status::Ok();
    job_["axes"] = nlohmann::json::array();
    for (const Part& part : SplitValue(*given, context_)) {
      int axis = 0;
      const char* const end = part.text.data() + part.text.size();
      const auto [stopped, code] = std::from_chars(part.text.data(), end, axis);
      if (code != std::errc() || stopped != end || axis < 0) {
        return Wrong(part.range, "outputBatchAxes: '" + part.text + "' is no dimension",
                     "write the number of a dimension from 0 for each column of outputSchemaStr");
      }
      job_["axes"].push_back(axis);
    }
    if (job_["axes"].size() == Schema()) return Status::Ok();
    return Wrong(given->value_range,
                 "outputBatchAxes has " + std::to_string(job_["axes"].size()) +
                     " numbers, and outputSchemaStr has " + std::to_string(Schema()),
                 "give one for each column, in their order");
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
  store::Table rows_;  // that are computed; of a file its columns alone
  std::vector<store::Column> reserved_;
  DataType label_;
  std::string folder_;  // of the model, where it is one
  nlohmann::json job_ = nlohmann::json::object();
};

}  // namespace

Status BuildPredictJob(ModelKind kind, PredictedRows rows, const Parameters& parameters,
                       const BuildContext& context, training::JobSpec* spec) {
  PredictBuilder builder(parameters, context, kind, spec);
  return rows == PredictedRows::kStream ? builder.BuildStream() : builder.Build();
}

}  // namespace paisql::pai
