#include "serving/wire/array_values.h"

#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "base/assert.h"
#include "serving/wire/call_parts.h"

namespace paisql::serving {

namespace {

using inference::ElementType;
using inference::Tensor;
using inference::TensorSpec;
using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::pbf_writer;

static_assert(std::endian::native == std::endian::little, "the wire has the low byte first");

struct TypeRow {
  ElementType type;
  ArrayField field;
};

constexpr TypeRow kTypes[] = {
    {ElementType::kFloat, kFloats},   {ElementType::kDouble, kDoubles},
    {ElementType::kInt32, kInts},     {ElementType::kInt16, kInts},
    {ElementType::kInt8, kInts},      {ElementType::kUint8, kInts},
    {ElementType::kUint16, kInts},    {ElementType::kQint8, kInts},
    {ElementType::kQuint8, kInts},    {ElementType::kQint16, kInts},
    {ElementType::kQuint16, kInts},   {ElementType::kQint32, kInts},
    {ElementType::kString, kStrings}, {ElementType::kInt64, kInt64s},
    {ElementType::kBool, kBools},
};

// Numbers of type T that came packed, or one.
template <typename T, typename Single>
void AppendFixed(pbf_reader& field, FixedValues& values, Single single) {
  if (field.wire_type() == pbf_wire_type::length_delimited) {
    const protozero::data_view bytes = field.get_view();
    if (bytes.size() % sizeof(T) != 0) throw protozero::invalid_length_exception();
    return values.Append({bytes.data(), bytes.size()});
  }
  const T value = single(field);
  values.Append({reinterpret_cast<const char*>(&value), sizeof(T)});
}

Status CopyValues(const FixedValues& values, Tensor& tensor) {
  const std::string_view bytes = values.bytes();
  if (!bytes.empty()) std::memcpy(tensor.data.data(), bytes.data(), bytes.size());
  return Status::Ok();
}

template <typename T>
Status FillIntegers(const std::vector<int64_t>& integers, const TensorSpec& spec, Tensor& tensor) {
  T* out = tensor.data.as<T>();
  for (const int64_t value : integers) {
    if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) {
      return BadInput(spec, std::to_string(value) + " does not fit into its type");
    }
    *out++ = static_cast<T>(value);
  }
  return Status::Ok();
}

template <typename T>
void WriteIntegers(pbf_writer& array, ArrayField field, const Tensor& tensor) {
  const T* const begin = tensor.data.as<T>();
  const T* const end = begin + tensor.element_count();
  if (field == kInt64s) {
    array.add_packed_int64(field, begin, end);
  } else if (field == kBools) {
    array.add_packed_bool(field, begin, end);
  } else {
    array.add_packed_int32(field, begin, end);
  }
}

}  // namespace

std::optional<ArrayField> FieldOf(ElementType type) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return row.field;
  }
  return std::nullopt;
}

Error BadInput(const TensorSpec& spec, const std::string& what) {
  return BadRequest("input " + inference::SpecText(spec) + ": " + what);
}

// A value that came alone is on the stack of the caller, so only the first of packed ones may stay
// where it is.
void FixedValues::Append(std::string_view bytes) {
  if (pieces_ == 0 && bytes.size() > sizeof(double)) {
    first_ = bytes;
    pieces_ = 1;
    return;
  }
  if (pieces_ == 1) joined_ = first_;
  joined_ += bytes;
  pieces_ = 2;
}

void ArrayValues::Read(pbf_reader& array) {
  switch (array.tag()) {
    case kFloats:
      return AppendFixed<float>(array, floats, [](pbf_reader& field) { return field.get_float(); });
    case kDoubles:
      return AppendFixed<double>(array, doubles,
                                 [](pbf_reader& field) { return field.get_double(); });
    case kInts:
      return AppendNumbers(
          array, integers, [](pbf_reader& field) { return field.get_packed_int32(); },
          [](pbf_reader& field) { return field.get_int32(); });
    case kInt64s:
      return AppendNumbers(
          array, integers, [](pbf_reader& field) { return field.get_packed_int64(); },
          [](pbf_reader& field) { return field.get_int64(); });
    case kBools:
      return AppendNumbers(
          array, integers, [](pbf_reader& field) { return field.get_packed_bool(); },
          [](pbf_reader& field) { return field.get_bool(); });
    case kStrings:
      strings.push_back(array.get_string());
      return;
    default:
      array.skip();
  }
}

size_t ArrayValues::CountOf(ArrayField field) const {
  switch (field) {
    case kFloats:
      return floats.bytes().size() / sizeof(float);
    case kDoubles:
      return doubles.bytes().size() / sizeof(double);
    case kStrings:
      return strings.size();
    default:
      return integers.size();
  }
}

Status ArrayValues::Fill(const TensorSpec& spec, Tensor& tensor) {
  switch (tensor.type) {
    case ElementType::kFloat:
      return CopyValues(floats, tensor);
    case ElementType::kDouble:
      return CopyValues(doubles, tensor);
    case ElementType::kString:
      tensor.strings = std::move(strings);
      return Status::Ok();
    case ElementType::kInt64:
      return FillIntegers<int64_t>(integers, spec, tensor);
    case ElementType::kInt32:
    case ElementType::kQint32:
      return FillIntegers<int32_t>(integers, spec, tensor);
    case ElementType::kInt16:
    case ElementType::kQint16:
      return FillIntegers<int16_t>(integers, spec, tensor);
    case ElementType::kUint16:
    case ElementType::kQuint16:
      return FillIntegers<uint16_t>(integers, spec, tensor);
    case ElementType::kInt8:
    case ElementType::kQint8:
      return FillIntegers<int8_t>(integers, spec, tensor);
    case ElementType::kBool:
    case ElementType::kUint8:
    case ElementType::kQuint8:
      return FillIntegers<uint8_t>(integers, spec, tensor);
    default:
      PAISQL_UNREACHABLE("a type that has a field and no tensor");
  }
}

void WriteArrayValues(pbf_writer& array, ArrayField field, const Tensor& tensor) {
  switch (tensor.type) {
    case ElementType::kFloat: {
      const auto* const begin = tensor.data.as<float>();
      return array.add_packed_float(field, begin, begin + tensor.element_count());
    }
    case ElementType::kDouble: {
      const auto* const begin = tensor.data.as<double>();
      return array.add_packed_double(field, begin, begin + tensor.element_count());
    }
    case ElementType::kString:
      for (const std::string& text : tensor.strings) array.add_bytes(field, text);
      return;
    case ElementType::kInt64:
      return WriteIntegers<int64_t>(array, field, tensor);
    case ElementType::kInt32:
    case ElementType::kQint32:
      return WriteIntegers<int32_t>(array, field, tensor);
    case ElementType::kInt16:
    case ElementType::kQint16:
      return WriteIntegers<int16_t>(array, field, tensor);
    case ElementType::kUint16:
    case ElementType::kQuint16:
      return WriteIntegers<uint16_t>(array, field, tensor);
    case ElementType::kInt8:
    case ElementType::kQint8:
      return WriteIntegers<int8_t>(array, field, tensor);
    case ElementType::kBool:
    case ElementType::kUint8:
    case ElementType::kQuint8:
      return WriteIntegers<uint8_t>(array, field, tensor);
    default:
      PAISQL_UNREACHABLE("a type that has a field and no values");
  }
}

}  // namespace paisql::serving
