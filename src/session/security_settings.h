#pragma once

// SET CheckPermissionUsingACL=false and its like: settings that belong to a project and not to the
// session.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "access/judge.h"
#include "session/state.h"

namespace paisql::session {

// Those that can be changed, in the order of SHOW SECURITYCONFIGURATION.
std::span<const access::SecuritySetting> SecuritySettings();

// nullopt for a key of the session. Otherwise the setting of the current project has changed, or
// the error says why not.
std::optional<Status> SetOfProject(const std::string& key, const std::string& value,
                                   const SourceRange& range, Run& run);

}  // namespace paisql::session
