// ?security_configuration: the settings of a project that decide how permissions count.

#include <array>
#include <utility>

#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/routes.h"
#include "rest/security/project_security.h"

namespace paisql::rest {

namespace {

// Those that can be changed, with the names that clients know.
constexpr std::pair<std::string_view, access::SecuritySetting> kChanged[] = {
    {"CheckPermissionUsingAcl", access::kUsesAcl},
    {"CheckPermissionUsingPolicy", access::kUsesPolicy},
    {"ObjectCreatorHasAccessPermission", access::kCreatorAccess},
    {"ObjectCreatorHasGrantPermission", access::kCreatorGrants},
};
// Those that are as they are: there are no packages, labels and models of permissions of another
// version.
constexpr std::pair<std::string_view, bool> kFixed[] = {
    {"LabelSecurity", false},
    {"CheckPermissionUsingAclV2", false},
    {"CheckPermissionUsingPolicyV2", false},
    {"CheckPermissionUsingPackage", false},
    {"CheckPermissionUsingPackageV2", false},
    {"SupportACL", true},
    {"SupportPolicy", true},
    {"SupportPackage", false},
    {"SupportACLV2", false},
    {"SupportPackageV2", false},
    {"CreatePackage", false},
    {"CreatePackageV2", false},
    {"EnableDownloadPrivilege", false},
};
// They have attributes.
constexpr std::pair<std::string_view, std::string_view> kProtections[] = {
    {"ProjectProtection", "Protected"},
    {"EnableExternalResourceAccessControl", "CheckExternalResourcePermissionEnable"},
};

std::string_view TruthText(bool truth) { return truth ? "true" : "false"; }

Result<std::string> ConfigurationXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked, SecurityOf(call, catalog, access::Rank::kUser));
  std::string body;
  for (const auto& [name, setting] : kChanged) {
    body += Element(name, TruthText(access::IsSet(asked.security, setting)));
  }
  for (const auto& [name, truth] : kFixed) body += Element(name, TruthText(truth));
  for (const auto& [name, attribute] : kProtections) {
    body += "<" + std::string(name) + " " + std::string(attribute) + "=\"false\"/>";
  }
  return Nested("SecurityConfiguration", body);
}

Error Unsupported(std::string_view name, std::string_view value) {
  return Error{ErrorCode::kUnsupported,
               std::string(name) + "=" + std::string(value) + " is not supported",
               {},
               ""};
}

// What differs from what holds here is refused.
Status CheckFixed(const XmlElement& root) {
  for (const auto& [name, truth] : kFixed) {
    const XmlElement* const child = root.Child(name);
    const bool differs = child != nullptr && !child->text.empty() &&
                         !EqualsIgnoreCase(child->text, TruthText(truth));
    if (differs) return Unsupported(name, child->text);
  }
  for (const auto& [name, attribute] : kProtections) {
    const XmlElement* const child = root.Child(name);
    const bool on = child != nullptr && EqualsIgnoreCase(child->Get(attribute), "true");
    if (on) return Unsupported(name, "true");
  }
  return Status::Ok();
}

Status PutSettings(const XmlElement& root, const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked,
                SecurityOf(call, catalog, access::Rank::kSuperAdministrator));
  PAISQL_TRY(CheckFixed(root));
  return store::SecurityBook(catalog).Change(
      asked.project.name, [&](store::ProjectSecurity* security) -> Status {
        for (const auto& [name, setting] : kChanged) {
          const XmlElement* const child = root.Child(name);
          if (child == nullptr || child->text.empty()) continue;
          const bool truth = EqualsIgnoreCase(child->text, "true");
          if (!truth && !EqualsIgnoreCase(child->text, "false")) {
            return Unsupported(name, child->text);
          }
          security->settings.erase(std::string(setting.name));
          if (truth != setting.by_default) {
            security->settings[std::string(setting.name)] = TruthText(truth);
          }
        }
        return Status::Ok();
      });
}

Answer GetConfiguration(const Call& call, Service& service) {
  return AnswerRead(call, service, ConfigurationXml);
}

Answer PutConfiguration(const Call& call, Service& service) {
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  if (!document.ok()) return XmlError(400, "InvalidParameter", document.error().detail);
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Status put = PutSettings(document->root(), call, **catalog);
  if (!put.ok()) return XmlErrorOf(put.error());
  return {200, "application/xml", ""};
}

constexpr std::array kConfigurationRoutes = {
    Route{"GET", "/projects/{}", "security_configuration", GetConfiguration},
    Route{"GET", "/projects/{}", "security_configuration_without_exception_policy",
          GetConfiguration},
    Route{"PUT", "/projects/{}", "security_configuration", PutConfiguration},
};

}  // namespace

std::span<const Route> ConfigurationRoutes() { return kConfigurationRoutes; }

}  // namespace paisql::rest
