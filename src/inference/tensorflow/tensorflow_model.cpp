// A SavedModel in a session of TensorFlow.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string_view>
#include <utility>

#include "inference/model.h"
#include "inference/saved_model/saved_model_file.h"
#include "inference/tensorflow/api.h"
#include "inference/tensorflow/tensors.h"

namespace paisql::inference {

namespace {

// RunOptions.inter_op_thread_pool = -1: operations run on the calling thread, which saves the way
// to another one and back.
constexpr std::array<unsigned char, 11> kOnCallersThread = {0x18, 0xff, 0xff, 0xff, 0xff, 0xff,
                                                            0xff, 0xff, 0xff, 0xff, 0x01};
constexpr TF_Buffer kRunOptions = {kOnCallersThread.data(), kOnCallersThread.size(), nullptr};

// ConfigProto: intra_op_parallelism_threads (2), inter_op_parallelism_threads (5) = 1,
// allow_soft_placement (7), since a graph may name devices that are not here.
std::array<unsigned char, 6> SessionConfig(int threads) {
  constexpr int kMostThreads = 127;  // one byte in the wire format
  const auto count = static_cast<unsigned char>(std::clamp(threads, 1, kMostThreads));
  return {0x10, count, 0x28, 1, 0x38, 1};
}

class StatusHandle {
 public:
  explicit StatusHandle(const TensorflowApi& api) : api_(api), status_(api.NewStatus()) {}
  ~StatusHandle() { api_.DeleteStatus(status_); }
  StatusHandle(const StatusHandle&) = delete;
  StatusHandle& operator=(const StatusHandle&) = delete;

  TF_Status* get() { return status_; }
  int code() const { return api_.GetCode(status_); }
  std::string_view message() const { return api_.Message(status_); }

 private:
  const TensorflowApi& api_;
  TF_Status* status_;
};

// TensorFlow's words without the trace of the graph that follows: one line, not too long.
std::string Said(std::string_view message) {
  constexpr size_t kMost = 300;
  message = message.substr(0, message.find('\n'));
  message = message.substr(0, message.find("\t [["));
  std::string said(message.substr(0, kMost));
  if (message.size() > kMost) said += "…";
  return said;
}

// "2.19.0" is newer than "2.15.1".
bool IsNewer(std::string_view version, std::string_view than) {
  while (true) {
    int left = 0;
    int right = 0;
    const auto a = std::from_chars(version.data(), version.data() + version.size(), left);
    const auto b = std::from_chars(than.data(), than.data() + than.size(), right);
    if (a.ec != std::errc() || b.ec != std::errc()) return false;
    if (left != right) return left > right;
    version.remove_prefix(static_cast<size_t>(a.ptr - version.data()));
    than.remove_prefix(static_cast<size_t>(b.ptr - than.data()));
    if (!version.starts_with('.') || !than.starts_with('.')) return false;
    version.remove_prefix(1);
    than.remove_prefix(1);
  }
}

// Which operation it is that a library does not know; "" for any other message.
std::string UnknownOperation(std::string_view message) {
  constexpr std::string_view kBegin = "Op type not registered '";
  const size_t begin = message.find(kBegin);
  if (begin == std::string_view::npos) return "";
  message.remove_prefix(begin + kBegin.size());
  return std::string(message.substr(0, message.find('\'')));
}

Error LoadError(const StatusHandle& status, const std::filesystem::path& folder,
                const GraphFacts& facts, std::string_view here) {
  Error error{ErrorCode::kModel, "", {}, "export the model again"};
  const bool newer = IsNewer(facts.tensorflow_version, here);
  if (newer) {
    error.hint = fmt::format(
        "it was saved by TensorFlow {}, here is {}: export it with a TensorFlow that is not newer",
        facts.tensorflow_version, here);
  }
  const bool data = status.code() == tf_code::kDataLoss || status.code() == tf_code::kOutOfRange;
  if (const std::string operation = UnknownOperation(status.message()); !operation.empty()) {
    error.detail = fmt::format("{} uses the operation {}, which TensorFlow {} does not know",
                               folder.string(), operation, here);
    if (!newer) {
      error.hint = "operations of further libraries are not offered: export a graph without them";
    }
  } else if (status.code() == tf_code::kResourceExhausted) {
    error.code = ErrorCode::kOutOfMemory;
    error.detail = fmt::format("there is too little memory to load {}", folder.string());
    error.hint = "";
  } else if (data || status.message().find("/variables/") != std::string_view::npos) {
    error.detail = fmt::format("the variables of {} are missing, damaged or cut off: {}",
                               folder.string(), Said(status.message()));
  } else {
    error.detail = fmt::format("{} cannot be loaded: {}", folder.string(), Said(status.message()));
  }
  return error;
}

// A graph says of its input that it is invalid or out of range. Any other failure would come with
// any input: a variable without a value, a table that was never filled, a resource that is gone.
Error RunError(const StatusHandle& status) {
  switch (status.code()) {
    case tf_code::kInvalidArgument:
    case tf_code::kOutOfRange:
      return {ErrorCode::kRuntimeArguments,
              "the model refuses its input: " + Said(status.message()),
              {},
              ""};
    case tf_code::kResourceExhausted:
      return {ErrorCode::kOutOfMemory,
              "the model needs more memory than there is: " + Said(status.message()),
              {},
              ""};
    default:
      return {ErrorCode::kModel, "the model itself fails: " + Said(status.message()), {}, ""};
  }
}

class TensorflowModel final : public Model {
 public:
  TensorflowModel(const TensorflowApi& api, GraphFacts facts)
      : api_(api), signatures_(std::move(facts.signatures)), graph_(api.NewGraph()) {}
  ~TensorflowModel() override {
    StatusHandle status(api_);
    if (session_ != nullptr) {
      api_.CloseSession(session_, status.get());
      api_.DeleteSession(session_, status.get());
    }
    api_.DeleteGraph(graph_);
  }
  TensorflowModel(const TensorflowModel&) = delete;
  TensorflowModel& operator=(const TensorflowModel&) = delete;

