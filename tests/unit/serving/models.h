#pragma once

// Models and tensors for the tests of serving, which need no TensorFlow.

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inference/model.h"

namespace paisql::serving {

using inference::ElementType;
using inference::Signature;
using inference::Tensor;

inline Tensor Floats(std::vector<int64_t> shape, const std::vector<float>& values) {
  Tensor tensor = Tensor::Allocate(ElementType::kFloat, std::move(shape));
  std::copy(values.begin(), values.end(), tensor.data.as<float>());
  return tensor;
}

inline std::vector<float> ValuesOf(const Tensor& tensor) {
  const float* begin = tensor.data.as<float>();
  return {begin, begin + tensor.element_count()};
}

// "serving_default": x DT_FLOAT [?,2] -> y DT_FLOAT [?,1].
inline Signature SumSignature(int64_t width = 2) {
  return {"serving_default",
          {{"x", ElementType::kFloat, std::vector<int64_t>{-1, width}}},
          {{"y", ElementType::kFloat, std::vector<int64_t>{-1, 1}}}};
}

// Adds the two numbers of each row, and remembers how many rows each run had. A negative number is
// refused. `before` is called at the beginning of each run, which fails with `failure`, if any. Of
// wider rows the first two numbers count.
class SumModel final : public inference::Model {
 public:
  explicit SumModel(int64_t width = 2) : width_(width), signatures_{SumSignature(width)} {}

  std::function<void()> before = [] {};
  std::optional<Error> failure = {};

  const std::vector<Signature>& signatures() const override { return signatures_; }
  Result<std::vector<Tensor>> Run(const Signature&, std::span<const Tensor> inputs,
                                  std::span<const std::string>) override {
    before();
    if (failure.has_value()) return *failure;
    const std::span<const float> values(inputs[0].data.as<float>(),
                                        static_cast<size_t>(inputs[0].element_count()));
    {
      const std::lock_guard lock(mutex_);
      runs_.push_back(inputs[0].shape[0]);
    }
    std::vector<float> sums;
    for (size_t i = 0; i + 1 < values.size(); i += static_cast<size_t>(width_)) {
      if (values[i] < 0) return Error{ErrorCode::kRuntimeArguments, "negative", {}, ""};
      sums.push_back(values[i] + values[i + 1]);
    }
    std::vector<Tensor> outputs;
    outputs.push_back(Floats({inputs[0].shape[0], 1}, sums));
    return outputs;
  }

  // Rows of each run so far.
  std::vector<int64_t> runs() const {
    const std::lock_guard lock(mutex_);
    return runs_;
  }
  void Forget() { runs_.clear(); }

 private:
  const int64_t width_;
  std::vector<Signature> signatures_;
  mutable std::mutex mutex_;
  std::vector<int64_t> runs_;
};

}  // namespace paisql::serving
