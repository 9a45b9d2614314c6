#include "inference/pmml/pmml_model.h"

#include <algorithm>
#include <array>

#include "base/files/files.h"
#include "base/whole_number.h"
#include "inference/pmml/pmml_part.h"
#include "inference/signature_names.h"

namespace paisql::inference {

namespace {

enum class Feature { kPredicted, kChanceOfOne, kChanceOfBest, kDistance };

struct OutputRow {
  Feature feature = Feature::kPredicted;
  size_t label = 0;  // of kChanceOfOne
};

class PmmlModel : public Model {
 public:
  const std::vector<Signature>& signatures() const override { return signatures_; }

  Result<std::vector<Tensor>> Run(const Signature& signature, std::span<const Tensor> inputs,
                                  std::span<const std::string> outputs) override {
    PAISQL_TRY(CheckInputs(signature, inputs));
    PAISQL_ASSIGN(const std::vector<size_t> wanted, Wanted(outputs));
    const int64_t rows = inputs.empty() ? 0 : inputs[0].shape[0];
    for (const Tensor& input : inputs) {
      if (input.shape[0] == rows) continue;
      return Error{
          ErrorCode::kRuntimeArguments, "the inputs have different numbers of rows", {}, ""};
    }
    std::vector<Tensor> answers;
    for (const size_t output : wanted) {
      answers.push_back(Tensor::Allocate(signatures_[0].outputs[output].type, {rows}));
    }
    std::vector<double> row(fields_.size(), kNoValue);
    PmmlAnswer answer;
    for (int64_t i = 0; i < rows; ++i) {
      for (size_t k = 0; k < slots_.size(); ++k) row[slots_[k]] = ValueOf(inputs[k], i, slots_[k]);
      part_->Answer(row, answer);
      for (size_t k = 0; k < wanted.size(); ++k) Put(answer, wanted[k], i, answers[k]);
    }
    return answers;
  }

 private:
  friend class PmmlReader;

  Result<std::vector<size_t>> Wanted(std::span<const std::string> names) const {
    std::vector<size_t> wanted;
    const std::vector<TensorSpec>& known = signatures_[0].outputs;
    if (names.empty()) {
      for (size_t i = 0; i < known.size(); ++i) wanted.push_back(i);
    }
    for (const std::string& name : names) {
      const auto found = std::ranges::find(known, name, &TensorSpec::name);
      if (found == known.end()) {
        return Error{ErrorCode::kInvalidArgumentType, "the model has no output " + name, {}, ""};
      }
      wanted.push_back(static_cast<size_t>(found - known.begin()));
    }
    return wanted;
  }

  double ValueOf(const Tensor& input, int64_t row, size_t slot) const {
    const PmmlField& field = fields_[slot];
    double value = field.is_text ? field.Find(input.strings[static_cast<size_t>(row)])
                                 : input.data.as<double>()[row];
    if (field.is_single) value = static_cast<double>(static_cast<float>(value));
    if (std::ranges::find(field.missing, value) != field.missing.end()) value = kNoValue;
    if (!std::isnan(value)) return value;
    if (field.replacement.has_value()) return *field.replacement;
    // As PAI-EAS does: a missing number is 0 for a model that says nothing of it.
    return knows_missing_ ? kNoValue : 0;
  }

  void Put(const PmmlAnswer& answer, size_t output, int64_t row, Tensor& tensor) const {
    const OutputRow& wanted = outputs_[output];
    if (wanted.feature == Feature::kPredicted && !labels_.empty()) {
      PutLabel(answer.best, row, tensor);
      return;
    }
    double value = answer.value;
    if (wanted.feature == Feature::kChanceOfOne || wanted.feature == Feature::kChanceOfBest) {
      const size_t label = wanted.feature == Feature::kChanceOfOne
                               ? wanted.label
                               : static_cast<size_t>(std::max(answer.best, 0));
      value = label < answer.chances.size() ? answer.chances[label] : kNoValue;
    }
    tensor.data.as<double>()[row] = value;
  }

