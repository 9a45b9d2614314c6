#include "pai/value/json_text.h"

#include "syntax/lexer/full_width.h"
#include "types/json/json_reader.h"

namespace paisql::pai {

namespace {

// No description of a cluster is deeper. An escape that JSON does not know stands for its letter.
constexpr JsonRules kRules{32, JsonRules::EqualKeys::kFault, true, true};

}  // namespace

std::string_view JsonKindText(JsonKind kind) {
  constexpr std::string_view kTexts[] = {"null",   "true or false", "a number",
                                         "a text", "a list",        "an object"};
  return kTexts[static_cast<size_t>(kind)];
}

Result<JsonValue> ParseJson(std::string_view text) {
  JsonValue value;
  JsonFault fault;
  if (ReadJson(text, kRules, value, fault)) return value;
  Error error = fault.ToError(text);
  if (fault.kind == JsonFault::Kind::kNoValue && !fault.at_end) {
    error.hint = R"(write JSON: {"ps":{"count":1},"worker":{"count":2}})";
  }
  if (const char meaning = syntax::FullWidthMeaning(text.substr(fault.place.begin)); meaning != 0) {
    error.hint = std::string("this is full-width punctuation: type the ASCII character ") + meaning;
  }
  return error;
}

}  // namespace paisql::pai
