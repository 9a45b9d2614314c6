#include "serving/wire/examples.h"

#include <optional>
#include <protozero/pbf_writer.hpp>
#include <utility>

#include "base/coding/base64.h"
#include "serving/wire/call_parts.h"
#include "serving/wire/json_tensor.h"

namespace paisql::serving {

namespace {

using inference::ElementType;
using inference::Tensor;
using protozero::pbf_writer;
using rapidjson::Value;

// Numbers of fields in tf.Example and what it is made of; those of a feature are its kinds, too.
constexpr int kFeatures = 1;
constexpr int kEntry = 1;
constexpr int kEntryKey = 1;
constexpr int kFeature = 2;
constexpr int kValues = 1;
enum class Kind { kBytes = 1, kFloat = 2, kInt64 = 3 };

std::optional<std::string> BytesOf(const Value& value) {
  if (value.IsString()) return std::string(TextOf(value));
  if (!value.IsObject() || value.MemberCount() != 1) return std::nullopt;
  const auto member = value.FindMember("b64");
  if (member == value.MemberEnd() || !member->value.IsString()) return std::nullopt;
  return FromBase64(TextOf(member->value));
}

std::optional<Kind> FeatureKind(const Value& value) {
  if (value.IsString() || value.IsObject()) return Kind::kBytes;
  if (value.IsInt64() || value.IsBool()) return Kind::kInt64;
  if (value.IsNumber()) return Kind::kFloat;
  return std::nullopt;
}

// A value, or a list of values of one kind; integers beside other numbers are numbers.
class Feature {
 public:
  Feature(std::string_view name, const Value& value) : name_(name) {
    if (value.IsArray()) {
      for (const Value& one : value.GetArray()) values_.push_back(&one);
    } else {
      values_.push_back(&value);
    }
  }

  Status Write(pbf_writer& entry) {
    std::optional<Kind> kind;
    for (const Value* value : values_) {
      const std::optional<Kind> one = FeatureKind(*value);
      if (!one.has_value()) return Wrong();
      const bool numbers = kind.has_value() && kind != Kind::kBytes && one != Kind::kBytes;
      if (kind.has_value() && kind != one && !numbers) return Wrong();
      if (!kind.has_value() || one == Kind::kFloat) kind = one;
    }
    pbf_writer feature(entry, kFeature);
    if (!kind.has_value()) return Status::Ok();  // a feature without values
    pbf_writer list(feature, static_cast<uint32_t>(*kind));
    return WriteList(*kind, list);
  }

 private:
  Status Wrong() const {
    return BadRequest("feature '" + std::string(name_) +
                      "' needs a text, a number, or a list of values of one kind");
  }
  Status WriteList(Kind kind, pbf_writer& list) {
    std::vector<float> floats;
    std::vector<int64_t> integers;
    for (const Value* value : values_) {
      if (kind == Kind::kBytes) {
        const std::optional<std::string> bytes = BytesOf(*value);
        if (!bytes.has_value()) return Wrong();
        list.add_bytes(kValues, *bytes);
      } else if (kind == Kind::kFloat) {
        floats.push_back(value->IsBool() ? static_cast<float>(value->GetBool())
                                         : static_cast<float>(value->GetDouble()));
      } else {
        integers.push_back(value->IsBool() ? static_cast<int64_t>(value->GetBool())
                                           : value->GetInt64());
      }
    }
    if (!floats.empty()) list.add_packed_float(kValues, floats.begin(), floats.end());
    if (!integers.empty()) list.add_packed_int64(kValues, integers.begin(), integers.end());
    return Status::Ok();
  }

  const std::string_view name_;
  std::vector<const Value*> values_;
};

Status WriteFeatures(const Value& object, const Value* other, pbf_writer& features) {
  for (const auto& member : object.GetObject()) {
    // The example's own field overrides the context's.
    if (other != nullptr && other->HasMember(member.name)) continue;
    pbf_writer entry(features, kEntry);
    entry.add_string(kEntryKey, member.name.GetString(), member.name.GetStringLength());
    PAISQL_TRY(Feature(TextOf(member.name), member.value).Write(entry));
  }
  return Status::Ok();
}

Result<std::string> ExampleOf(const Value& example, const Value* context) {
  if (!example.IsObject()) return BadRequest("\"examples\" needs objects of features");
  std::string bytes;
  pbf_writer message(bytes);
  {
    pbf_writer features(message, kFeatures);
    if (context != nullptr) PAISQL_TRY(WriteFeatures(*context, &example, features));
    PAISQL_TRY(WriteFeatures(example, nullptr, features));
  }
  return bytes;
}

const Tensor* Find(std::span<const std::string> names, std::span<const Tensor> outputs,
                   std::string_view name) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return &outputs[i];
  }
  return nullptr;
}

