// Services, their versions, and what runs of them.

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.h"
#include "store/catalog/catalog_state.h"
#include "store/catalog/service_secrets.h"
#include "store/files/clock.h"
#include "store/home/home_paths.h"
#include "store/place.h"
#include "store/services.h"

namespace paisql::store {
namespace {

constexpr std::array<std::string_view, 4> kRoles = {"main", "grey", "mirror", "retired"};
constexpr std::array<std::string_view, 5> kStates = {"starting", "ready", "draining", "backoff",
                                                     "failed"};

constexpr const char* kServiceColumns =
    "SELECT s.id, p.name, s.name, s.token, s.owner, s.running, s.properties, s.created_ms, "
    "s.updated_ms FROM services s JOIN projects p ON p.id = s.project_id ";

constexpr const char* kServiceVersionColumns =
    "SELECT v.version, v.processor, COALESCE(v.model_id, 0), COALESCE(p.name, ''), "
    "COALESCE(m.name, ''), "
    "v.model_version, COALESCE(k.folder, v.folder), v.properties, v.role, v.weight, v.instances, "
    "v.replaced, v.created_ms, v.model_id IS NOT NULL FROM service_versions v "
    "LEFT JOIN models m ON m.id = v.model_id LEFT JOIN projects p ON p.id = m.project_id "
    "LEFT JOIN model_versions k ON k.model_id = v.model_id AND k.version = v.model_version "
    "WHERE v.service_id = ?1 ORDER BY v.version";

// The place of the text in the list; its size for one that is not there.
template <size_t Count>
size_t PlaceOf(const std::array<std::string_view, Count>& texts, std::string_view text) {
  return static_cast<size_t>(std::find(texts.begin(), texts.end(), text) - texts.begin());
}

Result<ServiceVersion> ReadServiceVersion(const Statement& row, CatalogState& state) {
  ServiceVersion version;
  version.version = row.Int(0);
  version.processor = row.Text(1);
  version.model_id = row.Int(2);
  version.model_project = row.Text(3);
  version.model_name = row.Text(4);
  version.model_version = row.Int(5);
  version.folder = row.Text(6);
  version.properties = row.Text(7);
  version.weight = static_cast<int>(row.Int(9));
  version.instances = static_cast<int>(row.Int(10));
  version.replaced = row.Int(11);
  version.created_ms = row.Int(12);
  const size_t role = PlaceOf(kRoles, row.Text(8));
  if (role == kRoles.size()) return DamagedCatalog(state.home, "a service has no such role");
  version.role = static_cast<ServiceRole>(role);
  const bool of_model = row.Int(13) != 0;
  // Only a copy of the catalog has absolute folders of models.
  if (of_model && !(state.is_copy && version.folder.starts_with('/'))) {
    PAISQL_ASSIGN(version.folder, PathInHome(state.home, "models", version.folder));
  }
  return version;
}

Result<Service> ReadService(const Statement& row, CatalogState& state) {
  Service service;
  service.id = row.Int(0);
  service.project = row.Text(1);
  service.name = row.Text(2);
  service.token = row.Text(3);
  service.owner = row.Text(4);
  service.running = row.Int(5) != 0;
  service.properties = row.Text(6);
  service.created_ms = row.Int(7);
  service.updated_ms = row.Int(8);
  const ServiceSecrets secrets(state);
  service.readable = secrets.ShowToken(&service.token);
  service.readable = secrets.ShowProperties(&service.properties) && service.readable;
  PAISQL_ASSIGN(Statement list, state.db.Prepare(kServiceVersionColumns));
  list.Bind(service.id);
  int mains = 0;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    PAISQL_ASSIGN(ServiceVersion version, ReadServiceVersion(list, state));
    mains += version.role == ServiceRole::kMain ? 1 : 0;
    service.readable = secrets.ShowProperties(&version.properties) && service.readable;
    service.versions.push_back(std::move(version));
  }
  if (mains != 1) {
    return DamagedCatalog(state.home, "service " + service.name + " has no main version");
  }
  return service;
}

Result<std::optional<Service>> FindById(int64_t id, CatalogState& state) {
  PAISQL_ASSIGN(Statement find, state.db.Prepare(std::string(kServiceColumns) + "WHERE s.id = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(id).Step());
  std::optional<Service> service;
  if (found) {
    PAISQL_ASSIGN(service, ReadService(find, state));
  }
  return service;
}

// Asserts what statements keep true of a service.
void CheckVersions(const std::vector<ServiceVersion>& versions) {
  int mains = 0;
  int shares = 0;
  for (const ServiceVersion& version : versions) {
    mains += version.role == ServiceRole::kMain ? 1 : 0;
    const bool answers = version.role == ServiceRole::kMain || version.role == ServiceRole::kGrey;
    shares += answers ? version.weight : 0;
    PAISQL_ASSERT(version.weight >= 0 && version.weight <= 100, "a weight is a percentage");
  }
  PAISQL_ASSERT(mains == 1, "a service has one main version");
  PAISQL_ASSERT(shares == 100, "weights add up to 100");
}

Status RequireModelVersion(const ServiceVersion& version, Database& db) {
  if (version.model_id == 0) return Status::Ok();
  PAISQL_ASSIGN(const auto known,
                db.QueryInt("SELECT id FROM model_versions WHERE model_id = ?1 AND version = ?2",
                            version.model_id, version.model_version));
  if (known.has_value()) return Status::Ok();
  return Error{ErrorCode::kModelNotFound,
               "version " + std::to_string(version.model_version) + " of the model does not exist",
               {},
               "DESC MODEL lists the versions"};
}

Status InsertVersion(int64_t service_id, const ServiceVersion& version, CatalogState& state) {
  Database& db = state.db;
  PAISQL_TRY(RequireModelVersion(version, db));
  PAISQL_ASSIGN(const std::string properties,
                ServiceSecrets(state).HiddenProperties(version.properties));
  PAISQL_ASSIGN(const auto next,
                db.QueryInt("SELECT next_version FROM services WHERE id = ?1", service_id));
  const bool of_model = version.model_id != 0;
  PAISQL_TRY(db.Run(
      "INSERT INTO service_versions (service_id, version, processor, model_id, "
      "model_version, folder, properties, role, weight, instances, replaced, created_ms) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
      service_id, next.value_or(1), version.processor,
      of_model ? std::optional<int64_t>(version.model_id) : std::nullopt, version.model_version,
      of_model ? "" : version.folder, properties, ServiceRoleText(version.role), version.weight,
      version.instances, version.replaced, NowMs()));
  return db.Run("UPDATE services SET next_version = ?2 + 1 WHERE id = ?1", service_id,
                next.value_or(1));
}

Status UpdateVersion(int64_t service_id, const ServiceVersion& version, CatalogState& state) {
  PAISQL_ASSIGN(const std::string properties,
                ServiceSecrets(state).HiddenProperties(version.properties));
  return state.db.Run(
      "UPDATE service_versions SET properties = ?3, role = ?4, weight = ?5, instances = ?6, "
      "replaced = ?7 WHERE service_id = ?1 AND version = ?2",
      service_id, version.version, properties, ServiceRoleText(version.role), version.weight,
      version.instances, version.replaced);
}

Status StoreVersions(const Service& before, const Service& after, CatalogState& state) {
  for (const ServiceVersion& old : before.versions) {
    if (after.Version(old.version) != nullptr) continue;
    PAISQL_TRY(state.db.Run("DELETE FROM service_versions WHERE service_id = ?1 AND version = ?2",
                            before.id, old.version));
  }
  for (const ServiceVersion& version : after.versions) {
    PAISQL_TRY(version.version == 0 ? InsertVersion(before.id, version, state)
                                    : UpdateVersion(before.id, version, state));
  }
  return Status::Ok();
}

Error SecretsGone(const Service& service) {
  return {ErrorCode::kEnvironment,
          "the token or a property of service " + service.name +
              " cannot be read: its file below services/private/ is gone or another user's",
          {},
          "DROP SERVICE " + service.name + " and deploy it anew, or put the whole home back"};
}

Status CountRevision(Database& db) {
  return db.Run("UPDATE service_revision SET revision = revision + 1");
}

Status RequireFreeName(const std::string& name, Database& db) {
  PAISQL_ASSIGN(Statement find,
                db.Prepare("SELECT p.name FROM services s JOIN projects p ON p.id = s.project_id "
                           "WHERE s.name = ?1"));
  PAISQL_ASSIGN(const bool taken, find.Bind(name).Step());
  if (!taken) return Status::Ok();
  return Error{ErrorCode::kInvalidMetaOperation,
               "service " + name + " already exists in project " + find.Text(0),
               {},
               "ALTER SERVICE " + name + " changes it; names are those of the whole home"};
}

}  // namespace

std::string_view ServiceRoleText(ServiceRole role) { return kRoles[static_cast<size_t>(role)]; }

std::string_view InstanceStateText(InstanceState state) {
  return kStates[static_cast<size_t>(state)];
}

const ServiceVersion* Service::Version(int64_t version) const {
  for (const ServiceVersion& one : versions) {
    if (one.version == version) return &one;
  }
  return nullptr;
}

ServiceVersion* Service::Version(int64_t version) {
  return const_cast<ServiceVersion*>(std::as_const(*this).Version(version));
}

const ServiceVersion& Service::Main() const {
  const auto main = std::find_if(versions.begin(), versions.end(), [](const auto& version) {
    return version.role == ServiceRole::kMain;
  });
  PAISQL_ASSERT(main != versions.end(), "a service has a main version");
  return *main;
}

ServiceVersion& Service::Main() { return const_cast<ServiceVersion&>(std::as_const(*this).Main()); }

Result<int64_t> ServiceCatalog::Revision() {
  PAISQL_ASSIGN(const auto revision, state_.db.QueryInt("SELECT revision FROM service_revision"));
  return revision.value_or(0);
}

Result<std::optional<Service>> ServiceCatalog::Find(const std::string& name) {
  PAISQL_ASSIGN(const auto id, state_.db.QueryInt("SELECT id FROM services WHERE name = ?1", name));
  if (!id.has_value()) return std::optional<Service>();
  return FindById(*id, state_);
}

Result<std::vector<Service>> ServiceCatalog::List(const std::string& project) {
  PAISQL_ASSIGN(Statement list, state_.db.Prepare(std::string(kServiceColumns) +
                                                  "WHERE p.name = ?1 OR ?1 = '' ORDER BY s.name"));
  list.Bind(ProjectOfPlace(project));
  std::vector<Service> services;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    PAISQL_ASSIGN(Service service, ReadService(list, state_));
    services.push_back(std::move(service));
  }
  // A file may have gone with a change that was made meanwhile.
  for (Service& service : services) {
    if (service.readable) continue;
    PAISQL_ASSIGN(std::optional<Service> now, FindById(service.id, state_));
    if (now.has_value()) service = *std::move(now);
  }
  return services;
}

Result<Service> ServiceCatalog::Create(const Service& service) {
  CheckVersions(service.versions);
  PAISQL_ASSIGN(CatalogWrite transaction, state_.BeginWrite());
  PAISQL_ASSIGN(const int64_t project_id, state_.RequireProject(service.project));
  PAISQL_TRY(RequireFreeName(service.name, state_.db));
  ServiceSecrets secrets(state_);
  PAISQL_ASSIGN(const std::string token, secrets.HiddenToken(service.token));
  PAISQL_ASSIGN(const std::string properties, secrets.HiddenProperties(service.properties));
  PAISQL_ASSIGN(
      const int64_t id,
      state_.db.Insert(
          "INSERT INTO services (project_id, name, token, owner, running, properties, "
          "next_version, "
          "created_ms, updated_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?7) RETURNING id",
          project_id, service.name, token, service.owner.empty() ? state_.Owner() : service.owner,
          service.running, properties, NowMs()));
  for (const ServiceVersion& version : service.versions) {
    PAISQL_TRY(InsertVersion(id, version, state_));
  }
  PAISQL_TRY(CountRevision(state_.db));
  PAISQL_ASSIGN(std::optional<Service> made, FindById(id, state_));
  PAISQL_ASSIGN(const std::vector<std::string> forsaken, secrets.Forsaken());
  PAISQL_TRY(transaction.Commit());
  secrets.Remove(forsaken);
  return *std::move(made);
}

Result<std::optional<Service>> ServiceCatalog::Change(
    int64_t service_id, const std::function<Status(Service*)>& change) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_.BeginWrite());
  PAISQL_ASSIGN(const std::optional<Service> before, FindById(service_id, state_));
  if (!before.has_value()) return std::optional<Service>();
  Service after = *before;
  PAISQL_TRY(change(&after));
  CheckVersions(after.versions);
  if (!before->readable) return SecretsGone(*before);
  ServiceSecrets secrets(state_);
  PAISQL_ASSIGN(const std::string token, secrets.HiddenToken(after.token));
  PAISQL_ASSIGN(const std::string properties, secrets.HiddenProperties(after.properties));
  PAISQL_TRY(state_.db.Run(
      "UPDATE services SET token = ?2, running = ?3, properties = ?4, updated_ms = ?5 "
      "WHERE id = ?1",
      service_id, token, after.running, properties, NowMs()));
  PAISQL_TRY(StoreVersions(*before, after, state_));
  PAISQL_TRY(CountRevision(state_.db));
  PAISQL_ASSIGN(std::optional<Service> made, FindById(service_id, state_));
  PAISQL_ASSIGN(const std::vector<std::string> forsaken, secrets.Forsaken());
  PAISQL_TRY(transaction.Commit());
  secrets.Remove(forsaken);
  return made;
}

