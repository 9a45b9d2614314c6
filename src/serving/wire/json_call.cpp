#include "serving/wire/json_call.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "serving/wire/call_parts.h"
#include "serving/wire/json_tensor.h"

namespace paisql::serving {

namespace {

using inference::Signature;
using inference::Tensor;
using inference::TensorSpec;
using rapidjson::Value;

using Inputs = std::vector<std::optional<Tensor>>;

// A column of numbers may stand for one of arrays with a single number each.
void WidenToShape(const TensorSpec& spec, Tensor& tensor) {
  if (!spec.shape.has_value()) return;
  while (tensor.shape.size() < spec.shape->size() && (*spec.shape)[tensor.shape.size()] == 1) {
    tensor.shape.push_back(1);
  }
}

const Value* Member(const Value& object, const char* name) {
  const auto found = object.FindMember(name);
  return found == object.MemberEnd() ? nullptr : &found->value;
}

// What stands for a value that a row leaves out.
const Value& Missing(const TensorSpec& spec) {
  static const Value kNoNumber(std::numeric_limits<double>::quiet_NaN());
  static const Value kNoText("");
  return spec.type == inference::ElementType::kString ? kNoText : kNoNumber;
}

// Objects, one a row, that have the same names, but for inputs that may be missing.
Result<Inputs> InputsOfObjects(const Value& rows, const Signature& signature, bool widens) {
  Inputs inputs(signature.inputs.size());
  std::vector<std::vector<const Value*>> columns(signature.inputs.size());
  for (rapidjson::SizeType row = 0; row < rows.Size(); ++row) {
    if (!rows[row].IsObject()) {
      return BadRequest("row " + std::to_string(row) + " is not an object, as the first one is");
    }
    for (const auto& member : rows[row].GetObject()) {
      PAISQL_ASSIGN(const size_t place, ChooseInput(signature, TextOf(member.name)));
      const bool stands_for_none = signature.inputs[place].may_miss && member.value.IsNull();
      columns[place].push_back(stands_for_none ? &Missing(signature.inputs[place]) : &member.value);
      if (columns[place].size() <= row + 1) continue;
      return BadRequest("row " + std::to_string(row) + " has input '" +
                        signature.inputs[place].name + "' twice");
    }
    for (size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].size() == row + 1) continue;
      if (signature.inputs[i].may_miss) {
        columns[i].push_back(&Missing(signature.inputs[i]));
        continue;
      }
      return BadRequest("input " + inference::SpecText(signature.inputs[i]) +
                        " is missing in row " + std::to_string(row));
    }
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    PAISQL_ASSIGN(inputs[i], TensorOfRows(columns[i], signature.inputs[i]));
    if (widens) WidenToShape(signature.inputs[i], *inputs[i]);
  }
  return inputs;
}

Result<Inputs> InputsOfColumns(const Value& columns, const Signature& signature, bool widens) {
  Inputs inputs(signature.inputs.size());
  for (const auto& member : columns.GetObject()) {
    PAISQL_ASSIGN(const size_t place, ChooseInput(signature, TextOf(member.name)));
    PAISQL_ASSIGN(inputs[place], TensorOf(member.value, signature.inputs[place]));
    if (widens) WidenToShape(signature.inputs[place], *inputs[place]);
  }
  return inputs;
}

Status WantOneInput(const Signature& signature) {
  if (signature.inputs.size() == 1) return Status::Ok();
  return BadRequest(
      "signature " + signature.name + " has " + std::to_string(signature.inputs.size()) +
      " inputs: a value needs its name, {\"" + signature.inputs.front().name + "\": …}");
}

// A value without a name: that of the only input.
bool IsNamed(const Value& value) { return value.IsObject() && Member(value, "b64") == nullptr; }

Result<Inputs> ServingRows(const Value& instances, const Signature& signature) {
  if (!instances.IsArray() || instances.Empty()) {
    return BadRequest("\"instances\" needs a list of at least one row");
  }
  if (IsNamed(instances[0])) return InputsOfObjects(instances, signature, false);
  PAISQL_TRY(WantOneInput(signature));
  Inputs inputs(1);
  PAISQL_ASSIGN(inputs[0], TensorOf(instances, signature.inputs.front()));
  return inputs;
}

Result<Inputs> ServingColumns(const Value& value, const Signature& signature) {
  if (IsNamed(value)) return InputsOfColumns(value, signature, false);
  PAISQL_TRY(WantOneInput(signature));
  Inputs inputs(1);
  PAISQL_ASSIGN(inputs[0], TensorOf(value, signature.inputs.front()));
  return inputs;
}

// Writes answers; remembers the output that could not be written.
class Answer {
 public:
  Answer(std::span<const std::string> names, std::span<const Tensor> outputs, std::string& out)
      : names_(names), outputs_(outputs), stream_(out), writer_(stream_) {}

