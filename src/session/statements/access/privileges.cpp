// GRANT and REVOKE of permissions and roles.

#include <algorithm>

#include "access/principal.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "session/statements/access/handlers.h"
#include "session/statements/access/named.h"
#include "store/history.h"

namespace paisql::session {

namespace {

constexpr int kMostDays = 36500;

// What privilegeproperties(…) says.
struct Properties {
  bool by_policy = false;
  bool denies = false;
  int64_t expires_ms = 0;
};

Result<Properties> ReadProperties(const std::vector<syntax::WordProperty>& written) {
  Properties properties;
  for (const syntax::WordProperty& one : written) {
    const std::string name = ToLower(one.name.text);
    const std::string value = ToLower(one.value.text);
    const bool truth = value == "true" || value == "false";
    if (name == "policy" && truth) {
      properties.by_policy = value == "true";
    } else if ((name == "allow" || name == "{allow}") && truth) {
      properties.denies = value == "false";
    } else if (name == "expires") {
      const int days = WholeNumberOr(value, 0);
      if (days < 1 || days > kMostDays) {
        return Error{ErrorCode::kInvalidCommand, "\"expires\" needs a number of days",
                     one.value.range, "write \"expires\"=\"30\""};
      }
      properties.expires_ms = NowMs() + days * store::kMsOfDay;
    } else {
      return Error{ErrorCode::kUnsupported,
                   "privilege property \"" + one.name.text + "\"=\"" + one.value.text +
                       "\" is not supported",
                   one.name.range,
                   "there are \"policy\", \"allow\" (with \"policy\"=\"true\") and \"expires\"; a "
                   "condition stands in a policy: PUT POLICY"};
    }
  }
  if (properties.denies && !properties.by_policy) {
    return Error{ErrorCode::kInvalidCommand, "a permission without a policy cannot deny",
                 written.front().name.range, "add \"policy\"=\"true\""};
  }
  return properties;
}

Result<std::vector<std::string>> CheckActions(const std::vector<syntax::Word>& words,
                                              const access::ObjectType& type) {
  std::vector<std::string> actions;
  for (const syntax::Word& word : words) {
    const std::string_view action = access::FindAction(type, word.text);
    if (action.empty()) {
      const std::vector<std::string> names = access::ActionNames(type);
      const std::string near = DidYouMean(word.text, names);
      return Error{ErrorCode::kInvalidCommand,
                   "a " + std::string(type.name) + " has no action '" + word.text + "'", word.range,
                   near.empty() ? "there are " + Join(names, ", ") : near};
    }
    if (std::ranges::find(actions, action) == actions.end()) actions.emplace_back(action);
  }
  return actions;
}

Result<std::vector<std::string>> CheckColumns(const syntax::NamedObject& object,
                                              const FoundObject& found) {
  std::vector<std::string> columns;
  if (!object.columns.empty() && found.type->name != "table") {
    return Error{ErrorCode::kInvalidCommand, "only tables and views have columns",
                 object.columns.front().range, "leave the brackets out"};
  }
  for (const syntax::Word& word : object.columns) {
    const auto known = std::ranges::find_if(
        found.columns, [&](const std::string& name) { return EqualsIgnoreCase(name, word.text); });
    if (known == found.columns.end()) {
      return Error{ErrorCode::kInvalidColumn,
                   "column " + word.text + " is not one of " + found.name, word.range,
                   DidYouMean(word.text, found.columns)};
    }
    columns.push_back(*known);
  }
  if (columns.empty()) columns.emplace_back();
  return columns;
}

// The object of a policy may be a pattern, or not there yet.
Result<FoundObject> ObjectOf(const syntax::NamedObject& object, bool by_policy, Run& run) {
  PAISQL_ASSIGN(const access::ObjectType* type,
                RequireObjectType(object.type.text, object.type.range));
  if (by_policy && !type->folder.empty()) {
    return FoundObject{type, object.name.text, 0, "", {}};
  }
  if (object.name.text.find('*') != std::string::npos) {
    return Error{ErrorCode::kInvalidCommand,
                 "a pattern names no object: '" + object.name.text + "'", object.name.range,
                 "add privilegeproperties (\"policy\"=\"true\", \"allow\"=\"true\"), or name each "
                 "object"};
  }
  return FindObject(*type, object.name.text, object.name.range, run);
}

Status Give(const std::vector<store::Privilege>& given, store::ProjectSecurity* security) {
  for (const store::Privilege& one : given) {
    const auto same = [&](const store::Privilege& other) {
      store::Privilege timeless = other;
      timeless.expires_ms = one.expires_ms;
      return timeless == one;
    };
    // A second time only the day counts on which it ends.
    std::erase_if(security->privileges, same);
    security->privileges.push_back(one);
  }
  return Status::Ok();
}

bool IsPartOf(const store::Privilege& held, const store::Privilege& taken) {
  const bool object = taken.object_id != 0 ? held.object_id == taken.object_id
                                           : EqualsIgnoreCase(held.object, taken.object);
  return held.to_role == taken.to_role && EqualsIgnoreCase(held.grantee, taken.grantee) &&
         held.object_type == taken.object_type && object && held.by_policy == taken.by_policy &&
         held.denies == taken.denies &&
         (taken.column.empty() || EqualsIgnoreCase(held.column, taken.column)) &&
         (taken.action == access::kAll || held.action == taken.action);
}

// Gives back what was not held.
Result<std::vector<std::string>> TakeAway(const std::vector<store::Privilege>& taken,
                                          const SourceRange& range,
                                          store::ProjectSecurity* security) {
  std::vector<std::string> missing;
  for (const store::Privilege& one : taken) {
    const auto part = [&](const store::Privilege& held) { return IsPartOf(held, one); };
    if (std::erase_if(security->privileges, part) > 0) continue;
    store::Privilege all = one;
    all.action = access::kAll;
    const bool has_all =
        std::ranges::any_of(security->privileges, [&](const store::Privilege& held) {
          return IsPartOf(held, all) && held.action == all.action;
        });
    if (has_all) {
      return Error{ErrorCode::kInvalidMetaOperation,
                   one.grantee + " has All on " + one.object + ", not " + one.action + " alone",
                   range, "REVOKE All, then GRANT what is to stay"};
    }
    missing.push_back(one.action);
  }
  return missing;
}

Status RunObjectGrant(const syntax::PrivilegeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const Properties properties, ReadProperties(statement.properties));
  PAISQL_ASSIGN(const FoundObject found, ObjectOf(*statement.object, properties.by_policy, run));
  PAISQL_ASSIGN(const std::vector<std::string> actions,
                CheckActions(statement.actions, *found.type));
  std::vector<std::string> columns = {""};
  if (!properties.by_policy) {
    PAISQL_ASSIGN(columns, CheckColumns(*statement.object, found));
  }
  std::vector<std::string> missing;
  std::string grantee;
  PAISQL_TRY(ChangeSecurity(run, [&](store::ProjectSecurity* security) -> Status {
    const syntax::Grantee& to = statement.grantee;
    if (to.role && access::IsBuiltinRole(to.name.text)) {
      return Error{ErrorCode::kInvalidMetaOperation,
                   "role " + ToLower(to.name.text) + " may do everything already", to.name.range,
                   "choose a role of the project: LIST ROLES; lists them"};
    }
    PAISQL_ASSIGN(grantee, to.role ? RequireRole(*security, to.name.text, to.name.range)
                                   : RequireUser(*security, to.name.text, to.name.range, run));
    std::vector<store::Privilege> named;
    for (const std::string& column : columns) {
      for (const std::string& action : actions) {
        named.push_back({to.role, grantee, std::string(found.type->name), found.name, found.id,
                         column, action, properties.by_policy, properties.denies,
                         properties.expires_ms});
      }
    }
    if (!statement.revoke) return Give(named, security);
    PAISQL_ASSIGN(missing, TakeAway(named, statement.object->name.range, security));
    return Status::Ok();
  }));
  if (!missing.empty()) {
    run.out.Warn(statement.grantee.name.range,
                 grantee + " does not have " + Join(missing, ", ") + " on " + found.name);
  }
  run.out.Done();
  return Status::Ok();
}

// GRANT r TO u.
Status RunRoleGrant(const syntax::PrivilegeStatement& statement, Run& run) {
  const syntax::Grantee& to = statement.grantee;
  if (to.role) {
    return Error{ErrorCode::kInvalidCommand, "a role cannot have a role", to.name.range,
                 "grant it to users: GRANT r TO u"};
  }
  std::vector<std::string> missing;
  PAISQL_TRY(ChangeSecurity(run, [&](store::ProjectSecurity* security) -> Status {
    PAISQL_ASSIGN(const std::string user, RequireUser(*security, to.name.text, to.name.range, run));
    for (const syntax::Word& word : statement.actions) {
      PAISQL_ASSIGN(const std::string role, RequireRole(*security, word.text, word.range));
      const store::Membership member = {role, user};
      const bool held = std::ranges::find(security->members, member) != security->members.end();
      if (access::IsBuiltinRole(role)) {
        PAISQL_TRY(run.state.permissions().RequireRank(
            access::Rank::kSuperAdministrator, run.state.project,
            "grant or revoke the role " + role, word.range));
      }
      if (!statement.revoke && !held) security->members.push_back(member);
      if (statement.revoke) std::erase(security->members, member);
      if (statement.revoke && !held) missing.push_back(role);
    }
    return Status::Ok();
  }));
  if (!missing.empty()) {
    run.out.Warn(to.name.range, to.name.text + " does not have the role " + Join(missing, ", "));
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace

Status RunPrivilege(const syntax::PrivilegeStatement& statement, Run& run) {
  return statement.object.has_value() ? RunObjectGrant(statement, run)
                                      : RunRoleGrant(statement, run);
}

}  // namespace paisql::session
