#include "execution/damage.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "execution/plan_table.h"
#include "plan/traverse.h"
#include "store/catalog/warehouse.h"
#include "store/upkeep/bucket_objects.h"

namespace paisql::execution {

namespace {

constexpr const char* kHint =
    "`paisql verify` shows all that is damaged; put the file back from a copy of the home, or give "
    "up its rows with INSERT OVERWRITE, TRUNCATE or DROP";

Error DamagedFile(const store::Table& table, const store::FileListing& listing,
                  const store::DataFile& file, const std::string& what, const SourceRange& range) {
  std::string place = "table " + table.QualifiedName();
  const auto partition = std::find_if(listing.partitions.begin(), listing.partitions.end(),
                                      [&](const auto& one) { return one.id == file.partition_id; });
  if (partition != listing.partitions.end()) place += ", partition " + partition->Name(table);
  return Error{ErrorCode::kDamaged, "the data file " + file.path + " of " + place + " " + what,
               range, kHint};
}

// Names, in the files of one schema version, of the columns that a scan reads.
std::vector<std::string> NamesInFiles(const plan::Scan& scan,
                                      const std::vector<store::Column>& written) {
  std::vector<std::string> names;
  for (const plan::Scan::Source& source : scan.columns) {
    if (source.kind != plan::Scan::Source::kData) continue;
    const int64_t id = scan.table.columns[source.index].id;
    const auto column = std::find_if(written.begin(), written.end(),
                                     [&](const store::Column& one) { return one.id == id; });
    // A column that is younger than the file is not read from it.
    if (column != written.end()) names.push_back(column->name);
  }
  return names;
}

using Scans = std::unordered_set<const plan::Scan*>;

// Scans whose rows are counted and nothing else: a plan keeps one of their columns, which the
// engine does not read.
Scans CountedScans(const std::vector<const plan::Relation*>& roots) {
  Scans counted;
  for (const plan::Relation* root : roots) {
    for (const plan::Relation* found :
         plan::CollectRelations(*root, plan::RelationKind::kAggregate)) {
      const auto& aggregate = plan::As<plan::AggregateRelation>(*found);
      if (aggregate.input->kind != plan::RelationKind::kScan) continue;
      std::vector<plan::ColumnId> read;
      for (const plan::Expression* expression : plan::Expressions(aggregate)) {
        plan::CollectColumns(*expression, read);
      }
      if (read.empty()) counted.insert(&plan::As<plan::Scan>(*aggregate.input));
    }
  }
  return counted;
}

// An object that the plan's engine reads by itself, which checks it as it reads.
bool IsObject(const store::DataFile& file) { return file.path.find("://") != std::string::npos; }

// The first damaged file of the scans.
Status CheckFiles(Host& host, const std::vector<const plan::Scan*>& scans, const Scans& counted,
                  const engine::Bindings& bindings, store::CheckDepth depth) {
  struct Version {
    const plan::Scan* scan;
    std::map<int, std::vector<std::string>> columns;
  };
  std::vector<Version> versions;
  versions.reserve(scans.size());
  std::vector<store::FileRead> reads;
  std::vector<const plan::Scan*> readers;  // of each read
  for (const plan::Scan* scan : scans) {
    auto& columns = versions.emplace_back(Version{scan, {}}).columns;
    const store::FileListing& listing = *bindings.FilesOf(*scan);
    for (const store::SchemaVersion& version : listing.schema_versions) {
      std::vector<std::string>& names = columns[version.version];
      if (!counted.contains(scan)) names = NamesInFiles(*scan, version.columns);
    }
    for (const store::DataFile& file : listing.files) {
      if (IsObject(file)) continue;
      reads.push_back({&file, &columns[file.schema_version]});
      readers.push_back(scan);
    }
    for (const store::DataFile& file : listing.deletes) {
      reads.push_back({&file, nullptr});
      readers.push_back(scan);
    }
  }
  const Meter::Work work(host.meter(), 0);
  PAISQL_ASSIGN(const std::optional<store::FileDamage> damage,
                host.file_check().Check(reads, host.stop_token(), depth));
  if (!damage.has_value()) return Status::Ok();
  const auto found = std::find_if(reads.begin(), reads.end(), [&](const store::FileRead& read) {
    return read.file == damage->file;
  });
  const plan::Scan& scan = *readers[static_cast<size_t>(found - reads.begin())];
  return DamagedFile(StoredTable(scan.table), *bindings.FilesOf(scan), *damage->file, damage->what,
                     scan.range);
}

// Files of older catalogs have no checksums.
std::optional<Error> LookAtFiles(const std::vector<const plan::Scan*>& scans,
                                 const engine::Bindings& bindings) {
  for (const plan::Scan* scan : scans) {
    const store::FileListing& listing = *bindings.FilesOf(*scan);
    for (const store::DataFile& file : listing.files) {
      if (!file.block_sums.empty()) continue;
      const std::optional<store::FileDamage> damage = store::LookAtFooter(file);
      if (damage.has_value()) {
        return DamagedFile(StoredTable(scan->table), listing, file, damage->what, scan->range);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Status CheckPlans(Host& host, const std::vector<const plan::Relation*>& roots,
                  const engine::Bindings& bindings) {
  std::vector<const plan::Scan*> scans;
  for (const plan::Relation* root : roots) {
    const std::vector<const plan::Scan*> found = plan::CollectScans(*root);
    scans.insert(scans.end(), found.begin(), found.end());
  }
  return CheckFiles(host, scans, CountedScans(roots), bindings, host.check_depth());
}

Status CheckScans(Host& host, const std::vector<const plan::Scan*>& scans,
                  const engine::Bindings& bindings) {
  return CheckFiles(host, scans, {}, bindings, host.check_depth());
}

Status CheckObjects(Host& host, const plan::Scan& scan, const store::FileListing& listing) {
  const auto& bucket = store::Warehouse(host.catalog()).bucket();
  std::vector<store::DataFile> objects;
  for (const store::DataFile& file : listing.files) {
    if (bucket != nullptr && bucket->HasPath(file.path)) objects.push_back(file);
  }
  if (objects.empty()) return Status::Ok();
  PAISQL_ASSIGN_AT(scan.range, const std::optional<store::FileDamage> damage,
                   store::CheckObjects(*bucket, objects, host.stop_token()));
  if (!damage.has_value()) return Status::Ok();
  return DamagedFile(StoredTable(scan.table), listing, *damage->file, damage->what, scan.range);
}

Status CheckListing(Host& host, const store::Table& table, const store::FileListing& listing,
                    const SourceRange& range) {
  std::vector<store::FileRead> reads;
  for (const auto* files : {&listing.files, &listing.deletes}) {
    for (const store::DataFile& file : *files) reads.push_back({&file, nullptr});
  }
  const Meter::Work work(host.meter(), 0);
  PAISQL_ASSIGN(const std::optional<store::FileDamage> damage,
                host.file_check().Check(reads, host.stop_token(), host.check_depth()));
  if (!damage.has_value()) return Status::Ok();
  return DamagedFile(table, listing, *damage->file, damage->what, range);
}

Status CheckExternalFiles(const Host& host, const plan::Relation& root,
                          const engine::Bindings& bindings) {
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    for (const store::DataFile& file : bindings.FilesOf(*scan)->files) {
      if (file.block_sums.empty()) PAISQL_TRY_AT(scan->range, host.CheckExternalFile(file));
    }
  }
  return Status::Ok();
}

Error NameDamagedFile(Host& host, const plan::Relation& root, const engine::Bindings& bindings,
                      Error error) {
  // Ctrl-C and a full disk explain themselves.
  if (error.code == ErrorCode::kInstanceCancelled || error.code == ErrorCode::kEnvironment ||
      error.code == ErrorCode::kDamaged) {
    return error;
  }
  if (Status same = CheckExternalFiles(host, root, bindings); !same.ok()) {
    return std::move(same).error();
  }
  const std::vector<const plan::Scan*> scans = plan::CollectScans(root);
  if (Status checked =
          CheckFiles(host, scans, CountedScans({&root}), bindings, store::CheckDepth::kSums);
      !checked.ok())
    return std::move(checked).error();
  std::optional<Error> found = LookAtFiles(scans, bindings);
  return found.has_value() ? *std::move(found) : error;
}

}  // namespace paisql::execution
