#include "console/objects/asked_statement.h"

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "rest/instances/await_end.h"

namespace paisql::console {

namespace {

using instances::InstancePtr;
using instances::TaskState;
using nlohmann::json;

// A page asks again after that.
constexpr int kMostWaitMs = 15000;

// Nothing in the names and values of the user is a variable.
std::string WithoutVariables(const std::string& text) {
  std::string escaped;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size() && text[i + 1] == '{') escaped += '$';
    escaped += text[i];
  }
  return escaped;
}

// The rows of another statement would be read as what they are not.
bool IsOf(const instances::Instance& instance, const rest::Call& call,
          const AskedStatement& asked) {
  const instances::Submission& submission = instance.submission();
  const bool same = asked.text.empty() ? submission.job == asked.job
                                       : submission.query == WithoutVariables(asked.text);
  return same && submission.user == call.user;
}

rest::Answer Tell(const rest::Call& call, const InstancePtr& instance, const TellInstance& tell) {
  const instances::Instance::Status status = instance->status();
  if (status.error.has_value()) return RefusalOf(*status.error, call);
  json body = {{"state", StateWord(status.state)},
               {"instance", instance->id()},
               {"statement", instance->submission().query}};
  if (status.state == TaskState::kSuccess) {
    Result<json> told = tell(*instance);
    if (!told.ok()) return RefusalOf(told.error(), call);
    body.update(*told);
  }
  return JsonAnswer(body);
}

Result<json> SaidOf(const instances::Instance& ended) {
  const auto result = ended.result();
  return json{{"text", result == nullptr ? "" : result->text}};
}

}  // namespace

Result<InstancePtr> Ask(const rest::Call& call, Console& console, AskedStatement asked) {
  const std::string known = call.Get("instance");
  if (!known.empty()) {
    InstancePtr instance = rest::FindInstance(known, call.user, console.service);
    if (instance != nullptr && IsOf(*instance, call, asked)) return instance;
    return Error{ErrorCode::kJobNotFound, "the instance " + known + " is not there", {}, ""};
  }
  instances::Submission submission;
  submission.project = std::move(asked.place);
  submission.user = call.user;
  submission.allowed = call.allowed;
  submission.query = WithoutVariables(asked.text);
  submission.job = std::move(asked.job);
  submission.settings = std::move(asked.settings);
  return console.service.instances.Submit(std::move(submission));
}

rest::Answer AnswerOf(const rest::Call& call, const InstancePtr& instance, TellInstance tell) {
  return rest::AtEnd(instance, kMostWaitMs, [call, instance, tell = std::move(tell)] {
    return Tell(call, instance, tell);
  });
}

rest::Answer ShowOrRun(const rest::Call& call, Console& console, const std::string& job,
                       const MakeStatement& make) {
  AskedStatement asked;
  if (!call.Has("instance")) {
    const Result<json> body = BodyOf(call);
    if (!body.ok()) return RefusalOf(body.error(), call);
    const bool run = body->value("run", json(false)) == json(true);
    Result<AskedStatement> made = make(*body, run);
    if (!made.ok()) return RefusalOf(made.error(), call);
    if (!run) return JsonAnswer({{"state", "shown"}, {"statement", made->text}});
    asked = *std::move(made);
  }
  asked.job = job;
  const Result<InstancePtr> instance = Ask(call, console, std::move(asked));
  return instance.ok() ? AnswerOf(call, *instance, SaidOf) : RefusalOf(instance.error(), call);
}

std::string TextMember(const json& body, const char* member) {
  const auto found = body.find(member);
  return found != body.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace paisql::console
