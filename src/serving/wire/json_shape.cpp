#include "serving/wire/json_shape.h"

#include <algorithm>
#include <limits>
#include <string>

#include "serving/wire/call_parts.h"

namespace paisql::serving {

namespace {

using inference::TensorSpec;
using rapidjson::Value;

constexpr size_t kMostDimensions = 32;
constexpr size_t kMostPadding = size_t{1} << 22;

// The first element that is not an empty array.
const Value& FirstFilled(const Value& array) {
  for (const Value& inner : array.GetArray()) {
    if (!inner.IsArray() || !inner.Empty()) return inner;
  }
  return array[0];
}

void AddShape(const Value& value, std::vector<int64_t>& shape) {
  for (const Value* inner = &value; inner->IsArray() && shape.size() <= kMostDimensions;) {
    shape.push_back(inner->Size());
    if (inner->Empty()) break;
    inner = &FirstFilled(*inner);
  }
}

Status CheckDimensions(const TensorSpec& spec, const std::vector<int64_t>& shape) {
  if (shape.size() <= kMostDimensions) return Status::Ok();
  return BadRequest("input " + inference::SpecText(spec) + ": arrays within arrays, more than " +
                    std::to_string(kMostDimensions) + " deep");
}

bool IsPaddedAnywhere(const TensorSpec& spec, size_t rank) {
  for (size_t depth = 1; depth < rank; ++depth) {
    if (IsPadded(spec, rank, depth)) return true;
  }
  return false;
}

void Widen(const Value& value, const TensorSpec& spec, size_t depth, std::vector<int64_t>& shape) {
  if (!value.IsArray() || depth == shape.size()) return;
  if (IsPadded(spec, shape.size(), depth)) {
    shape[depth] = std::max(shape[depth], int64_t{value.Size()});
  }
  if (depth + 1 == shape.size()) return;
  for (const Value& inner : value.GetArray()) Widen(inner, spec, depth + 1, shape);
}

}  // namespace

bool IsPadded(const TensorSpec& spec, size_t rank, size_t depth) {
  return depth > 0 && spec.shape.has_value() && spec.shape->size() == rank &&
         (*spec.shape)[depth] < 0;
}

Result<std::vector<int64_t>> ShapeOfValue(const Value& value, const TensorSpec& spec) {
  std::vector<int64_t> shape;
  AddShape(value, shape);
  PAISQL_TRY(CheckDimensions(spec, shape));
  if (IsPaddedAnywhere(spec, shape.size())) Widen(value, spec, 0, shape);
  return shape;
}

Result<std::vector<int64_t>> ShapeOfRows(std::span<const Value* const> rows,
                                         const TensorSpec& spec) {
  std::vector<int64_t> shape = {static_cast<int64_t>(rows.size())};
  if (rows.empty()) return shape;
  const auto is_filled = [](const Value* row) { return !row->IsArray() || !row->Empty(); };
  const auto filled = std::find_if(rows.begin(), rows.end(), is_filled);
  AddShape(filled == rows.end() ? *rows.front() : **filled, shape);
  PAISQL_TRY(CheckDimensions(spec, shape));
  if (IsPaddedAnywhere(spec, shape.size())) {
    for (const Value* row : rows) Widen(*row, spec, 1, shape);
  }
  return shape;
}

size_t ElementsOf(std::span<const int64_t> shape) {
  size_t count = 1;
  for (const int64_t dimension : shape) {
    const auto size = static_cast<size_t>(dimension);
    if (size != 0 && count > std::numeric_limits<size_t>::max() / size) {
      return std::numeric_limits<size_t>::max();
    }
    count *= size;
  }
  return count;
}

Status CheckPadding(const TensorSpec& spec, std::span<const int64_t> shape, size_t sent) {
  const size_t padded = ElementsOf(shape);
  if (padded <= sent || padded - sent <= kMostPadding || shape.empty()) return Status::Ok();
  return BadRequest("input " + inference::SpecText(spec) + ": its arrays have " +
                    std::to_string(sent) + " elements, and padded to the longest " +
                    std::to_string(padded) + "; send arrays of like lengths together");
}

}  // namespace paisql::serving
