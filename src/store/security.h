#pragma once

// The users, roles and permissions of a project, as plain values, and SecurityBook, which reads and
// changes them. What they allow is judged by access/. Names of users, roles and objects compare
// without regard to letter case.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/catalog.h"

namespace paisql::store {

struct ProjectUser {
  std::string name;        // "ALIYUN$bob@aliyun.com", "RAM$bob@aliyun.com:allen"
  int64_t created_ms = 0;  // UTC milliseconds since the epoch, as all times below
};

// A role that a project knows. Its buckets are those of store::Role, which has the same name.
struct ProjectRole {
  std::string name;
  bool administers = false;  // privilegeproperties("type"="admin")
  std::string policy = {};   // a JSON text, "" for none
};

struct Membership {
  std::string role;
  std::string user;

  bool operator==(const Membership&) const = default;
};

// What a user or a role may do with one object of the project.
struct Privilege {
  bool to_role = false;
  std::string grantee;
  std::string object_type;  // as GRANT writes it: "table"
  std::string object;       // its name, without the project
  int64_t object_id = 0;    // of a table or view, which may get another name; 0: the name counts
  std::string column = {};  // "" for the whole object
  std::string action;       // "Select", "All"
  bool by_policy = false;   // privilegeproperties("policy"="true"): wildcards count
  bool denies = false;      // … "allow"="false"
  int64_t expires_ms = 0;   // 0: never

  bool operator==(const Privilege&) const = default;
};

struct ProjectSecurity {
  std::vector<ProjectUser> users = {};
  std::vector<ProjectRole> roles = {};
  std::vector<Membership> members = {};
  std::vector<Privilege> privileges = {};
  std::map<std::string, std::string> settings = {};  // that differ from their defaults
  std::string policy = {};                           // of the project: a JSON text, "" for none
};

class SecurityBook {
 public:
  explicit SecurityBook(Catalog& catalog) : state_(*catalog.state_) {}

  // kProjectNotFound for an unknown name.
  Result<ProjectSecurity> Read(const std::string& project);
  // Gives `change` all of it, in one write transaction, and keeps what it makes of it; nothing when
  // it fails.
  Status Change(const std::string& project, const std::function<Status(ProjectSecurity*)>& change);
  // The same for a change that also concerns the roles of the home: both, or neither.
  Status ChangeWithRoles(const std::string& project,
                         const std::function<Status(ProjectSecurity*, std::vector<Role>*)>& change);
  // Whether another project than this one has the role, too.
  Result<bool> OthersHaveRole(const std::string& project, const std::string& role);

 private:
  CatalogState& state_;
};

}  // namespace paisql::store
