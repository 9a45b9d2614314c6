#pragma once

// Names of users, roles and objects in statements about permissions.

#include <string>

#include "access/judge.h"
#include "session/state.h"

namespace paisql::session {

// Changes the users, roles and permissions of the current project.
Status ChangeSecurity(Run& run, const std::function<Status(store::ProjectSecurity*)>& change);
Result<store::ProjectSecurity> ReadSecurity(Run& run);
// The current project.
Result<store::Project> ThisProject(Run& run);

// The whole name of a user who need not be there.
Result<std::string> UserNamed(const std::string& name, const SourceRange& range, Run& run);
// kInvalidMetaOperation, with the nearest names, for one who is not a user of the project.
Result<std::string> RequireUser(const store::ProjectSecurity& security, const std::string& name,
                                const SourceRange& range, Run& run);
// The role as it is spelt; also one that every project has.
Result<std::string> RequireRole(const store::ProjectSecurity& security, const std::string& name,
                                const SourceRange& range);

// An object of the current project.
struct FoundObject {
  const access::ObjectType* type = nullptr;
  std::string name;  // as it is spelt
  int64_t id = 0;    // of a table or view
  std::string owner;
  std::vector<std::string> columns = {};  // of a table or view
  std::string place = {};                 // of a table or view
};
// kInvalidObjectType for an unknown type.
Result<const access::ObjectType*> RequireObjectType(const std::string& word,
                                                    const SourceRange& range);
// The error of its kind for an object that is not there. A pattern of a policy need not be.
Result<FoundObject> FindObject(const access::ObjectType& type, const std::string& name,
                               const SourceRange& range, Run& run);

}  // namespace paisql::session
