#include "serving/wire/array_message.h"

#include <cstring>
#include <limits>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
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

// Numbers of fields.
enum RequestField { kSignatureName = 1, kInputs = 2, kOutputFilter = 3 };
enum ResponseField { kOutputs = 1 };
enum EntryField { kKey = 1, kValue = 2 };
enum ArrayField {
  kType = 1,
  kShape = 2,
  kFloats = 3,
  kDoubles = 4,
  kInts = 5,
  kStrings = 6,
  kInt64s = 7,
  kBools = 8,
};
constexpr int kDim = 1;

// A repeated number, which may come packed, one by one, or both.
template <typename T, typename Packed, typename Single>
void Append(pbf_reader& field, std::vector<T>& values, Packed packed, Single single) {
  if (field.wire_type() == pbf_wire_type::length_delimited) {
    for (const auto value : packed(field)) values.push_back(static_cast<T>(value));
  } else {
    values.push_back(static_cast<T>(single(field)));
  }
}

// The values of one array, in the field of its type.
struct Values {
  std::vector<int64_t> shape;
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<int64_t> integers;  // of the fields int, int64 and bool
  std::vector<std::string> strings;
};

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

std::optional<ArrayField> FieldOf(ElementType type) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return row.field;
  }
  return std::nullopt;
}

Error BadInput(const TensorSpec& spec, const std::string& what) {
  return BadRequest("input " + inference::SpecText(spec) + ": " + what);
}

void ReadShape(pbf_reader message, std::vector<int64_t>& shape) {
  while (message.next()) {
    if (message.tag() != kDim) {
      message.skip();
      continue;
    }
    Append(
        message, shape, [](pbf_reader& field) { return field.get_packed_int64(); },
        [](pbf_reader& field) { return field.get_int64(); });
  }
}

// Takes the field of the array that is wanted, and skips the others.
void ReadValues(pbf_reader& array, Values& values) {
  switch (array.tag()) {
    case kFloats:
      Append(
          array, values.floats, [](pbf_reader& field) { return field.get_packed_float(); },
          [](pbf_reader& field) { return field.get_float(); });
      break;
    case kDoubles:
      Append(
          array, values.doubles, [](pbf_reader& field) { return field.get_packed_double(); },
          [](pbf_reader& field) { return field.get_double(); });
      break;
    case kInts:
      Append(
          array, values.integers, [](pbf_reader& field) { return field.get_packed_int32(); },
          [](pbf_reader& field) { return field.get_int32(); });
      break;
    case kInt64s:
      Append(
          array, values.integers, [](pbf_reader& field) { return field.get_packed_int64(); },
          [](pbf_reader& field) { return field.get_int64(); });
      break;
    case kBools:
      Append(
          array, values.integers, [](pbf_reader& field) { return field.get_packed_bool(); },
          [](pbf_reader& field) { return field.get_bool(); });
      break;
    case kStrings:
      values.strings.push_back(array.get_string());
      break;
    default:
      array.skip();
  }
}

template <typename T>
Status FillIntegers(const Values& values, const TensorSpec& spec, Tensor& tensor) {
  T* out = tensor.data.as<T>();
  for (const int64_t value : values.integers) {
    if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) {
      return BadInput(spec, std::to_string(value) + " does not fit into its type");
    }
    *out++ = static_cast<T>(value);
  }
  return Status::Ok();
}

Status Fill(Values& values, const TensorSpec& spec, Tensor& tensor) {
  switch (tensor.type) {
    case ElementType::kFloat:
      if (!values.floats.empty()) {
        std::memcpy(tensor.data.data(), values.floats.data(), tensor.data.size());
      }
      return Status::Ok();
    case ElementType::kDouble:
      if (!values.doubles.empty()) {
        std::memcpy(tensor.data.data(), values.doubles.data(), tensor.data.size());
      }
      return Status::Ok();
    case ElementType::kString:
      tensor.strings = std::move(values.strings);
      return Status::Ok();
    case ElementType::kInt64:
      return FillIntegers<int64_t>(values, spec, tensor);
    case ElementType::kInt32:
    case ElementType::kQint32:
      return FillIntegers<int32_t>(values, spec, tensor);
    case ElementType::kInt16:
    case ElementType::kQint16:
      return FillIntegers<int16_t>(values, spec, tensor);
    case ElementType::kUint16:
    case ElementType::kQuint16:
      return FillIntegers<uint16_t>(values, spec, tensor);
    case ElementType::kInt8:
    case ElementType::kQint8:
      return FillIntegers<int8_t>(values, spec, tensor);
    case ElementType::kBool:
    case ElementType::kUint8:
    case ElementType::kQuint8:
      return FillIntegers<uint8_t>(values, spec, tensor);
    default:
      PAISQL_UNREACHABLE("a type that has a field and no tensor");
  }
}

