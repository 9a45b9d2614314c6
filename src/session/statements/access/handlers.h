#pragma once

// Handlers of statements about users, roles, permissions and policies.

#include "session/state.h"
#include "syntax/statements/access.h"
#include "syntax/statements/storage.h"

namespace paisql::session {

Status RunRole(const syntax::RoleStatement& statement, Run& run);
Status RunGrant(const syntax::GrantStatement& statement, Run& run);
Status RunUser(const syntax::UserStatement& statement, Run& run);
Status RunPrivilege(const syntax::PrivilegeStatement& statement, Run& run);
Status RunPolicy(const syntax::PolicyStatement& statement, Run& run);

}  // namespace paisql::session
