// Functions that make JSON, of values or of other JSON.

#include "engine/duckdb/native/list_output.h"
#include "engine/duckdb/native/native_row.h"
#include "types/json/json_edit.h"
#include "types/json/json_path.h"

namespace paisql::engine {
namespace {

JsonValue EditedJson(const NativeCall& call, size_t column, idx_t row) {
  JsonValue value;
  if (call.IsNull(column, row) || !ReadJson(call.Text(column, row), value)) value = JsonValue();
  return value;
}

void Put(NativeCall& call, idx_t row, const JsonValue& value) {
  std::string text;
  AppendJson(value, text);
  call.SetText(row, text);
}

void Object(NativeCall& call) {
  for (idx_t row = 0; row < call.rows(); ++row) {
    JsonValue object;
    object.kind = JsonKind::kObject;
    for (size_t i = 0; i + 1 < call.column_count(); i += 2) {
      if (call.IsNull(i, row)) {
        call.Fail(ErrorCode::kRuntimeArguments, "in function json_object, a key is NULL");
        return;
      }
      object.Put(std::string(call.Text(i, row)), EditedJson(call, i + 1, row));
    }
    Put(call, row, object);
  }
}

void Array(NativeCall& call) {
  for (idx_t row = 0; row < call.rows(); ++row) {
    JsonValue array;
    array.kind = JsonKind::kArray;
    for (size_t i = 0; i < call.column_count(); ++i)
      array.items.push_back(EditedJson(call, i, row));
    Put(call, row, array);
  }
}

template <void (*Edit)(JsonValue&, const std::vector<std::string>&, JsonValue, bool)>
void EditAt(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    JsonValue root = EditedJson(call, 0, row);
    Edit(root, TextsOf(call, 1, row), EditedJson(call, 2, row), call.Get<bool>(3, row));
    Put(call, row, root);
    return true;
  });
}

// (value, arrays, empty values, path); a path that is NULL or malformed changes nothing.
void StripNulls(NativeCall& call) {
  for (idx_t row = 0; row < call.rows(); ++row) {
    if (call.IsNull(0, row) || call.IsNull(1, row) || call.IsNull(2, row)) {
      call.SetNull(row);
      continue;
    }
    JsonValue root = EditedJson(call, 0, row);
    const JsonStripping stripping{call.Get<bool>(1, row), call.Get<bool>(2, row)};
    std::optional<JsonPath> path;
    if (!call.IsNull(3, row)) path = JsonPath::Parse(call.Text(3, row));
    if (path) {
      for (JsonValue* part : path->Find(root)) StripJsonNulls(*part, stripping);
    }
    Put(call, row, root);
  }
}

constexpr NativeRow kJsonEditNativeRows[] = {
    {"paisql_json_object", "(ANY*) -> JSON", RunNative<Object>, true},
    {"paisql_json_array", "(ANY*) -> JSON", RunNative<Array>, true},
    {"paisql_json_set", "(JSON, ARRAY<STRING>, JSON, BOOLEAN) -> JSON", RunNative<EditAt<SetJson>>},
    {"paisql_json_insert", "(JSON, ARRAY<STRING>, JSON, BOOLEAN) -> JSON",
     RunNative<EditAt<InsertJson>>},
    {"paisql_json_strip_nulls", "(JSON, BOOLEAN, BOOLEAN, STRING) -> JSON", RunNative<StripNulls>,
     true},
};

}  // namespace

const std::span<const NativeRow> kJsonEditNatives = kJsonEditNativeRows;

}  // namespace paisql::engine
