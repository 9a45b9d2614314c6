#include "store/catalog/service_secrets.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/secrets/redact.h"
#include "store/home/private_texts.h"

namespace paisql::store {

namespace {

using nlohmann::json;

std::string Dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

Result<std::string> ServiceSecrets::HiddenToken(const std::string& token) {
  if (token.empty() || state_.is_copy) return token;
  return PrivateTexts(state_.home).Put(token);
}

Result<std::string> ServiceSecrets::HiddenProperties(const std::string& text) {
  json properties = json::parse(text, nullptr, false);
  if (!properties.is_object() || state_.is_copy) return text;
  bool any = false;
  for (auto& [name, value] : properties.items()) {
    if (!value.is_string()) continue;
    const std::string plain = value.get<std::string>();
    if (RedactValue(name, plain) == plain) continue;
    PAISQL_ASSIGN(const std::string reference, PrivateTexts(state_.home).Put(plain));
    value = reference;
    any = true;
  }
  return any ? Dump(properties) : text;
}

bool ServiceSecrets::ShowToken(std::string* token) const {
  if (!PrivateTexts::IsReference(*token)) return true;
  std::optional<std::string> plain = PrivateTexts(state_.home).Get(*token);
  *token = plain.value_or(std::string(kRedacted));
  return plain.has_value();
}

bool ServiceSecrets::ShowProperties(std::string* text) const {
  std::set<std::string> references;
  PrivateTexts::FindReferences(*text, references);
  if (references.empty()) return true;
  json properties = json::parse(*text, nullptr, false);
  if (!properties.is_object()) return true;
  bool all = true;
  for (auto& [name, value] : properties.items()) {
    if (!value.is_string() || !PrivateTexts::IsReference(value.get<std::string>())) continue;
    std::string plain = value.get<std::string>();
    all = ShowToken(&plain) && all;
    value = std::move(plain);
  }
  *text = Dump(properties);
  return all;
}

Result<std::vector<std::string>> ServiceSecrets::Forsaken() const {
  if (state_.is_copy) return std::vector<std::string>();
  std::set<std::string> known;
  PAISQL_ASSIGN(Statement texts,
                state_.db.Prepare("SELECT token FROM services UNION ALL SELECT properties FROM "
                                  "services UNION ALL SELECT properties FROM service_versions"));
  texts.Bind();
  while (true) {
    PAISQL_ASSIGN(const bool found, texts.Step());
    if (!found) break;
    PrivateTexts::FindReferences(texts.Text(0), known);
  }
  return PrivateTexts(state_.home).Unknown(known);
}

void ServiceSecrets::Remove(const std::vector<std::string>& forsaken) const {
  if (!state_.is_copy) PrivateTexts(state_.home).Remove(forsaken);
}

}  // namespace paisql::store
