#include "serving/batch/warm_up.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "base/display/amounts.h"
#include "base/system/free_memory.h"
#include "serving/batch/rows.h"

namespace paisql::serving {

namespace {

using inference::ElementType;
using inference::Signature;
using inference::Tensor;

constexpr int kRunsOfSize = 3;
// Sums of many rows may be made in another order than those of one.
constexpr double kTolerance = 1e-3;
// Inputs and outputs of so many bytes are run once, and with no more rows.
constexpr int64_t kMuch = int64_t{64} << 20;
// A request needs its inputs several times: as they came, as tensors, and the outputs.
constexpr int64_t kLeastShare = 4;

// Unknown shapes are tried as [1], and open dimensions after the first as 1.
std::vector<int64_t> ShapeOf(const inference::TensorSpec& spec, int64_t rows) {
  if (!spec.shape.has_value()) return {1};
  std::vector<int64_t> shape = *spec.shape;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 0) shape[i] = i == 0 ? rows : 1;
  }
  return shape;
}

// INT64_MAX for more than that.
int64_t BytesOf(const inference::TensorSpec& spec, std::span<const int64_t> shape) {
  const auto element = static_cast<int64_t>(
      spec.type == ElementType::kString ? sizeof(std::string) : inference::ElementSize(spec.type));
  int64_t bytes = element;
  for (const int64_t dimension : shape) {
    if (dimension == 0) return 0;
    if (__builtin_mul_overflow(bytes, dimension, &bytes)) return INT64_MAX;
  }
  return bytes;
}

// The input that takes most, of so many rows.
std::pair<const inference::TensorSpec*, int64_t> LargestInput(const Signature& signature,
                                                              int64_t rows) {
  std::pair<const inference::TensorSpec*, int64_t> largest = {nullptr, 0};
  for (const inference::TensorSpec& spec : signature.inputs) {
    const int64_t bytes = BytesOf(spec, ShapeOf(spec, rows));
    if (bytes > largest.second) largest = {&spec, bytes};
  }
  return largest;
}

// kOutOfMemory where one row is more than a request can bring.
Status CheckRow(const Signature& signature) {
  const auto [input, bytes] = LargestInput(signature, 1);
  if (bytes <= kMuch) return Status::Ok();
  const int64_t free = FreeMemoryBytes();
  if (bytes <= free / kLeastShare) return Status::Ok();
  const std::string size = bytes == INT64_MAX ? "more than any machine has" : BytesText(bytes);
  return Error{ErrorCode::kOutOfMemory,
               "one row of input " + inference::SpecText(*input) + " takes " + size +
                   " of memory, and " + BytesText(free) + " are free",
               {},
               "export a signature whose rows are smaller"};
}

