#pragma once

// Statements about the users of a project and what they may do.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "syntax/statement.h"
#include "syntax/word.h"

namespace paisql::syntax {

enum class UserAction { kAdd, kRemove, kPurge };

// ADD USER u, REMOVE USER u, PURGE PRIVS FROM USER u.
struct UserStatement final : Statement {
  UserAction action = UserAction::kAdd;
  Word name;
};

// TO ROLE r, FOR USER u. Without either word it is a user.
struct Grantee {
  bool role = false;
  Word name;
};

// TABLE t(a, b), PROJECT p, …
struct NamedObject {
  Word type;
  Word name;
  std::vector<Word> columns;  // empty for the whole object
};

// GRANT a, b ON TABLE t TO USER u, REVOKE … FROM …; and GRANT r, s TO u, which has no object.
struct PrivilegeStatement final : Statement {
  bool revoke = false;
  std::vector<Word> actions;  // the roles where there is no object
  std::optional<NamedObject> object;
  Grantee grantee;
  std::vector<WordProperty> properties;  // privilegeproperties(…)
};

enum class PolicyAction { kGet, kPut, kDelete };

// GET POLICY [ON ROLE r], PUT POLICY file [ON ROLE r], DELETE POLICY [ON ROLE r].
struct PolicyStatement final : Statement {
  PolicyAction action = PolicyAction::kGet;
  std::optional<Word> path;
  std::optional<Word> role;
};

}  // namespace paisql::syntax
