#include "types/json/json_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace paisql {
namespace {

constexpr JsonRules kStrict{2, JsonRules::EqualKeys::kFault, false, false};
constexpr JsonRules kLoose{2, JsonRules::EqualKeys::kAll, true, true};

std::string Fault(const std::string& text, const JsonRules& rules) {
  JsonValue value;
  JsonFault fault;
  if (ReadJson(text, rules, value, fault)) return "";
  const Error error = fault.ToError(text);
  return error.detail + " @" + std::to_string(error.range.begin);
}

TEST(JsonReaderTest, ValuesAndKeysKnowTheirPlaces) {
  const std::string text = "{ \"a\" : [1,\n \"é\\n\"], \"b\":null }";
  JsonValue value;
  JsonFault fault;
  ASSERT_TRUE(ReadJson(text, kStrict, value, fault));
  const auto part = [&](const JsonPlace& place) {
    return text.substr(place.begin, place.end - place.begin);
  };
  EXPECT_EQ(part(value.place), text);
  EXPECT_EQ(part(value.items[0].key_place), "\"a\"");
  EXPECT_EQ(part(value.items[0].items[1].place), "\"é\\n\"");
  EXPECT_EQ(part(value.items[1].place), "null");
  JsonLines lines(text);
  EXPECT_EQ(lines.RangeOf(value.items[1].key_place).line, 2);
  EXPECT_EQ(lines.RangeOf(value.items[1].key_place).column, 10);
}

TEST(JsonReaderTest, RulesSayWhatIsRefused) {
  const struct {
    std::string text, strict, loose;
  } cases[] = {
      {R"({"a":1,"a":2})", "the key 'a' appears twice @7", ""},
      {R"("\q")", "'\\q' stands in a text @1", ""},
      {R"("\u0000")", "'\\u0000' names no character @1", ""},
      {"\"a\nb\"", "'\n' stands in a text @2", ""},
      {"[[[]]]", "", ""},
      {"[[[[]]]]", "the JSON is nested too deeply @3", "the JSON is nested too deeply @3"},
      {"[1 2]", "'2' stands where a comma or ']' is wanted @3",
       "'2' stands where a comma or ']' is wanted @3"},
      {"", "the JSON ends where a value is wanted @0", "the JSON ends where a value is wanted @0"},
      {"01", "'01' stands where a value is wanted @0", "'01' stands where a value is wanted @0"},
  };
  for (const auto& [text, strict, loose] : cases) {
    EXPECT_EQ(Fault(text, kStrict), strict) << text;
    EXPECT_EQ(Fault(text, kLoose), loose) << text;
  }
}

}  // namespace
}  // namespace paisql
