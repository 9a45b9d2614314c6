// SHOW GRANTS, SHOW ACL, DESC ROLE, SHOW SECURITYCONFIGURATION, in the service's words: A allows,
// D denies, C has a condition, G may be given on.

#include <algorithm>
#include <map>

#include "access/policy.h"
#include "access/principal.h"
#include "base/display/columns.h"
#include "base/text.h"
#include "oss/folders.h"
#include "oss/roles.h"
#include "session/display/layout.h"
#include "session/security_settings.h"
#include "session/statements/access/named.h"
#include "session/statements/answers.h"
#include "store/files/clock.h"
#include "store/place.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

constexpr int kMarkColumns = 8;

// A line of a section: who, what is allowed on what.
struct Line {
  std::string grantee;  // "role/worker", "user/ALIYUN$bob"
  std::string object;   // "projects/p/tables/t"
  std::string mark = "A";
  std::vector<std::string> actions = {};
  int64_t expires_ms = 0;
};

std::string GranteeText(const store::Privilege& one) {
  return (one.to_role ? "role/" : "user/") + one.grantee;
}

// Tables by their ids: a table may have got another name, or be gone.
struct NamedTable {
  std::string place;
  std::string name;
};
using TableNames = std::map<int64_t, NamedTable>;

class Permits {
 public:
  Permits(const store::ProjectSecurity& security, std::string project, TableNames tables,
          const TimeZone& zone)
      : security_(security),
        project_(std::move(project)),
        tables_(std::move(tables)),
        zone_(zone) {}

  // The permissions for which `wanted` is true, those of one grantee on one object together.
  std::vector<Line> Lines(bool by_policy,
                          const std::function<bool(const store::Privilege&)>& wanted) const {
    std::vector<Line> lines;
    for (const store::Privilege& one : security_.privileges) {
      const access::ObjectType* const type = access::FindObjectType(one.object_type);
      const auto table = tables_.find(one.object_id);
      const bool gone = one.object_id != 0 && table == tables_.end();
      if (type == nullptr || gone || one.by_policy != by_policy || !wanted(one)) continue;
      const NamedTable named =
          one.object_id == 0 ? NamedTable{project_, one.object} : table->second;
      Add({GranteeText(one),
           access::ObjectPath(*type, PathOfPlace(named.place, *type), named.name, one.column),
           one.denies ? "D" : "A",
           {one.action},
           one.expires_ms},
          lines);
    }
    return lines;
  }

  // What a policy's text says; one that no program reads is not shown.
  void AddPolicy(const std::string& text, const std::string& grantee,
                 std::vector<Line>& lines) const {
    const Result<access::Policy> policy = access::ParsePolicy(text, grantee != kEverybody, "");
    if (text.empty() || !policy.ok()) return;
    for (const access::PolicyStatement& statement : policy->statements) {
      std::vector<std::string> actions;
      for (const std::string& action : statement.actions) {
        actions.push_back(action.substr(action.find(':') == std::string::npos ? 0 : 5));
      }
      for (const std::string& resource : statement.resources) {
        const size_t begin = resource.find("projects/");
        Line line = {grantee, begin == std::string::npos ? resource : resource.substr(begin),
                     statement.allows ? "A" : "D", actions, 0};
        if (!statement.conditions.empty()) line.mark += "C";
        lines.push_back(std::move(line));
      }
    }
  }

  // "Authorization Type: ACL" and its lines, under the name of each grantee where `named`.
  void Section(const std::string& type, const std::vector<Line>& lines, bool named,
               Answer& answer) const {
    if (lines.empty()) return;
    if (!answer.text.empty()) answer.text += "\n";
    answer.text += "Authorization Type: " + type + "\n";
    std::string above;
    for (const Line& line : lines) {
      if (named && line.grantee != above) answer.text += "[" + line.grantee + "]\n";
      above = line.grantee;
      answer.text += Text(line, line.object) + "\n";
      for (const std::string& action : line.actions) {
        answer.rows.push_back({line.grantee, line.object, action});
      }
    }
  }

  std::string Text(const Line& line, const std::string& subject) const {
    std::string text = Pad(line.mark, kMarkColumns) + subject + ": " + Join(line.actions, " | ");
    if (line.expires_ms != 0) text += "\tExpires:" + zone_.Format(line.expires_ms / 1000);
    return text;
  }

  static constexpr const char* kEverybody = "";

 private:
  static void Add(Line line, std::vector<Line>& lines) {
    const auto same = std::ranges::find_if(lines, [&](const Line& one) {
      return one.grantee == line.grantee && one.object == line.object && one.mark == line.mark &&
             one.expires_ms == line.expires_ms;
    });
    if (same == lines.end()) {
      lines.push_back(std::move(line));
    } else {
      same->actions.push_back(line.actions.front());
    }
  }

  const store::ProjectSecurity& security_;
  const std::string project_;
  const TableNames tables_;
  const TimeZone& zone_;
};

