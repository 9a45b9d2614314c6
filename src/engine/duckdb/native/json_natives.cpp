// Functions that read JSON. Every argument of type JSON is valid text of it; paths come from users.

#include <map>
#include <optional>

#include "engine/duckdb/native/native_row.h"
#include "types/json/json_edit.h"
#include "types/json/json_path.h"

namespace paisql::engine {
namespace {

JsonValue Json(NativeCall& call, size_t column, idx_t row) {
  JsonValue value;
  // A file may hold what was never checked here.
  if (!ReadJson(call.Text(column, row), value)) value = JsonValue();
  return value;
}

void SetJson(NativeCall& call, idx_t row, const JsonValue& value) {
  std::string text;
  AppendJson(value, text);
  call.SetText(row, text);
}

// Paths by their text: most statements have one.
class Paths {
 public:
  const std::optional<JsonPath>& Of(std::string_view text) {
    const auto known = paths_.find(text);
    if (known != paths_.end()) return known->second;
    constexpr size_t kKept = 256;
    if (paths_.size() >= kKept) paths_.clear();
    return paths_.emplace(std::string(text), JsonPath::Parse(text)).first->second;
  }

 private:
  std::map<std::string, std::optional<JsonPath>, std::less<>> paths_;
};

// The path of the row, or nullptr after an error.
const JsonPath* PathOrError(NativeCall& call, size_t column, idx_t row) {
  const std::string_view text = call.Text(column, row);
  const std::optional<JsonPath>& path = call.State<Paths>().Of(text);
  if (path) return &*path;
  call.Fail(ErrorCode::kRuntimeArguments, "Param json path " + std::string(text) + " is invalid");
  return nullptr;
}

void Parse(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    Result<std::string> text = CanonicalJson(call.Text(0, row));
    if (!text.ok()) {
      call.Fail(text.error().code, "in function json_parse, " + text.error().detail);
      return false;
    }
    call.SetText(row, *text);
    return true;
  });
}

void Valid(NativeCall& call) {
  JsonValue value;
  call.ForEach([&](idx_t row) {
    call.Set(row, ReadJson(call.Text(0, row), value));
    return true;
  });
}

void Type(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    call.SetText(row, JsonKindName(Json(call, 0, row).kind));
    return true;
  });
}

template <void (*Append)(const JsonValue&, std::string&)>
void Text(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    Append(Json(call, 0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void ExtractJson(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const JsonPath* path = PathOrError(call, 1, row);
    if (path == nullptr) return false;
    const std::optional<JsonValue> value = path->Extract(Json(call, 0, row));
    if (value) {
      SetJson(call, row, *value);
    } else {
      call.SetNull(row);
    }
    return true;
  });
}

// The value as JSON's functions print it, NULL for none and for null; `text` is room that is used
// again.
void AnswerAsText(NativeCall& call, idx_t row, const std::optional<JsonValue>& value,
                  std::string& text) {
  if (!value || value->is_null()) return call.SetNull(row);
  text.clear();
  AppendJsonAsText(*value, text);
  call.SetText(row, text);
}

// GET_JSON_OBJECT of a JSON value: text, NULL for a malformed path and for null.
void GetObject(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    const std::optional<JsonPath>& path = call.State<Paths>().Of(call.Text(1, row));
    std::optional<JsonValue> value;
    if (path) value = path->Extract(Json(call, 0, row));
    AnswerAsText(call, row, value, text);
    return true;
  });
}

// GET_JSON_OBJECT of a text: paths of the older kind, which are strict, as JSON calls it.
void GetObjectOfText(NativeCall& call) {
  std::string path_text;
  std::string text;
  JsonValue root;
  call.ForEach([&](idx_t row) {
    path_text = "strict ";
    path_text += call.Text(1, row);
    const std::optional<JsonPath>& path = call.State<Paths>().Of(path_text);
    std::optional<JsonValue> value;
    if (path && ReadJson(call.Text(0, row), root)) value = path->Extract(root);
    AnswerAsText(call, row, value, text);
    return true;
  });
}

