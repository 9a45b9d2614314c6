#include "serving/batch/warm_up.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "serving/batch/rows.h"

namespace paisql::serving {

namespace {

using inference::ElementType;
using inference::Signature;
using inference::Tensor;

constexpr int kRunsOfSize = 3;
// Sums of many rows may be made in another order than those of one.
constexpr double kTolerance = 1e-3;

// `value` where it can be told apart from zero: numbers that count things are left at zero, since
// others may be no number of anything.
std::optional<std::vector<Tensor>> MakeInputs(const Signature& signature, int64_t rows,
                                              float value) {
  std::vector<Tensor> inputs;
  for (const inference::TensorSpec& spec : signature.inputs) {
    if (!spec.shape.has_value()) return std::nullopt;
    if (spec.type != ElementType::kString && inference::ElementSize(spec.type) == 0) {
      return std::nullopt;
    }
    std::vector<int64_t> shape = *spec.shape;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] < 0) shape[i] = i == 0 ? rows : 1;
    }
    Tensor input = Tensor::Allocate(spec.type, std::move(shape));
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

// The shortest of a few runs, in microseconds.
Result<int64_t> RunSize(inference::Model& model, const Signature& signature,
                        std::span<const Tensor> inputs, int runs) {
  int64_t shortest = INT64_MAX;
  for (int i = 0; i < runs; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    auto outputs = model.Run(signature, inputs, {});
    if (!outputs.ok()) return std::move(outputs).error();
    const auto took = std::chrono::steady_clock::now() - begin;
    shortest = std::min<int64_t>(
        shortest, std::chrono::duration_cast<std::chrono::microseconds>(took).count());
  }
  return shortest;
}

}  // namespace

WarmUp WarmUpModel(inference::Model& model, int64_t max_rows, std::span<const Call> real,
                   CostTable& cost) {
  WarmUp result;
  if (model.signatures().empty()) return result;
  const Signature* first = inference::FindSignature(model.signatures(), "");
  if (first == nullptr) first = &model.signatures().front();
  for (const Signature& signature : model.signatures()) {
    const bool is_default = &signature == first;
    const auto call = std::find_if(real.begin(), real.end(),
                                   [&](const Call& one) { return one.signature == &signature; });
    const Call* const given = call == real.end() ? nullptr : &*call;
    const bool grows = is_default && HasRows(signature) && (given == nullptr || RowsOf(*given) > 0);
    const int64_t most = grows ? max_rows : 1;
    for (int64_t rows = 1; rows <= most; rows *= 2) {
      const auto inputs =
          given == nullptr ? MakeInputs(signature, rows, 0) : RowsOfCall(*given, rows);
      if (!inputs.has_value()) break;
      const Result<int64_t> took_us =
          RunSize(model, signature, *inputs, is_default ? kRunsOfSize : 1);
      if (!took_us.ok()) {
        result.complaints.push_back(signature.name + ": " + took_us.error().detail);
        break;
      }
      if (is_default) cost.Measured(rows, *took_us);
    }
    if (HasRows(signature) && RowsAreIndependent(model, signature, given)) {
      result.joinable.push_back(&signature);
    }
  }
  return result;
}

}  // namespace paisql::serving