  Status Rows(bool values_of_one) {
    const int64_t rows = outputs_.empty() || outputs_[0].shape.empty() ? 0 : outputs_[0].shape[0];
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (outputs_[i].shape.empty() || outputs_[i].shape[0] != rows) {
        return Unsupported(i, "has no rows, or others than the first output; ask by columns");
      }
    }
    writer_.StartArray();
    for (int64_t row = 0; row < rows; ++row) {
      if (values_of_one && outputs_.size() == 1) {
        PAISQL_TRY(RowOf(0, row));
        continue;
      }
      writer_.StartObject();
      for (size_t i = 0; i < outputs_.size(); ++i) {
        WriteKey(writer_, names_[i]);
        PAISQL_TRY(RowOf(i, row));
      }
      writer_.EndObject();
    }
    writer_.EndArray();
    return Status::Ok();
  }

  Status Columns(bool value_of_one) {
    if (value_of_one && outputs_.size() == 1) return Whole(0);
    writer_.StartObject();
    for (size_t i = 0; i < outputs_.size(); ++i) {
      WriteKey(writer_, names_[i]);
      PAISQL_TRY(Whole(i));
    }
    writer_.EndObject();
    return Status::Ok();
  }

  JsonWriter& writer() { return writer_; }

 private:
  Status Unsupported(size_t output, const std::string& what) const {
    return Error{ErrorCode::kUnsupported, "output '" + names_[output] + "' " + what, {}, ""};
  }
  Status Written(size_t output, bool written) const {
    if (written) return Status::Ok();
    return Unsupported(output, "is " +
                                   std::string(inference::ElementTypeName(outputs_[output].type)) +
                                   ", which JSON cannot write");
  }
  Status RowOf(size_t output, int64_t row) {
    const Tensor& tensor = outputs_[output];
    const std::span<const int64_t> shape = std::span(tensor.shape).subspan(1);
    int64_t elements = 1;
    for (const int64_t dim : shape) elements *= dim;
    return Written(output,
                   WriteValue(tensor, shape, row * elements, IsBytesName(names_[output]), writer_));
  }
  Status Whole(size_t output) {
    const Tensor& tensor = outputs_[output];
    return Written(output,
                   WriteValue(tensor, tensor.shape, 0, IsBytesName(names_[output]), writer_));
  }

  const std::span<const std::string> names_;
  const std::span<const Tensor> outputs_;
  JsonStream stream_;
  JsonWriter writer_;
};

}  // namespace

Result<JsonCall> ReadEasJson(std::string_view body, const std::vector<Signature>& signatures,
                             std::string_view signature_name) {
  PAISQL_ASSIGN(const rapidjson::Document document, ParseJson(body));
  PAISQL_ASSIGN(const Signature* const signature, ChooseSignature(signatures, signature_name));
  JsonCall read;
  Inputs inputs;
  if (document.IsArray()) {
    if (document.Empty()) return BadRequest("the list of rows is empty");
    PAISQL_ASSIGN(inputs, InputsOfObjects(document, *signature, true));
  } else if (document.IsObject()) {
    read.form = JsonForm::kEasColumns;
    PAISQL_ASSIGN(inputs, InputsOfColumns(document, *signature, true));
  } else {
    return BadRequest(
        "the body needs a list of rows, [{\"name\": value, …}, …], or an object of "
        "columns, {\"name\": [value, …], …}");
  }
  PAISQL_ASSIGN(read.call, MakeCall(*signature, std::move(inputs), {}));
  return read;
}

Result<JsonCall> ReadServingJson(std::string_view body, const std::vector<Signature>& signatures) {
  PAISQL_ASSIGN(const rapidjson::Document document, ParseJson(body));
  if (!document.IsObject()) return BadRequest("the body needs an object");
  const Value* const name = Member(document, "signature_name");
  if (name != nullptr && !name->IsString()) return BadRequest("\"signature_name\" needs a text");
  PAISQL_ASSIGN(const Signature* const signature,
                ChooseSignature(signatures, name == nullptr ? "" : TextOf(*name)));
  const Value* const rows = Member(document, "instances");
  const Value* const columns = Member(document, "inputs");
  if ((rows == nullptr) == (columns == nullptr)) {
    return BadRequest("the body needs either \"instances\" or \"inputs\"");
  }
  JsonCall read;
  read.form = rows != nullptr ? JsonForm::kServingRows : JsonForm::kServingColumns;
  Inputs inputs;
  PAISQL_ASSIGN(inputs, rows != nullptr ? ServingRows(*rows, *signature)
                                        : ServingColumns(*columns, *signature));
  PAISQL_ASSIGN(read.call, MakeCall(*signature, std::move(inputs), {}));
  return read;
}

Result<std::string> WriteJsonAnswer(JsonForm form, std::span<const std::string> names,
                                    std::span<const Tensor> outputs) {
  std::string text;
  Answer answer(names, outputs, text);
  const bool serving = form == JsonForm::kServingRows || form == JsonForm::kServingColumns;
  const bool rows = form == JsonForm::kEasRows || form == JsonForm::kServingRows;
  if (serving) {
    answer.writer().StartObject();
    WriteKey(answer.writer(), rows ? "predictions" : "outputs");
  }
  PAISQL_TRY(rows ? answer.Rows(serving) : answer.Columns(serving));
  if (serving) answer.writer().EndObject();
  return text;
}

}  // namespace paisql::serving
