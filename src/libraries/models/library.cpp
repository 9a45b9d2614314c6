// What paisql.alink_models.library calls by ctypes: the room inference/ for a Python process, which
// computes with TensorFlow's library and never imports TensorFlow. What is given out belongs to the
// object that it was asked of. Any number of threads may compute with one model; an Answer and a
// Failure are for one thread at a time.

#include <array>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "inference/model.h"
#include "inference/signature_json.h"

#define PAISQL_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using paisql::inference::ElementType;
using paisql::inference::Tensor;

struct Loaded {
  std::unique_ptr<paisql::inference::Model> model;
  std::string signatures;  // as JSON
};

// The offsets and bytes of an output's texts, one after the other.
struct Texts {
  std::vector<int64_t> offsets;
  std::string bytes;
};

struct Answer {
  std::vector<Tensor> tensors;
  std::vector<Texts> texts;  // of the tensors of texts; empty for the others
  std::string problem;       // {"code", "detail", "hint"}, "" for none
};

std::string ProblemText(const paisql::Error& error) {
  const nlohmann::json problem = {
      {"code", paisql::ErrorCodeName(error.code)}, {"detail", error.detail}, {"hint", error.hint}};
  return problem.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// The bytes are copied, because a model may keep what it was given.
Tensor Copied(int type, std::vector<int64_t> shape, const char* data, const int64_t* offsets) {
  Tensor tensor = Tensor::Allocate(static_cast<ElementType>(type), std::move(shape));
  if (tensor.type != ElementType::kString) {
    if (tensor.data.size() > 0) std::memcpy(tensor.data.data(), data, tensor.data.size());
    return tensor;
  }
  for (size_t i = 0; i < tensor.strings.size(); ++i) {
    tensor.strings[i].assign(data + offsets[i], static_cast<size_t>(offsets[i + 1] - offsets[i]));
  }
  return tensor;
}

Texts TextsOf(const Tensor& tensor) {
  Texts texts;
  if (tensor.type != ElementType::kString) return texts;
  texts.offsets.push_back(0);
  for (const std::string& text : tensor.strings) {
    texts.bytes += text;
    texts.offsets.push_back(static_cast<int64_t>(texts.bytes.size()));
  }
  return texts;
}

}  // namespace

// One tensor of the caller, alive during the call. For texts `data` has all bytes and offsets[i] to
// offsets[i + 1] are those of element i.
struct PaisqlTensor {
  int32_t type;
  int32_t dimensions;
  const int64_t* shape;
  const char* data;
  const int64_t* offsets;
};

// Null where it fails; paisql_models_problem() has why, for the thread that has asked.
PAISQL_EXPORT Loaded* paisql_models_load(const char* folder, const char* python, const char* tag,
                                         int threads, Answer* failure) {
  paisql::inference::LoadOptions options;
  options.python = python;
  options.tags = {tag};
  options.threads_per_run = threads;
  auto model = paisql::inference::LoadSavedModel(folder, options);
  if (!model.ok()) {
    failure->problem = ProblemText(model.error());
    return nullptr;
  }
  auto loaded = std::make_unique<Loaded>();
  loaded->model = *std::move(model);
  loaded->signatures = paisql::inference::SignaturesJson(loaded->model->signatures());
  return loaded.release();
}

PAISQL_EXPORT const char* paisql_models_signatures(const Loaded* loaded) {
  return loaded->signatures.c_str();
}

PAISQL_EXPORT void paisql_models_unload(Loaded* loaded) {
  const std::unique_ptr<Loaded> owned(loaded);
}

PAISQL_EXPORT Answer* paisql_models_answer() { return std::make_unique<Answer>().release(); }

PAISQL_EXPORT void paisql_models_end_answer(Answer* answer) {
  const std::unique_ptr<Answer> owned(answer);
}

// Computes: `inputs` in the order of the signature's inputs, `outputs` by name. How many tensors
// the answer has, or -1 with a problem.
PAISQL_EXPORT int paisql_models_run(const Loaded* loaded, const char* signature,
                                    const PaisqlTensor* inputs, int input_count,
                                    const char* const* outputs, int output_count, Answer* answer) {
  answer->tensors.clear();
  answer->texts.clear();
  answer->problem.clear();
  const paisql::inference::Signature* found =
      paisql::inference::FindSignature(loaded->model->signatures(), signature);
  if (found == nullptr) {
    answer->problem = ProblemText(
        {paisql::ErrorCode::kModel, std::string("there is no signature ") + signature, {}, ""});
    return -1;
  }
  std::vector<Tensor> tensors;
  for (int i = 0; i < input_count; ++i) {
    const PaisqlTensor& input = inputs[i];
    tensors.push_back(Copied(input.type, {input.shape, input.shape + input.dimensions}, input.data,
                             input.offsets));
  }
  const std::vector<std::string> names(outputs, outputs + output_count);
  auto computed = loaded->model->Run(*found, tensors, names);
  if (!computed.ok()) {
    answer->problem = ProblemText(computed.error());
    return -1;
  }
  answer->tensors = *std::move(computed);
  for (const Tensor& tensor : answer->tensors) answer->texts.push_back(TextsOf(tensor));
  return static_cast<int>(answer->tensors.size());
}

PAISQL_EXPORT const char* paisql_models_problem(const Answer* answer) {
  return answer->problem.c_str();
}

// One tensor of an answer, until the answer is used again.
PAISQL_EXPORT void paisql_models_tensor(const Answer* answer, int index, PaisqlTensor* tensor) {
  const auto place = static_cast<size_t>(index);
  const Tensor& own = answer->tensors[place];
  tensor->type = static_cast<int32_t>(own.type);
  tensor->dimensions = static_cast<int32_t>(own.shape.size());
  tensor->shape = own.shape.data();
  const bool texts = own.type == ElementType::kString;
  tensor->data =
      texts ? answer->texts[place].bytes.data() : reinterpret_cast<const char*>(own.data.data());
  tensor->offsets = texts ? answer->texts[place].offsets.data() : nullptr;
}
