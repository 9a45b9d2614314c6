#include "pai/alink/alink_model_choices.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

class ChoicesReader {
 public:
  ChoicesReader(ModelKind kind, const Parameters& parameters, const BuildContext& context,
                nlohmann::json* job)
      : onnx_(kind == ModelKind::kOnnx), parameters_(parameters), context_(context), job_(*job) {}

  Status Read() {
    PAISQL_TRY(Names("inputs", onnx_ ? "inputNames" : "inputSignatureDefs", "selectedCols",
                     job_["selected"].size()));
    PAISQL_TRY(Names("outputs", onnx_ ? "outputNames" : "outputSignatureDefs", "outputSchemaStr",
                     SchemaSize()));
    job_["signature"] = Text("signatureDefKey", "serving_default");
    job_["tag"] = Text("graphDefTag", "serve");
    job_["nulls"] = parameters_.Word("nullValues");
    const int64_t batch = parameters_.Number("inferBatchSize");
    job_["batch"] = batch == 0 ? nlohmann::json(nullptr) : nlohmann::json(batch);
    job_["threads"] = std::max<int64_t>(parameters_.Number("intraOpParallelism"), 1);
    return BatchAxes();
  }

 private:
  // The list of the parameter, one name for each column of another one; null without it.
  Status Names(const char* key, std::string_view name, std::string_view of, size_t wanted) {
    job_[key] = nullptr;
    const syntax::PaiParameter* given = parameters_.Find(name);
    if (given == nullptr) return Status::Ok();
    nlohmann::json names = nlohmann::json::array();
    for (const Part& part : SplitValue(*given, context_)) names.push_back(part.text);
    PAISQL_TRY(CheckSize(*given, "names", names.size(), of, wanted));
    job_[key] = std::move(names);
    return Status::Ok();
  }

  // Which dimension of each output is the batch's.
  Status BatchAxes() {
    const syntax::PaiParameter* given = parameters_.Find("outputBatchAxes");
    if (given == nullptr) return Status::Ok();
    job_["axes"] = nlohmann::json::array();
    for (const Part& part : SplitValue(*given, context_)) {
      const int axis = WholeNumberOr(part.text, -1);
      if (axis < 0) {
        return Wrong(part.range, "outputBatchAxes: '" + part.text + "' is not a dimension",
                     "write the number of a dimension from 0 for each column of outputSchemaStr");
      }
      job_["axes"].push_back(axis);
    }
    return CheckSize(*given, "numbers", job_["axes"].size(), "outputSchemaStr", SchemaSize());
  }

  static Status CheckSize(const syntax::PaiParameter& given, std::string_view what, size_t size,
                          std::string_view of, size_t wanted) {
    if (size == wanted) return Status::Ok();
    return Wrong(given.value_range,
                 given.key + " has " + std::to_string(size) + " " + std::string(what) + ", and " +
                     std::string(of) + " has " + std::to_string(wanted),
                 "give one for each column, in their order");
  }

  std::string Text(std::string_view name, std::string_view otherwise) const {
    const syntax::PaiParameter* given = parameters_.Find(name);
    return std::string(given == nullptr ? otherwise : Trim(given->value));
  }

  // How many columns outputSchemaStr has.
  size_t SchemaSize() const {
    const std::string text = job_.value("schema", "");
    return static_cast<size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  }

  const bool onnx_;
  const Parameters& parameters_;
  const BuildContext& context_;
  nlohmann::json& job_;
};

}  // namespace

Status ReadModelChoices(ModelKind kind, const Parameters& parameters, const BuildContext& context,
                        nlohmann::json* job) {
  return ChoicesReader(kind, parameters, context, job).Read();
}

}  // namespace paisql::pai
