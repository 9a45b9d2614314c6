#include "tools/eas/service_json.h"

#include <gtest/gtest.h>

#include <string>

namespace paisql::tools {
namespace {

TEST(ServiceJson, PlacesAreThoseOfTheText) {
  const auto values = ReadServiceJson(
      "{\n  \"name\": \"s\",\n  \"metadata\": {\"instance\": 2,\n \"é\": [1,\n 2]}, \"z\": true}");
  ASSERT_TRUE(values.ok()) << values.error().ToString();
  ASSERT_EQ(values->size(), 4u);
  const auto place = [&](size_t i) {
    const ServiceJsonValue& value = (*values)[i];
    return value.name + " " + std::to_string(value.name_range.line) + ":" +
           std::to_string(value.name_range.column) + " " + std::to_string(value.value_range.line) +
           ":" + std::to_string(value.value_range.column);
  };
  EXPECT_EQ(place(0), "name 2:3 2:11");
  EXPECT_EQ(place(1), "metadata.instance 3:16 3:28");
  EXPECT_EQ(place(2), "metadata.é 4:2 4:7");
  EXPECT_EQ(place(3), "z 5:7 5:12");
}

// Reading a long file again for each place took minutes.
TEST(ServiceJson, ALongFileIsReadOnce) {
  constexpr int kKeys = 100000;
  std::string text = "{\"name\": \"s\"";
  for (int i = 0; i < kKeys; ++i) text += ",\n\"key" + std::to_string(i) + "\": [1, 2]";
  const auto values = ReadServiceJson(text + "}");
  ASSERT_TRUE(values.ok());
  ASSERT_EQ(values->size(), kKeys + 1u);
  EXPECT_EQ(values->back().name_range.line, kKeys + 1);
  EXPECT_EQ(values->back().value_range.column, 13);
}

TEST(ServiceJson, DeepObjectsAreAnError) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "{\"a\":";
  const auto values = ReadServiceJson(text);
  ASSERT_FALSE(values.ok());
  EXPECT_EQ(values.error().detail, "objects are nested deeper than 100 levels");
}

}  // namespace
}  // namespace paisql::tools
