#include "session/statements/rows/keys.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "execution/damage.h"
#include "execution/keep_all.h"
#include "store/reads.h"

namespace paisql::session {
namespace {

// A new table's columns have no ids yet, and its key has those that they will get.
void NumberColumns(store::Table& table) {
  if (table.id != 0) return;
  table.schema_version = 1;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    table.columns[i].id = static_cast<int64_t>(i) + 1;
  }
}

std::set<std::vector<std::string>> ValuesOf(const std::vector<store::StagedFile>& files) {
  std::set<std::vector<std::string>> partitions;
  for (const store::StagedFile& file : files) partitions.insert(file.partition_values);
  return partitions;
}

// Adds files that no catalog lists yet; a partition that is not there gets a number of its own.
void Add(const std::vector<store::StagedFile>& files, store::FileListing& listing) {
  std::map<std::vector<std::string>, int64_t> ids;
  for (const store::Partition& one : listing.partitions) ids[one.values] = one.id;
  for (const store::StagedFile& file : files) {
    int64_t id = 0;
    if (!file.partition_values.empty()) {
      const auto next = -static_cast<int64_t>(listing.partitions.size()) - 1;
      const auto [found, is_new] = ids.emplace(file.partition_values, next);
      if (is_new) listing.partitions.push_back({next, file.partition_values, 0, 0});
      id = found->second;
    }
    std::error_code unknown;
    const auto bytes = static_cast<int64_t>(std::filesystem::file_size(file.path, unknown));
    listing.files.push_back(
        {file.path, file.rows, bytes, listing.schema_versions.back().version, id});
  }
}

// The row of a plan of numbers that has one, if it has.
Result<std::vector<std::vector<int64_t>>> NumbersOf(const plan::Relation& root,
                                                    const engine::Bindings& bindings,
                                                    State& state) {
  PAISQL_ASSIGN(engine::Connection * connection, state.Connection());
  PAISQL_ASSIGN(const std::unique_ptr<engine::ResultStream> stream,
                connection->Query(root, bindings, state.Execution()));
  std::vector<std::vector<int64_t>> rows;
  while (true) {
    PAISQL_TRY(state.CheckInterrupted());
    PAISQL_ASSIGN(const engine::Batch batch, stream->Next());
    if (!batch) return rows;
    for (size_t row = 0; row < batch.row_count(); ++row) {
      std::vector<int64_t>& numbers = rows.emplace_back();
      for (size_t i = 0; i < root.output.size(); ++i) {
        numbers.push_back(engine::NumberAt<int64_t>(batch.column(i), row));
      }
    }
  }
}

}  // namespace

Status KeyKeeper::MakePlans() {
  if (plans_) return Status::Ok();
  NumberColumns(table_);
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(plans_, analysis::PlanKeys(table_, context));
  return Status::Ok();
}

store::FileListing KeyKeeper::ListingOf(const std::vector<store::StagedFile>& files) const {
  store::FileListing listing;
  listing.schema_versions = {{table_.schema_version, table_.columns}};
  Add(files, listing);
  return listing;
}

engine::Bindings KeyKeeper::Bind(const std::vector<store::StagedFile>& fresh) const {
  engine::Bindings bindings;
  const store::FileListing files = ListingOf(fresh);
  for (const plan::Scan* scan : plans_->fresh_scans) bindings.SetFiles(*scan, files);
  for (const plan::Scan* scan : plans_->listed_scans) bindings.SetFiles(*scan, listed_);
  return bindings;
}

Status KeyKeeper::ListBeside(const std::vector<store::StagedFile>& files,
                             const std::vector<std::string>& going) {
  store::Catalog& catalog = state_.catalog();
  std::optional<std::vector<int64_t>> ids;
  bool all_there = true;
  {
    PAISQL_ASSIGN(const store::Catalog::View one_state, catalog.BeginView());
    if (table_.partitioned()) {
      ids.emplace();
      for (const std::vector<std::string>& values : ValuesOf(files)) {
        PAISQL_ASSIGN(const std::vector<store::Partition> found,
                      catalog.ListPartitions(table_.id, {values.begin(), values.end()}));
        all_there = all_there && !found.empty();
        for (const store::Partition& partition : found) ids->push_back(partition.id);
      }
    }
    PAISQL_ASSIGN(listed_, catalog.ListFiles(table_, ids));
  }
  store::ReadVersion read = store::RowsRead(table_, listed_);
  // Another writer may make the partition that is not there.
  if (!all_there) read.partition_ids.reset();
  write_.Expect(std::move(read));
  std::erase_if(listed_.files, [&](const store::DataFile& file) {
    return std::ranges::find(going, file.path) != going.end();
  });
  const auto today = [&](const store::SchemaVersion& one) {
    return one.version == table_.schema_version;
  };
  std::erase_if(listed_.schema_versions, today);
  listed_.schema_versions.push_back({table_.schema_version, table_.columns});
  return Status::Ok();
}