  void PutLabel(int label, int64_t row, Tensor& tensor) const {
    const std::string text = label < 0 ? "" : labels_[static_cast<size_t>(label)];
    if (tensor.type == ElementType::kString) {
      tensor.strings[static_cast<size_t>(row)] = text;
    } else if (tensor.type == ElementType::kInt64) {
      const Result<double> number = PmmlNumber(text);
      tensor.data.as<int64_t>()[row] =
          ParseNumber<int64_t>(text).value_or(number.ok() ? static_cast<int64_t>(*number) : -1);
    } else {
      const Result<double> number = PmmlNumber(text);
      tensor.data.as<double>()[row] = number.ok() ? *number : kNoValue;
    }
  }

  std::vector<Signature> signatures_;
  std::vector<size_t> slots_;  // of the inputs
  std::vector<OutputRow> outputs_;
  PmmlFields fields_;
  std::vector<std::string> labels_;
  std::unique_ptr<PmmlPart> part_;
  bool knows_missing_ = false;
};

ElementType TypeOf(std::string_view data_type) {
  if (data_type == "string") return ElementType::kString;
  return data_type == "integer" ? ElementType::kInt64 : ElementType::kDouble;
}

class PmmlReader {
 public:
  explicit PmmlReader(PmmlModel& made) : made_(made), build_{made.fields_, {}, false} {}

  Status Read(const XmlElement& root) {
    if (root.name != "PMML") return PmmlError("is not a PMML document");
    const XmlElement* const dictionary = root.Child("DataDictionary");
    const XmlElement* const computed = root.Child("TransformationDictionary");
    const auto model = std::ranges::find_if(root.children, [](const XmlElement& one) {
      return IsPmmlPart(one) || one.name.ends_with("Model");
    });
    if (dictionary == nullptr || model == root.children.end()) {
      return PmmlError("has no DataDictionary or no model");
    }
    if (computed != nullptr && !computed->children.empty()) {
      return PmmlError("has a TransformationDictionary, which is not computed here");
    }
    PAISQL_TRY(made_.fields_.ReadDictionary(*dictionary));
    made_.signatures_.push_back({"serving_default", {}, {}});
    PAISQL_TRY(ReadInputs(*model));
    ReadLabels(*dictionary);
    PAISQL_ASSIGN(made_.part_, ReadPmmlPart(*model, build_));
    PAISQL_TRY(ReadOutputs(*model, *dictionary));
    made_.labels_ = build_.labels;
    made_.knows_missing_ = build_.knows_missing;
    return Status::Ok();
  }

 private:
  Status ReadInputs(const XmlElement& model) {
    const XmlElement* const schema = model.Child("MiningSchema");
    if (schema == nullptr) return PmmlError("has a model without a MiningSchema");
    for (const XmlElement& element : schema->children) {
      if (element.name != "MiningField") continue;
      PAISQL_ASSIGN(const std::string_view name, PmmlText(element, "name"));
      const std::string_view usage = element.Get("usageType", "active");
      if (usage == "target" || usage == "predicted") target_ = name;
      if (usage != "active") continue;
      PAISQL_ASSIGN(const size_t slot, made_.fields_.Slot(name));
      PmmlField& field = made_.fields_[slot];
      if (const auto replaced = element.Attribute("missingValueReplacement")) {
        PAISQL_ASSIGN(field.replacement, made_.fields_.Constant(slot, *replaced));
        // A text that is missing arrives as an empty one.
        if (field.is_text && !replaced->empty()) field.missing.push_back(field.NumberOf(""));
      }
      made_.slots_.push_back(slot);
      made_.signatures_[0].inputs.push_back(
          {field.name, field.is_text ? ElementType::kString : ElementType::kDouble,
           std::vector<int64_t>{-1}, true});
    }
    if (made_.slots_.empty()) return PmmlError("has no active fields");
    return Status::Ok();
  }

