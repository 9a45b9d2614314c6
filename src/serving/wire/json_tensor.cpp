#include "serving/wire/json_tensor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "base/coding/base64.h"
#include "base/text.h"
#include "serving/wire/call_parts.h"
#include "serving/wire/json_shape.h"
#include "serving/wire/json_text.h"

namespace paisql::serving {

namespace {

using inference::ElementType;
using inference::Tensor;
using inference::TensorSpec;
using rapidjson::Value;

constexpr const char* kBytes = "b64";

// Where in the value something is wrong: [2][0].
std::string PlaceText(std::span<const size_t> place) {
  std::string text;
  for (const size_t index : place) text += "[" + std::to_string(index) + "]";
  return text.empty() ? "its value" : "its value at " + text;
}

std::string_view KindOf(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return "null";
    case rapidjson::kFalseType:
      return "false";
    case rapidjson::kTrueType:
      return "true";
    case rapidjson::kObjectType:
      return "an object";
    case rapidjson::kArrayType:
      return "an array";
    case rapidjson::kStringType:
      return "a text";
    case rapidjson::kNumberType:
      break;
  }
  return "a number that does not fit";
}

template <typename T>
bool PutFloat(const Value& value, T* out) {
  if (!value.IsNumber()) return false;
  const double number = value.GetDouble();
  *out = static_cast<T>(number);
  return std::isfinite(static_cast<double>(*out)) || !std::isfinite(number);
}

template <typename T>
bool PutInteger(const Value& value, T* out) {
  if (value.IsInt64()) {
    const int64_t number = value.GetInt64();
    *out = static_cast<T>(number);
    return std::in_range<T>(number);
  }
  if (!value.IsUint64()) return false;
  *out = static_cast<T>(value.GetUint64());
  return std::in_range<T>(value.GetUint64());
}

bool PutText(const Value& value, std::string& out) {
  if (value.IsString()) {
    out = TextOf(value);
    return true;
  }
  if (!value.IsObject() || value.MemberCount() != 1) return false;
  const auto member = value.FindMember(kBytes);
  if (member == value.MemberEnd() || !member->value.IsString()) return false;
  std::optional<std::string> bytes = FromBase64(TextOf(member->value));
  if (!bytes.has_value()) return false;
  out = *std::move(bytes);
  return true;
}

// Puts one element; false when the value does not have the tensor's type.
bool Put(const Value& value, size_t index, Tensor& tensor) {
  switch (tensor.type) {
    case ElementType::kFloat:
      return PutFloat(value, tensor.data.as<float>() + index);
    case ElementType::kDouble:
      return PutFloat(value, tensor.data.as<double>() + index);
    case ElementType::kInt64:
      return PutInteger(value, tensor.data.as<int64_t>() + index);
    case ElementType::kInt32:
      return PutInteger(value, tensor.data.as<int32_t>() + index);
    case ElementType::kInt16:
      return PutInteger(value, tensor.data.as<int16_t>() + index);
    case ElementType::kInt8:
      return PutInteger(value, tensor.data.as<int8_t>() + index);
    case ElementType::kUint8:
      return PutInteger(value, tensor.data.as<uint8_t>() + index);
    case ElementType::kUint16:
      return PutInteger(value, tensor.data.as<uint16_t>() + index);
    case ElementType::kUint32:
      return PutInteger(value, tensor.data.as<uint32_t>() + index);
    case ElementType::kUint64:
      return PutInteger(value, tensor.data.as<uint64_t>() + index);
    case ElementType::kBool:
      if (!value.IsBool()) return false;
      tensor.data.as<bool>()[index] = value.GetBool();
      return true;
    case ElementType::kString:
      return PutText(value, tensor.strings[index]);
    default:
      return false;
  }
}

// Holds values to one shape, and fills a tensor with them.
class Filler {
 public:
  Filler(const TensorSpec& spec, std::span<const int64_t> shape) : spec_(spec), shape_(shape) {}

  // Whether all arrays have the shape, or are shorter where it is padded; `depth` dimensions lie
  // around the value. This goes before there is a tensor, since the first row alone may promise far
  // more elements than were sent.
  Status Check(const Value& value, size_t depth) {
    if (depth == shape_.size()) {
      ++sent_;
      return Status::Ok();
    }
    const auto wanted = static_cast<size_t>(shape_[depth]);
    const bool is_short =
        value.IsArray() && value.Size() < wanted && IsPadded(spec_, shape_.size(), depth);
    if (!value.IsArray() || (value.Size() != wanted && !is_short)) {
      const std::string given = value.IsArray()
                                    ? "has " + std::to_string(value.Size()) + " elements"
                                    : "is " + std::string(KindOf(value));
      return Wrong(given + " where others have " + std::to_string(wanted) + " elements");
    }
    if (depth + 1 == shape_.size()) {
      sent_ += value.Size();
      return Status::Ok();
    }
    return Each(value, [this, depth](const Value& inner) { return Check(inner, depth + 1); });
  }
  Status Fill(const Value& value, size_t depth, Tensor& tensor) {
    if (depth < shape_.size()) {
      const size_t begin = next_;
      PAISQL_TRY(Each(value, [&](const Value& inner) { return Fill(inner, depth + 1, tensor); }));
      next_ = begin + ElementsOf(shape_.subspan(depth));
      return Status::Ok();
    }
    if (Put(value, next_++, tensor)) return Status::Ok();
    return Wrong("is " + std::string(KindOf(value)));
  }

  // One row of those around which there is no array.
  void BeginRow(size_t row) { place_.assign(1, row); }

