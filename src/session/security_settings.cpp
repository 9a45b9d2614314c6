#include "session/security_settings.h"

#include "base/text.h"
#include "store/security.h"

namespace paisql::session {

namespace {

constexpr access::SecuritySetting kSettings[] = {access::kUsesAcl, access::kUsesPolicy,
                                                 access::kCreatorAccess, access::kCreatorGrants};

// Other settings of the platform: false is what holds here.
struct Fixed {
  std::string_view name;
  std::string_view cure;
};
constexpr Fixed kFixed[] = {
    {"ProjectProtection", "REVOKE Select on what must not leave the project"},
    {"LabelSecurity", "columns have no labels: GRANT Select ON TABLE t(a, b) TO USER u"},
};

Status Change(const access::SecuritySetting& setting, const std::string& value,
              const SourceRange& range, Run& run) {
  const std::string truth = ToLower(value);
  if (truth != "true" && truth != "false") {
    return Error{ErrorCode::kInvalidCommand,
                 std::string(setting.name) + " cannot be '" + value + "'", range,
                 "write true or false"};
  }
  PAISQL_TRY(run.state.permissions().RequireRank(
      access::Rank::kSuperAdministrator, run.state.project, "change security settings", range));
  return store::SecurityBook(run.state.catalog())
      .Change(run.state.project, [&](store::ProjectSecurity* security) -> Status {
        security->settings.erase(std::string(setting.name));
        if ((truth == "true") != setting.by_default) {
          security->settings[std::string(setting.name)] = truth;
        }
        return Status::Ok();
      });
}

}  // namespace

std::span<const access::SecuritySetting> SecuritySettings() { return kSettings; }

std::optional<Status> SetOfProject(const std::string& key, const std::string& value,
                                   const SourceRange& range, Run& run) {
  for (const access::SecuritySetting& setting : kSettings) {
    if (EqualsIgnoreCase(key, setting.name)) return Change(setting, value, range, run);
  }
  for (const Fixed& fixed : kFixed) {
    if (!EqualsIgnoreCase(key, fixed.name)) continue;
    if (EqualsIgnoreCase(value, "false")) return Status::Ok();
    return Status(Error{ErrorCode::kUnsupported,
                        std::string(fixed.name) + "=" + value + " is not supported", range,
                        std::string(fixed.cure)});
  }
  return std::nullopt;
}

}  // namespace paisql::session