Result<TableNames> NamesOfTables(Run& run) {
  TableNames names;
  store::Catalog& catalog = run.state.catalog();
  PAISQL_ASSIGN(const std::vector<store::Schema> schemas, catalog.ListSchemas(run.state.project));
  for (const store::Schema& schema : schemas) {
    PAISQL_ASSIGN(const std::vector<store::Table> tables,
                  catalog.ListTables(store::PlaceText(schema.project, schema.name)));
    for (const store::Table& table : tables) names[table.id] = {table.project, table.name};
  }
  return names;
}

// What is asked for: of all, of a role, of a user and its roles; on one object or on all.
struct Filter {
  std::string role;
  std::string user;
  std::vector<std::string> roles = {};  // of the user
  const access::ObjectType* type = nullptr;
  std::optional<FoundObject> object = {};

  bool HasRole(const std::string& name) const {
    return std::ranges::any_of(roles, [&](const auto& one) { return EqualsIgnoreCase(one, name); });
  }
  bool operator()(const store::Privilege& one) const {
    const bool grantee = one.to_role ? HasRole(one.grantee) : EqualsIgnoreCase(one.grantee, user);
    if (!grantee || (type != nullptr && one.object_type != type->name)) return false;
    if (!object.has_value()) return true;
    return object->id != 0 ? one.object_id == object->id
                           : EqualsIgnoreCase(one.object, object->name);
  }
};

std::string PolicyTitle(const std::string& role) { return "role/" + role; }

void ShowPermissions(const Permits& permits, const store::ProjectSecurity& security,
                     const Filter& filter, bool named, Answer& answer) {
  permits.Section("ACL", permits.Lines(false, filter), named, answer);
  std::vector<Line> by_policy;
  for (const store::ProjectRole& role : security.roles) {
    const bool wanted = filter.HasRole(role.name) && filter.type == nullptr;
    if (wanted) permits.AddPolicy(role.policy, PolicyTitle(role.name), by_policy);
  }
  for (Line& line : permits.Lines(true, filter)) by_policy.push_back(std::move(line));
  permits.Section("Policy", by_policy, named, answer);
}

void AddBuckets(const std::vector<store::Role>& roles, const std::string& only,
                const std::string& bucket, Answer& answer) {
  Answer box;
  box.columns = {"role", "bucket", "permission"};
  for (const store::Role& role : roles) {
    if (!only.empty() && !EqualsIgnoreCase(role.name, only)) continue;
    for (const store::Grant& grant : role.grants) {
      if (!bucket.empty() && !grant.bucket.empty() && grant.bucket != bucket) continue;
      box.rows.push_back({role.name, grant.bucket.empty() ? "*" : grant.bucket, grant.action});
    }
  }
  if (box.rows.empty() && !answer.text.empty()) return;
  if (!answer.text.empty()) answer.text += "\n";
  answer.text += Box(box) + std::to_string(box.rows.size()) + " grants\n";
  for (auto& row : box.rows) answer.rows.push_back(std::move(row));
}

Status ShowOwner(const std::string& owner, const std::string& project, Answer& answer) {
  answer.text = "[" + owner + "]\nprojects/" + project + ": Project Owner\n";
  return Status::Ok();
}

// The role of SHOW GRANTS FOR ROLE: one of the project, or of the home alone.
Result<std::string> RoleAsked(const syntax::Identifier& name,
                              const store::ProjectSecurity& security,
                              const std::vector<store::Role>& roles) {
  const store::Role* const of_home = oss::FindRole(roles, name.text);
  if (of_home != nullptr) return of_home->name;
  return RequireRole(security, name.text, name.range);
}

Status ReadFilterObject(const syntax::ShowStatement& statement, Run& run, Filter& filter) {
  if (!statement.object_type.has_value()) return Status::Ok();
  PAISQL_ASSIGN(filter.type,
                RequireObjectType(statement.object_type->text, statement.object_type->range));
  if (!statement.object.has_value()) return Status::Ok();
  PAISQL_ASSIGN(filter.object,
                FindObject(*filter.type, statement.object->text, statement.object->range, run));
  return Status::Ok();
}

}  // namespace

