// Transactions of the catalog that no statement makes yet, for tests/faults.
//
//   transact all HOME FOLDER   changes many things of a prepared home at once; tells OK or FAILED
//   transact make HOME         makes the tables of the counters
//   transact count HOME NAME   adds one to both counters for each line of its input, and tells the
//   sum transact look HOME         tells the counters, the comment, and how many additions there
//   were
//
// A counter is a table whose one file holds a number as text.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "store/catalog.h"
#include "store/transaction.h"

namespace {

using namespace paisql;
using namespace paisql::store;

constexpr const char* kProject = "default_project";
constexpr const char* kCounters[] = {"one", "two"};
constexpr int kSweepEach = 10;
constexpr int kAttempts = 100000;

struct Work {
  std::string folder;  // of the prepared homes, or the writer's name
  std::unique_ptr<Catalog> catalog;
  std::unique_ptr<Lease> lease;
  int staged = 0;
};

Result<Table> Find(Work& work, const std::string& name) {
  PAISQL_ASSIGN(std::optional<Table> table, work.catalog->FindTable(kProject, name));
  if (table.has_value()) return *std::move(table);
  return Error{ErrorCode::kTableNotFound, name, {}, ""};
}

Result<std::string> NewStagedPath(Work& work) {
  PAISQL_ASSIGN(const std::string folder, work.lease->StagingFolder());
  return folder + "/" + std::to_string(++work.staged);
}

// The two rows of rows.parquet.
Result<WriteRequest> PreparedRows(Work& work, int64_t table_id) {
  PAISQL_ASSIGN(const std::string path, NewStagedPath(work));
  std::error_code failure;
  std::filesystem::copy_file(work.folder + "/rows.parquet", path, failure);
  if (failure) return Error{ErrorCode::kIo, "cannot copy to " + path, {}, ""};
  WriteRequest request;
  request.table_id = table_id;
  request.files = {{path, {}, 2}};
  return request;
}

Status ChangeAll(Work& work) {
  PAISQL_TRY(work.lease->Pin(0));
  PAISQL_ASSIGN(const Table plain, Find(work, "plain"));
  PAISQL_ASSIGN(const Table other, Find(work, "other"));
  PAISQL_ASSIGN(const Table parts, Find(work, "parts"));
  PAISQL_ASSIGN(const Table nothing, Find(work, "nothing"));
  PAISQL_ASSIGN(const FileListing listing, work.catalog->ListFiles(plain, std::nullopt));

  CatalogTransaction transaction = work.catalog->Begin();
  transaction.Expect(RowsRead(plain, listing));
  Table made;
  made.project = kProject;
  made.name = "made";
  made.columns = {{0, "a", TypeId::kBigint, "", false, ""},
                  {0, "b", TypeId::kString, "", false, ""}};
  const int64_t made_id = transaction.CreateTable(made);
  transaction.Add(change::AddColumns{nothing.id, {{0, "b", TypeId::kString, "", false, ""}}});
  PAISQL_ASSIGN(WriteRequest first, PreparedRows(work, made_id));
  PAISQL_ASSIGN(WriteRequest altered, PreparedRows(work, nothing.id));
  altered.schema_version = nothing.schema_version + 1;
  PAISQL_ASSIGN(WriteRequest whole, PreparedRows(work, other.id));
  whole.mode = WriteMode::kOverwrite;
  transaction.Add(change::Write{{first, altered, whole}});
  PAISQL_ASSIGN(WriteRequest single, PreparedRows(work, plain.id));
  single.mode = WriteMode::kReplaceFiles;
  single.replaced = {listing.files.at(0).path};
  transaction.Add(change::Write{{single}});
  transaction.Add(change::AddPartitions{parts.id, {{"4"}}});
  Resource kept;
  kept.project = kProject;
  kept.name = "kept.txt";
  kept.path = work.folder + "/kept.txt";
  transaction.Add(change::AddResource{kept, true});
  return transaction.Commit();
}

Status MakeCounters(Work& work) {
  CatalogTransaction transaction = work.catalog->Begin();
  change::Write write;
  for (const char* name : kCounters) {
    Table table;
    table.project = kProject;
    table.name = name;
    table.comment = "0";
    table.columns = {{0, "a", TypeId::kBigint, "", false, ""}};
    WriteRequest& request = write.requests.emplace_back();
    request.table_id = transaction.CreateTable(table);
    PAISQL_ASSIGN(const std::string path, NewStagedPath(work));
    std::ofstream(path) << 0;
    request.files = {{path, {}, 1}};
  }
  transaction.Add(write);
  Table additions;
  additions.project = kProject;
  additions.name = "additions";
  additions.columns = {{0, "a", TypeId::kBigint, "", false, ""}};
  additions.partition_columns = {{0, "sum", TypeId::kString, "", false, ""}};
  transaction.CreateTable(additions);
  return transaction.Commit();
}

// The number of a counter, and what was read for it.
Result<int> ReadCounter(Work& work, const Table& table, std::optional<ReadVersion>* read) {
  PAISQL_ASSIGN(const FileListing listing, work.catalog->ListFiles(table, std::nullopt));
  *read = RowsRead(table, listing);
  int number = -1;
  if (listing.files.size() == 1) std::ifstream(listing.files[0].path) >> number;
  if (number < 0) return Error{ErrorCode::kDamaged, "no number is in " + table.name, {}, ""};
  return number;
}

// One more in both counters, in a comment and in the list of additions.
Status Add(Work& work, int* sum) {
  PAISQL_TRY(work.lease->Pin(0));
  CatalogTransaction transaction = work.catalog->Begin();
  change::Write write;
  for (const char* name : kCounters) {
    PAISQL_ASSIGN(const Table table, Find(work, name));
    std::optional<ReadVersion> read;
    PAISQL_ASSIGN(const int number, ReadCounter(work, table, &read));
    transaction.Expect(*read);
    *sum = number + 1;
    WriteRequest& request = write.requests.emplace_back();
    request.table_id = table.id;
    request.mode = WriteMode::kOverwrite;
    PAISQL_ASSIGN(const std::string path, NewStagedPath(work));
    std::ofstream(path) << *sum;
    request.files = {{path, {}, 1}};
    transaction.Add(change::SetTableComment{table.id, std::to_string(*sum)});
  }
  transaction.Add(write);
  PAISQL_ASSIGN(const Table additions, Find(work, "additions"));
  transaction.Add(
      change::AddPartitions{additions.id, {{std::to_string(*sum) + " of " + work.folder}}});
  return transaction.Commit();
}

// One addition for each line that it gets.
Status Count(Work& work) {
  int additions = 0;
  for (std::string line; std::getline(std::cin, line);) {
    int sum = 0;
    PAISQL_TRY(RetryOnConflict([&] { return Add(work, &sum); }, kAttempts));
    PAISQL_TRY(work.lease->Pin(Lease::kNothing));
    std::printf("%d\n", sum);
    std::fflush(stdout);
    if (++additions % kSweepEach == 0) {
      PAISQL_TRY(work.catalog->Sweep());
    }
  }
  return Status::Ok();
}

Status Look(Work& work) {
  PAISQL_TRY(work.catalog->Sweep(true));
  for (const char* name : kCounters) {
    PAISQL_ASSIGN(const Table table, Find(work, name));
    std::optional<ReadVersion> read;
    PAISQL_ASSIGN(const int number, ReadCounter(work, table, &read));
    std::printf("%d %s ", number, table.comment.c_str());
  }
  PAISQL_ASSIGN(const Table additions, Find(work, "additions"));
  PAISQL_ASSIGN(const auto partitions, work.catalog->ListPartitions(additions.id));
  std::printf("%zu\n", partitions.size());
  return Status::Ok();
}

struct Mode {
  const char* name;
  Status (*run)(Work&);
};

constexpr Mode kModes[] = {
    {"all", ChangeAll}, {"make", MakeCounters}, {"count", Count}, {"look", Look}};

Status Run(const std::string& mode, const std::string& home_path, const std::string& folder) {
  PAISQL_ASSIGN(const Home home, Home::Open(home_path));
  Work work;
  work.folder = folder;
  PAISQL_ASSIGN(work.lease, Lease::Acquire(home));
  PAISQL_ASSIGN(work.catalog, Catalog::Open(home));
  Status status = Error{ErrorCode::kInvalidCommand, "there is no mode " + mode, {}, ""};
  for (const Mode& one : kModes) {
    if (mode == one.name) status = one.run(work);
  }
  if (work.catalog->left_files()) work.lease->LeaveToSweep();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: transact all|make|count|look HOME [FOLDER|NAME]\n");
    return 2;
  }
  const Status status = Run(argv[1], argv[2], argc > 3 ? argv[3] : "");
  if (status.ok()) {
    std::fprintf(stderr, "OK\n");
    return 0;
  }
  std::fprintf(stderr, "FAILED: %s\n", status.error().ToString().c_str());
  return 1;
}