void KeyKeeper::CountAsListed(const std::vector<store::StagedFile>& files) { Add(files, listed_); }

Result<bool> KeyKeeper::Repeats(const engine::Bindings& bindings) {
  PAISQL_ASSIGN(const auto most, NumbersOf(*plans_->repeated, bindings, state_));
  return !most.empty() && most.front().front() > 1;
}

Result<std::vector<size_t>> KeyKeeper::Touched(const engine::Bindings& bindings) {
  std::vector<size_t> files;
  if (listed_.files.empty()) return files;
  // Staged files are whole.
  std::vector<const plan::Scan*> checked(plans_->listed_scans.begin(), plans_->listed_scans.end());
  PAISQL_TRY(execution::CheckScans(state_, checked, bindings));
  PAISQL_ASSIGN(const auto rows, NumbersOf(*plans_->touched, bindings, state_));
  for (const std::vector<int64_t>& row : rows) files.push_back(static_cast<size_t>(row[0]));
  std::ranges::sort(files);
  return files;
}

Result<std::vector<store::StagedFile>> KeyKeeper::Write(const plan::Relation& root,
                                                        const engine::Bindings& bindings) {
  const store::PartitionLevels levels(table_.partition_columns.size());
  PAISQL_ASSIGN(std::string folder, staging_.MakeFolder());
  PAISQL_ASSIGN(engine::Connection * connection, state_.Connection());
  PAISQL_ASSIGN(
      const std::vector<engine::WrittenFile> files,
      connection->Write(root, bindings, execution::TargetFor(table_, levels, std::move(folder)),
                        state_.Execution()));
  PAISQL_TRY(state_.CheckInterrupted());
  return execution::ToStagedFiles(files, levels);
}

Result<bool> KeyKeeper::Meets(const std::vector<store::StagedFile>& fresh) {
  if (fresh.empty()) return false;
  PAISQL_TRY(MakePlans());
  const engine::Bindings bindings = Bind(fresh);
  PAISQL_ASSIGN(const bool repeats, Repeats(bindings));
  if (repeats) return true;
  PAISQL_ASSIGN(const std::vector<size_t> touched, Touched(bindings));
  return !touched.empty();
}

Status KeyKeeper::KeepLatest(std::vector<store::StagedFile>& fresh) {
  if (fresh.empty()) return Status::Ok();
  PAISQL_TRY(MakePlans());
  const engine::Bindings bindings = Bind(fresh);
  PAISQL_ASSIGN(const bool repeats, Repeats(bindings));
  if (!repeats) return Status::Ok();
  PAISQL_ASSIGN(fresh, Write(*plans_->latest, bindings));
  return Status::Ok();
}

Status KeyKeeper::TakeOut(const std::vector<store::StagedFile>& fresh,
                          std::vector<std::string>& gone, std::vector<store::StagedFile>& kept) {
  if (fresh.empty()) return Status::Ok();
  PAISQL_TRY(MakePlans());
  engine::Bindings bindings = Bind(fresh);
  PAISQL_ASSIGN(const std::vector<size_t> touched, Touched(bindings));
  if (touched.empty()) return Status::Ok();
  for (const size_t file : touched) gone.push_back(listed_.files.at(file).path);
  for (const plan::Scan* scan : plans_->listed_scans) bindings.KeepFiles(*scan, touched);
  PAISQL_ASSIGN(std::vector<store::StagedFile> others, Write(*plans_->others, bindings));
  std::ranges::move(others, std::back_inserter(kept));
  return Status::Ok();
}

Result<int64_t> State::KeepKeys(store::TableTarget& target, std::vector<store::StagedFile>& files,
                                execution::Staging& staging, store::TableWrite& write) {
  KeyKeeper keeper(*this, target.table, staging, write);
  PAISQL_TRY(keeper.KeepLatest(files));
  if (target.mode == store::WriteMode::kOverwrite || target.table.id == 0) return 0;
  PAISQL_ASSIGN(store::Lease * lease, Lease());
  std::optional<execution::KeepAll> keep;
  if (lease->pinned() == store::Lease::kNothing) {
    PAISQL_ASSIGN(execution::KeepAll all, execution::KeepAll::Begin(*this));
    keep.emplace(std::move(all));
  }
  PAISQL_TRY(keeper.ListBeside(files, {}));
  std::vector<store::StagedFile> kept;
  PAISQL_TRY(keeper.TakeOut(files, target.replaced, kept));
  if (target.replaced.empty()) return 0;
  target.mode = store::WriteMode::kReplaceFiles;
  int64_t rows = 0;
  for (const store::StagedFile& file : kept) rows += file.rows;
  std::ranges::move(kept, std::back_inserter(files));
  return rows;
}

}  // namespace paisql::session
