#include "inference/tensorflow/tensors.h"

#include <new>

namespace paisql::inference {

namespace {

constexpr std::align_val_t kAlignment{64};

// Lets go of the bytes that a TF_Tensor has shared.
void Release(void* /*data*/, size_t /*length*/, void* owner) {
  std::unique_ptr<std::shared_ptr<std::byte>>(static_cast<std::shared_ptr<std::byte>*>(owner))
      .reset();
}

void ReleaseTexts(void* data, size_t length, void* arg) {
  const auto& api = *static_cast<const TensorflowApi*>(arg);
  auto* texts = static_cast<TensorflowString*>(data);
  for (size_t i = 0; i < length / sizeof(TensorflowString); ++i) api.StringDealloc(&texts[i]);
  ::operator delete(data, kAlignment);
}

}  // namespace

TensorHandle ToTensorflow(const TensorflowApi& api, const Tensor& tensor) {
  const int type = static_cast<int>(tensor.type);
  const int dimensions = static_cast<int>(tensor.shape.size());
  if (tensor.type != ElementType::kString) {
    auto owner = std::make_unique<std::shared_ptr<std::byte>>(tensor.data.owner());
    void* bytes = owner->get();
    return {api.NewTensor(type, tensor.shape.data(), dimensions, bytes, tensor.data.size(), Release,
                          owner.release()),
            TensorDeleter{&api}};
  }
  const size_t size = tensor.strings.size() * sizeof(TensorflowString);
  auto* texts = static_cast<TensorflowString*>(::operator new(size == 0 ? 1 : size, kAlignment));
  for (size_t i = 0; i < tensor.strings.size(); ++i) {
    api.StringInit(&texts[i]);
    api.StringCopy(&texts[i], tensor.strings[i].data(), tensor.strings[i].size());
  }
  return {api.NewTensor(type, tensor.shape.data(), dimensions, texts, size, ReleaseTexts,
                        const_cast<TensorflowApi*>(&api)),
          TensorDeleter{&api}};
}

Tensor FromTensorflow(const TensorflowApi& api, TensorHandle handle) {
  Tensor tensor;
  tensor.type = static_cast<ElementType>(api.TensorType(handle.get()));
  for (int i = 0; i < api.NumDims(handle.get()); ++i) {
    tensor.shape.push_back(api.Dim(handle.get(), i));
  }
  void* data = api.TensorData(handle.get());
  if (tensor.type == ElementType::kString) {
    const auto* texts = static_cast<const TensorflowString*>(data);
    const auto count = static_cast<size_t>(tensor.element_count());
    tensor.strings.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      tensor.strings.emplace_back(api.StringGetDataPointer(&texts[i]),
                                  api.StringGetSize(&texts[i]));
    }
    return tensor;
  }
  const size_t size = api.TensorByteSize(handle.get());
  const std::shared_ptr<TF_Tensor> owner = std::move(handle);
  tensor.data = Buffer(std::shared_ptr<std::byte>(owner, static_cast<std::byte*>(data)), size);
  return tensor;
}

}  // namespace paisql::inference
