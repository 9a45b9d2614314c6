#include "analysis/expression/calls/special_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/expression/calls/model_types.h"
#include "analysis/expression/coercion.h"
#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "base/result.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "inference/model.h"
#include "inference/signature_json.h"
#include "names/model_name.h"
#include "plan/model_use.h"

namespace paisql::analysis {
namespace {

using inference::Signature;
using inference::TensorSpec;
using Arguments = std::vector<plan::ExpressionPtr>;

constexpr std::string_view kRule = "predict";

// "churn", "other.churn:2/predict" in its parts.
struct WrittenModel {
  std::string project;
  std::string name;
  std::string version;    // "" for the default one
  std::string signature;  // "" for the default one
};

WrittenModel PartsOf(const std::string& written, const std::string& project) {
  WrittenModel parts{project, written, "", ""};
  if (const size_t slash = parts.name.find('/'); slash != std::string::npos) {
    parts.signature = parts.name.substr(slash + 1);
    parts.name.erase(slash);
  }
  if (const size_t colon = parts.name.find(':'); colon != std::string::npos) {
    parts.version = parts.name.substr(colon + 1);
    parts.name.erase(colon);
  }
  if (const size_t dot = parts.name.find('.'); dot != std::string::npos) {
    parts.project = parts.name.substr(0, dot);
    parts.name.erase(0, dot + 1);
  }
  return parts;
}

Result<const store::ModelVersion*> VersionOf(const store::Model& model, const std::string& written,
                                             const SourceRange& range) {
  const int64_t number =
      written.empty() ? model.default_version : ParseNumber<int64_t>(written).value_or(0);
  const store::ModelVersion* version = model.Version(number);
  if (version != nullptr && (written.empty() || written == std::to_string(number))) return version;
  return Error{ErrorCode::kModelNotFound,
               fmt::format("model {} has no version {}", model.name, written), range,
               "DESC MODEL " + model.name + " lists the versions"};
}

Result<std::shared_ptr<plan::ModelUse>> FindModel(State& state, const std::string& written,
                                                  const SourceRange& range) {
  const WrittenModel parts = PartsOf(written, state.names.project());
  PAISQL_ASSIGN_AT(range, const names::Meaning<store::Model> found,
                   state.names.Model(parts.project, parts.name));
  if (!found.row.has_value()) {
    const std::string near =
        DidYouMean(found.project_is_missing ? parts.project : parts.name, found.others);
    return Error{ErrorCode::kModelNotFound,
                 fmt::format("model {}.{} cannot be resolved", parts.project, parts.name), range,
                 near.empty() ? "CREATE MODEL " + parts.name +
                                    " FROM 'oss://…' makes it, SHOW "
                                    "MODELS lists them"
                              : near};
  }
  PAISQL_TRY(state.CheckUse({"offlinemodel", found.row->project, found.row->name, found.row->owner},
                            range));
  PAISQL_ASSIGN(const store::ModelVersion* version, VersionOf(*found.row, parts.version, range));
  if (version->folder == names::kUntrainedFolder) {
    // A check takes this for what only the statements before can tell.
    return Error{ErrorCode::kModelNotFound,
                 fmt::format("model {}.{} cannot be resolved", parts.project, parts.name), range,
                 "the statement that trains it has not run"};
  }
  if (!inference::CanLoad(version->format, version->folder)) {
    return Error{ErrorCode::kUnsupported,
                 fmt::format("predict with model {} is not supported: its format is {}", parts.name,
                             version->format),
                 range, "use the PAI component that predicts with such models"};
  }
  PAISQL_ASSIGN_AT(range, const std::vector<Signature> signatures,
                   inference::SignaturesFromJson(version->signatures));
  const Signature* signature = inference::FindSignature(signatures, parts.signature);
  if (signature == nullptr) {
    std::vector<std::string> names;
    for (const Signature& one : signatures) names.push_back(one.name);
    return Error{ErrorCode::kModelNotFound,
                 parts.signature.empty()
                     ? fmt::format("model {} has no signature serving_default", parts.name)
                     : fmt::format("model {} has no signature {}", parts.name, parts.signature),
                 range, fmt::format("name one of {} as 'model/signature'", fmt::join(names, ", "))};
  }
  auto use = std::make_shared<plan::ModelUse>();
  use->name = fmt::format("{}:{}", found.row->name, version->version);
  use->folder = version->folder;
  use->format = version->format;
  use->signature = *signature;
  return use;
}

Error CannotCall(const plan::ModelUse& use, const TensorSpec& spec, std::string_view why,
                 const SourceRange& range) {
  return UnsupportedError(range, fmt::format("predict with model {} is not supported: {} {}",
                                             use.name, inference::SpecText(spec), why));
}

// All that is wrong with a signature whatever the arguments are; outputs that are not values of
// rows are taken out.
Status CheckSignature(plan::ModelUse& use, const SourceRange& range) {
  for (const TensorSpec& input : use.signature.inputs) {
    if (!SqlTypeOf(input.type)) return CannotCall(use, input, "has no type of SQL", range);
    if (!HasRows(input)) return CannotCall(use, input, "is not a value of a row", range);
  }
  std::erase_if(use.signature.outputs,
                [](const TensorSpec& output) { return !HasRows(output) || !TypeOfOutput(output); });
  if (use.signature.outputs.empty() || use.signature.inputs.empty()) {
    return UnsupportedError(
        range, fmt::format("predict with model {} is not supported: signature {} has no {} of rows",
                           use.name, use.signature.name,
                           use.signature.inputs.empty() ? "inputs" : "outputs"));
  }
  return Status::Ok();
}

std::string InputsText(const Signature& signature) {
  std::vector<std::string> texts;
  for (const TensorSpec& input : signature.inputs) texts.push_back(inference::SpecText(input));
  return fmt::format("{}", fmt::join(texts, ", "));
}

Error WrongCount(const plan::ModelUse& use, size_t given, const SourceRange& range) {
  return Error{ErrorCode::kArgumentCount,
               fmt::format("predict with model {} takes {}, given {} arguments", use.name,
                           InputsText(use.signature), given),
               range, "an input of several elements takes an ARRAY, or an argument for each"};
}

// The argument as what the input's elements are; ARRAYs of them stay ARRAYs.
Result<plan::ExpressionPtr> Converted(State& state, const TensorSpec& spec,
                                      plan::ExpressionPtr argument) {
  const DataType wanted = *SqlTypeOf(spec.type);
  const bool array = argument->type.id() == TypeId::kArray;
  const DataType& given = array ? argument->type.element() : argument->type;
  if (!TakesElement(given, wanted)) {
    return Error{
        ErrorCode::kInvalidArgumentType,
        fmt::format("input {} takes {}{}, given {}", inference::SpecText(spec),
                    array ? "an ARRAY of " : "", wanted.ToString(), argument->type.ToString()),
        argument->range, "write CAST(… AS " + wanted.ToString() + ")"};
  }
  plan::ExpressionPtr cast =
      CoerceTo(state, std::move(argument), array ? DataType::Array(wanted) : wanted);
  // A number that does not fit is an error: NULL would be an answer without meaning.
  if (cast->kind == plan::ExpressionKind::kCast) {
    plan::As<plan::Cast>(*cast).mode = EvaluationMode::kStrict;
  }
  return cast;
}

// A copy of a field; of NAMED_STRUCT('a', x, …) without the way through the STRUCT.
Result<plan::ExpressionPtr> FieldNamed(State& state, const plan::Expression& record,
                                       const std::string& name) {
  if (record.kind == plan::ExpressionKind::kCall &&
      plan::As<plan::Call>(record).function->name == "named_struct") {
    const std::vector<std::string>& names = record.type.field_names();
    for (size_t i = 0; i < names.size(); ++i) {
      if (!EqualsIgnoreCase(names[i], name)) continue;
      return CopyOperand(state, *plan::As<plan::Call>(record).arguments[2 * i + 1]);
    }
  }
  PAISQL_ASSIGN(plan::ExpressionPtr copy, CopyOperand(state, record));
  return FieldOf(std::move(copy), {name, false, record.range});
}

// Fields of a STRUCT by the names of the inputs; arguments[1] is the STRUCT.
Result<Arguments> ByName(State& state, const plan::ModelUse& use, const plan::Expression& record) {
  const std::vector<std::string>& names = record.type.field_names();
  for (const std::string& name : names) {
    const auto& inputs = use.signature.inputs;
    const bool known = std::any_of(inputs.begin(), inputs.end(), [&](const TensorSpec& input) {
      return EqualsIgnoreCase(input.name, name);
    });
    if (known) continue;
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("model {} has no input {}: it takes {}", use.name, name,
                             InputsText(use.signature)),
                 record.range, ""};
  }
  Arguments fields;
  for (const TensorSpec& input : use.signature.inputs) {
    const bool given = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return EqualsIgnoreCase(input.name, name);
    });
    if (!given) {
      return Error{
          ErrorCode::kInvalidArgumentType,
          fmt::format("input {} of model {} is missing", inference::SpecText(input), use.name),
          record.range, ""};
    }
    PAISQL_ASSIGN(plan::ExpressionPtr field, FieldNamed(state, record, input.name));
    fields.push_back(std::move(field));
  }
  return fields;
}

