#include "access/judge.h"

#include <algorithm>

#include "access/policy.h"
#include "access/principal.h"
#include "base/text.h"

namespace paisql::access {

namespace {

bool Contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::any_of(names,
                             [&](const std::string& one) { return EqualsIgnoreCase(one, name); });
}

bool IsAbout(const store::Privilege& one, const Question& question) {
  if (one.object_type != question.type->name) return false;
  if (one.object_id != 0) return one.object_id == question.object_id;
  if (one.by_policy) return MatchesPattern(one.object, question.object);
  // A project is the one that its rows belong to.
  return question.type->folder.empty() || EqualsIgnoreCase(one.object, question.object);
}

bool IsAction(const store::Privilege& one, std::string_view action) {
  return one.action == kAll || one.action == action;
}

class Judging {
 public:
  Judging(const store::ProjectSecurity& security, const Question& question)
      : security_(security), question_(question), roles_(RolesOf(security, question.user)) {}

  Judgement Judge() {
    const Rank rank = RankOf(security_, question_.user);
    if (rank == Rank::kSuperAdministrator) return {.allowed = true};
    ReadPolicies();
    if (denied_) return {.denied = true};
    if (rank == Rank::kAdministrator || allowed_) return {.allowed = true};
    const bool creator = IsSet(security_, kCreatorAccess) && !question_.owner.empty() &&
                         EqualsIgnoreCase(question_.owner, question_.user);
    if (creator) return {.allowed = true};
    return ByPermissions();
  }

 private:
  bool IsFor(const store::Privilege& one) const {
    const bool lives = one.expires_ms == 0 || one.expires_ms > question_.now_ms;
    return lives && (one.to_role ? Contains(roles_, one.grantee)
                                 : EqualsIgnoreCase(one.grantee, question_.user));
  }

  void ReadPolicies() {
    if (!IsSet(security_, kUsesPolicy)) return;
    ReadPolicy(security_.policy, false);
    for (const store::ProjectRole& role : security_.roles) {
      if (Contains(roles_, role.name)) ReadPolicy(role.policy, true);
    }
    for (const store::Privilege& one : security_.privileges) {
      if (!one.by_policy || !IsFor(one) || !IsAbout(one, question_)) continue;
      if (IsAction(one, question_.action)) (one.denies ? denied_ : allowed_) = true;
    }
  }

  // A text that cannot be read was refused when it came; one of a newer program denies.
  void ReadPolicy(const std::string& text, bool of_role) {
    if (text.empty()) return;
    const Result<Policy> policy = ParsePolicy(text, of_role, "");
    if (!policy.ok()) {
      denied_ = true;
      return;
    }
    const std::string resource =
        ObjectResource(*question_.type, question_.project, question_.object);
    for (const PolicyStatement& statement : policy->statements) {
      if (!AppliesTo(statement, question_.user, question_.action, resource, question_.now_ms)) {
        continue;
      }
      (statement.allows ? allowed_ : denied_) = true;
    }
  }

  Judgement ByPermissions() const {
    Judgement judgement;
    if (!IsSet(security_, kUsesAcl)) return judgement;
    std::set<std::string> columns;
    for (const store::Privilege& one : security_.privileges) {
      const bool counts = !one.by_policy && IsFor(one) && IsAbout(one, question_);
      if (!counts || !IsAction(one, question_.action)) continue;
      if (one.column.empty()) return {.allowed = true};
      columns.insert(ToLower(one.column));
    }
    if (columns.empty()) return judgement;
    return {.allowed = true, .columns = std::move(columns)};
  }

  const store::ProjectSecurity& security_;
  const Question& question_;
  const std::vector<std::string> roles_;
  bool allowed_ = false;
  bool denied_ = false;
};

}  // namespace

bool IsSet(const store::ProjectSecurity& security, const SecuritySetting& setting) {
  const auto found = security.settings.find(std::string(setting.name));
  return found == security.settings.end() ? setting.by_default : found->second == "true";
}

bool HasUser(const store::ProjectSecurity& security, std::string_view user) {
  return std::ranges::any_of(security.users, [&](const store::ProjectUser& one) {
    return EqualsIgnoreCase(one.name, user);
  });
}

const store::ProjectRole* FindRole(const store::ProjectSecurity& security, std::string_view name) {
  const auto found = std::ranges::find_if(security.roles, [&](const store::ProjectRole& role) {
    return EqualsIgnoreCase(role.name, name);
  });
  return found == security.roles.end() ? nullptr : &*found;
}

std::vector<std::string> RolesOf(const store::ProjectSecurity& security, std::string_view user) {
  std::vector<std::string> roles;
  for (const store::Membership& member : security.members) {
    if (EqualsIgnoreCase(member.user, user)) roles.push_back(member.role);
  }
  return roles;
}

Rank RankOf(const store::ProjectSecurity& security, std::string_view user) {
  const std::vector<std::string> roles = RolesOf(security, user);
  if (Contains(roles, kSuperAdministrator)) return Rank::kSuperAdministrator;
  if (Contains(roles, kAdministrator)) return Rank::kAdministrator;
  const bool manages = std::ranges::any_of(security.roles, [&](const store::ProjectRole& role) {
    return role.administers && Contains(roles, role.name);
  });
  return manages ? Rank::kManager : Rank::kUser;
}

Judgement Judge(const store::ProjectSecurity& security, const Question& question) {
  return Judging(security, question).Judge();
}

}  // namespace paisql::access