Status ServiceCatalog::Drop(int64_t service_id) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_.BeginRemoval());
  PAISQL_TRY(state_.db.Run("DELETE FROM services WHERE id = ?1", service_id));
  PAISQL_TRY(CountRevision(state_.db));
  const ServiceSecrets secrets(state_);
  PAISQL_ASSIGN(const std::vector<std::string> forsaken, secrets.Forsaken());
  PAISQL_TRY(transaction.Commit());
  secrets.Remove(forsaken);
  return Status::Ok();
}

Result<std::optional<Fleet>> ServiceCatalog::ReadFleet() {
  PAISQL_ASSIGN(Statement find,
                state_.db.Prepare("SELECT supervisor_pid, supervisor_start, front_pid, "
                                  "front_start, boot_id, host, port, started_ms FROM fleet"));
  PAISQL_ASSIGN(const bool found, find.Bind().Step());
  std::optional<Fleet> fleet;
  if (found) {
    fleet = Fleet{{find.Int(0), find.Int(1)},
                  {find.Int(2), find.Int(3)},
                  find.Text(4),
                  find.Text(5),
                  static_cast<int>(find.Int(6)),
                  find.Int(7)};
  }
  return fleet;
}

Status ServiceCatalog::WriteFleet(const Fleet& fleet) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_.BeginNote());
  PAISQL_TRY(state_.db.Run(
      "INSERT INTO fleet (id, supervisor_pid, supervisor_start, front_pid, front_start, "
      "boot_id, host, port, started_ms) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) "
      "ON CONFLICT (id) DO UPDATE SET supervisor_pid = ?1, supervisor_start = ?2, front_pid = ?3, "
      "front_start = ?4, boot_id = ?5, host = ?6, port = ?7, started_ms = ?8",
      fleet.supervisor.pid, fleet.supervisor.start, fleet.front.pid, fleet.front.start,
      fleet.boot_id, fleet.host, fleet.port, fleet.started_ms));
  return transaction.Commit();
}