// `value` where it can be told apart from zero: numbers that count things are left at zero, since
// others may be no number of anything.
std::optional<std::vector<Tensor>> MakeInputs(const Signature& signature, int64_t rows,
                                              float value) {
  std::vector<Tensor> inputs;
  for (const inference::TensorSpec& spec : signature.inputs) {
    if (spec.type != ElementType::kString && inference::ElementSize(spec.type) == 0) {
      return std::nullopt;
    }
    Tensor input = Tensor::Allocate(spec.type, ShapeOf(spec, rows));
    if (input.data.size() > 0) std::memset(input.data.data(), 0, input.data.size());
    if (spec.type == ElementType::kFloat) {
      std::fill_n(input.data.as<float>(), input.element_count(), value);
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

bool IsNear(const Tensor& left, const Tensor& right) {
  if (left.shape != right.shape || left.type != right.type) return false;
  if (left.type != ElementType::kFloat) return true;
  const std::span<const float> ours(left.data.as<float>(),
                                    static_cast<size_t>(left.element_count()));
  const float* theirs = right.data.as<float>();
  return std::equal(ours.begin(), ours.end(), theirs, [](float one, float other) {
    if (std::isnan(one) || std::isnan(other)) return std::isnan(one) == std::isnan(other);
    const double size = std::max(std::fabs(one), std::fabs(other));
    return one == other || std::fabs(one - other) <= kTolerance * std::max(size, 1.0);
  });
}

// `rows` rows of a call: its own, again and again. All of them, where it has none that can be told
// apart.
std::optional<std::vector<Tensor>> RowsOfCall(const Call& call, int64_t rows) {
  const int64_t own = RowsOf(call);
  if (own == 0) return call.inputs;
  std::vector<Call> copies(static_cast<size_t>((rows + own - 1) / own));
  for (Call& copy : copies) {
    copy.signature = call.signature;
    copy.inputs = call.inputs;
  }
  std::vector<Tensor> inputs = JoinInputs(copies);
  for (Tensor& input : inputs) input = FirstRows(std::move(input), rows);
  return inputs;
}

// Two calls with one row each that differ, computed together and alone. A model that refuses what
// is made up is given a row of `real`.
bool RowsAreIndependent(inference::Model& model, const Signature& signature, const Call* real) {
  std::vector<Call> calls(2);
  for (size_t i = 0; i < calls.size(); ++i) {
    auto inputs = i == 0 && real != nullptr ? RowsOfCall(*real, 1)
                                            : MakeInputs(signature, 1, static_cast<float>(i));
    if (!inputs.has_value()) return false;
    calls[i].signature = &signature;
    calls[i].inputs = *std::move(inputs);
  }
  if (RowsOf(calls[0]) != 1 || !CanJoin(calls[0], calls[1])) return false;
  const std::vector<Tensor> joined = JoinInputs(calls);
  auto together = model.Run(signature, joined, {});
  std::vector<std::vector<Tensor>> parts;
  if (!together.ok() || !SplitOutputs(*std::move(together), calls, parts)) return false;
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto alone = model.Run(signature, calls[i].inputs, {});
    if (!alone.ok() ||
        !std::equal(alone->begin(), alone->end(), parts[i].begin(), parts[i].end(), IsNear)) {
      return false;
    }
  }
  return true;
}

struct Trial {
  int64_t took_us = INT64_MAX;  // the shortest of a few runs
  int64_t bytes = 0;            // of inputs and outputs
};

int64_t BytesOf(std::span<const Tensor> tensors) {
  int64_t bytes = 0;
  for (const Tensor& tensor : tensors) {
    bytes += static_cast<int64_t>(tensor.data.size() + tensor.strings.size() * sizeof(std::string));
  }
  return bytes;
}

Result<Trial> TryInputs(inference::Model& model, const Signature& signature,
                        std::span<const Tensor> inputs, int runs) {
  Trial trial;
  for (int i = 0; i < runs && (i == 0 || trial.bytes <= kMuch); ++i) {
    const auto begin = std::chrono::steady_clock::now();
    PAISQL_ASSIGN(const std::vector<Tensor> outputs, model.Run(signature, inputs, {}));
    const auto took = std::chrono::steady_clock::now() - begin;
    trial.took_us = std::min<int64_t>(
        trial.took_us, std::chrono::duration_cast<std::chrono::microseconds>(took).count());
    trial.bytes = BytesOf(inputs) + BytesOf(outputs);
  }
  return trial;
}

// One signature of the model.
class SignatureWarmUp {
 public:
  SignatureWarmUp(inference::Model& model, const Signature& signature, const Call* given,
                  bool is_default)
      : model_(model), signature_(signature), given_(given), is_default_(is_default) {}

  void Run(int64_t max_rows, CostTable& cost, WarmUp& result) {
    Status tried = CheckRow(signature_);
    if (tried.ok()) tried = RunSizes(max_rows, cost);
    if (!tried.ok()) result.complaints.push_back(signature_.name + ": " + tried.error().detail);
    if (!tried.ok() && !computes_ && IsFailure(tried.error())) {
      Error why = tried.error();
      why.detail = "signature " + signature_.name + " cannot be computed: " + why.detail;
      result.failure = std::move(why);
      return;
    }
    if (!large_ && HasRows(signature_) && RowsAreIndependent(model_, signature_, given_)) {
      result.joinable.push_back(&signature_);
    }
  }

 private:
  Status RunSizes(int64_t max_rows, CostTable& cost) {
    const bool grows =
        is_default_ && HasRows(signature_) && (given_ == nullptr || serving::RowsOf(*given_) > 0);
    for (int64_t rows = 1; rows <= (grows ? max_rows : 1) && !large_; rows *= 2) {
      if (rows > 1 && LargestInput(signature_, rows).second > kMuch) break;
      const auto inputs =
          given_ == nullptr ? MakeInputs(signature_, rows, 0) : RowsOfCall(*given_, rows);
      if (!inputs.has_value()) break;
      PAISQL_ASSIGN(const Trial trial,
                    TryInputs(model_, signature_, *inputs, is_default_ ? kRunsOfSize : 1));
      computes_ = true;
      large_ = trial.bytes > kMuch;
      if (is_default_) cost.Measured(rows, trial.took_us);
    }
    return Status::Ok();
  }

  // The model may refuse made-up inputs, but not a real request. Nothing excuses a failure of the
  // model itself.
  bool IsFailure(const Error& error) const {
    if (given_ != nullptr) return true;
    return is_default_ && error.code != ErrorCode::kRuntimeArguments;
  }

  inference::Model& model_;
  const Signature& signature_;
  const Call* const given_;
  const bool is_default_;
  bool computes_ = false;
  bool large_ = false;
};

}  // namespace

WarmUp WarmUpModel(inference::Model& model, int64_t max_rows, std::span<const Call> real,
                   CostTable& cost) {
  WarmUp result;
  if (model.signatures().empty()) return result;
  const Signature* first = inference::FindSignature(model.signatures(), "");
  if (first == nullptr) first = &model.signatures().front();
  for (const Signature& signature : model.signatures()) {
    const auto call = std::find_if(real.begin(), real.end(),
                                   [&](const Call& one) { return one.signature == &signature; });
    const Call* const given = call == real.end() ? nullptr : &*call;
    SignatureWarmUp(model, signature, given, &signature == first).Run(max_rows, cost, result);
  }
  return result;
}

}  // namespace paisql::serving
