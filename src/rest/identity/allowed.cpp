#include "rest/identity/allowed.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kResourceBegin = "acs:odps:*:";

// A kind of objects in a project's paths.
struct ObjectKind {
  std::string_view folder;  // "registration/functions" has two parts
  std::string_view creates;
  std::string_view reads;
  std::string_view changes;
  std::string_view removes;
  bool in_schemas;
};

constexpr ObjectKind kObjectKinds[] = {
    {"tables", "CreateTable", "Describe", "Update", "Drop", true},
    {"resources", "CreateResource", "Read", "Write", "Delete", true},
    {"registration/functions", "CreateFunction", "Read", "Write", "Delete", true},
    {"instances", "CreateInstance", "Read", "Write", "Delete", false},
    {"offlinemodels", "CreateOfflineModel", "Read", "Write", "Delete", false},
    {"volumes", "CreateVolume", "Read", "Write", "Delete", false},
};

// What a request is about, as policies name it; no action: it is not known.
struct Asked {
  std::string action;
  std::string resource;
};

bool IsRead(const Call& call) { return call.method == "GET" || call.method == "HEAD"; }

// A download of rows begins by POST and changes nothing.
bool IsDownload(const Call& call) {
  const bool begins = call.method == "POST" && call.Has("downloads");
  return begins || (IsRead(call) && (call.Has("downloadid") || call.Has("data")));
}

Asked AskedOfObject(const Call& call, const ObjectKind& kind, const std::string& place,
                    const std::vector<std::string>& rest) {
  if (rest.empty() && IsRead(call)) return {"List", "projects/" + call.path[1]};
  if (rest.empty()) {
    const bool creates = call.method == "POST" && !call.Has("query");
    return {creates ? std::string(kind.creates) : "", "projects/" + call.path[1]};
  }
  const std::string resource = place + "/" + std::string(kind.folder) + "/" + rest.front();
  if (IsDownload(call)) {
    return {kind.folder == "tables" ? "Select" : std::string(kind.reads), resource};
  }
  if (IsRead(call)) return {std::string(kind.reads), resource};
  return {std::string(call.method == "DELETE" ? kind.removes : kind.changes), resource};
}

Asked AskedOfProject(const Call& call) {
  std::vector<std::string> rest(call.path.begin() + 2, call.path.end());
  std::string schema = call.Get("curr_schema", store::kDefaultSchema);
  if (rest.size() >= 2 && rest.front() == "schemas") {
    schema = rest[1];
    rest.erase(rest.begin(), rest.begin() + 2);
  }
  if (rest.empty()) {
    const bool plain = IsRead(call) && call.path.size() == 2 && !call.Has("policy") &&
                       !call.Has("security_configuration");
    return {plain ? "Read" : "", "projects/" + call.path[1]};
  }
  for (const ObjectKind& kind : kObjectKinds) {
    const std::vector<std::string> folder = Split(kind.folder, '/');
    if (rest.size() < folder.size() || !std::equal(folder.begin(), folder.end(), rest.begin())) {
      continue;
    }
    rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(folder.size()));
    const bool default_place = !kind.in_schemas || EqualsIgnoreCase(schema, store::kDefaultSchema);
    const std::string place =
        "projects/" + call.path[1] + (default_place ? "" : "/schemas/" + schema);
    return AskedOfObject(call, kind, place, rest);
  }
  return {};
}

Asked AskedOf(const Call& call) {
  const std::vector<std::string>& path = call.path;
  if (path.size() == 1 && path[0] == "logview" && IsRead(call)) {
    return {"Read", "projects/" + call.Get("p") + "/instances/" + call.Get("i")};
  }
  if (path.size() >= 2 && path[0] == "projects") return AskedOfProject(call);
  return {};
}

// Everybody who may ask anything is told these.
bool IsAboutServer(const Call& call) {
  const std::string path = Join(call.path, "/");
  return IsRead(call) && (path == "tenants" || path == "logview/host" ||
                          (call.path.size() == 3 && call.path[2] == "tunnel"));
}

bool Allows(const access::Policy& policy, const Asked& asked, int64_t now_ms) {
  if (asked.action.empty()) return false;
  bool allows = false;
  for (const access::PolicyStatement& statement : policy.statements) {
    const std::string resource = std::string(kResourceBegin) + asked.resource;
    if (!access::AppliesTo(statement, "", asked.action, resource, now_ms)) continue;
    if (!statement.allows) return false;
    allows = true;
  }
  return allows;
}

}  // namespace

std::optional<Answer> RefuseBeyondToken(const Call& call, int64_t now_ms) {
  if (call.allowed == nullptr || IsAboutServer(call)) return std::nullopt;
  const Asked asked = AskedOf(call);
  if (Allows(*call.allowed, asked, now_ms)) return std::nullopt;
  const std::string what =
      asked.action.empty()
          ? "the bearer token is not for " + call.method + " /" + Join(call.path, "/")
          : "You have NO privilege 'odps:" + asked.action + "' on {" + std::string(kResourceBegin) +
                asked.resource +
                "}. The bearer token does not "
                "allow it.";
  return XmlError(403, "NoPermission", "ODPS-0130013:Authorization exception - " + what);
}

}  // namespace paisql::rest
