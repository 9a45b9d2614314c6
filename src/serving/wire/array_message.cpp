#include "serving/wire/array_message.h"

#include <cstddef>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <utility>

#include "serving/wire/array_values.h"
#include "serving/wire/call_parts.h"
#include "serving/wire/compression.h"

namespace paisql::serving {

namespace {

using inference::ElementType;
using inference::Tensor;
using inference::TensorSpec;
using protozero::pbf_reader;
using protozero::pbf_writer;

// Numbers of fields.
enum RequestField { kSignatureName = 1, kInputs = 2, kOutputFilter = 3 };
enum ResponseField { kOutputs = 1 };
enum EntryField { kKey = 1, kValue = 2 };
constexpr int kDim = 1;

void ReadShape(pbf_reader message, std::vector<int64_t>& shape) {
  while (message.next()) {
    if (message.tag() != kDim) {
      message.skip();
      continue;
    }
    AppendNumbers(
        message, shape, [](pbf_reader& field) { return field.get_packed_int64(); },
        [](pbf_reader& field) { return field.get_int64(); });
  }
}

// Limits a decompressed body; the server's limit applied to its compressed form.
constexpr size_t kMostPlainBytes = size_t{256} << 20;

// The number of elements of the shape; nullopt for a negative dimension or too many elements.
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
  // The type may follow the values, though no known client writes it there.
  auto type = ElementType::kInvalid;
  std::vector<int64_t> shape;
  ArrayValues values;
  for (pbf_reader field = array; field.next();) {
    if (field.tag() == kType) {
      type = static_cast<ElementType>(field.get_enum());
    } else if (field.tag() == kShape) {
      ReadShape(field.get_message(), shape);
    } else {
      values.Read(field);
    }
  }
  const std::optional<ArrayField> field = FieldOf(type);
  if (!field.has_value() || type != spec.type) {
    return BadInput(spec,
                    "the type that was given is " + std::string(inference::ElementTypeName(type)));
  }
  const size_t count = values.CountOf(*field);
  const std::optional<size_t> elements = Elements(shape);
  if (elements != count) {
    return BadInput(
        spec, "its shape " + inference::ShapeText(shape) +
                  " does not have as many elements as there are values: " + std::to_string(count));
  }
  Tensor tensor;
  tensor.type = type;
  if (type == ElementType::kString) {
    tensor.shape = std::move(shape);
  } else {
    tensor = Tensor::Allocate(type, std::move(shape));
  }
  PAISQL_TRY(values.Fill(spec, tensor));
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

// The messages of other processors have other things in the same fields: a PyTorch request has
// arrays where a signature's name stands here, EasyRec's a number.
std::string_view OtherRequest(std::string_view bytes) {
  constexpr char kBeginsWithType = (1 << 3) | 0;  // the first field of an array, a varint
  try {
    for (pbf_reader request(bytes.data(), bytes.size()); request.next();) {
      if (request.tag() != kSignatureName) {
        request.skip();
        continue;
      }
      if (request.wire_type() == protozero::pbf_wire_type::varint) return "an EasyRec request";
      if (request.wire_type() != protozero::pbf_wire_type::length_delimited) return "";
      const protozero::data_view first = request.get_view();
      return !first.empty() && *first.data() == kBeginsWithType ? "a PyTorch request (TorchRequest)"
                                                                : "";
    }
  } catch (const protozero::exception&) {
    return "";
  }
  return "";
}

Result<Call> ReadPlainRequest(std::string_view bytes,
                              const std::vector<inference::Signature>& signatures) {
  try {
    return ReadRequest(bytes, signatures);
  } catch (const protozero::exception&) {
    return BadRequest("the body is not a PredictRequest, or it is cut off");
  }
}

}  // namespace

Result<Call> ReadPredictRequest(std::string_view bytes,
                                const std::vector<inference::Signature>& signatures) {
  const std::string_view other = OtherRequest(bytes);
  if (!other.empty()) {
    return BadRequest("the body is " + std::string(other) +
                      ", and this service computes a SavedModel: send a TFRequest or JSON");
  }
  Result<Call> call = ReadPlainRequest(bytes, signatures);
  if (call.ok()) return call;
  // A block of Snappy says nowhere that it is one.
  const std::optional<std::string> plain = Unsnappy(bytes, kMostPlainBytes);
  if (!plain.has_value()) return call;
  Result<Call> unpacked = ReadPlainRequest(*plain, signatures);
  return unpacked.ok() ? std::move(unpacked) : std::move(call);
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
    WriteArrayValues(array, *field, tensor);
  }
  return bytes;
}

}  // namespace paisql::serving
