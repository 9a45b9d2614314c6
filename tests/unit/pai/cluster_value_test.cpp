#include "pai/tensorflow/cluster_value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pai/value/json_text.h"

namespace paisql::pai {
namespace {

using jobs::RoleSpec;
using ::testing::HasSubstr;

// "<what is wrong> @ <the text at its place> ! <cure>"
std::string Fault(const std::string& text) {
  const auto cluster = ParseCluster(text);
  if (cluster.ok()) return "no error";
  const Error& error = cluster.error();
  return error.detail + " @ " +
         text.substr(error.range.begin, error.range.end - error.range.begin) + " ! " + error.hint;
}

TEST(ClusterValueTest, DefaultsAreThePlatforms) {
  const auto cluster = ParseCluster(
      " {\"worker\": {\"count\": 2},\n\t\"evaluator\": {\"count\": 1, \"gpu\": 50}, \"ps\": "
      "{\"memory\": 4000, \"count\": 1, \"cpu\": 200} } ");
  ASSERT_TRUE(cluster.ok()) << cluster.error().ToString();
  const std::vector<RoleSpec> expected = {{"ps", 1, 0, 200, 4000, true, false, false},
                                          {"worker", 2, 100, 600, 30000, true, true, true},
                                          {"evaluator", 1, 50, 600, 30000, false, true, true}};
  EXPECT_EQ(cluster->roles, expected);
  EXPECT_TRUE(cluster->notes.empty());
}

TEST(ClusterValueTest, FullWidthPunctuationIsNamedWhole) {
  EXPECT_EQ(Fault("{“worker”:{\"count\":1}}"),
            "'“' stands where a key in double quotes is wanted @ “ ! this is full-width "
            "punctuation: type the ASCII character \"");
  EXPECT_EQ(Fault("{\"worker\"：{\"count\":1}}"),
            "'：' stands where a colon is wanted @ ： ! this is full-width punctuation: type the "
            "ASCII character :");
  EXPECT_EQ(Fault("{工:1}"),
            "'工' stands where a key in double quotes is wanted @ 工 ! quote keys (\"ps\") and "
            "drop the trailing comma");
}

TEST(ClusterValueTest, AWorkerWithoutGpuGetsOneAsDocumented) {
  const auto cluster =
      ParseCluster(R"({"ps":{"count":0},"worker":{"count":1,"gpu":0},"master":{"count":1}})");
  ASSERT_TRUE(cluster.ok()) << cluster.error().ToString();
  const std::vector<RoleSpec> expected = {{"chief", 1, 100, 600, 30000, true, true, true},
                                          {"worker", 1, 100, 600, 30000, true, true, true}};
  EXPECT_EQ(cluster->roles, expected);
  ASSERT_EQ(cluster->notes.size(), 1U);
  EXPECT_THAT(cluster->notes[0], HasSubstr("takes gpu 0 of worker for 100"));
}

TEST(ClusterValueTest, EveryMistakeHasItsPlaceAndItsCure) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"ps":{"count":1},"worker":{"count":2})", "the JSON ends where a comma or '}'"},
      {R"({"worker":{"count":2}}})", "the JSON ends before this @ }"},
      {R"({'worker':{'count':2}})", "''' stands where a key in double quotes is wanted @ ' "},
      {R"({worker:{"count":2}})", "'worker' stands where a key in double quotes is wanted @ work"},
      {R"({"worker":{"count":2},})", "'}' stands where a key in double quotes is wanted @ } !"},
      {R"({"worker" {"count":2}})", "'{' stands where a colon is wanted @ { !"},
      {R"({"worker":{"count":}})", "'}' stands where a value is wanted @ } !"},
      {R"({"worker":{"count":02}})", "'02' stands where a value is wanted @ 02 !"},
      {R"({"worker":{"count":2})", "close every quote and every bracket"},
      {R"({"worker":{"count:2}})", "a quote does not end @ \"count:2}} ! close it"},
      {R"([{"worker":{"count":2}}])", "the cluster is a list, not an object"},
      {R"(worker)", "'worker' stands where a value is wanted @ worker"},
      {R"({"wroker":{"count":2}})", "the role 'wroker' is unknown @ \"wroker\" ! did you mean 'w"},
      {R"({"worker":{"cuont":2}})", "the key 'cuont' is unknown @ \"cuont\" ! did you mean 'cou"},
      {R"({"worker":{"GPU":2,"count":1}})", "the key 'GPU' is unknown @ \"GPU\" ! "},
      {R"({"worker":2})", "worker is a number, not an object @ 2 ! write \"worker\": {"},
      {R"({"worker":{"count":"2"}})", "count is a text, not a number @ \"2\" ! write \"count\": 1"},
      {R"({"worker":{"count":null}})", "count is null, not a number @ null"},
      {R"({"worker":{"count":1.5}})", "1.5 is not a value for count @ 1.5 ! write a whole number"},
      {R"({"worker":{"count":-1}})", "-1 is not a value for count @ -1"},
      {R"({"worker":{"count":1e9}})", "1e9 is not a value for count @ 1e9"},
      {R"({"worker":{"count":99999999999}})", "99999999999 is not a value for count"},
      {R"({"worker":{"count":1,"cpu":0}})",
       "0 is not a value for cpu @ 0 ! write a whole number fr"},
      {R"({"ps":{"count":1,"gpu":250},"worker":{"count":1}})",
       "250 is not a value for gpu @ 250 ! "},
      {R"({"worker":{"gpu":100}})", "worker has no count @ \"worker\" ! write \"worker\": {"},
      {R"({"worker":{"count":1},"worker":{"count":2}})", "'worker' appears twice @ \"worker\""},
      {R"({"worker":{"count":1,"count":2}})", "the key 'count' appears twice @ \"count\""},
      {R"({"ps":{"count":2}})", "the cluster has no worker @ {\"ps\":{\"count\":2}} ! add"},
      {R"({"ps":{"count":2},"worker":{"count":0}})", "the cluster has no worker"},
      {R"({})", "the cluster has no worker @ {} !"},
      {R"({"worker":{"count":1},"evaluator":{"count":2}})", "2 is not a value for count @ 2 ! wri"},
      {R"({"chief":{"count":1},"master":{"count":1}})", "same role @ \"master\" ! leave one"},
  };
  for (const auto& [text, expected] : cases) EXPECT_THAT(Fault(text), HasSubstr(expected)) << text;
  EXPECT_THAT(Fault(std::string(1000, '[')), HasSubstr("nested too deeply"));
}

