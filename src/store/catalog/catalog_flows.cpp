#include "store/flows.h"
#include "store/place.h"

#include "base/text.h"
#include "store/catalog/catalog_database.h"
#include "store/catalog/catalog_state.h"
#include "store/files/partition_key.h"

namespace paisql::store {
namespace {

constexpr const char* kRunColumns =
    "SELECT id, flow, folder, project, bizdate, state, message, command, started_ms, ended_ms, "
    "pid, process_start, boot_id FROM flow_runs ";

FlowRun ReadRun(const Statement& row) {
  FlowRun run;
  run.id = row.Int(0);
  run.flow = row.Text(1);
  run.folder = row.Text(2);
  run.project = row.Text(3);
  run.bizdate = row.Text(4);
  run.state = row.Text(5);
  run.message = row.Text(6);
  run.command = row.Text(7);
  run.started_ms = row.Int(8);
  run.ended_ms = row.Int(9);
  run.pid = row.Int(10);
  run.process_start = row.Int(11);
  run.boot_id = row.Text(12);
  return run;
}

Result<std::vector<FlowRun>> ReadRuns(Statement& list) {
  std::vector<FlowRun> runs;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return runs;
    runs.push_back(ReadRun(list));
  }
}

Status WriteNodes(Database& db, const std::vector<FlowNode>& nodes) {
  for (const FlowNode& node : nodes) {
    PAISQL_TRY(
        db.Run("INSERT INTO flow_nodes (run_id, position, name, kind, state, message, attempts, "
               "started_ms, ended_ms, evidence, outputs) "
               "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) "
               "ON CONFLICT (run_id, name) DO UPDATE SET state = ?5, message = ?6, attempts = ?7, "
               "started_ms = ?8, ended_ms = ?9, evidence = ?10, outputs = ?11",
               node.run_id, node.position, node.name, node.kind, node.state, node.message,
               node.attempts, node.started_ms, node.ended_ms, node.evidence, node.outputs));
  }
  return Status::Ok();
}

}  // namespace

FlowBook::FlowBook() = default;
FlowBook::~FlowBook() = default;

Result<std::unique_ptr<FlowBook>> FlowBook::Open(const Home& home) {
  {
    // Makes the catalog, and its tables.
    PAISQL_ASSIGN(const std::unique_ptr<Catalog> catalog, Catalog::Open(home));
  }
  PAISQL_ASSIGN(Database database, OpenCatalogDatabase(home));
  // After the loss of power the last nodes may count as not done, and are run again.
  PAISQL_TRY(SetUpConnection(database, Durability::kSoon));
  std::unique_ptr<FlowBook> book(new FlowBook());
  book->state_ = std::make_unique<CatalogState>(home, std::move(database));
  return book;
}

std::string FlowBook::RunPath(int64_t run_id) const {
  return state_->home.path() + "/flows/" + std::to_string(run_id);
}

bool FlowBook::writable() const { return state_->home.writable(); }

Status FlowBook::Begin(FlowRun& run, std::vector<FlowNode>& nodes,
                       const std::function<Status(const std::vector<FlowRun>& running)>& judge) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kRunColumns) +
                                                   "WHERE state = 'RUNNING' AND folder = ?1"));
  PAISQL_ASSIGN(const std::vector<FlowRun> running, ReadRuns(list.Bind(run.folder)));
  PAISQL_TRY(judge(running));
  PAISQL_ASSIGN(
      const int64_t id,
      state_->db.Insert(
          "INSERT INTO flow_runs (flow, folder, project, bizdate, state, message, command, "
          "started_ms, ended_ms, pid, process_start, boot_id) "
          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) RETURNING id",
          run.flow, run.folder, run.project, run.bizdate, run.state, run.message, run.command,
          run.started_ms, run.ended_ms, run.pid, run.process_start, run.boot_id));
  for (FlowNode& node : nodes) node.run_id = id;
  PAISQL_TRY(WriteNodes(state_->db, nodes));
  PAISQL_TRY(transaction.Commit());
  run.id = id;
  return Status::Ok();
}

Status FlowBook::Change(const FlowRun& run, const std::vector<FlowNode>& nodes) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginNote());
  PAISQL_TRY(
      state_->db.Run("UPDATE flow_runs SET state = ?2, message = ?3, ended_ms = ?4 WHERE id = ?1",
                     run.id, run.state, run.message, run.ended_ms));
  PAISQL_TRY(WriteNodes(state_->db, nodes));
  return transaction.Commit();
}