Result<Answer> ShowGrants(const syntax::ShowStatement& statement, Run& run) {
  Answer answer;
  answer.columns = {"grantee", "object", "permission"};
  std::string bucket;
  if (statement.bucket.has_value()) {
    PAISQL_ASSIGN_AT(statement.bucket->range, bucket, oss::BucketName(statement.bucket->text));
  }
  PAISQL_ASSIGN(const store::ProjectSecurity security, ReadSecurity(run));
  PAISQL_ASSIGN(const std::vector<store::Role> roles, run.state.catalog().ListRoles());
  PAISQL_ASSIGN(const store::Project project, ThisProject(run));
  Filter filter;
  PAISQL_TRY(ReadFilterObject(statement, run, filter));
  if (statement.role.has_value()) {
    PAISQL_ASSIGN(filter.role, RoleAsked(*statement.role, security, roles));
    filter.roles = {filter.role};
  } else if (statement.user.has_value()) {
    PAISQL_ASSIGN(filter.user, UserNamed(statement.user->text, statement.user->range, run));
    const bool owner = EqualsIgnoreCase(project.owner, filter.user) ||
                       EqualsIgnoreCase(project.owner, statement.user->text);
    if (owner) {
      PAISQL_TRY(ShowOwner(project.owner, project.name, answer));
      return answer;
    }
    PAISQL_ASSIGN(filter.user,
                  RequireUser(security, statement.user->text, statement.user->range, run));
  } else {
    filter.user = run.state.permissions().user();
    PAISQL_ASSIGN(const bool owner, run.state.permissions().Owns(project.name));
    if (owner && bucket.empty()) PAISQL_TRY(ShowOwner(project.owner, project.name, answer));
  }
  if (!filter.user.empty()) {
    filter.roles = access::RolesOf(security, filter.user);
    if (!filter.roles.empty()) answer.text += "[roles]\n" + Join(filter.roles, ", ") + "\n";
  }
  if (statement.roles_only) {
    answer.columns = {"role"};
    for (const std::string& role : filter.roles) answer.rows.push_back({role});
    return answer;
  }
  if (bucket.empty()) {
    PAISQL_ASSIGN(TableNames names, NamesOfTables(run));
    const TimeZone zone = run.state.Zone();
    const Permits permits(security, project.name, std::move(names), zone);
    ShowPermissions(permits, security, filter, true, answer);
  }
  const bool buckets = filter.user.empty() && filter.type == nullptr;
  if (buckets && answer.rows.empty()) answer.columns = {"role", "bucket", "permission"};
  if (buckets) AddBuckets(roles, filter.role, bucket, answer);
  return answer;
}

Result<Answer> DescribeRole(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::ProjectSecurity security, ReadSecurity(run));
  PAISQL_ASSIGN(const std::string role,
                RequireRole(security, statement.name.ToString(), statement.name.range));
  PAISQL_ASSIGN(const store::Project project, ThisProject(run));
  PAISQL_ASSIGN(TableNames names, NamesOfTables(run));
  Answer answer;
  answer.columns = {"grantee", "object", "permission"};
  std::vector<std::string> users;
  for (const store::Membership& member : security.members) {
    if (EqualsIgnoreCase(member.role, role)) users.push_back(member.user);
  }
  answer.text = "[users]\n" + Join(users, ", ") + "\n";
  for (const std::string& user : users) answer.rows.push_back({"user/" + user, "role/" + role, ""});
  const TimeZone zone = run.state.Zone();
  const Permits permits(security, project.name, std::move(names), zone);
  Filter filter;
  filter.roles = {role};
  ShowPermissions(permits, security, filter, false, answer);
  return answer;
}

Result<Answer> ShowAcl(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::ProjectSecurity security, ReadSecurity(run));
  PAISQL_ASSIGN(const store::Project project, ThisProject(run));
  const access::ObjectType* type = access::FindObjectType("table");
  if (statement.object_type.has_value()) {
    PAISQL_ASSIGN(type,
                  RequireObjectType(statement.object_type->text, statement.object_type->range));
  }
  PAISQL_ASSIGN(const FoundObject found,
                FindObject(*type, statement.object->text, statement.object->range, run));
  PAISQL_ASSIGN(TableNames names, NamesOfTables(run));
  const TimeZone zone = run.state.Zone();
  const Permits permits(security, project.name, std::move(names), zone);
  Answer answer;
  answer.columns = {"grantee", "object", "permission"};
  const std::string place = found.place.empty() ? project.name : found.place;
  const std::string path = access::ObjectPath(*type, PathOfPlace(place, *type), found.name);
  std::vector<Line> implicit = {{"project_owner/" + project.owner, path, "AG", {"All"}, 0}};
  if (!found.owner.empty()) {
    implicit.push_back({"object_creator/" + found.owner, path, "AG", {"All"}, 0});
  }
  answer.text = "Authorization Type: Implicit\n";
  for (const Line& line : implicit) {
    answer.text += permits.Text(line, line.grantee) + "\n";
    answer.rows.push_back({line.grantee, path, "All"});
  }
  const std::vector<Line> lines = permits.Lines(false, [&](const store::Privilege& one) {
    const bool same =
        found.id != 0 ? one.object_id == found.id : EqualsIgnoreCase(one.object, found.name);
    return one.object_type == type->name && same;
  });
  if (!lines.empty()) answer.text += "\nAuthorization Type: ACL\n";
  for (const Line& line : lines) {
    const std::string whole = type->folder.empty() ? line.object : "acs:odps:*:" + line.object;
    answer.text += permits.Text(line, line.grantee + "(" + whole + ")") + "\n";
    for (const std::string& action : line.actions) {
      answer.rows.push_back({line.grantee, line.object, action});
    }
  }
  return answer;
}

Result<Answer> ShowSecurity(const syntax::ShowStatement&, Run& run) {
  PAISQL_ASSIGN(const store::ProjectSecurity security, ReadSecurity(run));
  Answer answer;
  answer.columns = {"setting", "value"};
  for (const access::SecuritySetting& setting : SecuritySettings()) {
    const std::string value = access::IsSet(security, setting) ? "true" : "false";
    answer.rows.push_back({std::string(setting.name), value});
    answer.text += std::string(setting.name) + "=" + value + "\n";
  }
  return answer;
}

}  // namespace paisql::session
