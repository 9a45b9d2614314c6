#pragma once

// JSON as a value of a PAI statement holds it. Private to pai.

#include <string_view>

#include "base/result.h"
#include "types/json/json_value.h"

namespace paisql::pai {

std::string_view JsonKindText(JsonKind kind);  // "an object"

// kInvalidCommand for text that is not JSON; begin and end of the error's range count in `text`.
Result<JsonValue> ParseJson(std::string_view text);

}  // namespace paisql::pai
