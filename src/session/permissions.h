#pragma once

// What the user of a session may do in the projects of its home. A session without a user is the
// owner's and may do everything; then nothing here reads the catalog. Belongs to the session's
// thread.

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "access/judge.h"
#include "access/policy.h"
#include "base/result.h"
#include "store/catalog.h"

namespace paisql::session {

// One action on one object.
struct Wanted {
  std::string_view type;    // "table", as GRANT … ON says it
  std::string project;      // or a place, as a table has it
  std::string object = {};  // "" for the project itself
  std::string_view action;
  int64_t object_id = 0;  // of a table or view that is there
  std::string owner = {};
  SourceRange range = {};
};

class Permissions {
 public:
  // `allowed`: what a token allows, of what the user may do; null: there is no token.
  Permissions(store::Catalog& catalog, std::string user,
              std::shared_ptr<const access::Policy> allowed = nullptr)
      : catalog_(catalog), user_(std::move(user)), allowed_(std::move(allowed)) {}

  // Whether anything may be forbidden.
  bool limited() const { return !user_.empty() || by_token(); }
  bool by_token() const { return allowed_ != nullptr; }
  // The whole name; "" in a session of the owner.
  const std::string& user() const { return user_; }

  // ODPS-0420095 when the user is not one of the project's.
  Status RequireUser(const std::string& project, const SourceRange& range);
  // ODPS-0130013 with the action and the object that are missing, in the platform's words;
  // `current` is the session's project. With `columns` a permission for some of them is enough: it
  // gets their names, in lower case, and stays empty where all are allowed.
  Status Require(const Wanted& wanted, const std::string& current,
                 std::set<std::string>* columns = nullptr);
  // ODPS-0130013 for a user of a lower rank; `what` says what cannot be done.
  Status RequireRank(access::Rank rank, const std::string& project, std::string_view what,
                     const SourceRange& range);
  // Whether the user owns the project, or the home.
  Result<bool> Owns(const std::string& project);

 private:
  Result<store::Project> FindProject(const std::string& project, const SourceRange& range);
  Result<store::ProjectSecurity> Read(const std::string& project, const SourceRange& range);

  // Whether the token, if there is one, allows it.
  bool TokenAllows(const Wanted& wanted, const access::ObjectType& type) const;

  store::Catalog& catalog_;
  std::string user_;
  std::shared_ptr<const access::Policy> allowed_;
};

// A place in the names of objects: "p", or "p/schemas/s" for what belongs to a schema.
std::string PathOfPlace(const std::string& place, const access::ObjectType& type);

// The name of the account that a project belongs to, for names of users without one.
std::string AccountOf(const store::Project& project);

}  // namespace paisql::session
