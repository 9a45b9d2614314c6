#include "engine/duckdb/native/native_row.h"

#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/logical_type.h"
#include "functions/function.h"

namespace paisql::engine {
namespace {

using functions::Parameter;

const std::span<const NativeRow>* const kTables[] = {
    &kCodingNatives, &kHashNatives, &kHistogramNatives, &kJsonEditNatives,
    &kJsonNatives,   &kNetNatives,  &kNumberNatives,    &kPlaceNatives,
    &kRegexNatives,  &kRoomNatives, &kSortNatives,      &kTextNatives};

TypeHandle TypeOf(const DuckdbApi& api, const Parameter& parameter) {
  if (parameter.form == Parameter::Form::kAny) {
    return TypeHandle(api, api.create_logical_type(DUCKDB_TYPE_ANY));
  }
  if (parameter.form == Parameter::Form::kArray) {
    return TypeHandle(api, api.create_list_type(TypeOf(api, parameter.parts[0]).get()));
  }
  return LogicalType(api, parameter.type);
}

const NativeRow* FindRow(std::string_view name) {
  for (const auto* table : kTables) {
    for (const NativeRow& row : *table) {
      if (row.name == name) return &row;
    }
  }
  return nullptr;
}

}  // namespace

bool RegisterRow(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                 Statements& statements, std::string& error) {
  const NativeRow* row = FindRow(name);
  if (row == nullptr) return false;
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), std::string(name).c_str());
  const functions::Signature signature = functions::ParseSignature(row->signature);
  for (const Parameter& parameter : signature.parameters) {
    const TypeHandle type = TypeOf(api, parameter);
    if (parameter.repeat == Parameter::Repeat::kOnce) {
      api.scalar_function_add_parameter(function.get(), type.get());
    } else {
      api.scalar_function_set_varargs(function.get(), type.get());
    }
  }
  api.scalar_function_set_return_type(function.get(), TypeOf(api, signature.result).get());
  if (row->takes_nulls) api.scalar_function_set_special_handling(function.get());
  if (row->varies) api.scalar_function_set_volatile(function.get());
  api.scalar_function_set_bind(function.get(), BindStatement);
  if (row->init != nullptr) api.scalar_function_set_init(function.get(), row->init);
  api.scalar_function_set_extra_info(
      function.get(), std::make_unique<NativeContext>(NativeContext{&statements}).release(),
      [](void* context) {
        std::unique_ptr<NativeContext>(static_cast<NativeContext*>(context)).reset();
      });
  api.scalar_function_set_function(function.get(), row->body);
  if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
    error = "the function " + std::string(name) + " cannot be registered";
  }
  return true;
}

}  // namespace paisql::engine
