#include "console/models/model_text.h"

#include "serving/settings/names.h"

namespace paisql::console {

namespace {

Error WrongModelChange(std::string detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, std::move(hint)};
}

// A dot would be that of a project in front.
bool IsPlainServiceName(const std::string& name) {
  return serving::IsServiceName(name) && name.find('.') == std::string::npos;
}

}  // namespace

Result<std::string> DeployText(const store::Model& model, const DeployAsked& asked) {
  if (!IsPlainServiceName(asked.service)) {
    return WrongModelChange("'" + asked.service + "' is not the name of a service",
                            "a name has letters, digits, _ and -, 128 at most");
  }
  if (asked.instances < 1) {
    return WrongModelChange("a service has one instance at least", "write a number from 1 on");
  }
  std::string text = "DEPLOY SERVICE " + asked.service + " USING MODEL " + model.name;
  if (asked.version > 0) text += " VERSION " + std::to_string(asked.version);
  if (asked.instances > 1) {
    text += " PROPERTIES ('metadata.instance'='" + std::to_string(asked.instances) + "')";
  }
  return text;
}

Result<std::string> ModelChangeText(const store::Model& model, const ModelChangeAsked& asked,
                                    bool run) {
  const bool loses = asked.action == "drop" || asked.action == "drop_version";
  if (run && loses && asked.confirm != model.name) {
    return WrongModelChange(
        "the change " + asked.action + " of " + model.name + " is not confirmed",
        "write the name of the model");
  }
  const std::string version = std::to_string(asked.version);
  if (asked.action == "drop") return "DROP MODEL " + model.name;
  if (asked.action == "drop_version" && asked.version > 0) {
    return "ALTER MODEL " + model.name + " DROP VERSION " + version;
  }
  if (asked.action == "default_version" && asked.version > 0) {
    return "ALTER MODEL " + model.name + " SET DEFAULT_VERSION " + version;
  }
  return WrongModelChange("a change " + asked.action + " of a model is not offered", "");
}

}  // namespace paisql::console
