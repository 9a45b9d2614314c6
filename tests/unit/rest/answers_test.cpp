// Each code of an error is the platform's name and status over HTTP.

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "rest/bodies/xml_writer.h"
#include "rest/call.h"

namespace paisql::rest {
namespace {

using testing::HasSubstr;
using testing::Not;

// All other codes are 400 InvalidArgument.
const std::map<std::string, std::pair<int, std::string>> kNames = {
    {"ODPS-0110005", {500, "InternalServerError"}}, {"ODPS-0110011", {403, "NoPermission"}},
    {"ODPS-0123019", {500, "InternalServerError"}}, {"ODPS-0130013", {403, "NoPermission"}},
    {"ODPS-0130025", {500, "InternalServerError"}}, {"ODPS-0130131", {404, "NoSuchTable"}},
    {"ODPS-0130161", {400, "ParseError"}},          {"ODPS-0130211", {409, "ObjectAlreadyExists"}},
    {"ODPS-0130271", {404, "NoSuchPartition"}},     {"ODPS-0420095", {403, "NoPermission"}},
    {"ODPS-0420111", {404, "NoSuchProject"}},       {"ODPS-0410100", {404, "NoSuchObject"}},
    {"ODPS-1226011", {404, "NoSuchObject"}},        {"ODPS-1228011", {404, "NoSuchObject"}},
    {"ODPS-1229011", {404, "NoSuchObject"}},        {"PAISQL-0001", {500, "InternalServerError"}},
    {"PAISQL-0002", {500, "InternalServerError"}},  {"PAISQL-0003", {500, "InternalServerError"}},
};

TEST(AnswersTest, EachCodeHasItsNameAndStatus) {
  std::set<std::string> seen;
  for (const ErrorCode code : AllErrorCodes()) {
    const std::string name(ErrorCodeName(code));
    const auto row = kNames.find(name);
    const auto [status, word] =
        row == kNames.end() ? std::pair<int, std::string>(400, "InvalidArgument") : row->second;
    const Error error{code, "the detail", {}, ""};
    for (const Answer& answer : {XmlErrorOf(error), JsonErrorOf(error)}) {
      EXPECT_EQ(answer.status, status) << name;
      EXPECT_THAT(answer.body, HasSubstr(word)) << name;
      EXPECT_THAT(answer.body, HasSubstr(name)) << name;
    }
    seen.insert(name);
  }
  for (const auto& [name, row] : kNames) EXPECT_TRUE(seen.contains(name)) << name;
}

TEST(AnswersTest, AConflictIsATableThatHasChanged) {
  Error error{ErrorCode::kSemantic, "changed meanwhile", {}, ""};
  error.about.kind = ErrorSubject::Kind::kConflict;
  EXPECT_EQ(XmlErrorOf(error).status, 409);
  EXPECT_THAT(JsonErrorOf(error).body, HasSubstr("TableModified"));
}

TEST(AnswersTest, ErrorsShowNoSecrets) {
  const Error error{ErrorCode::kInvalidCommand, "near access_key=LTAIabcdefghijklmnop", {}, ""};
  EXPECT_THAT(XmlErrorOf(error).body, Not(HasSubstr("LTAIabc")));
  EXPECT_THAT(JsonErrorOf(error).body, Not(HasSubstr("LTAIabc")));
}

TEST(AnswersTest, TheBodyOfAnErrorNamesItsRequest) {
  for (Answer answer : {XmlError(404, "NoSuchObject", "x"), JsonError(404, "NoSuchObject", "x")}) {
    NameRequest("2026a", answer);
    EXPECT_THAT(answer.body, HasSubstr("2026a"));
  }
}

TEST(AnswersTest, NamesThatAreNoTextBreakNoAnswer) {
  const std::string wild("a\0b\x01\xff]]>&\"", 10);
  const Answer json = JsonError(404, "NoSuchObject", wild);
  EXPECT_THAT(json.body, HasSubstr("NoSuchObject"));
  const Answer xml = XmlError(404, "NoSuchObject", wild);
  for (const char c : xml.body) EXPECT_TRUE(c >= ' ' || c == '\n') << static_cast<int>(c);
  EXPECT_THAT(Element("N", wild), Not(HasSubstr(std::string(1, '\0'))));
}

}  // namespace
}  // namespace paisql::rest
