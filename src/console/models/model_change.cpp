// Statements about a model that a page offers: their text, and then they run for who asks.

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/models/model_answers.h"
#include "console/models/model_text.h"
#include "console/objects/asked_statement.h"

namespace paisql::console {

namespace {

using nlohmann::json;

std::string TextMember(const json& body, const char* key) {
  const auto found = body.find(key);
  return found != body.end() && found->is_string() ? found->get<std::string>() : "";
}

int64_t NumberMember(const json& body, const char* key, int64_t otherwise) {
  const auto found = body.find(key);
  return found != body.end() && found->is_number_integer() ? found->get<int64_t>() : otherwise;
}

Result<json> SaidOf(const instances::Instance& ended) {
  const auto result = ended.result();
  return json{{"text", result == nullptr ? "" : result->text}};
}

// Shows the text, or runs it in the model's project.
using MakeModelText = Result<std::string> (*)(const store::Model& model, const json& body,
                                              bool run);

rest::Answer ShowOrRun(const rest::Call& call, Console& console, std::string_view action,
                       const std::string& job, MakeModelText make) {
  if (call.Has("instance")) {
    const Result<instances::InstancePtr> known = Ask(call, console, {});
    return known.ok() ? AnswerOf(call, *known, SaidOf) : RefusalOf(known.error(), call);
  }
  const Result<json> body = BodyOf(call);
  if (!body.ok()) return RefusalOf(body.error(), call);
  Result<store::Model> model = Error{};
  {
    const Result<rest::Catalogs::Loan> catalog = console.service.catalogs.Borrow();
    if (!catalog.ok()) return RefusalOf(catalog.error(), call);
    model = ModelOfCall(call, **catalog, action);
  }
  if (!model.ok()) return RefusalOf(model.error(), call);
  const bool run = body->value("run", json(false)) == json(true);
  const Result<std::string> text = make(*model, *body, run);
  if (!text.ok()) return RefusalOf(text.error(), call);
  if (!run) return JsonAnswer({{"state", "shown"}, {"statement", *text}});
  const Result<instances::InstancePtr> instance = Ask(call, console, {model->project, *text, job});
  return instance.ok() ? AnswerOf(call, *instance, SaidOf) : RefusalOf(instance.error(), call);
}

Result<std::string> TextOfDeployment(const store::Model& model, const json& body, bool /*run*/) {
  return DeployText(model, {TextMember(body, "service"), NumberMember(body, "version", 0),
                            NumberMember(body, "instances", 1)});
}

Result<std::string> TextOfModelChange(const store::Model& model, const json& body, bool run) {
  return ModelChangeText(
      model,
      {TextMember(body, "action"), NumberMember(body, "version", 0), TextMember(body, "confirm")},
      run);
}

}  // namespace

rest::Answer DeployModel(const rest::Call& call, Console& console) {
  return ShowOrRun(call, console, "Read", "console_deploy", TextOfDeployment);
}

rest::Answer ChangeModel(const rest::Call& call, Console& console) {
  return ShowOrRun(call, console, "Read", "console_change", TextOfModelChange);
}

}  // namespace paisql::console
