#include "session/permissions.h"

#include <fmt/format.h>

#include "base/system/clock.h"
#include "base/text.h"
#include "store/place.h"

namespace paisql::session {

namespace {

constexpr ErrorCode kNoPermission = CodeOf("ODPS-0130013");
constexpr ErrorCode kAccessDenied = CodeOf("ODPS-0420095");

// The numbers that the service puts before its reasons.
constexpr int kDeniedByPolicy = 4011;
constexpr int kNothingAllows = 4019;

Error Missing(const Wanted& wanted, const access::ObjectType& type, const std::string& user,
              const std::string& current, bool denied) {
  const std::string resource =
      access::ObjectResource(type, PathOfPlace(wanted.project, type), wanted.object);
  const std::string named =
      type.folder.empty() ? store::ProjectOfPlace(wanted.project) : wanted.object;
  std::string detail = fmt::format(
      "Authorization Failed [{}], You have NO privilege 'odps:{}' on {{{}}}.{} --->Tips: "
      "CurrentProject:{}; Principal:{}",
      denied ? kDeniedByPolicy : kNothingAllows, wanted.action, resource,
      denied ? " Explicitly denied by policy." : "", current, user);
  return Error{kNoPermission, std::move(detail), wanted.range,
               denied ? "GET POLICY; and GET POLICY ON ROLE r; show what denies it"
                      : fmt::format("the owner of the project gives it: GRANT {} ON {} {} TO USER "
                                    "{};",
                                    wanted.action, ToUpper(type.name), named, user)};
}

}  // namespace

std::string PathOfPlace(const std::string& place, const access::ObjectType& type) {
  const store::Place split = store::PlaceOf(place);
  const bool has_schemas =
      type.name == "table" || type.name == "function" || type.name == "resource";
  if (!has_schemas || EqualsIgnoreCase(split.schema, store::kDefaultSchema)) return split.project;
  return split.project + "/schemas/" + split.schema;
}

std::string AccountOf(const store::Project& project) {
  const std::string& owner = project.owner;
  const size_t begin = owner.find('$') == std::string::npos ? 0 : owner.find('$') + 1;
  return owner.substr(begin, owner.find(':', begin) - begin);
}

Result<store::Project> Permissions::FindProject(const std::string& project,
                                                const SourceRange& range) {
  PAISQL_ASSIGN_AT(range, std::optional<store::Project> found, catalog_.FindProject(project));
  if (found.has_value()) return *std::move(found);
  return Error{ErrorCode::kProjectNotFound, "project " + project + " cannot be resolved", range,
               "SHOW PROJECTS; lists the projects"};
}

Result<bool> Permissions::Owns(const std::string& project) {
  if (user_.empty()) return true;
  PAISQL_ASSIGN(const store::Project found, FindProject(project, {}));
  return EqualsIgnoreCase(found.owner, user_);
}

Result<store::ProjectSecurity> Permissions::Read(const std::string& project,
                                                 const SourceRange& range) {
  PAISQL_ASSIGN_AT(range, store::ProjectSecurity security,
                   store::SecurityBook(catalog_).Read(project));
  if (access::HasUser(security, user_)) return security;
  return Error{kAccessDenied, "You don't exist in project " + project, range,
               "its owner writes: USE " + project + "; ADD USER " + user_ + ";"};
}

Status Permissions::RequireUser(const std::string& project, const SourceRange& range) {
  PAISQL_ASSIGN(const bool owns, Owns(project));
  if (owns) return Status::Ok();
  PAISQL_TRY(Read(project, range));
  return Status::Ok();
}

bool Permissions::TokenAllows(const Wanted& wanted, const access::ObjectType& type) const {
  if (!by_token()) return true;
  const std::string resource =
      access::ObjectResource(type, PathOfPlace(wanted.project, type), wanted.object);
  bool allows = false;
  for (const access::PolicyStatement& statement : allowed_->statements) {
    if (!access::AppliesTo(statement, user_, wanted.action, resource, NowMicros() / 1000)) continue;
    if (!statement.allows) return false;
    allows = true;
  }
  return allows;
}

Status Permissions::Require(const Wanted& wanted, const std::string& current,
                            std::set<std::string>* columns) {
  if (!limited()) return Status::Ok();
  const access::ObjectType* const type = access::FindObjectType(wanted.type);
  PAISQL_ASSERT(type != nullptr, "a right names a kind of object that there is not");
  if (!TokenAllows(wanted, *type)) return Missing(wanted, *type, user_, current, true);
  if (user_.empty()) return Status::Ok();
  PAISQL_ASSIGN(const store::Project project,
                FindProject(store::ProjectOfPlace(wanted.project), wanted.range));
  if (EqualsIgnoreCase(project.owner, user_)) return Status::Ok();
  PAISQL_ASSIGN(const store::ProjectSecurity security, Read(project.name, wanted.range));
  access::Judgement judgement =
      access::Judge(security, {user_, type, PathOfPlace(wanted.project, *type), wanted.object,
                               wanted.object_id, wanted.owner, wanted.action, NowMicros() / 1000});
  if (judgement.allowed && judgement.columns.has_value()) {
    judgement.allowed = columns != nullptr;
    if (columns != nullptr) *columns = *std::move(judgement.columns);
  }
  if (judgement.allowed) return Status::Ok();
  return Missing(wanted, *type, user_, current, judgement.denied);
}

Status Permissions::RequireRank(access::Rank rank, const std::string& project,
                                std::string_view what, const SourceRange& range) {
  if (by_token()) {
    return Error{kNoPermission, fmt::format("You have NO privilege to {} by a bearer token", what),
                 range, "sign the request"};
  }
  PAISQL_ASSIGN(const bool owns, Owns(project));
  if (owns) return Status::Ok();
  PAISQL_ASSIGN(const store::ProjectSecurity security, Read(project, range));
  if (access::RankOf(security, user_) >= rank) return Status::Ok();
  return Error{kNoPermission,
               fmt::format("You have NO privilege to {} in project {}. --->Tips: Principal:{}",
                           what, project, user_),
               range,
               rank == access::Rank::kSuperAdministrator
                   ? "the owner of the project can, and who has the role super_administrator"
                   : "the owner of the project can, and who has the role admin: GRANT admin TO " +
                         user_ + ";"};
}

}  // namespace paisql::session