Result<std::vector<ServiceInstance>> ServiceCatalog::ListInstances() {
  PAISQL_ASSIGN(
      Statement list,
      state_.db.Prepare("SELECT service_id, version, instance, pid, process_start, port, state, "
                        "restarts, last_error, updated_ms FROM service_instances "
                        "ORDER BY service_id, version, instance"));
  list.Bind();
  std::vector<ServiceInstance> instances;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return instances;
    const size_t state = PlaceOf(kStates, list.Text(6));
    if (state == kStates.size()) {
      return DamagedCatalog(state_.home, "an instance has no such state");
    }
    instances.push_back({list.Int(0), list.Int(1), static_cast<int>(list.Int(2)), list.Int(3),
                         list.Int(4), static_cast<int>(list.Int(5)),
                         static_cast<InstanceState>(state), static_cast<int>(list.Int(7)),
                         list.Text(8), list.Int(9)});
  }
}

Status ServiceCatalog::ChangeInstances(const std::vector<ServiceInstance>& put,
                                       const std::vector<ServiceInstance>& removed) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_.BeginNote());
  for (const ServiceInstance& one : put) {
    PAISQL_TRY(state_.db.Run(
        "INSERT INTO service_instances (service_id, version, instance, pid, "
        "process_start, port, state, restarts, last_error, updated_ms) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) "
        "ON CONFLICT (service_id, version, instance) DO UPDATE SET pid = ?4, process_start = ?5, "
        "port = ?6, state = ?7, restarts = ?8, last_error = ?9, updated_ms = ?10",
        one.service_id, one.version, one.index, one.pid, one.process_start, one.port,
        InstanceStateText(one.state), one.restarts, one.last_error, NowMs()));
  }
  for (const ServiceInstance& one : removed) {
    PAISQL_TRY(
        state_.db.Run("DELETE FROM service_instances WHERE service_id = ?1 AND version = ?2 "
                      "AND instance = ?3",
                      one.service_id, one.version, one.index));
  }
  return transaction.Commit();
}

}  // namespace paisql::store