// How many of the `left` arguments from here on are this input's: an ARRAY is all of it.
size_t CountFor(const TensorSpec& input, bool array, size_t left, bool last) {
  if (array) return 1;
  const std::optional<int64_t> elements = ElementsOfRow(input);
  if (elements.has_value()) return static_cast<size_t>(*elements);
  return last ? left : 1;
}

// Drops warnings, from this one on, that the statement has already: a model takes many arguments,
// and a warning of one conversion holds for all of them.
void DropRepeatedWarnings(std::vector<Warning>& warnings, size_t first) {
  for (size_t i = first; i < warnings.size();) {
    const auto end = warnings.begin() + static_cast<std::ptrdiff_t>(i);
    const bool said = std::any_of(
        warnings.begin(), end, [&](const Warning& earlier) { return earlier.text == end->text; });
    if (said) {
      warnings.erase(end);
    } else {
      ++i;
    }
  }
}

// Puts the arguments after the model's name into the call, converted.
Status Fill(State& state, Arguments given, plan::ModelUse& use, plan::Call& call) {
  const std::vector<TensorSpec>& inputs = use.signature.inputs;
  size_t next = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const size_t left = given.size() - next;
    const bool array = left > 0 && given[next]->type.id() == TypeId::kArray;
    const size_t count = CountFor(inputs[i], array, left, i + 1 == inputs.size());
    if (count == 0 || count > left) return WrongCount(use, given.size(), call.range);
    use.inputs.push_back({call.arguments.size(), count});
    for (size_t k = 0; k < count; ++k) {
      plan::ExpressionPtr& argument = given[next++];
      if (count > 1 && argument->type.id() == TypeId::kArray) {
        return WrongCount(use, given.size(), argument->range);
      }
      PAISQL_ASSIGN(plan::ExpressionPtr converted,
                    Converted(state, inputs[i], std::move(argument)));
      call.arguments.push_back(std::move(converted));
    }
  }
  return next == given.size() ? Status::Ok() : Status(WrongCount(use, given.size(), call.range));
}