void Exists(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const JsonPath* path = PathOrError(call, 1, row);
    if (path == nullptr) return false;
    const JsonValue value = Json(call, 0, row);
    call.Set(row, !path->Find(value).empty());
    return true;
  });
}

int64_t JsonLength(const JsonValue& value) {
  const bool holds = value.kind == JsonKind::kArray || value.kind == JsonKind::kObject;
  return holds ? static_cast<int64_t>(value.items.size()) : 1;
}

void Length(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    call.Set(row, JsonLength(Json(call, 0, row)));
    return true;
  });
}

void LengthAt(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const JsonPath* path = PathOrError(call, 1, row);
    if (path == nullptr) return false;
    const std::optional<JsonValue> value = path->Extract(Json(call, 0, row));
    if (value) {
      call.Set(row, JsonLength(*value));
    } else {
      call.SetNull(row);
    }
    return true;
  });
}

void Contains(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    call.Set(row, JsonContains(Json(call, 0, row), Json(call, 1, row)));
    return true;
  });
}

void ContainsAt(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::optional<JsonPath>& path = call.State<Paths>().Of(call.Text(2, row));
    bool found = false;
    if (path) {
      const JsonValue candidate = Json(call, 1, row);
      const JsonValue value = Json(call, 0, row);
      for (const JsonValue* part : path->Find(value)) {
        found = found || JsonContains(*part, candidate);
      }
    }
    call.Set(row, found);
    return true;
  });
}

// value['key']: NULL where there is none.
void Member(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const JsonValue value = Json(call, 0, row);
    if (const JsonValue* member = value.Member(call.Text(1, row))) {
      SetJson(call, row, *member);
    } else {
      call.SetNull(row);
    }
    return true;
  });
}

// value[n], from 0.
void Element(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const JsonValue value = Json(call, 0, row);
    const auto number = call.Get<int64_t>(1, row);
    if (value.kind == JsonKind::kArray && number >= 0 &&
        number < static_cast<int64_t>(value.items.size())) {
      SetJson(call, row, value.items[static_cast<size_t>(number)]);
    } else {
      call.SetNull(row);
    }
    return true;
  });
}

constexpr duckdb_scalar_function_init_t kPaths = MakeState<Paths>;

constexpr NativeRow kJsonNativeRows[] = {
    {"paisql_json_parse", "(STRING) -> JSON", RunNative<Parse>},
    {"paisql_json_valid", "(STRING) -> BOOLEAN", RunNative<Valid>},
    {"paisql_json_type", "(JSON) -> STRING", RunNative<Type>},
    {"paisql_json_format", "(JSON) -> STRING", RunNative<Text<AppendJson>>},
    {"paisql_json_pretty", "(JSON) -> STRING", RunNative<Text<AppendPrettyJson>>},
    {"paisql_json_unquote", "(JSON) -> STRING", RunNative<Text<AppendJsonAsText>>},
    {"paisql_json_extract", "(JSON, STRING) -> JSON", RunNative<ExtractJson>, false, false, kPaths},
    {"paisql_json_get", "(JSON, STRING) -> STRING", RunNative<GetObject>, false, false, kPaths},
    {"paisql_json_get_of_text", "(STRING, STRING) -> STRING", RunNative<GetObjectOfText>, false,
     false, kPaths},
    {"paisql_json_exists", "(JSON, STRING) -> BOOLEAN", RunNative<Exists>, false, false, kPaths},
    {"paisql_json_length", "(JSON) -> BIGINT", RunNative<Length>},
    {"paisql_json_length_at", "(JSON, STRING) -> BIGINT", RunNative<LengthAt>, false, false,
     kPaths},
    {"paisql_json_contains", "(JSON, JSON) -> BOOLEAN", RunNative<Contains>},
    {"paisql_json_contains_at", "(JSON, JSON, STRING) -> BOOLEAN", RunNative<ContainsAt>, false,
     false, kPaths},
    {"paisql_json_member", "(JSON, STRING) -> JSON", RunNative<Member>},
    {"paisql_json_element", "(JSON, BIGINT) -> JSON", RunNative<Element>},
};

}  // namespace

const std::span<const NativeRow> kJsonNatives = kJsonNativeRows;

}  // namespace paisql::engine
