#include "engine/duckdb/models/model_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/assert.h"
#include "base/text.h"

namespace paisql::engine {
namespace {

using inference::ElementType;
using inference::Tensor;

// The lines of so many rows of some hundred columns fit into the fastest cache.
constexpr size_t kRowsAtOnce = 16;

bool IsNullIn(const uint64_t* validity, idx_t index) {
  return validity != nullptr && ((validity[index / 64] >> (index % 64)) & 1) == 0;
}

}  // namespace

InputReader::InputReader(const NativeCall& call, const inference::TensorSpec& spec,
                         size_t first_column, size_t columns, bool list)
    : call_(call), spec_(spec), first_column_(first_column), columns_(columns), list_(list) {
  if (list_) child_ = call.api().list_vector_get_child(call.Vector(first_column));
}

bool InputReader::MayBeNull() const {
  for (size_t column = first_column_; column < first_column_ + columns_; ++column) {
    if (call_.MayBeNull(column)) return true;
  }
  return list_ && call_.api().vector_get_validity(child_) != nullptr;
}

bool InputReader::IsNull(idx_t row) const {
  for (size_t column = first_column_; column < first_column_ + columns_; ++column) {
    if (call_.IsNull(column, row)) return true;
  }
  if (!list_) return false;
  const uint64_t* validity = call_.api().vector_get_validity(child_);
  if (validity == nullptr) return false;
  const auto& entry = call_.Get<duckdb_list_entry>(first_column_, row);
  for (idx_t i = entry.offset; i < entry.offset + entry.length; ++i) {
    if (IsNullIn(validity, i)) return true;
  }
  return false;
}

int64_t InputReader::Length(idx_t row) const {
  if (!list_) return static_cast<int64_t>(columns_);
  return static_cast<int64_t>(call_.Get<duckdb_list_entry>(first_column_, row).length);
}

std::optional<std::string> InputReader::Problem(int64_t length) const {
  int64_t known = 1;
  int open = 0;
  if (spec_.shape.has_value()) {
    for (size_t i = 1; i < spec_.shape->size(); ++i) {
      const int64_t dimension = (*spec_.shape)[i];
      if (dimension < 0) {
        ++open;
      } else {
        known *= dimension;
      }
    }
  } else {
    open = 1;
  }
  const bool fits = open == 0 ? length == known : open == 1 && known > 0 && length % known == 0;
  if (fits) return std::nullopt;
  if (open > 1) {
    return fmt::format("input {} has more than one open dimension", inference::SpecText(spec_));
  }
  return fmt::format("input {} takes {} elements a row, given {}", inference::SpecText(spec_),
                     open == 0 ? std::to_string(known) : "a multiple of " + std::to_string(known),
                     length);
}

std::vector<int64_t> InputReader::ShapeOf(const Rows& rows, int64_t length) const {
  std::vector<int64_t> shape = {static_cast<int64_t>(rows.size())};
  if (!spec_.shape.has_value()) {
    if (list_ || columns_ > 1) shape.push_back(length);
    return shape;
  }
  int64_t known = 1;
  for (size_t i = 1; i < spec_.shape->size(); ++i) {
    shape.push_back((*spec_.shape)[i]);
    if (shape.back() > 0) known *= shape.back();
  }
  for (size_t i = 1; i < shape.size(); ++i) {
    if (shape[i] < 0) shape[i] = known == 0 ? 0 : length / known;
  }
  return shape;
}

const void* InputReader::Elements(size_t column) const {
  return list_ ? call_.api().vector_get_data(child_) : call_.Data(column);
}

// Stored is how the engine keeps an element, Element how the model does.
template <typename Stored, typename Element>
Status InputReader::Copy(const Rows& rows, int64_t length, Tensor& tensor) const {
  auto* to = tensor.data.as<Element>();
  const auto put = [&](const Stored& value, Element* place) {
    if constexpr (!std::is_same_v<Stored, Element>) {
      if (value < std::numeric_limits<Element>::min() ||
          value > std::numeric_limits<Element>::max()) {
        return false;
      }
    }
    *place = static_cast<Element>(value);
    return true;
  };
  bool fits = true;
  if (list_) {
    const auto* from = static_cast<const Stored*>(Elements(first_column_));
    for (const idx_t row : rows) {
      const Stored* element = from + call_.Get<duckdb_list_entry>(first_column_, row).offset;
      if constexpr (std::is_same_v<Stored, Element>) {
        to = std::copy_n(element, length, to);
        continue;
      }
      for (int64_t i = 0; i < length; ++i) fits = put(element[i], to++) && fits;
    }
  } else {
    // A few rows at a time, so that what all columns write stays near.
    for (size_t begin = 0; begin < rows.size(); begin += kRowsAtOnce) {
      const size_t end = std::min(begin + kRowsAtOnce, rows.size());
      for (size_t k = 0; k < columns_; ++k) {
        const auto* from = static_cast<const Stored*>(Elements(first_column_ + k));
        Element* place = to + begin * columns_ + k;
        for (size_t i = begin; i < end; ++i) {
          fits = put(from[rows[i]], place) && fits;
          place += columns_;
        }
      }
    }
  }
  if (fits) return Status::Ok();
  return Error{ErrorCode::kDataOverflow,
               fmt::format("a number does not fit into input {}", inference::SpecText(spec_)),
               {},
               ""};
}

void InputReader::CopyTexts(const Rows& rows, int64_t length, Tensor& tensor) const {
  size_t next = 0;
  for (const idx_t row : rows) {
    if (list_) {
      const auto* from = static_cast<const duckdb_string_t*>(Elements(first_column_)) +
                         call_.Get<duckdb_list_entry>(first_column_, row).offset;
      for (int64_t i = 0; i < length; ++i) tensor.strings[next++] = TextOf(from[i]);
      continue;
    }
    for (size_t k = 0; k < columns_; ++k) {
      tensor.strings[next++] = call_.Text(first_column_ + k, row);
    }
  }
}

Result<Tensor> InputReader::Read(const Rows& rows, int64_t length) const {
  Tensor tensor = Tensor::Allocate(spec_.type, ShapeOf(rows, length));
  Status copied;
  switch (spec_.type) {
    case ElementType::kFloat:
      copied = Copy<float, float>(rows, length, tensor);
      break;
    case ElementType::kDouble:
      copied = Copy<double, double>(rows, length, tensor);
      break;
    case ElementType::kInt8:
      copied = Copy<int8_t, int8_t>(rows, length, tensor);
      break;
    case ElementType::kUint8:
      copied = Copy<int16_t, uint8_t>(rows, length, tensor);
      break;
    case ElementType::kInt16:
      copied = Copy<int16_t, int16_t>(rows, length, tensor);
      break;
    case ElementType::kInt32:
      copied = Copy<int32_t, int32_t>(rows, length, tensor);
      break;
    case ElementType::kInt64:
      copied = Copy<int64_t, int64_t>(rows, length, tensor);
      break;
    case ElementType::kBool:
      copied = Copy<bool, bool>(rows, length, tensor);
      break;
    case ElementType::kString:
      CopyTexts(rows, length, tensor);
      break;
    default:
      PAISQL_UNREACHABLE("an input of elements that SQL does not hold");
  }
  PAISQL_TRY(std::move(copied));
  return tensor;
}

OutputWriter::OutputWriter(const DuckdbApi& api, duckdb_vector vector,
                           const inference::TensorSpec& spec, int dimensions)
    : api_(api), vector_(vector), spec_(spec), dimensions_(dimensions) {}

void OutputWriter::SetNull(idx_t row) {
  if (validity_ == nullptr) {
    api_.vector_ensure_validity_writable(vector_);
    validity_ = api_.vector_get_validity(vector_);
  }
  validity_[row / 64] &= ~(uint64_t{1} << (row % 64));
  if (dimensions_ > 0) {
    static_cast<duckdb_list_entry*>(api_.vector_get_data(vector_))[row] = {0, 0};
  }
}

// The tensor's elements into the vector: at `rows`, or one after another from `begin` on.
Status OutputWriter::WriteElements(duckdb_vector vector, const Tensor& tensor, const Rows* rows,
                                   idx_t begin) {
  const auto count = static_cast<size_t>(tensor.element_count());
  const auto place = [&](size_t i) { return rows == nullptr ? begin + i : (*rows)[i]; };
  const auto copy = [&]<typename Element, typename Stored>(Element, Stored) {
    const auto* from = tensor.data.as<Element>();
    auto* to = static_cast<Stored*>(api_.vector_get_data(vector));
    for (size_t i = 0; i < count; ++i) to[place(i)] = static_cast<Stored>(from[i]);
  };
  switch (spec_.type) {
    case ElementType::kFloat:
      copy(float{}, float{});
      return Status::Ok();
    case ElementType::kDouble:
      copy(double{}, double{});
      return Status::Ok();
    case ElementType::kInt8:
      copy(int8_t{}, int8_t{});
      return Status::Ok();
    case ElementType::kUint8:
      copy(uint8_t{}, int16_t{});
      return Status::Ok();
    case ElementType::kInt16:
      copy(int16_t{}, int16_t{});
      return Status::Ok();
    case ElementType::kInt32:
      copy(int32_t{}, int32_t{});
      return Status::Ok();
    case ElementType::kInt64:
      copy(int64_t{}, int64_t{});
      return Status::Ok();
    case ElementType::kBool:
      copy(bool{}, bool{});
      return Status::Ok();
    case ElementType::kString:
      for (size_t i = 0; i < count; ++i) {
        const std::string& text = tensor.strings[i];
        if (!IsValidUtf8(text)) {
          return Error{ErrorCode::kRuntimeArguments,
                       fmt::format("output {} is not text in UTF-8", spec_.name),
                       {},
                       ""};
        }
        api_.vector_assign_string_element_len(vector, place(i), text.data(), text.size());
      }
      return Status::Ok();
    default:
      PAISQL_UNREACHABLE("an output of elements that SQL does not hold");
  }
}

Status OutputWriter::Write(const Rows& rows, const Tensor& tensor) {
  std::vector<int64_t> shape = tensor.shape;
  const auto row_count = static_cast<int64_t>(rows.size());
  const bool has_rows = tensor.type == spec_.type && !shape.empty() && shape[0] == row_count;
  if (has_rows) shape.erase(shape.begin());
  // [?,1] is a value, and what the signature leaves open is one ARRAY.
  if (dimensions_ == 0 && shape == std::vector<int64_t>{1}) shape.clear();
  if (!spec_.shape.has_value()) shape = {tensor.element_count() / std::max(row_count, int64_t{1})};
  if (!has_rows || shape.size() != static_cast<size_t>(dimensions_)) {
    return Error{ErrorCode::kModel,
                 fmt::format("output {} came as {} {} for {} rows", inference::SpecText(spec_),
                             inference::ElementTypeName(tensor.type),
                             inference::ShapeText(tensor.shape), row_count),
                 {},
                 ""};
  }
  // Lists of lists: all entries of each level are appended, one after another.
  duckdb_vector vector = vector_;
  idx_t begin = 0;
  auto count = static_cast<size_t>(row_count);
  for (size_t level = 0; level < shape.size(); ++level) {
    const auto length = static_cast<idx_t>(shape[level]);
    const idx_t old_size = api_.list_vector_get_size(vector);
    auto* entries = static_cast<duckdb_list_entry*>(api_.vector_get_data(vector));
    for (size_t i = 0; i < count; ++i) {
      entries[level == 0 ? rows[i] : begin + i] = {old_size + i * length, length};
    }
    api_.list_vector_reserve(vector, old_size + count * length);
    api_.list_vector_set_size(vector, old_size + count * length);
    vector = api_.list_vector_get_child(vector);
    begin = old_size;
    count *= length;
  }
  return WriteElements(vector, tensor, shape.empty() ? &rows : nullptr, begin);
}

}  // namespace paisql::engine
