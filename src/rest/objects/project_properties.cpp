#include "rest/objects/project_properties.h"

#include <algorithm>

#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "session/permissions.h"
#include "session/settings/settings.h"
#include "store/security.h"

namespace paisql::rest {

namespace {

// Beside the security settings of the project, whose names have no colon.
constexpr std::string_view kKeptAs = "property:";
constexpr std::string_view kSchemaModel = "odps.schema.model.enabled";
constexpr std::string_view kZone = "odps.sql.timezone";
constexpr size_t kMostBytes = 4096;  // of a value

// Settings of this program's own are not a project's: some of them confine what a user may do.
const session::Setting* SettingOf(std::string_view key) {
  if (ToLower(key).starts_with("paisql.")) return nullptr;
  return session::FindSetting(key);
}

bool IsKey(std::string_view key) {
  return !key.empty() && key.size() <= kMostBytes && std::ranges::all_of(key, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  });
}

Error WrongProperty(std::string detail) {
  return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
}

Status CheckProperty(const std::string& key, const std::string& value) {
  if (!IsKey(key)) return WrongProperty("'" + key + "' is not the name of a property");
  if (value.size() > kMostBytes || !IsValidUtf8(value)) {
    return WrongProperty("the value of " + key + " is not a text of at most 4096 bytes");
  }
  if (value.empty()) return Status::Ok();
  if (EqualsIgnoreCase(key, kSchemaModel) && ToLower(value) != "true" &&
      ToLower(value) != "false") {
    return WrongProperty(key + " is true or false");
  }
  if (SettingOf(key) == nullptr) return Status::Ok();
  return session::Settings().Set(key, value, {});
}

// The properties of the body, whose names and values are right.
Result<Properties> ReadProperties(const XmlElement& project) {
  Properties properties;
  const XmlElement* const list = project.Child("Properties");
  if (list == nullptr) return properties;
  for (const XmlElement& one : list->children) {
    const XmlElement* const name = one.Child("Name");
    const XmlElement* const value = one.Child("Value");
    if (name == nullptr) return WrongProperty("a property has no name");
    const std::string key(name->text);
    const std::string text(value == nullptr ? "" : value->text);
    PAISQL_TRY(CheckProperty(key, text));
    properties[key] = text;
  }
  return properties;
}

Status KeepProperties(const Call& call, const Properties& changed, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(call, catalog));
  PAISQL_TRY(session::Permissions(catalog, call.user)
                 .RequireRank(access::Rank::kSuperAdministrator, project,
                              "change properties of the project", {}));
  return store::SecurityBook(catalog).Change(
      project, [&](store::ProjectSecurity* security) -> Status {
        for (const auto& [key, value] : changed) {
          const std::string kept = std::string(kKeptAs) + key;
          std::erase_if(security->settings,
                        [&](const auto& one) { return EqualsIgnoreCase(one.first, kept); });
          if (!value.empty()) security->settings[kept] = value;
        }
        return Status::Ok();
      });
}

// The names of those that change nothing here, for who reads headers.
std::string WithoutEffect(const Properties& changed) {
  std::string names;
  for (const auto& [key, value] : changed) {
    if (SettingOf(key) != nullptr || EqualsIgnoreCase(key, kSchemaModel)) continue;
    names += (names.empty() ? "" : ", ") + key;
  }
  return names;
}

void AddUnlessSet(std::string_view key, std::string_view value, Properties* set) {
  const bool there =
      std::ranges::any_of(*set, [&](const auto& one) { return EqualsIgnoreCase(one.first, key); });
  if (!there) set->emplace(key, value);
}

}  // namespace

Result<Properties> PropertiesOf(store::Catalog& catalog, const std::string& project) {
  PAISQL_ASSIGN(const store::ProjectSecurity security, store::SecurityBook(catalog).Read(project));
  Properties properties;
  for (const auto& [key, value] : security.settings) {
    if (key.starts_with(kKeptAs)) properties[key.substr(kKeptAs.size())] = value;
  }
  return properties;
}

Properties ToldProperties(Properties set, bool all) {
  AddUnlessSet(kSchemaModel, "false", &set);
  AddUnlessSet(kZone, session::FindSetting(kZone)->default_value, &set);
  if (!all) return set;
  for (const session::Setting& setting : session::KnownSettings()) {
    if (!setting.name.starts_with("odps.") || setting.default_value.empty()) continue;
    AddUnlessSet(setting.name, setting.default_value, &set);
  }
  return set;
}

Properties SettingsAmong(const Properties& set) {
  Properties settings;
  for (const auto& [key, value] : set) {
    if (SettingOf(key) != nullptr) settings[key] = value;
  }
  return settings;
}

std::string PropertiesXml(const Properties& properties) {
  std::string list;
  for (const auto& [key, value] : properties) {
    list += Nested("Property", Element("Name", key) + Element("Value", value));
  }
  return list;
}

Answer ChangeProject(const Call& call, Service& service) {
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  if (!document.ok()) return XmlError(400, "InvalidParameter", document.error().detail);
  const Result<Properties> changed = ReadProperties(document->root());
  if (!changed.ok()) return XmlError(400, "InvalidParameter", changed.error().detail);
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Status kept = KeepProperties(call, *changed, **catalog);
  if (!kept.ok()) return XmlErrorOf(kept.error());
  Answer answer{200, "application/xml", ""};
  const std::string without = WithoutEffect(*changed);
  if (!without.empty()) answer.headers.emplace_back("x-paisql-without-effect", without);
  return answer;
}

}  // namespace paisql::rest
