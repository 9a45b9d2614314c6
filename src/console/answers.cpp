#include "console/answers.h"

#include <nlohmann/json.hpp>

#include "base/coding/json_depth.h"
#include "base/secrets/redact.h"
#include "console/console.h"
#include "messages/messages.h"

namespace paisql::console {

namespace {

constexpr std::string_view kJson = "application/json";
constexpr uint64_t kMostBodyBytes = uint64_t{64} << 20;

Error WrongBody(std::string detail) {
  return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
}

nlohmann::json BodyOfError(const Error& error, messages::Language language) {
  nlohmann::json body = {{"code", ErrorCodeName(error.code)},
                         {"name", rest::FormOf(error).name},
                         {"message", messages::Translate(language, Redact(error.ToString()))},
                         {"cure", messages::Translate(language, Redact(error.hint))}};
  if (error.range.known()) {
    body["line"] = error.range.line;
    body["column"] = error.range.column;
  }
  return body;
}

rest::Answer Refused(const Error& error, messages::Language language) {
  return JsonAnswer({{"error", BodyOfError(error, language)}}, rest::FormOf(error).status);
}

}  // namespace

std::string_view StateWord(instances::TaskState state) {
  using instances::TaskState;
  switch (state) {
    case TaskState::kWaiting:
      return "waiting";
    case TaskState::kRunning:
      return "running";
    case TaskState::kSuccess:
      return "success";
    case TaskState::kFailed:
      return "failed";
    case TaskState::kCancelled:
      return "cancelled";
  }
  return "";
}

rest::Answer JsonAnswer(const nlohmann::json& body, int status) {
  // Names and values of users may not be UTF-8.
  return {status, kJson, body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

rest::Answer RefusalOf(const Error& error) { return Refused(error, messages::Language::kEnglish); }

rest::Answer RefusalOf(const Error& error, const rest::Call& call) {
  return Refused(error, LanguageOf(call));
}

nlohmann::json ErrorJson(const Error& error, const rest::Call& call) {
  return BodyOfError(error, LanguageOf(call));
}

rest::Answer Refusal(int status, std::string_view name, std::string_view message,
                     std::string_view cure) {
  return JsonAnswer(
      {{"error", {{"code", ""}, {"name", name}, {"message", message}, {"cure", cure}}}}, status);
}

Result<nlohmann::json> BodyOf(const rest::Call& call) {
  PAISQL_ASSIGN(const std::string text, call.WholeBody(kMostBodyBytes));
  if (IsDeepJson(text)) return WrongBody("the request's body is nested too deeply");
  nlohmann::json body = nlohmann::json::parse(text, nullptr, false);
  if (body.is_discarded() || !body.is_object()) {
    return WrongBody("the request's body is not an object of JSON");
  }
  return body;
}

Result<std::string> TextOf(const nlohmann::json& body, std::string_view member) {
  const auto found = body.find(member);
  if (found == body.end() || !found->is_string()) {
    return WrongBody("the request's body needs a text '" + std::string(member) + "'");
  }
  return found->get<std::string>();
}

}  // namespace paisql::console
