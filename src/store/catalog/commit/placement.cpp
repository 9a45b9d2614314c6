#include "store/catalog/commit/placement.h"

#include <algorithm>

#include "base/assert.h"
#include "base/text.h"
#include "store/files/block_sums.h"
#include "store/home/lease_files.h"

namespace paisql::store {
namespace {

// The lease below whose staging folder the file stands; nullopt for any other file.
std::optional<std::string> LeaseOfStaged(const Home& home, const std::string& path) {
  const std::string folder = home.StagingPath() + "/";
  if (!path.starts_with(folder) || path.find("/../") != std::string::npos) return std::nullopt;
  const size_t end = path.find('/', folder.size());
  if (end == std::string::npos) return std::nullopt;
  return path.substr(folder.size(), end - folder.size());
}

Status CheckStaged(const Home& home, const WriteRequest& request) {
  for (const StagedFile& file : request.files) {
    if (LeaseOfStaged(home, file.path).has_value()) continue;
    return Error{
        ErrorCode::kIo,
        "the file " + file.path + " does not stand in a staging folder of home " + home.path(),
        {},
        ""};
  }
  return Status::Ok();
}

// The checksums of a file that is written for the first time. What a bucket gets is held to those
// that it had, since a copy with some of its blocks alone would become the whole file there.
Result<std::string> SumsOf(const StagedFile& file, bool for_bucket) {
  if (file.schema_version != 0 && !for_bucket) return std::string();
  PAISQL_ASSIGN(std::string sums, MakeBlockSums(file.path));
  if (file.schema_version == 0 || sums == file.block_sums) return sums;
  return Error{ErrorCode::kDamaged,
               "the data file " + file.path + " is not what was written",
               {},
               "paisql verify tells what of the home is damaged"};
}

// The requests of a change that bring files.
std::vector<const WriteRequest*> RequestsOf(const Change& change) {
  std::vector<const WriteRequest*> requests;
  if (const auto* write = std::get_if<change::Write>(&change)) {
    for (const WriteRequest& request : write->requests) requests.push_back(&request);
  }
  return requests;
}

// The version of a model that a change brings, and its project; nullptr for any other change.
std::pair<std::string, const ModelVersion*> ModelOf(const Change& change) {
  if (const auto* create = std::get_if<change::CreateModel>(&change)) {
    return {create->model.project, &create->version};
  }
  if (const auto* add = std::get_if<change::AddModelVersion>(&change)) {
    return {add->project, &add->version};
  }
  return {"", nullptr};
}

}  // namespace

Result<std::string> PartitionFolder(const Table& table, const std::vector<std::string>& values) {
  std::string folder = "warehouse";
  // Names compare case-insensitively, so folders are in lower case, whatever the file system does.
  for (const std::string& name : {ToLower(table.project), ToLower(table.name)}) {
    PAISQL_ASSIGN(const std::string component, FolderName(name));
    folder += "/" + component;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    PAISQL_ASSIGN(const std::string name, FolderName(table.partition_columns[i].name));
    // '=' stays as it is between name and value: that is how Hive, Spark and DuckDB tell them.
    const std::string component = name + "=" + PercentEncode(values[i]);
    if (component.size() > kMaxFolderNameBytes) {
      return Error{ErrorCode::kPartition,
                   "the partition value '" + values[i] + "' is too long: its folder's name takes " +
                       std::to_string(component.size()) + " bytes, " +
                       std::to_string(kMaxFolderNameBytes) + " are possible",
                   {},
                   "partition by a shorter value"};
    }
    folder += "/" + component;
  }
  return folder;
}

size_t NewTableIndex(int64_t new_table_id) {
  PAISQL_ASSERT(IsNewTable(new_table_id), "this is the id of a table of the catalog");
  return static_cast<size_t>(-(new_table_id + 1));
}

const Table& NewTable(const std::vector<Change>& changes, int64_t new_table_id) {
  size_t index = NewTableIndex(new_table_id);
  for (const Change& change : changes) {
    const auto* create = std::get_if<change::CreateTable>(&change);
    if (create != nullptr && index-- == 0) return create->table;
  }
  PAISQL_UNREACHABLE("the id of a new table comes from another transaction");
}

Status Placement::Place(const std::vector<Change>& changes) {
  std::vector<const WriteRequest*> requests;
  for (const Change& change : changes) {
    for (const WriteRequest* request : RequestsOf(change)) requests.push_back(request);
  }
  const auto is_copied = [](const Change& change) {
    const auto* added = std::get_if<change::AddResource>(&change);
    return ModelOf(change).second != nullptr ||
           (added != nullptr && added->resource.kind != ResourceKind::kTable);
  };
  for (const WriteRequest* request : requests) PAISQL_TRY(CheckStaged(state_.home, *request));
  if (!state_.is_copy && std::any_of(changes.begin(), changes.end(), is_copied)) {
    PAISQL_ASSIGN(lease_, Lease::Acquire(state_.home));
  }
  if (!requests.empty()) PAISQL_TRY(state_.CheckWarehouse());
  moves_ = std::make_unique<FileMoves>(state_.left_files, lease_.get(), state_.bucket);
  for (const WriteRequest* request : requests) {
    PAISQL_ASSIGN(const Table table, TargetOf(*request, changes));
    PAISQL_TRY(PlaceFiles(table, *request));
  }
  for (const Change& change : changes) {
    if (const auto* added = std::get_if<change::AddResource>(&change)) {
      PAISQL_TRY(PlaceResource(*added));
    }
    if (const auto [project, version] = ModelOf(change); version != nullptr) {
      PAISQL_TRY(PlaceModel(project, *version));
    }
  }
  PAISQL_TRY(moves_->Sync(state_.stop ? state_.stop() : std::stop_token()));
  return requests.empty() ? Status::Ok() : state_.Reach(FaultPoint::kFilesSynced);
}

Status Placement::Check() const { return files_.empty() ? Status::Ok() : state_.CheckWarehouse(); }

Status Placement::Commit(CatalogWrite& write) {
  PAISQL_TRY(state_.Reach(FaultPoint::kBeforeCommit));
  Status committed = write.Commit(moves_.get());
  if (!committed.ok()) {
    if (lease_ != nullptr && state_.left_files) lease_->LeaveToSweep();
    return committed;
  }
  (void)state_.Reach(FaultPoint::kAfterCommit);
  return Status::Ok();
}

// Where the files go is all that has to be known now; the rest is judged when nobody else can
// change it any more (ChangeWriter::TargetOf).
Result<Table> Placement::TargetOf(const WriteRequest& request, const std::vector<Change>& changes) {
  if (IsNewTable(request.table_id)) return NewTable(changes, request.table_id);
  Result<Table> found = state_.RequireTable(request.table_id);
  if (!found.ok() && found.error().code == ErrorCode::kTableNotFound &&
      !request.table_name.empty()) {
    Error error = std::move(found).error();
    error.detail = "table " + request.table_name + " was dropped by another statement meanwhile";
    return error;
  }
  return found;
}

Status Placement::PlaceFiles(const Table& table, const WriteRequest& request) {
  std::vector<PlacedFile>& placed = files_[&request];
  placed.reserve(request.files.size());
  for (const StagedFile& file : request.files) {
    PAISQL_TRY(CheckPartitionValues(table, file.partition_values));
    PAISQL_ASSIGN(const std::string folder, PartitionFolder(table, file.partition_values));
    const std::string lease = LeaseOfStaged(state_.home, file.path).value_or("");
    PlacedFile one{folder + "/" + LeasedName(lease) + ".parquet", 0, ""};
    PAISQL_ASSIGN(one.bytes, FileSize(file.path));
    // A restored file is held to the checksums that it had: damage must not become sound.
    one.block_sums = file.block_sums;
    PAISQL_ASSIGN(std::string sums, SumsOf(file, state_.bucket != nullptr));
    if (file.schema_version == 0) one.block_sums = std::move(sums);
    PAISQL_TRY(moves_->Move(file.path, state_.home.path() + "/" + one.path));
    PAISQL_TRY(state_.Reach(FaultPoint::kFileMoved));
    placed.push_back(std::move(one));
  }
  return Status::Ok();
}

}  // namespace paisql::store
