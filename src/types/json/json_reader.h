#pragma once

// Reads JSON into a tree whose every value and key knows its place in the text. Readers of one kind
// of text differ by rules; an error points at what is wrong.

#include <string>
#include <string_view>

#include "base/result.h"
#include "types/json/json_value.h"

namespace paisql {

struct JsonRules {
  enum class EqualKeys { kLast, kFault, kAll };

  size_t depth = kMaxJsonDepth;  // of arrays and objects within each other
  EqualKeys equal_keys = EqualKeys::kLast;
  bool nul = false;    // whether \u0000 is a character
  bool loose = false;  // in strings control characters, and letters after '\', stand for themselves
};

struct JsonFault {
  enum class Kind {
    kAfter,  // something stands after the value
    kNoKey,
    kNoColon,
    kNoValue,
    kOpenObject,
    kOpenArray,
    kOpenString,
    kBadString,
    kNoCharacter,  // a \u that names none
    kEqualKeys,
    kDepth,
  };

  Kind kind = Kind::kAfter;
  JsonPlace place;
  std::string key;  // of kEqualKeys
  bool at_end = false;

  // kInvalidCommand; begin and end of its range count in the text that was read.
  Error ToError(std::string_view text) const;
};

// Reads one value and nothing after it. Does not look whether the text is UTF-8.
bool ReadJson(std::string_view text, const JsonRules& rules, JsonValue& value, JsonFault& fault);

// Lines and columns of places in a text. Places that are asked for in their order cost one walk
// through the text together.
class JsonLines {
 public:
  explicit JsonLines(std::string_view text) : text_(text) {}

  SourceRange RangeOf(const JsonPlace& place);

 private:
  std::string_view text_;
  SourceRange at_{0, 0, 1, 1};
};

}  // namespace paisql