  Status Load(const std::filesystem::path& folder, const LoadOptions& options,
              const GraphFacts& facts);
  // Looks up where each input and output is in the graph.
  Status Connect(const std::filesystem::path& folder,
                 const std::vector<GraphFacts::TensorNames>& names);

  const std::vector<Signature>& signatures() const override { return signatures_; }
  Result<std::vector<Tensor>> Run(const Signature& signature, std::span<const Tensor> inputs,
                                  std::span<const std::string> outputs) override;

 private:
  // The places of one signature's inputs and outputs in the graph, in its order.
  struct Places {
    std::vector<TF_Output> inputs;
    std::vector<TF_Output> outputs;
  };

  Result<std::vector<TF_Output>> Wanted(const Signature& signature, const Places& places,
                                        std::span<const std::string> outputs) const;

  const TensorflowApi& api_;
  const std::vector<Signature> signatures_;
  std::vector<Places> places_;
  TF_Graph* graph_;
  TF_Session* session_ = nullptr;
};

Status TensorflowModel::Load(const std::filesystem::path& folder, const LoadOptions& options,
                             const GraphFacts& facts) {
  StatusHandle status(api_);
  const std::unique_ptr<TF_SessionOptions, void (*)(TF_SessionOptions*)> session_options(
      api_.NewSessionOptions(), api_.DeleteSessionOptions);
  const auto config = SessionConfig(options.threads_per_run);
  api_.SetConfig(session_options.get(), config.data(), config.size(), status.get());
  std::vector<const char*> tags;
  for (const std::string& tag : options.tags) tags.push_back(tag.c_str());
  session_ =
      api_.LoadSessionFromSavedModel(session_options.get(), nullptr, folder.c_str(), tags.data(),
                                     static_cast<int>(tags.size()), graph_, nullptr, status.get());
  if (status.code() != tf_code::kOk) return LoadError(status, folder, facts, api_.Version());
  return Status::Ok();
}

Status TensorflowModel::Connect(const std::filesystem::path& folder,
                                const std::vector<GraphFacts::TensorNames>& names) {
  const auto find = [&](const std::string& tensor, std::vector<TF_Output>& places) {
    const size_t colon = tensor.find(':');
    int index = 0;
    if (colon != std::string::npos) {
      std::from_chars(tensor.data() + colon + 1, tensor.data() + tensor.size(), index);
    }
    TF_Operation* operation = api_.GraphOperationByName(graph_, tensor.substr(0, colon).c_str());
    places.push_back({operation, index});
    return operation != nullptr && index >= 0 && index < api_.OperationNumOutputs(operation);
  };
  for (const GraphFacts::TensorNames& one : names) {
    Places& places = places_.emplace_back();
    for (const auto& [tensors, found] :
         {std::pair(&one.inputs, &places.inputs), std::pair(&one.outputs, &places.outputs)}) {
      for (const std::string& tensor : *tensors) {
        if (find(tensor, *found)) continue;
        return Error{ErrorCode::kModel,
                     fmt::format("{} is damaged: its graph has no tensor {}, which a signature "
                                 "names",
                                 folder.string(), tensor),
                     {},
                     "export the model again"};
      }
    }
  }
  return Status::Ok();
}

Result<std::vector<TF_Output>> TensorflowModel::Wanted(const Signature& signature,
                                                       const Places& places,
                                                       std::span<const std::string> outputs) const {
  if (outputs.empty()) return places.outputs;
  std::vector<TF_Output> wanted;
  for (const std::string& name : outputs) {
    const auto found = std::find_if(signature.outputs.begin(), signature.outputs.end(),
                                    [&](const TensorSpec& spec) { return spec.name == name; });
    if (found == signature.outputs.end()) {
      return Error{ErrorCode::kInvalidArgumentType,
                   fmt::format("signature {} has no output {}", signature.name, name),
                   {},
                   ""};
    }
    wanted.push_back(places.outputs[static_cast<size_t>(found - signature.outputs.begin())]);
  }
  return wanted;
}

Result<std::vector<Tensor>> TensorflowModel::Run(const Signature& signature,
                                                 std::span<const Tensor> inputs,
                                                 std::span<const std::string> outputs) {
  const auto known = std::find_if(
      signatures_.begin(), signatures_.end(),
      [&](const Signature& own) { return &own == &signature || own.name == signature.name; });
  if (known == signatures_.end()) {
    return Error{
        ErrorCode::kInvalidArgumentType, "the model has no signature " + signature.name, {}, ""};
  }
  PAISQL_TRY(CheckInputs(*known, inputs));
  const Places& places = places_[static_cast<size_t>(known - signatures_.begin())];
  PAISQL_ASSIGN(const std::vector<TF_Output> wanted, Wanted(*known, places, outputs));

  std::vector<TensorHandle> fed;
  std::vector<TF_Tensor*> values;
  for (const Tensor& input : inputs) {
    fed.push_back(ToTensorflow(api_, input));
    values.push_back(fed.back().get());
  }
  std::vector<TF_Tensor*> fetched(wanted.size(), nullptr);
  StatusHandle status(api_);
  api_.SessionRun(session_, &kRunOptions, places.inputs.data(), values.data(),
                  static_cast<int>(values.size()), wanted.data(), fetched.data(),
                  static_cast<int>(fetched.size()), nullptr, 0, nullptr, status.get());
  std::vector<Tensor> answers;
  for (TF_Tensor* tensor : fetched) {
    if (tensor != nullptr) {
      answers.push_back(FromTensorflow(api_, TensorHandle(tensor, TensorDeleter{&api_})));
    }
  }
  if (status.code() == tf_code::kOk) return answers;
  return RunError(status);
}

}  // namespace

Result<std::unique_ptr<Model>> LoadSavedModel(const std::filesystem::path& folder,
                                              const LoadOptions& options) {
  PAISQL_ASSIGN(GraphFacts facts, ReadSavedModel(folder, options.tags));
  PAISQL_ASSIGN(const TensorflowApi* api, OpenTensorflow(options.python));
  const std::vector<GraphFacts::TensorNames> names = facts.tensor_names;
  auto model = std::make_unique<TensorflowModel>(*api, facts);
  PAISQL_TRY(model->Load(folder, options, facts));
  PAISQL_TRY(model->Connect(folder, names));
  return std::unique_ptr<Model>(std::move(model));
}

}  // namespace paisql::inference
