#include "script/options/flag_rules.h"

#include <cstdlib>
#include <string_view>

#include "base/text.h"

namespace paisql::script {

namespace {

using variables::Origin;

Error WrongDefinition(std::string detail) {
  return {ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
}

Status CheckName(std::string_view flag, const std::string& name) {
  Status good = variables::CheckName(name);
  if (good.ok()) return good;
  return WrongDefinition(std::string(flag) + ": " + good.error().detail + "; " + good.error().hint);
}

}  // namespace

Status AddDefinition(const std::string& text, std::vector<variables::Variable>& variables) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) return WrongDefinition("--define needs name=value");
  const std::string name = text.substr(0, equals);
  PAISQL_TRY(CheckName("--define", name));
  variables.push_back({name, text.substr(equals + 1), Origin::kFlag});
  return Status::Ok();
}

Status AddEnvironment(const std::string& text, std::vector<variables::Variable>& variables) {
  for (const std::string& part : Split(text, ',')) {
    const size_t equals = part.find('=');
    const std::string name = part.substr(0, equals);
    const std::string source = equals == std::string::npos ? name : part.substr(equals + 1);
    PAISQL_TRY(CheckName("--define-env", name));
    const char* value = std::getenv(source.c_str());
    if (value == nullptr) return WrongDefinition("--define-env: the environment has no " + source);
    variables.push_back({name, value, Origin::kEnvironment, true});
  }
  return Status::Ok();
}

}  // namespace paisql::script
