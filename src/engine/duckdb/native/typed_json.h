#pragma once

// TO_JSON and FROM_JSON, which know types: in a template "$to_json($1)" and "$from_json($1)".

#include <string>
#include <string_view>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/values/api.h"
#include "types/conversion.h"

namespace paisql::engine {

inline constexpr std::string_view kToJsonTemplate = "$to_json($1)";
inline constexpr std::string_view kFromJsonTemplate = "$from_json($1)";

// The JSON text of a value of `type`: names of fields in lower case, without members that are NULL
// unless settings.bigquery_compatible.
std::string PrintToJson(const std::string& operand, const DataType& type, PrintContext& context);

// The text as a value of `type`, which is nested: what does not fit is left out of arrays and maps,
// and NULL in a field.
std::string PrintFromJson(const std::string& operand, const DataType& type, EvaluationMode mode,
                          PrintContext& context);

// Makes the function of that name; false for any other name. An empty `error` means success.
bool RegisterTypedJson(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                       std::string& error);

}  // namespace paisql::engine