TEST(ClusterValueTest, EscapesAreTheCharactersThatTheyName) {
  const auto cluster = ParseCluster(R"({"work\u0065r":{"coun\u0074":1}})");
  ASSERT_TRUE(cluster.ok()) << cluster.error().ToString();
  EXPECT_EQ(cluster->roles.at(0).name, "worker");
  EXPECT_THAT(Fault(R"({"w\u006Frkers":{"count":1}})"),
              HasSubstr("the role 'workers' is unknown @ \"w\\u006Frkers\" ! did you mean"));
  EXPECT_EQ(ParseJson(R"("\u0041\u00e9\u6570\ud83d\ude00")")->text, "A\u00e9\u6570\U0001F600");
  EXPECT_EQ(ParseJson(R"("a\nb\tc\rd\be\ff\"g\\h\/i")")->text, "a\nb\tc\rd\be\ff\"g\\h/i");
}

TEST(ClusterValueTest, AnEscapeThatNamesNoCharacterHasItsPlace) {
  for (const char* escape : {R"(\u12)", R"(\uZZZZ)", R"(\u-123)"}) {
    const std::string text = "{\"" + std::string(escape) + "\":1}";
    EXPECT_THAT(Fault(text), HasSubstr("'\\u' names no character @ \\u ! write \\u and four"));
  }
  EXPECT_THAT(Fault(R"({"x\ud83dy":1})"), HasSubstr(R"('\ud83d' names no character @ \ud83d !)"));
  EXPECT_THAT(Fault(R"({"\ude00":1})"), HasSubstr(R"('\ude00' names no character @ \ude00 !)"));
  EXPECT_THAT(Fault(R"({"\ud83d\u0041":1})"), HasSubstr(R"('\ud83d' names no character)"));
}

}  // namespace
}  // namespace paisql::pai
