#pragma once

// Our tensors as TensorFlow's, and back. Private to the room.

#include <memory>

#include "inference/tensor.h"
#include "inference/tensorflow/api.h"

namespace paisql::inference {

struct TensorDeleter {
  const TensorflowApi* api = nullptr;
  void operator()(TF_Tensor* tensor) const { api->DeleteTensor(tensor); }
};
using TensorHandle = std::unique_ptr<TF_Tensor, TensorDeleter>;

// Shares the bytes of the tensor, which stay as long as TensorFlow needs them; texts are copied.
TensorHandle ToTensorflow(const TensorflowApi& api, const Tensor& tensor);

// Takes the bytes over without a copy; texts are copied. The handle must not be one of
// resources or variants.
Tensor FromTensorflow(const TensorflowApi& api, TensorHandle handle);

}  // namespace paisql::inference