  // Call after Check. A tensor of the shape, padded with zeros or empty texts.
  Result<Tensor> NewTensor() const {
    PAISQL_TRY(CheckPadding(spec_, shape_, sent_));
    Tensor tensor = Tensor::Allocate(spec_.type, {shape_.begin(), shape_.end()});
    if (ElementsOf(shape_) != sent_)
      std::fill_n(tensor.data.as<std::byte>(), tensor.data.size(), std::byte{});
    return tensor;
  }

 private:
  template <typename Visit>
  Status Each(const Value& array, const Visit& visit) {
    place_.push_back(0);
    for (const Value& inner : array.GetArray()) {
      PAISQL_TRY(visit(inner));
      ++place_.back();
    }
    place_.pop_back();
    return Status::Ok();
  }
  Status Wrong(const std::string& what) const {
    return BadRequest("input " + inference::SpecText(spec_) + ": " + PlaceText(place_) + " " +
                      what);
  }

  const TensorSpec& spec_;
  const std::span<const int64_t> shape_;
  std::vector<size_t> place_;
  size_t next_ = 0;
  size_t sent_ = 0;  // elements that the values have
};

// A half or a bfloat16 as a float.
float FloatOfHalf(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000U) << 16;
  const uint32_t exponent = (bits >> 10) & 0x1FU;
  const uint32_t fraction = bits & 0x3FFU;
  if (exponent == 0) {
    const float small = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -small : small;
  }
  const uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | (wide << 23) | (fraction << 13));
}

float FloatOfBfloat16(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

void WriteString(const std::string& text, bool bytes, JsonWriter& writer) {
  if (!bytes && IsValidUtf8(text)) return WriteText(writer, text);
  writer.StartObject();
  WriteKey(writer, kBytes);
  WriteText(writer, ToBase64(text));
  writer.EndObject();
}

bool WriteElement(const Tensor& tensor, size_t index, bool bytes, JsonWriter& writer) {
  switch (tensor.type) {
    case ElementType::kFloat:
      WriteNumber(writer, tensor.data.as<float>()[index]);
      return true;
    case ElementType::kDouble:
      WriteNumber(writer, tensor.data.as<double>()[index]);
      return true;
    case ElementType::kHalf:
      WriteNumber(writer, FloatOfHalf(tensor.data.as<uint16_t>()[index]));
      return true;
    case ElementType::kBfloat16:
      WriteNumber(writer, FloatOfBfloat16(tensor.data.as<uint16_t>()[index]));
      return true;
    case ElementType::kInt64:
      return writer.Int64(tensor.data.as<int64_t>()[index]);
    case ElementType::kInt32:
      return writer.Int64(tensor.data.as<int32_t>()[index]);
    case ElementType::kInt16:
      return writer.Int64(tensor.data.as<int16_t>()[index]);
    case ElementType::kInt8:
      return writer.Int64(tensor.data.as<int8_t>()[index]);
    case ElementType::kUint8:
      return writer.Int64(tensor.data.as<uint8_t>()[index]);
    case ElementType::kUint16:
      return writer.Int64(tensor.data.as<uint16_t>()[index]);
    case ElementType::kUint32:
      return writer.Int64(tensor.data.as<uint32_t>()[index]);
    case ElementType::kUint64:
      return writer.Uint64(tensor.data.as<uint64_t>()[index]);
    case ElementType::kBool:
      return writer.Bool(tensor.data.as<bool>()[index]);
    case ElementType::kString:
      WriteString(tensor.strings[index], bytes, writer);
      return true;
    default:
      return false;
  }
}

}  // namespace

Result<Tensor> TensorOf(const Value& value, const TensorSpec& spec) {
  PAISQL_ASSIGN(const std::vector<int64_t> shape, ShapeOfValue(value, spec));
  Filler filler(spec, shape);
  PAISQL_TRY(filler.Check(value, 0));
  PAISQL_ASSIGN(Tensor tensor, filler.NewTensor());
  PAISQL_TRY(filler.Fill(value, 0, tensor));
  return tensor;
}

Result<Tensor> TensorOfRows(std::span<const Value* const> rows, const TensorSpec& spec) {
  PAISQL_ASSIGN(const std::vector<int64_t> shape, ShapeOfRows(rows, spec));
  Filler filler(spec, shape);
  for (size_t i = 0; i < rows.size(); ++i) {
    filler.BeginRow(i);
    PAISQL_TRY(filler.Check(*rows[i], 1));
  }
  PAISQL_ASSIGN(Tensor tensor, filler.NewTensor());
  for (size_t i = 0; i < rows.size(); ++i) {
    filler.BeginRow(i);
    PAISQL_TRY(filler.Fill(*rows[i], 1, tensor));
  }
  return tensor;
}

bool IsBytesName(std::string_view name) { return name.ends_with("_bytes"); }

bool WriteValue(const Tensor& tensor, std::span<const int64_t> shape, int64_t begin, bool bytes,
                JsonWriter& writer) {
  if (shape.empty()) return WriteElement(tensor, static_cast<size_t>(begin), bytes, writer);
  int64_t step = 1;
  for (const int64_t dim : shape.subspan(1)) step *= dim;
  writer.StartArray();
  for (int64_t i = 0; i < shape.front(); ++i) {
    if (!WriteValue(tensor, shape.subspan(1), begin + i * step, bytes, writer)) return false;
  }
  writer.EndArray();
  return true;
}

std::string RowJson(const inference::Tensor& tensor, int64_t row) {
  const std::span<const int64_t> shape = std::span(tensor.shape).subspan(1);
  int64_t elements = 1;
  for (const int64_t dim : shape) elements *= dim;
  std::string text;
  JsonStream stream(text);
  JsonWriter writer(stream);
  if (!WriteValue(tensor, shape, row * elements, false, writer)) return "";
  return text;
}

}  // namespace paisql::serving