  // The classes in the order in which the target field lists them.
  void ReadLabels(const XmlElement& dictionary) {
    for (const XmlElement& field : dictionary.children) {
      if (target_.empty() || field.Get("name") != target_) continue;
      target_type_ = field.Get("dataType", "string");
      if (field.Get("optype") == "continuous") continue;
      for (const XmlElement& value : field.children) {
        if (value.name == "Value" && value.Get("property", "valid") == "valid") {
          build_.LabelOf(value.Get("value"));
        }
      }
    }
  }

  Status ReadOutputs(const XmlElement& model, const XmlElement&) {
    if (const XmlElement* const output = model.Child("Output")) {
      for (const XmlElement& field : output->children) {
        if (field.name == "OutputField") PAISQL_TRY(ReadOutput(field));
      }
    }
    if (!made_.outputs_.empty()) return Status::Ok();
    Add(target_.empty() ? "prediction" : target_, TypeOfPrediction(target_type_), {});
    if (!IsClassification(model)) return Status::Ok();
    for (size_t i = 0; i < build_.labels.size(); ++i) {
      Add("p_" + build_.labels[i], ElementType::kDouble, {Feature::kChanceOfOne, i});
    }
    return Status::Ok();
  }

  Status ReadOutput(const XmlElement& field) {
    PAISQL_ASSIGN(const std::string_view name, PmmlText(field, "name"));
    const std::string_view feature = field.Get("feature", "predictedValue");
    if (feature == "predictedValue" || feature == "clusterId") {
      Add(name, TypeOfPrediction(field.Get("dataType", target_type_)), {});
    } else if (feature == "affinity" || feature == "clusterAffinity") {
      Add(name, ElementType::kDouble, {Feature::kDistance, 0});
    } else if (feature == "probability") {
      const std::optional<std::string_view> label = field.Attribute("value");
      Add(name, ElementType::kDouble,
          label.has_value() ? OutputRow{Feature::kChanceOfOne, build_.LabelOf(*label)}
                            : OutputRow{Feature::kChanceOfBest, 0});
    } else {
      return PmmlError("has an Output with the feature " + std::string(feature) +
                       ", which is not computed here");
    }
    return Status::Ok();
  }

  ElementType TypeOfPrediction(std::string_view data_type) const {
    if (build_.labels.empty()) return ElementType::kDouble;
    return TypeOf(data_type.empty() ? "string" : data_type);
  }

  void Add(std::string_view name, ElementType type, OutputRow row) {
    made_.outputs_.push_back(row);
    made_.signatures_[0].outputs.push_back(
        {std::string(name), type, std::vector<int64_t>{-1}, false});
  }

  PmmlModel& made_;
  PmmlBuild build_;
  std::string_view target_;
  std::string_view target_type_;
};

}  // namespace

namespace {

// The file of a model at a path; "" where there is none.
std::filesystem::path FileAt(const std::filesystem::path& path) {
  std::error_code failure;
  const std::string extension = path.extension().string();
  const bool is_named = extension == ".pmml" || extension == ".xml";
  if (is_named && std::filesystem::is_regular_file(path, failure)) return path;
  if (std::filesystem::is_regular_file(path / kPmmlFile, failure)) return path / kPmmlFile;
  return {};
}

}  // namespace

bool HoldsPmml(const std::filesystem::path& path) { return !FileAt(path).empty(); }

Result<std::unique_ptr<Model>> LoadPmml(const std::filesystem::path& path,
                                        const LoadOptions& /*options*/) {
  const std::filesystem::path file = FileAt(path);
  if (file.empty()) {
    return Error{
        ErrorCode::kModelNotFound, path.string() + " holds no " + std::string(kPmmlFile), {}, ""};
  }
  PAISQL_ASSIGN(std::string text, ReadFile(file.string()));
  Result<XmlDocument> document = XmlDocument::Parse(std::move(text));
  if (!document.ok()) {
    return Error{ErrorCode::kModel, "a PMML model: " + document.error().detail, {}, ""};
  }
  auto model = std::make_unique<PmmlModel>();
  PAISQL_TRY(PmmlReader(*model).Read(document->root()));
  return std::unique_ptr<Model>(std::move(model));
}

}  // namespace paisql::inference
