#pragma once

// The users, roles and permissions of a request's project, for whoever may see them.

#include "access/judge.h"
#include "rest/call.h"
#include "session/permissions.h"
#include "store/catalog.h"
#include "store/security.h"

namespace paisql::rest {

struct ProjectAsked {
  store::Project project;
  store::ProjectSecurity security;
};
// ODPS-0130013 for a user of a lower rank; kUser is for all users of the project.
Result<ProjectAsked> SecurityOf(const Call& call, store::Catalog& catalog, access::Rank rank);

}  // namespace paisql::rest
