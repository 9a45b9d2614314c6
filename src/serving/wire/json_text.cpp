#include "serving/wire/json_text.h"

#include <fmt/format.h>
#include <rapidjson/error/en.h>

#include <cmath>

#include "serving/wire/call_parts.h"

namespace paisql::serving {

namespace {

constexpr unsigned kFlags = rapidjson::kParseNanAndInfFlag | rapidjson::kParseIterativeFlag |
                            rapidjson::kParseFullPrecisionFlag;

template <typename T>
void Write(JsonWriter& writer, T number) {
  if (std::isnan(number)) {
    writer.RawValue("NaN", 3, rapidjson::kNumberType);
    return;
  }
  if (std::isinf(number)) {
    const std::string_view text = number > 0 ? "Infinity" : "-Infinity";
    writer.RawValue(text.data(), text.size(), rapidjson::kNumberType);
    return;
  }
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{}", number);
  const std::string_view written(text.data(), text.size());
  if (written.find_first_of(".e") == std::string_view::npos) {
    text.append(std::string_view(".0"));
  }
  writer.RawValue(text.data(), text.size(), rapidjson::kNumberType);
}

}  // namespace

Result<rapidjson::Document> ParseJson(std::string_view text) {
  rapidjson::Document document;
  document.Parse<kFlags>(text.data(), text.size());
  if (document.HasParseError()) {
    return BadRequest(fmt::format("the body is not JSON: {} At byte {}",
                                  rapidjson::GetParseError_En(document.GetParseError()),
                                  document.GetErrorOffset()));
  }
  return document;
}

void WriteText(JsonWriter& writer, std::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void WriteKey(JsonWriter& writer, std::string_view key) {
  writer.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
}

void WriteNumber(JsonWriter& writer, float number) { Write(writer, number); }
void WriteNumber(JsonWriter& writer, double number) { Write(writer, number); }

}  // namespace paisql::serving