DataType ResultOf(const Signature& signature) {
  std::vector<std::string> names;
  std::vector<DataType> types;
  for (const TensorSpec& output : signature.outputs) {
    names.push_back(output.name);
    types.push_back(*TypeOfOutput(output));
  }
  return types.size() == 1 ? types[0] : DataType::Struct(std::move(names), std::move(types));
}

}  // namespace

bool IsModelCall(const functions::Function& function) { return function.result_rule == kRule; }

Result<plan::ExpressionPtr> ModelCall(State& state, const functions::Function& function,
                                      Arguments arguments, const SourceRange& range) {
  for (const plan::ExpressionPtr& argument : arguments) {
    if (!IsFailed(argument->type)) continue;
    state.errors.NoteFailedUse();
    return FailedExpression(range);
  }
  if (arguments.size() < 2) {
    return Error{ErrorCode::kArgumentCount,
                 fmt::format("function predict needs at least 2 parameters, actually have {}",
                             arguments.size()),
                 range, "write predict('model', value, …)"};
  }
  const SourceRange name_range = arguments[0]->range;
  const std::optional<Value> name = Fold(*arguments[0]);
  if (!name || name->is_null() || !name->type.IsText()) {
    return Error{ErrorCode::kConstantExpected, "predict needs the name of a model", name_range,
                 "write it as a text: predict('churn', …)"};
  }
  PAISQL_ASSIGN(std::shared_ptr<plan::ModelUse> use, FindModel(state, name->as_text(), name_range));
  PAISQL_TRY(CheckSignature(*use, name_range));

  auto call =
      std::make_unique<plan::Call>(&function, &function.overloads[0], ResultOf(use->signature));
  call->range = range;
  call->arguments.push_back(std::move(arguments[0]));
  arguments.erase(arguments.begin());
  if (arguments.size() == 1 && arguments[0]->type.id() == TypeId::kStruct) {
    PAISQL_ASSIGN(arguments, ByName(state, *use, *arguments[0]));
  }
  const size_t warnings_before = state.context.warnings.size();
  PAISQL_TRY(Fill(state, std::move(arguments), *use, *call));
  DropRepeatedWarnings(state.context.warnings, warnings_before);
  call->made_by = std::shared_ptr<const plan::ModelUse>(std::move(use));
  return plan::ExpressionPtr(std::move(call));
}

}  // namespace paisql::analysis
