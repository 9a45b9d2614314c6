#include "libraries/tensors/batches/row_buffer.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/tensor_util.h"

namespace paisql::tensors {

using tensorflow::tstring;

namespace {

template <typename T>
std::vector<T*> Pointers(const Batch& batch, const std::vector<size_t>& columns) {
  std::vector<T*> pointers;
  for (const size_t column : columns) pointers.push_back(static_cast<T*>(batch[column].data()));
  return pointers;
}

// The values of one row, from columns to a row's place or back.
template <typename T>
char* Gather(const std::vector<T*>& columns, int64_t row, char* place) {
  for (const T* column : columns) {
    std::memcpy(place, column + row, sizeof(T));
    place += sizeof(T);
  }
  return place;
}

template <typename T>
const char* Scatter(const char* place, const std::vector<T*>& columns, int64_t row) {
  for (T* column : columns) {
    std::memcpy(column + row, place, sizeof(T));
    place += sizeof(T);
  }
  return place;
}

}  // namespace

RowBuffer::RowBuffer(const std::vector<Target>& targets) : targets_(targets) {
  for (size_t column = 0; column < targets.size(); ++column) {
    switch (tensorflow::DataTypeSize(TypeOf(targets[column].element))) {
      case 8:
        eights_.push_back(column);
        break;
      case 4:
        fours_.push_back(column);
        break;
      case 1:
        ones_.push_back(column);
        break;
      default:
        texts_.push_back(column);
    }
  }
  const size_t bytes = 8 * eights_.size() + 4 * fours_.size() + ones_.size();
  row_bytes_ = static_cast<int64_t>((bytes + 7) / 8 * 8);
}

void RowBuffer::Allocate(int64_t rows) {
  std::vector<tensorflow::Tensor> made;
  made.emplace_back(tensorflow::DT_INT8, tensorflow::TensorShape({rows * row_bytes_}));
  for (size_t i = 0; i < texts_.size(); ++i) {
    made.emplace_back(tensorflow::DT_STRING, tensorflow::TensorShape({rows}));
  }
  for (const tensorflow::Tensor& column : made) {
    if (!column.IsInitialized()) throw std::bad_alloc();
  }
  const std::vector<tensorflow::Tensor> old = std::exchange(columns_, std::move(made));
  FindPlaces();
  if (old.empty()) return;
  if (old[0].NumElements() > 0) std::memcpy(numbers_, old[0].data(), old[0].NumElements());
  for (size_t i = 0; i < texts_.size(); ++i) {
    auto* texts = static_cast<tstring*>(old[1 + i].data());
    std::move(texts, texts + old[1 + i].NumElements(), text_places_[i]);
  }
}

void RowBuffer::FindPlaces() {
  numbers_ = static_cast<char*>(columns_[0].data());
  text_places_.clear();
  for (size_t i = 0; i < texts_.size(); ++i) {
    text_places_.push_back(static_cast<tstring*>(columns_[1 + i].data()));
  }
}

RowBuffer::Batch::Batch(const RowBuffer& buffer, const tensors::Batch& batch) {
  if (batch.empty()) return;
  eights_ = Pointers<int64_t>(batch, buffer.eights_);
  fours_ = Pointers<int32_t>(batch, buffer.fours_);
  ones_ = Pointers<int8_t>(batch, buffer.ones_);
  texts_ = Pointers<tstring>(batch, buffer.texts_);
}

void RowBuffer::Put(const Batch& batch, int64_t row, int64_t place) {
  char* next = numbers_ + place * row_bytes_;
  next = Gather(batch.eights_, row, next);
  next = Gather(batch.fours_, row, next);
  Gather(batch.ones_, row, next);
  for (size_t i = 0; i < text_places_.size(); ++i) {
    text_places_[i][place] = std::move(batch.texts_[i][row]);
  }
}

void RowBuffer::Take(int64_t place, const Batch& batch, int64_t row) {
  const char* next = numbers_ + place * row_bytes_;
  next = Scatter(next, batch.eights_, row);
  next = Scatter(next, batch.fours_, row);
  Scatter(next, batch.ones_, row);
  for (size_t i = 0; i < text_places_.size(); ++i) {
    batch.texts_[i][row] = std::move(text_places_[i][place]);
  }
}

std::vector<tensorflow::Tensor> RowBuffer::Save() const {
  std::vector<tensorflow::Tensor> saved;
  // The buffer goes on changing.
  for (const auto& column : columns_) saved.push_back(tensorflow::tensor::DeepCopy(column));
  return saved;
}

void RowBuffer::Restore(const std::vector<tensorflow::Tensor>& saved) {
  columns_.clear();
  for (const auto& column : saved) columns_.push_back(tensorflow::tensor::DeepCopy(column));
  if (allocated()) FindPlaces();
}

}  // namespace paisql::tensors