Error Unsupported(std::string text) { return {ErrorCode::kUnsupported, std::move(text), {}, ""}; }

int64_t RowsOf(const Tensor& tensor) { return tensor.shape.empty() ? 1 : tensor.shape.front(); }

void BeginResult(JsonWriter& writer) {
  writer.StartObject();
  WriteKey(writer, "result");
  writer.StartArray();
}

void EndResult(JsonWriter& writer) {
  writer.EndArray();
  writer.EndObject();
}

}  // namespace

Result<Call> ReadExamples(std::string_view body,
                          const std::vector<inference::Signature>& signatures) {
  PAISQL_ASSIGN(const rapidjson::Document document, ParseJson(body));
  if (!document.IsObject()) return BadRequest("the body needs an object");
  const auto name = document.FindMember("signature_name");
  const bool named = name != document.MemberEnd() && name->value.IsString();
  PAISQL_ASSIGN(const inference::Signature* const signature,
                ChooseSignature(signatures, named ? TextOf(name->value) : ""));
  if (signature->inputs.size() != 1 || signature->inputs[0].type != ElementType::kString) {
    return BadRequest("signature " + signature->name +
                      " does not take examples: it needs one input of texts, serialised "
                      "tf.Example; ask by :predict");
  }
  const auto examples = document.FindMember("examples");
  if (examples == document.MemberEnd() || !examples->value.IsArray() || examples->value.Empty()) {
    return BadRequest("\"examples\" needs a list of at least one object");
  }
  const auto found = document.FindMember("context");
  const Value* const context = found == document.MemberEnd() ? nullptr : &found->value;
  if (context != nullptr && !context->IsObject()) return BadRequest("\"context\" needs an object");
  Tensor input = Tensor::Allocate(ElementType::kString, {examples->value.Size()});
  for (rapidjson::SizeType i = 0; i < examples->value.Size(); ++i) {
    PAISQL_ASSIGN(input.strings[i], ExampleOf(examples->value[i], context));
  }
  std::vector<std::optional<Tensor>> inputs(1);
  inputs[0] = std::move(input);
  return MakeCall(*signature, std::move(inputs), {});
}

Result<std::string> WriteClasses(std::span<const std::string> names,
                                 std::span<const Tensor> outputs) {
  const Tensor* const classes = Find(names, outputs, "classes");
  const Tensor* const scores = Find(names, outputs, "scores");
  const bool fit = (classes != nullptr || scores != nullptr) &&
                   (classes == nullptr || classes->type == ElementType::kString) &&
                   (scores == nullptr || scores->type == ElementType::kFloat) &&
                   (classes == nullptr || scores == nullptr || classes->shape == scores->shape);
  const Tensor* const either = classes != nullptr ? classes : scores;
  if (!fit || either->shape.size() != 2) {
    return Unsupported(
        "the signature does not classify: it has no output \"classes\" of texts or \"scores\" of "
        "DT_FLOAT, of shape [rows, classes]; ask by :predict");
  }
  std::string text;
  JsonStream stream(text);
  JsonWriter writer(stream);
  BeginResult(writer);
  const auto count = static_cast<size_t>(either->shape[1]);
  for (size_t row = 0; row < static_cast<size_t>(either->shape[0]); ++row) {
    writer.StartArray();
    for (size_t i = row * count; i < (row + 1) * count; ++i) {
      writer.StartArray();
      WriteText(writer, classes != nullptr ? std::string_view(classes->strings[i]) : "");
      WriteNumber(writer, scores != nullptr ? scores->data.as<float>()[i] : 0.0F);
      writer.EndArray();
    }
    writer.EndArray();
  }
  EndResult(writer);
  return text;
}

Result<std::string> WriteValues(std::span<const std::string> names,
                                std::span<const Tensor> outputs) {
  const Tensor* values = Find(names, outputs, "outputs");
  if (values == nullptr && outputs.size() == 1) values = outputs.data();
  if (values == nullptr || values->type != ElementType::kFloat ||
      values->element_count() != RowsOf(*values)) {
    return Unsupported(
        "the signature is not a regression: it has no output \"outputs\" of one DT_FLOAT a row; "
        "ask "
        "by :predict");
  }
  std::string text;
  JsonStream stream(text);
  JsonWriter writer(stream);
  BeginResult(writer);
  for (int64_t i = 0; i < values->element_count(); ++i) {
    WriteNumber(writer, values->data.as<float>()[i]);
  }
  EndResult(writer);
  return text;
}

}  // namespace paisql::serving
