#include "engine/duckdb/kernel/kernel_state.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/coding/base64.h"
#include "engine/duckdb/batches/batch_stream.h"
#include "engine/duckdb/models/model_call.h"
#include "engine/duckdb/user_functions/user_call.h"
#include "inference/signature_json.h"
#include "plan/traverse.h"

namespace paisql::engine {
namespace {

using nlohmann::json;

// A type of no values cannot be written.
constexpr const char* kNoType = "";

std::string TypeJson(const DataType& type) {
  return type.id() == TypeId::kVoid ? kNoType : type.ToString();
}

json TypesJson(const std::vector<DataType>& types) {
  json list = json::array();
  for (const DataType& type : types) list.push_back(TypeJson(type));
  return list;
}

Result<DataType> ReadType(const json& text) {
  const auto name = text.get<std::string>();
  if (name == kNoType) return DataType(TypeId::kVoid);
  return ParseDataType(name, kMaxDecimalPrecision);
}

Result<std::vector<DataType>> ReadTypes(const json& list) {
  std::vector<DataType> types;
  for (const json& text : list) {
    PAISQL_ASSIGN(DataType type, ReadType(text));
    types.push_back(std::move(type));
  }
  return types;
}

json EnvironmentJson(const udf::Environment& environment) {
  json resources = json::array();
  for (const udf::Resource& one : environment.resources) {
    resources.push_back(
        {{"name", one.name}, {"path", one.path}, {"kind", static_cast<int>(one.kind)}});
  }
  json codes = json::array();
  for (const udf::Code& one : environment.codes) {
    codes.push_back({{"file", one.file_name}, {"text", one.text}});
  }
  return {{"key", environment.key},
          {"resources", std::move(resources)},
          {"codes", std::move(codes)},
          {"java", environment.java},
          {"python", environment.python},
          {"timeout_s", environment.timeout_s},
          {"memory_mb", environment.memory_mb},
          {"java_memory_mb", environment.java_memory_mb},
          {"confine", environment.confine},
          {"readable", environment.readable}};
}

std::shared_ptr<const udf::Environment> ReadEnvironment(const json& told) {
  auto environment = std::make_shared<udf::Environment>();
  environment->key = told.at("key");
  for (const json& one : told.at("resources")) {
    environment->resources.push_back({one.at("name"), one.at("path"),
                                      static_cast<udf::Resource::Kind>(one.at("kind").get<int>())});
  }
  for (const json& one : told.at("codes")) {
    environment->codes.push_back({one.at("file"), one.at("text")});
  }
  environment->java = told.at("java");
  environment->python = told.at("python");
  environment->timeout_s = told.at("timeout_s");
  environment->memory_mb = told.at("memory_mb");
  environment->java_memory_mb = told.at("java_memory_mb");
  environment->confine = told.at("confine");
  environment->readable = told.at("readable").get<std::vector<std::string>>();
  return environment;
}

json UserJson(const UserCall& call) {
  const udf::FunctionSpec& spec = *call.spec;
  return {{"function", call.function},
          {"in_plan", call.in_plan},
          {"zone", call.zone},
          {"arguments", TypesJson(call.arguments)},
          {"result", TypeJson(call.result)},
          {"constant", call.constant},
          {"keeps_groups", call.keeps_groups},
          {"spec",
           {{"name", spec.name},
            {"form", static_cast<int>(spec.form)},
            {"class", spec.class_name},
            {"arguments", TypesJson(spec.arguments)},
            {"results", TypesJson(spec.results)},
            {"whole_columns", spec.whole_columns},
            {"environment", EnvironmentJson(*spec.environment)}}}};
}

Status ReadUser(const json& told, PrintContext& context) {
  const json& described = told.at("spec");
  auto spec = std::make_shared<udf::FunctionSpec>();
  spec->name = described.at("name");
  spec->form = static_cast<udf::FunctionForm>(described.at("form").get<int>());
  spec->class_name = described.at("class");
  PAISQL_ASSIGN(spec->arguments, ReadTypes(described.at("arguments")));
  PAISQL_ASSIGN(spec->results, ReadTypes(described.at("results")));
  spec->whole_columns = described.at("whole_columns");
  spec->environment = ReadEnvironment(described.at("environment"));
  auto call = std::make_shared<UserCall>();
  call->function = told.at("function");
  call->in_plan = told.at("in_plan");
  call->zone = told.at("zone");
  call->spec = std::move(spec);
  PAISQL_ASSIGN(call->arguments, ReadTypes(told.at("arguments")));
  PAISQL_ASSIGN(call->result, ReadType(told.at("result")));
  call->constant = told.at("constant");
  call->keeps_groups = told.at("keeps_groups");
  const std::string name = call->function;
  context.user_calls[name] = std::move(call);
  return Status::Ok();
}

json ModelJson(const ModelCall& call) {
  json inputs = json::array();
  for (const plan::ModelUse::Input& input : call.use->inputs) {
    inputs.push_back({input.first, input.count});
  }
  return {{"function", call.function},
          {"name", call.use->name},
          {"folder", call.use->folder},
          {"format", call.use->format},
          {"signatures", inference::SignaturesJson({call.use->signature})},
          {"inputs", std::move(inputs)},
          {"arguments", TypesJson(call.arguments)},
          {"result", TypeJson(call.result)}};
}

Status ReadModel(const json& told, PrintContext& context) {
  auto use = std::make_shared<plan::ModelUse>();
  use->name = told.at("name");
  use->folder = told.at("folder");
  use->format = told.at("format");
  PAISQL_ASSIGN(std::vector<inference::Signature> signatures,
                inference::SignaturesFromJson(told.at("signatures").get<std::string>()));
  if (!signatures.empty()) use->signature = std::move(signatures.front());
  for (const json& input : told.at("inputs")) use->inputs.push_back({input.at(0), input.at(1)});
  auto call = std::make_shared<ModelCall>();
  call->function = told.at("function");
  call->use = std::move(use);
  PAISQL_ASSIGN(call->arguments, ReadTypes(told.at("arguments")));
  PAISQL_ASSIGN(call->result, ReadType(told.at("result")));
  const std::string name = call->function;
  context.models[name] = std::move(call);
  return Status::Ok();
}

// Texts are in base64, since a BINARY's are any bytes, and doubles are their bits.
json BlockJson(const RowBlock& block) {
  json columns = json::array();
  for (const RowColumn& column : block.columns) {
    std::vector<std::string> texts;
    for (const std::string& text : column.texts) texts.push_back(ToBase64(text));
    const std::string doubles(reinterpret_cast<const char*>(column.doubles.data()),
                              column.doubles.size() * sizeof(double));
    columns.push_back({{"type", static_cast<int>(column.raw_type)},
                       {"is_null", column.is_null},
                       {"integers", column.integers},
                       {"doubles", ToBase64(doubles)},
                       {"texts", std::move(texts)}});
  }
  return {{"rows", block.rows}, {"columns", std::move(columns)}};
}

Result<std::string> Bytes(const json& text) {
  const std::optional<std::string> bytes = FromBase64(text.get<std::string>());
  if (bytes) return *bytes;
  return Error{ErrorCode::kEnvironment, "a list of a kernel is damaged", {}, ""};
}

Status ReadBlock(const json& told, PrintContext& context) {
  auto block = std::make_shared<RowBlock>();
  block->rows = told.at("rows");
  for (const json& one : told.at("columns")) {
    RowColumn column;
    column.raw_type = static_cast<TypeId>(one.at("type").get<int>());
    column.is_null = one.at("is_null").get<std::vector<bool>>();
    column.integers = one.at("integers").get<std::vector<int64_t>>();
    PAISQL_ASSIGN(const std::string doubles, Bytes(one.at("doubles")));
    column.doubles.resize(doubles.size() / sizeof(double));
    std::memcpy(column.doubles.data(), doubles.data(), column.doubles.size() * sizeof(double));
    for (const json& text : one.at("texts")) {
      PAISQL_ASSIGN(std::string bytes, Bytes(text));
      column.texts.push_back(std::move(bytes));
    }
    block->columns.push_back(std::move(column));
  }
  context.blocks.push_back(std::move(block));
  return Status::Ok();
}

Status ReadAll(const json& told, PrintContext& context) {
  context.functions = told.at("named").get<std::set<std::string>>();
  context.avoided_optimizers = told.at("avoided").get<std::set<std::string>>();
  context.inner_limit = told.at("inner_limit");
  context.has_times = told.at("has_times");
  for (const json& one : told.at("functions")) PAISQL_TRY(ReadUser(one, context));
  for (const json& one : told.at("models")) PAISQL_TRY(ReadModel(one, context));
  for (const json& one : told.at("blocks")) PAISQL_TRY(ReadBlock(one, context));
  return Status::Ok();
}

std::string WriteState(const PrintContext& context) {
  json told = {{"named", context.functions},
               {"avoided", context.avoided_optimizers},
               {"inner_limit", context.inner_limit},
               {"has_times", context.has_times},
               {"functions", json::array()},
               {"models", json::array()},
               {"blocks", json::array()}};
  for (const auto& [name, call] : context.user_calls) told["functions"].push_back(UserJson(*call));
  for (const auto& [name, call] : context.models) told["models"].push_back(ModelJson(*call));
  for (const auto& block : context.blocks) told["blocks"].push_back(BlockJson(*block));
  return told.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Whether rows with the same arguments may have other values.
bool IsVolatile(const plan::Expression& expression) {
  if (expression.kind == plan::ExpressionKind::kCall) {
    const auto* const function = plan::As<plan::Call>(expression).function;
    if (function != nullptr && functions::IsVolatile(*function)) return true;
  }
  const std::vector<const plan::Expression*> children = plan::Children(expression);
  return std::ranges::any_of(children, [](const auto* child) { return IsVolatile(*child); });
}

}  // namespace

Status FinishKernel(const std::vector<const plan::Expression*>& expressions, PrintContext& context,
                    Kernel& kernel) {
  if (context.error) return *context.error;
  if (context.one_thread) {  // batches of rows go anywhere, and in any order
    return Error{ErrorCode::kUnsupported,
                 "a function that goes on from row to row (RAND of a seed) does not run on Spark",
                 expressions.front()->range, "SET paisql.engine=duckdb"};
  }
  context.functions.emplace(kBatchFunction);
  kernel.state = WriteState(context);
  kernel.is_volatile = std::ranges::any_of(
      expressions, [](const auto* expression) { return IsVolatile(*expression); });
  kernel.of_users = !context.user_calls.empty();
  return Status::Ok();
}

Status ReadKernelState(std::string_view text, PrintContext& context) {
  const json told = json::parse(text, nullptr, false);
  try {
    return ReadAll(told, context);
  } catch (const json::exception&) {
    return Error{ErrorCode::kEnvironment, "what a kernel needs is damaged", {}, ""};
  }
}

}  // namespace paisql::engine
