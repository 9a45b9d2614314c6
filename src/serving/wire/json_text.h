#pragma once

// JSON as TensorFlow Serving reads and writes it: NaN, Infinity and -Infinity are numbers. The
// library's types stay in this folder.

#include <rapidjson/document.h>
#include <rapidjson/writer.h>

#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::serving {

// The document of a text; kInvalidArgumentType with the place of what is wrong. Depth costs no
// stack. Names of a document and of texts in it live as long as it does.
Result<rapidjson::Document> ParseJson(std::string_view text);

inline std::string_view TextOf(const rapidjson::Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

// The stream that the library's writer writes to.
class JsonStream {
 public:
  using Ch = char;
  explicit JsonStream(std::string& out) : out_(out) {}
  void Put(char letter) { out_ += letter; }
  void Flush() {}

 private:
  std::string& out_;
};

using JsonWriter = rapidjson::Writer<JsonStream, rapidjson::UTF8<>, rapidjson::UTF8<>,
                                     rapidjson::CrtAllocator, rapidjson::kWriteNanAndInfFlag>;

void WriteText(JsonWriter& writer, std::string_view text);
void WriteKey(JsonWriter& writer, std::string_view key);
// The shortest text that reads back as the same number, always with a point or an exponent.
void WriteNumber(JsonWriter& writer, float number);
void WriteNumber(JsonWriter& writer, double number);

}  // namespace paisql::serving