Result<std::vector<FlowRun>> FlowBook::ListRuns(const std::string& folder, int64_t limit,
                                                int64_t before) {
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kRunColumns) +
                                                   "WHERE (?1 = '' OR folder = ?1) AND id < ?3 "
                                                   "ORDER BY id DESC LIMIT ?2"));
  return ReadRuns(list.Bind(folder, limit, before));
}

Result<std::vector<FlowRun>> FlowBook::ListLastRuns() {
  PAISQL_ASSIGN(Statement list,
                state_->db.Prepare(std::string(kRunColumns) +
                                   "WHERE id IN (SELECT MAX(id) FROM flow_runs GROUP BY folder) "
                                   "ORDER BY id DESC"));
  return ReadRuns(list.Bind());
}

Result<std::optional<FlowRun>> FlowBook::FindRun(int64_t run_id) {
  PAISQL_ASSIGN(Statement find, state_->db.Prepare(std::string(kRunColumns) + "WHERE id = ?1"));
  PAISQL_ASSIGN(std::vector<FlowRun> found, ReadRuns(find.Bind(run_id)));
  if (found.empty()) return std::optional<FlowRun>();
  return std::optional<FlowRun>(std::move(found.front()));
}

Result<std::vector<FlowRun>> FlowBook::ListRunning() {
  PAISQL_ASSIGN(Statement list,
                state_->db.Prepare(std::string(kRunColumns) + "WHERE state = 'RUNNING'"));
  return ReadRuns(list.Bind());
}

Result<std::vector<FlowNode>> FlowBook::ListNodes(int64_t run_id) {
  PAISQL_ASSIGN(Statement list,
                state_->db.Prepare("SELECT run_id, position, name, kind, state, message, attempts, "
                                   "started_ms, ended_ms, evidence, outputs FROM flow_nodes "
                                   "WHERE run_id = ?1 ORDER BY position"));
  list.Bind(run_id);
  std::vector<FlowNode> nodes;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return nodes;
    nodes.push_back({list.Int(0), list.Int(1), list.Text(2), list.Text(3), list.Text(4),
                     list.Text(5), list.Int(6), list.Int(7), list.Int(8), list.Text(9),
                     list.Text(10)});
  }
}

Result<bool> FlowBook::HasProject(const std::string& name) {
  PAISQL_ASSIGN(Statement find, state_->db.Prepare("SELECT 1 FROM projects WHERE name = ?1"));
  return find.Bind(name).Step();
}

Result<std::optional<Resource>> FlowBook::FindResource(const std::string& project,
                                                       const std::string& name) {
  return state_->FindResource(project, name);
}

Result<DataStamp> FlowBook::StampOf(const std::string& project, const std::string& table,
                                    const std::string& partition) {
  PAISQL_ASSIGN(Statement find,
                state_->db.Prepare("SELECT t.id, t.schema_version, t.files_version FROM tables t "
                                   "JOIN projects p ON p.id = t.project_id "
                                   "WHERE p.name = ?1 AND t.schema = ?2 AND t.name = ?3"));
  const Place place = PlaceOf(project);
  PAISQL_ASSIGN(const bool found, find.Bind(place.project, place.schema, table).Step());
  if (!found) return DataStamp();
  std::string stamp = std::to_string(find.Int(0)) + "." + std::to_string(find.Int(1)) + ".";
  if (partition.empty()) return DataStamp(stamp + std::to_string(find.Int(2)));
  // The first levels of a key are those of a partition with all that are below it.
  PAISQL_ASSIGN(Statement list,
                state_->db.Prepare("SELECT id, files_version FROM partitions WHERE table_id = ?1 "
                                   "AND (key = ?2 OR substr(key, 1, length(?2) + 1) = ?2 || '/') "
                                   "ORDER BY id"));
  std::vector<std::string> values;
  for (const std::string& level : Split(partition, '/')) {
    values.push_back(level.substr(level.find('=') + 1));
  }
  list.Bind(find.Int(0), PartitionKey(values));
  bool any = false;
  while (true) {
    PAISQL_ASSIGN(const bool more, list.Step());
    if (!more) break;
    any = true;
    stamp += std::to_string(list.Int(0)) + ":" + std::to_string(list.Int(1)) + ",";
  }
  return any ? DataStamp(std::move(stamp)) : DataStamp();
}

}  // namespace paisql::store
