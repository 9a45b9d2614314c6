#pragma once

// JSON as a value of a PAI statement holds it: a tree whose every node and key knows where in the
// text it stands, so that an error can point at it. Private to pai.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::pai {

enum class JsonKind { kObject, kArray, kString, kNumber, kBoolean, kNull };

struct JsonMember;

struct JsonNode {
  JsonKind kind = JsonKind::kNull;
  size_t begin = 0;
  size_t end = 0;
  std::string text;  // of a string without its quotes and escapes, of the others as it is written
  std::vector<JsonMember> members;  // of an object, in their order
  std::vector<JsonNode> elements;   // of an array
};

struct JsonMember {
  JsonNode key;  // a string
  JsonNode value;
};

std::string_view JsonKindText(JsonKind kind);  // "an object"

// kInvalidCommand for text that is not JSON; begin and end of the error's range count in `text`.
Result<JsonNode> ParseJson(std::string_view text);

}  // namespace paisql::pai