size_t CountOf(const Values& values, ArrayField field) {
  switch (field) {
    case kFloats:
      return values.floats.size();
    case kDoubles:
      return values.doubles.size();
    case kStrings:
      return values.strings.size();
    default:
      return values.integers.size();
  }
}

// How many elements the shape has; nullopt for one with a negative number, or that is too large.
std::optional<size_t> Elements(const std::vector<int64_t>& shape) {
  size_t elements = 1;
  for (const int64_t dim : shape) {
    if (dim < 0 || __builtin_mul_overflow(elements, static_cast<size_t>(dim), &elements)) {
      return std::nullopt;
    }
  }
  return elements;
}

Result<Tensor> ReadArray(pbf_reader array, const TensorSpec& spec) {
  // The type may stand behind the values, though nobody writes it there.
  auto type = ElementType::kInvalid;
  Values values;
  for (pbf_reader field = array; field.next();) {
    if (field.tag() == kType) {
      type = static_cast<ElementType>(field.get_enum());
    } else if (field.tag() == kShape) {
      ReadShape(field.get_message(), values.shape);
    } else {
      ReadValues(field, values);
    }
  }
  const std::optional<ArrayField> field = FieldOf(type);
  if (!field.has_value() || type != spec.type) {
    return BadInput(spec,
                    "the type that was given is " + std::string(inference::ElementTypeName(type)));
  }
  const size_t count = CountOf(values, *field);
  const std::optional<size_t> elements = Elements(values.shape);
  if (elements != count) {
    return BadInput(
        spec, "its shape " + inference::ShapeText(values.shape) +
                  " does not have as many elements as there are values: " + std::to_string(count));
  }
  Tensor tensor;
  tensor.type = type;
  if (type == ElementType::kString) {
    tensor.shape = std::move(values.shape);
  } else {
    tensor = Tensor::Allocate(type, std::move(values.shape));
  }
  PAISQL_TRY(Fill(values, spec, tensor));
  return tensor;
}

Result<Call> ReadRequest(std::string_view bytes,
                         const std::vector<inference::Signature>& signatures) {
  std::string name;
  std::vector<std::string> outputs;
  std::vector<pbf_reader> entries;
  for (pbf_reader request(bytes.data(), bytes.size()); request.next();) {
    switch (request.tag()) {
      case kSignatureName:
        name = request.get_string();
        break;
      case kInputs:
        entries.push_back(request.get_message());
        break;
      case kOutputFilter:
        outputs.push_back(request.get_string());
        break;
      default:
        request.skip();
    }
  }
  PAISQL_ASSIGN(const inference::Signature* const signature, ChooseSignature(signatures, name));
  std::vector<std::optional<Tensor>> inputs(signature->inputs.size());
  for (pbf_reader& entry : entries) {
    std::string key;
    pbf_reader array;
    while (entry.next()) {
      if (entry.tag() == kKey) {
        key = entry.get_string();
      } else if (entry.tag() == kValue) {
        array = entry.get_message();
      } else {
        entry.skip();
      }
    }
    PAISQL_ASSIGN(const size_t place, ChooseInput(*signature, key));
    PAISQL_ASSIGN(inputs[place], ReadArray(array, signature->inputs[place]));
  }
  return MakeCall(*signature, std::move(inputs), std::move(outputs));
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

void WriteValues(pbf_writer& array, ArrayField field, const Tensor& tensor) {
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

}  // namespace

Result<Call> ReadPredictRequest(std::string_view bytes,
                                const std::vector<inference::Signature>& signatures) {
  try {
    return ReadRequest(bytes, signatures);
  } catch (const protozero::exception&) {
    return BadRequest("the body is no PredictRequest, or it is cut off");
  }
}

Result<std::string> WritePredictResponse(std::span<const std::string> names,
                                         std::span<const Tensor> outputs) {
  std::string bytes;
  pbf_writer response(bytes);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor& tensor = outputs[i];
    const std::optional<ArrayField> field = FieldOf(tensor.type);
    if (!field.has_value()) {
      return Error{ErrorCode::kUnsupported,
                   "output '" + names[i] + "' is " +
                       std::string(inference::ElementTypeName(tensor.type)) +
                       ", which the message has no field for; leave it out of output_filter, or "
                       "ask by JSON",
                   {},
                   ""};
    }
    pbf_writer entry(response, kOutputs);
    entry.add_string(kKey, names[i]);
    pbf_writer array(entry, kValue);
    array.add_enum(kType, static_cast<int32_t>(tensor.type));
    {
      pbf_writer shape(array, kShape);
      shape.add_packed_int64(kDim, tensor.shape.begin(), tensor.shape.end());
    }
    WriteValues(array, *field, tensor);
  }
  return bytes;
}

}  // namespace paisql::serving
