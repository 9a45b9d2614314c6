// Statements about a model that a page offers: their text, and then they run for the user.

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/models/model_answers.h"
#include "console/models/model_text.h"
#include "console/objects/asked_statement.h"

namespace paisql::console {

namespace {

using nlohmann::json;

int64_t NumberMember(const json& body, const char* key, int64_t otherwise) {
  const auto found = body.find(key);
  return found != body.end() && found->is_number_integer() ? found->get<int64_t>() : otherwise;
}

using MakeModelText = Result<std::string> (*)(const store::Model& model, const json& body,
                                              bool run);

// The statement runs in the model's project.
rest::Answer AnswerAbout(const rest::Call& call, Console& console, const std::string& job,
                         MakeModelText make) {
  return ShowOrRun(call, console, job, [&](const json& body, bool run) -> Result<AskedStatement> {
    PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
    PAISQL_ASSIGN(const store::Model model, ModelOfCall(call, *catalog, "Read"));
    PAISQL_ASSIGN(std::string text, make(model, body, run));
    return AskedStatement{.place = model.project, .text = std::move(text)};
  });
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
  return AnswerAbout(call, console, "console_deploy", TextOfDeployment);
}

rest::Answer ChangeModel(const rest::Call& call, Console& console) {
  return AnswerAbout(call, console, "console_change", TextOfModelChange);
}

}  // namespace paisql::console
